// SPDX-License-Identifier: BSD-3-Clause
// scree render: pictures and movies.
#include "commands.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char scree_usage_render[] =
    "usage: scree render CASE.out | CHECKPOINT.scree | CASE.yaml [options]\n"
    "Draws the last frame of a run as PNG beside its folder: CASE_000123.png, with the number of the time "
    "step.\n"
    "  --frame K          the frame K, from 0; -1 is the last one\n"
    "  --time T           the frame nearest to the time T in seconds\n"
    "  --all              a picture of each frame\n"
    "  --movie FILE.mp4   a movie of all frames, made by the program ffmpeg\n"
    "  --rate N           pictures per second of the movie; 20 if not given\n"
    "  --out FILE.png     with --all the beginning of the names; - is the standard output\n"
    "  --overwrite        replace pictures and movies that exist\n"
    "  --size WxH         pixels; 1200x900 if not given\n"
    "  --quality draft|usual|fine   1, 4 or 16 rays in a pixel\n"
    "  --colour FIELD     field of the particles, such as velocity, velocity.x, radius, material, none;\n"
    "                     with --contacts or --bonds one of theirs\n"
    "  --range LOW:HIGH   of the colours, in SI units; if not given, 98 of 100 values are in it\n"
    "  --contacts         contacts as rods as thick as their normal force, in place of particles\n"
    "  --bonds            bonds as rods, and particles small\n"
    "  --scale F          of the radii of particles\n"
    "  --camera FROM      front, back, left, right, top, bottom; a direction from which to look, such as\n"
    "                     1,-2,0.5; or the places of the eye and of what it looks at: 1,-2,1@0,0,0\n"
    "  --zoom F           above 1: from nearer\n"
    "  --cut 'y<0'        hides what lies there; several are separated by commas\n"
    "  --walls translucent|solid|none\n"
    "  --hide WALL        not this wall; several are separated by commas\n"
    "  --bare             no time and no bar of colours\n"
    "  --case CASE.yaml   the case of a checkpoint, if run.json beside it does not name it\n"
    "  --threads N        1 to 4096; has no effect on the picture\n" SCREE_USAGE_CHANGES
    "  --allow-libraries  load the shared libraries under 'laws', which run their own code\n"
    "  --quiet            no notes\n";

static int refuse(const char *what, const char *given) {
    char *shown = scree_text_escaped(given ? given : "");
    fprintf(stderr, "error: %s%s%s%s; 'scree render --help' lists what is accepted\n", what,
            given ? " '" : "", given ? shown : "", given ? "'" : "");
    scree_text_free(shown);
    return SCREE_USER_ERROR;
}

typedef struct words {
    scree_render_options o;
    const char *path, *range, *size, *quality;
    double frame, time, rate, threads;
    int quiet;
} words;

// 1: the word is an option without a value.
static int take_flag(words *x, const char *word) {
    const struct {
        const char *name;
        int *value;
    } flag[] = {{"--all", &x->o.all},     {"--overwrite", &x->o.overwrite}, {"--contacts", &x->o.contacts},
                {"--bonds", &x->o.bonds}, {"--bare", &x->o.bare},           {"--quiet", &x->quiet}};
    for (size_t k = 0; k < sizeof flag / sizeof *flag; k++) {
        if (strcmp(flag[k].name, word) == 0) {
            *flag[k].value = 1;
            return 1;
        }
    }
    return 0;
}

// 1: the word is an option with a text, which is taken; -1: its text is missing (reported).
static int take_text(words *x, int argc, char **argv, int *k) {
    const struct {
        const char *name, **text;
    } option[] = {{"--movie", &x->o.movie},  {"--out", &x->o.out},       {"--colour", &x->o.colour},
                  {"--color", &x->o.colour}, {"--camera", &x->o.camera}, {"--cut", &x->o.cut},
                  {"--walls", &x->o.walls},  {"--hide", &x->o.hide},     {"--case", &x->o.case_path},
                  {"--range", &x->range},    {"--size", &x->size},       {"--quality", &x->quality}};
    for (size_t i = 0; i < sizeof option / sizeof *option; i++) {
        if (strcmp(option[i].name, argv[*k]) == 0) {
            if (*k + 1 >= argc || argv[*k + 1][0] == 0) {
                refuse("a value is needed after", argv[*k]);
                return -1;
            }
            *option[i].text = argv[++*k];
            return 1;
        }
    }
    return 0;
}

// Takes an option with a number, in the same way.
static int take_number(words *x, int argc, char **argv, int *k) {
    const struct {
        const char *name;
        double *value, least, most;
        int whole;
    } option[] = {{"--frame", &x->frame, -1e9, 1e9, 1}, {"--time", &x->time, -1e300, 1e300, 0},
                  {"--rate", &x->rate, 1, 1000, 1},     {"--threads", &x->threads, 1, 4096, 1},
                  {"--scale", &x->o.scale, 0, 1e6, 0},  {"--zoom", &x->o.zoom, 1e-3, 1e6, 0}};
    for (size_t i = 0; i < sizeof option / sizeof *option; i++) {
        if (strcmp(option[i].name, argv[*k]) != 0) {
            continue;
        }
        char *end = NULL;
        const char *text = *k + 1 < argc ? argv[*k + 1] : "";
        const double value = strtod(text, &end);
        if (end == text || *end || !(value >= option[i].least && value <= option[i].most) ||
            (option[i].whole && value != floor(value))) {
            char *shown = scree_text_escaped(text);
            fprintf(stderr, "error: %s '%s': accepted is a %snumber from %g to %g\n", option[i].name, shown,
                    option[i].whole ? "whole " : "", option[i].least, option[i].most);
            scree_text_free(shown);
            return -1;
        }
        *option[i].value = value;
        ++*k;
        return 1;
    }
    return 0;
}

static int read_words(int argc, char **argv, words *x) {
    for (int k = 2; k < argc; k++) {
        int taken = take_flag(x, argv[k]);
        taken = taken ? taken : take_text(x, argc, argv, &k);
        taken = taken ? taken : take_number(x, argc, argv, &k);
        if (taken < 0) {
            return SCREE_USER_ERROR;
        }
        if (taken) {
            continue;
        }
        if (scree_take_word(argc, argv, &k, scree_usage_render, "one folder at a time; unexpected",
                            &x->path) != SCREE_OK) {
            return SCREE_USER_ERROR;
        }
    }
    return x->path ? SCREE_OK : refuse("the folder of a run is needed, such as CASE.out", NULL);
}

// "LOW:HIGH", each of which may be empty.
static int read_range(const char *text, double *low, double *high) {
    char *end;
    if (*text != ':') {
        *low = strtod(text, &end);
        if (end == text || *end != ':' || !isfinite(*low)) {
            return 0;
        }
        text = end;
    }
    if (*++text) {
        *high = strtod(text, &end);
        return end != text && *end == 0 && isfinite(*high);
    }
    return 1;
}

static int read_values(words *x) {
    static const char *const quality[] = {"draft", "usual", "fine"};
    char rest;
    if (x->size && sscanf(x->size, "%5dx%5d%c", &x->o.width, &x->o.height, &rest) != 2) {
        return refuse("--size needs the pixels across and down, such as 1200x900, not", x->size);
    }
    if (x->range && !read_range(x->range, &x->o.low, &x->o.high)) {
        return refuse("--range needs two numbers, such as 0:0.5, not", x->range);
    }
    for (int k = 0; x->quality && k < 3; k++) {
        x->o.quality = strcmp(x->quality, quality[k]) == 0 ? 1 << k : k == 0 ? 0 : x->o.quality;
    }
    if (x->o.quality == 0) {
        return refuse("--quality is draft, usual or fine, not", x->quality);
    }
    x->o.frame = (int64_t)x->frame;
    x->o.time = x->time;
    x->o.rate = (int)x->rate;
    x->o.threads = (int)x->threads;
    x->o.changes = scree_taken_changes();
    return SCREE_OK;
}

int scree_command_render(int argc, char **argv) {
    words x = {.o = scree_render_options_default(), .frame = -1.0, .time = NAN, .rate = 20.0};
    if (read_words(argc, argv, &x) != SCREE_OK || read_values(&x) != SCREE_OK) {
        return SCREE_USER_ERROR;
    }
    signal(SIGXFSZ, SIG_IGN); // a file at its size limit is reported as an error of writing
    scree_report *report = scree_report_create();
    const scree_status status = scree_render(x.path, &x.o, report);
    for (size_t k = 0; k < scree_report_size(report); k++) {
        if (!(x.quiet && scree_report_severity(report, k) == SCREE_SEVERITY_NOTE)) {
            fprintf(stderr, "%s\n", scree_report_text(report, k));
        }
    }
    scree_report_destroy(report);
    return (int)status;
}
