// SPDX-License-Identifier: BSD-3-Clause
// scree fields: words of the command line to the keys of fields.
#include "commands.h"
#include "memory/array.h"
#include "text/text_buffer.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char scree_usage_fields[] =
    "usage: scree fields CASE.out --cells NX,NY,NZ | --along x|y|z [options]\n"
    "Continuum fields of the last frame of a run, by coarse graining: density, velocity, stresses, granular\n"
    "temperature, fabric, coordination, temperature. Contacts need 'contacts: true' under output.vtk.\n"
    "  --cells NX,NY,NZ   on a grid; one cell along an axis is a slice: CASE_fields.vti for ParaView\n"
    "  --along x|y|z      a profile: means over slices across this axis: CASE_fields.csv and .svg\n"
    "  --bins N           slices of a profile; 50 if not given\n"
    "  --radius LENGTH    where the kernel ends, such as 6mm; 1.5 largest diameters if not given\n"
    "  --box 'X,Y,Z:X,Y,Z'  lower and upper corner, such as '0,0,0:4cm,4cm,8cm'; the domain if not given\n"
    "  --sign compression|tension   which stresses are positive; compression if not given\n"
    "  --from T, --to T   the mean over all frames of these times, in seconds\n"
    "  --out FILE         *.vti, *.csv or *.svg\n"
    "  --overwrite        replace files that exist\n"
    "  --threads N        1 to 4096; has no effect on the numbers\n"
    "  --quiet            no notes\n";

typedef struct words {
    scree_fields_options o;
    const char *path, *cells, *along, *bins, *radius, *box, *sign, *from, *to, *threads;
    int quiet;
} words;

// 1: an option was taken; 0: it is none; -1: its value is missing (reported).
static int take_option(words *x, int argc, char **argv, int *k) {
    const struct {
        const char *name, **text;
        int *flag;
    } option[] = {{"--cells", &x->cells, NULL},
                  {"--along", &x->along, NULL},
                  {"--bins", &x->bins, NULL},
                  {"--radius", &x->radius, NULL},
                  {"--box", &x->box, NULL},
                  {"--sign", &x->sign, NULL},
                  {"--from", &x->from, NULL},
                  {"--to", &x->to, NULL},
                  {"--out", &x->o.out, NULL},
                  {"--threads", &x->threads, NULL},
                  {"--overwrite", NULL, &x->o.overwrite},
                  {"--quiet", NULL, &x->quiet}};
    for (size_t i = 0; i < sizeof option / sizeof *option; i++) {
        if (strcmp(option[i].name, argv[*k]) != 0) {
            continue;
        }
        if (option[i].flag) {
            *option[i].flag = 1;
        } else if (*k + 1 >= argc || argv[*k + 1][0] == 0) {
            scree_refuse("a value is needed after", argv[*k], scree_usage_fields);
            return -1;
        } else {
            *option[i].text = argv[++*k];
        }
        return 1;
    }
    return 0;
}

static int read_number(const char *name, const char *text, double low, double high, double *value) {
    char *end = NULL;
    if (!text) {
        return SCREE_OK;
    }
    const double x = strtod(text, &end);
    if (end == text || *end || !(x >= low && x <= high)) {
        fprintf(stderr, "error: %s needs a number from %g to %g\n", name, low, high);
        return SCREE_USER_ERROR;
    }
    *value = x;
    return SCREE_OK;
}

// The options as keys of output.fields, whose reader refuses what is wrong.
static char *keys_of(const words *x) {
    scree_text_buffer t = {0};
    const struct {
        const char *key, *text;
    } plain[] = {{"along", x->along}, {"bins", x->bins}, {"radius", x->radius}, {"sign", x->sign}};
    scree_text_add(&t, "{");
    for (size_t k = 0; k < sizeof plain / sizeof *plain; k++) {
        if (plain[k].text) {
            scree_text_add(&t, "%s: %s, ", plain[k].key, plain[k].text);
        }
    }
    if (x->cells) {
        scree_text_add(&t, "cells: [%s], ", x->cells);
    }
    const char *middle = x->box ? strchr(x->box, ':') : NULL;
    if (x->box) {
        scree_text_add(&t, "box: {min: [%.*s], max: [%s]}, ", middle ? (int)(middle - x->box) : 0, x->box,
                       middle ? middle + 1 : x->box);
    }
    scree_text_add(&t, "}");
    return t.data;
}

int scree_command_fields(int argc, char **argv) {
    words x = {.o = scree_fields_options_default()};
    for (int k = 2; k < argc; k++) {
        const int taken = take_option(&x, argc, argv, &k);
        if (taken < 0 ||
            (taken == 0 && scree_take_word(argc, argv, &k, scree_usage_fields,
                                           "one folder at a time; unexpected", &x.path) != SCREE_OK)) {
            return SCREE_USER_ERROR;
        }
    }
    double threads = 0.0;
    if (!x.path) {
        return scree_refuse("the folder of a run is needed, such as CASE.out", NULL, scree_usage_fields);
    }
    if (read_number("--from", x.from, -1e300, 1e300, &x.o.from) != SCREE_OK ||
        read_number("--to", x.to, -1e300, 1e300, &x.o.to) != SCREE_OK ||
        read_number("--threads", x.threads, 1, 4096, &threads) != SCREE_OK) {
        return SCREE_USER_ERROR;
    }
    x.o.threads = (int)threads;
    char *keys = keys_of(&x);
    x.o.keys = keys;
    scree_report *report = scree_report_create();
    const scree_status status = scree_fields_write(x.path, &x.o, report);
    for (size_t k = 0; k < scree_report_size(report); k++) {
        if (!(x.quiet && scree_report_severity(report, k) == SCREE_SEVERITY_NOTE)) {
            fprintf(stderr, "%s\n", scree_report_text(report, k));
        }
    }
    scree_report_destroy(report);
    scree_free(keys);
    return (int)status;
}
