// SPDX-License-Identifier: BSD-3-Clause
// scree shape: shapes of clumps in numbers and pictures, and spheres that fill a mesh.
#include "commands.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char scree_usage_shape[] =
    "usage: scree shape show CASE.yaml [NAME] [--picture FILE.svg] [options]\n"
    "       scree shape make MESH --spheres N [--out FILE] [--scale M] [--picture FILE.svg]\n"
    "show prints volume, size, centre and principal moments of the shapes of a case; the picture is of the "
    "first.\n" SCREE_USAGE_CHANGES "make fills a closed mesh (STL, OBJ, PLY, VTK) with spheres, none of them "
    "outside, and says how much they fill:\n"
    "  --spheres N       at most so many, 1 to 10000\n"
    "  --out FILE        of the spheres, a line x y z r each; MESH.txt in the working folder if not given\n"
    "  --scale M         length of one unit of the mesh in metres, 1e-12 to 1e12; 1 if not given\n"
    "  --picture FILE    three views as SVG\n";

typedef struct words {
    const char *path, *name, *picture, *out;
    double spheres, scale;
} words;

// A number after an option; NAN: there is none, or it is out of range.
static double number_of(const char *text, double least, double most) {
    char *end = NULL;
    const double value = text ? strtod(text, &end) : NAN;
    return end && end != text && !*end && value >= least && value <= most ? value : NAN;
}

static int read_words(int argc, char **argv, int make, words *x) {
    for (int k = 3, change; k < argc; k++) {
        const char *word = argv[k], *next = k + 1 < argc ? argv[k + 1] : NULL;
        const char **text = strcmp(word, "--picture") == 0       ? &x->picture
                            : make && strcmp(word, "--out") == 0 ? &x->out
                                                                 : NULL;
        double *number = make && strcmp(word, "--spheres") == 0 ? &x->spheres
                         : make && strcmp(word, "--scale") == 0 ? &x->scale
                                                                : NULL;
        if (text) {
            if (!next || next[0] == 0) {
                return scree_refuse("a file is needed after", word, scree_usage_shape);
            }
            *text = argv[++k];
        } else if (number) {
            *number = number == &x->spheres ? number_of(next, 1, 10000) : number_of(next, 1e-12, 1e12);
            if (isnan(*number) || (number == &x->spheres && *number != floor(*number))) {
                return scree_refuse("not a number in range after", word, scree_usage_shape);
            }
            k++;
        } else if (!make && (change = scree_take_change(argc, argv, &k)) != 0) {
            if (change < 0) {
                return SCREE_USER_ERROR;
            }
        } else if (word[0] == '-' && word[1] != 0) {
            return scree_refuse("unknown option", word, scree_usage_shape);
        } else if (!x->path) {
            x->path = word;
        } else if (!make && !x->name) {
            x->name = word;
        } else {
            return scree_refuse("unexpected", word, scree_usage_shape);
        }
    }
    return SCREE_OK;
}

// MESH.txt in the working folder.
static char *usual_path(const char *mesh) {
    const char *slash = strrchr(mesh, '/'), *name = slash ? slash + 1 : mesh, *dot = strrchr(name, '.');
    const size_t n = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    char *path = malloc(n + 5);
    if (path) {
        memcpy(path, name, n);
        memcpy(path + n, ".txt", 5);
    }
    return path;
}

int scree_command_shape(int argc, char **argv) {
    const int make = argc > 2 && strcmp(argv[2], "make") == 0;
    words x = {.scale = 1.0};
    if (!make && !(argc > 2 && strcmp(argv[2], "show") == 0)) {
        return scree_refuse("'show' or 'make' is needed", argc > 2 ? argv[2] : NULL, scree_usage_shape);
    }
    if (read_words(argc, argv, make, &x) != SCREE_OK) {
        return SCREE_USER_ERROR;
    }
    if (!x.path || (make && x.spheres == 0.0)) {
        return scree_refuse(!x.path ? (make ? "a mesh is needed" : "a case is needed")
                                    : "--spheres is needed",
                            NULL, scree_usage_shape);
    }
    scree_report *report = scree_report_create();
    char *usual = make && !x.out ? usual_path(x.path) : NULL;
    char *text =
        make ? scree_shape_make(x.path, x.scale, (int)x.spheres, x.out ? x.out : usual, x.picture, report)
             : scree_shape_show(x.path, scree_taken_changes(), x.name, x.picture, report);
    free(usual);
    return scree_print_text(text, report);
}
