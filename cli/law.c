// SPDX-License-Identifier: BSD-3-Clause
// scree law: the laws, and the contact lab that drives a single contact.
#include "commands.h"
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

const char scree_usage_law[] =
    "  scree law list                              the contact laws, by slot\n"
    "  scree law show NAME                         formula, source, parameters, history, errata\n"
    "  scree law page [PAGE]                       the tables of docs/laws/PAGE.md; the names of all pages\n"
    "  scree law drive CASE.yaml --path P.csv      push one contact along a path of overlap, slip, roll and "
    "twist\n"
    "  scree law eval CASE.yaml --states S.csv     forces and torques of full states of two bodies [--signs "
    "exudyn]\n"
    "  scree law collide CASE.yaml [--sweep angle=0:85:5] [--series T.csv]\n"
    "                                              free collision: restitution, spins, losses by mode\n"
    "options of drive, eval and collide:\n"
    "  --out FILE.csv     standard output if not given\n"
    "  --plot FILE.svg    or .png; drive and collide; with --plot-x COLUMN, --plot-y "
    "COLUMN\n" SCREE_USAGE_CHANGES
    "  --allow-libraries  load the shared libraries under 'laws', which run their own code\n";

typedef struct request {
    const char *case_path, *path, *states, *signs, *sweep, *series, *out, *plot, *plot_x, *plot_y;
} request;

static int read_request(request *q, int argc, char **argv) {
    const struct {
        const char *name;
        const char **value;
        const char *what; // the commands that have this option
    } option[] = {{"--path", &q->path, "drive"},
                  {"--states", &q->states, "eval"},
                  {"--signs", &q->signs, "eval"},
                  {"--sweep", &q->sweep, "collide"},
                  {"--series", &q->series, "collide"},
                  {"--out", &q->out, "drive eval collide"},
                  {"--plot", &q->plot, "drive collide"},
                  {"--plot-x", &q->plot_x, "drive collide"},
                  {"--plot-y", &q->plot_y, "drive collide"}};
    for (int k = 3; k < argc; k++) {
        size_t i = 0, n = sizeof option / sizeof *option;
        while (i < n && strcmp(option[i].name, argv[k]) != 0) {
            i++;
        }
        if (i < n && !strstr(option[i].what, argv[2])) {
            fprintf(stderr, "error: scree law %s has no %s; accepted:\n%s", argv[2], option[i].name,
                    scree_usage_law);
            return SCREE_USER_ERROR;
        }
        if (i < n && k + 1 < argc) {
            *option[i].value = argv[++k];
        } else if (i < n) {
            fprintf(stderr, "error: %s needs a value\n", argv[k]);
            return SCREE_USER_ERROR;
        } else if (scree_take_word(argc, argv, &k, scree_usage_law, "one case at a time; unexpected",
                                   &q->case_path) != SCREE_OK) {
            return SCREE_USER_ERROR;
        }
    }
    if (!q->case_path) {
        fprintf(stderr, "error: scree law %s needs a case file with a 'lab'; see 'scree help lab'\n",
                argv[2]);
        return SCREE_USER_ERROR;
    }
    return 0;
}

static int ends_with(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

// A PNG is converted from SVG by rsvg-convert, if it is installed.
static int make_png(const char *svg, const char *png) {
    char *const argv[] = {"rsvg-convert", "-o", (char *)(size_t)png, (char *)(size_t)svg, NULL};
    pid_t child;
    int status = 1;
    if (posix_spawnp(&child, argv[0], NULL, NULL, argv, environ) != 0 || waitpid(child, &status, 0) < 0 ||
        status != 0) {
        fprintf(
            stderr,
            "error: %s: a PNG is made by rsvg-convert (Debian package librsvg2-bin), which failed or is not "
            "installed; accepted: a name that ends in .svg\n",
            png);
        return SCREE_USER_ERROR;
    }
    return SCREE_OK;
}

static int print_report(scree_report *report) {
    for (size_t i = 0; i < scree_report_size(report); i++) {
        fprintf(stderr, "%s\n", scree_report_text(report, i));
    }
    return 0;
}

static int run_lab(const char *what, request *q) {
    scree_report *report = scree_report_create();
    char svg[4200] = "";
    const char *plot = q->plot, *out = q->out ? q->out : "-";
    int png = plot && ends_with(plot, ".png");
    if (plot && !png && !ends_with(plot, ".svg")) {
        scree_report_destroy(report);
        return scree_refuse("--plot: accepted: a name that ends in .svg or .png; unexpected", plot, "");
    }
    if (png) {
        snprintf(svg, sizeof svg, "%.4096s.svg", plot);
        plot = svg;
    }
    scree_status status = SCREE_USER_ERROR;
    if (strcmp(what, "drive") == 0 && q->path) {
        status = scree_law_drive(q->case_path, scree_taken_changes(), q->path, out, plot, q->plot_x,
                                 q->plot_y, report);
    } else if (strcmp(what, "eval") == 0 && q->states) {
        status = scree_law_eval(q->case_path, scree_taken_changes(), q->states, out, q->signs, report);
    } else if (strcmp(what, "collide") == 0) {
        status = scree_law_collide(q->case_path, scree_taken_changes(), q->sweep, out, q->series, plot,
                                   q->plot_x, q->plot_y, report);
    } else {
        fprintf(stderr, "error: scree law %s needs %s\n", what,
                strcmp(what, "drive") == 0 ? "--path P.csv" : "--states S.csv");
    }
    print_report(report);
    scree_report_destroy(report);
    if (png && status == SCREE_OK) {
        status = (scree_status)make_png(svg, q->plot);
    }
    if (png) {
        unlink(svg);
    }
    return (int)status;
}

int scree_command_law(int argc, char **argv) {
    const char *what = argc > 2 ? argv[2] : "";
    int list = strcmp(what, "list") == 0, show = strcmp(what, "show") == 0, page = strcmp(what, "page") == 0;
    if (list || page || (show && argc == 4)) {
        scree_report *report = scree_report_create();
        const char *name = argc == 4 ? argv[3] : NULL;
        char *text = list   ? scree_law_list()
                     : show ? scree_law_show(name, report)
                            : scree_law_page(name, report);
        print_report(report);
        if (text) {
            fputs(text, stdout);
        }
        scree_text_free(text);
        scree_report_destroy(report);
        return text ? SCREE_OK : SCREE_USER_ERROR;
    }
    if (strcmp(what, "drive") != 0 && strcmp(what, "eval") != 0 && strcmp(what, "collide") != 0) {
        fprintf(stderr, "error: accepted after 'scree law':\n%s", scree_usage_law);
        return SCREE_USER_ERROR;
    }
    request q = {0};
    int failed = read_request(&q, argc, argv);
    return failed ? failed : run_lab(what, &q);
}
