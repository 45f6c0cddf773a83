// SPDX-License-Identifier: BSD-3-Clause
// scree sweep, scree calibrate and scree import: commands of the Python package, which this program starts with its own path in SCREE.
#include "commands.h"
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char scree_usage_sweep[] =
    "usage: scree sweep CASE.yaml [options]\n"
    "Runs the case with all combinations of values, several runs at a time. Runs that are done are kept:\n"
    "the same command goes on where a stopped one ended.\n"
    "  --set PATH=VALUES    a key of the case and its values: 0.1,0.3,0.5, or FROM:TO:COUNT such as\n"
    "                       '1 mm:5 mm:3', or FROM:TO:COUNT:log with a constant ratio; may be repeated\n"
    "  --define NAME=VALUES the same for a variable of the case\n"
    "  --table FILE.csv     a run for each row; its first line has paths\n"
    "  --seeds 1..8         every run with these values of 'seed'; writes means and 95 % intervals\n"
    "  --result EXPRESSION  a column of the table from series.csv: kinetic, max(kinetic),\n"
    "                       'flow=slope(below mass, 0.5, 1)'; may be repeated\n"
    "  --out DIR            folder of all runs; CASE.sweep in the working folder if not given\n"
    "  --jobs N             runs at a time; as many as there are cores if not given\n"
    "  --threads N          threads of each run; 1 if not given\n"
    "  --limit T            seconds after which a run is ended, which counts as failed\n"
    "  --until T, --steps N, --strict, --allow-libraries   as in 'scree run'\n"
    "  --retry              runs again also those whose state became invalid (exit code 2)\n"
    "  --list               prints the changes of each run and runs nothing\n"
    "  --quiet              warnings and errors only\n";

const char scree_usage_calibrate[] =
    "usage: scree calibrate CASE.yaml TARGETS.yaml [options]\n"
    "Fits parameters of the case to measured values. TARGETS.yaml names both, see docs/sweeps.md.\n"
    "Evaluations are kept: the same command goes on where a stopped one ended.\n"
    "  --set PATH=VALUE, --define NAME=VALUE   changes of the case in all evaluations; may be repeated\n"
    "  --out DIR            folder of evaluations and report; CASE.calibration in the working folder\n"
    "                       if not given\n"
    "  --jobs N             evaluations at a time; as many as there are cores if not given\n"
    "  --threads N          threads of each run; 1 if not given\n"
    "  --limit T            seconds after which a run is ended, which counts as failed\n"
    "  --global N           looks first at N points spread over the whole range of the parameters\n"
    "  --no-profile         leaves out the profile of each parameter, which takes most evaluations\n"
    "  --allow-libraries    load the shared libraries under 'laws', which run their own code\n"
    "  --quiet              warnings and errors only\n";

const char scree_usage_import[] =
    "usage: scree import liggghts SCRIPT [-var NAME VALUE ...] [options]\n"
    "       scree import lammps SCRIPT ...         a granular script of LAMMPS\n"
    "       scree import particles FILE [--step N] [--out FILE]   a LAMMPS data file or a text dump as a\n"
    "                                              particle file\n"
    "Carries the script out without running it and writes CASE.yaml and CASE.import.txt, which says what\n"
    "became of each line: translated exactly, approximated, left out, needs you (docs/import.md).\n"
    "Commands of the shell are never executed. A script that cannot be translated is refused with its line.\n"
    "  -var NAME VALUE ...  a variable, as liggghts takes it; may be repeated\n"
    "  --out CASE.yaml      in.drum and drum.in become drum.yaml in the working folder if not given\n"
    "  --folder DIR         folder in which all files of the script are; that of the script if not given\n"
    "  --dialect NAME       public, pfm or lammps; guessed from words that only one of them has\n"
    "  --time T             seconds of a further run at the end, where another program decides how long it "
    "is\n"
    "  --strict             refuses what is not exact\n"
    "  --overwrite          replaces a case that is there\n"
    "  --no-check           does not run `scree check` on the case\n";

// Starts the package. Where this Python lacks something that the system's has, that one is taken: a python3 that a
// user's PATH puts before it often has no NumPy. A folder called scree in the working folder is not the package.
static const char launcher[] =
    "import importlib, os, subprocess, sys\n"
    "sys.path[:1] = [p for p in sys.path[:1] if p]\n"
    "command, other = sys.argv[1], '/usr/bin/python3'\n"
    "needed = ['numpy', 'scree.__main__'] + ['scipy', 'yaml'] * (command == 'calibrate')\n"
    "try:\n"
    "    for name in needed: importlib.import_module(name)\n"
    "except ImportError as problem:\n"
    "    os.environ['PYTHONSAFEPATH'] = '1'\n"
    "    check = [other, '-c', 'import ' + ', '.join(needed)]\n"
    "    if 'SCREE_PYTHON' not in os.environ and os.path.exists(other):\n"
    "        if subprocess.run(check, capture_output=True).returncode == 0:\n"
    "            os.execv(other, [other, '-m', 'scree', *sys.argv[1:]])\n"
    "    packages = ', '.join('python3-' + name for name in needed if '.' not in name)\n"
    "    sys.exit(f'error: scree {command}: {sys.executable}: {problem}; accepted: a python3 with the '\n"
    "             f'Debian packages {packages}, and the package scree, made by ./dev build or on '\n"
    "             'PYTHONPATH; another python3 is named by the environment variable SCREE_PYTHON')\n"
    "from scree.__main__ import main\n"
    "sys.exit(main(sys.argv[1:]))\n";

// The folder that contains the package: beside the program in a build, under lib/ of the prefix where it is installed.
// False where it is in neither: then Python looks in its own places.
static int find_package(const char *program, char *folder, size_t size) {
    static const char *const place[] = {"python", "../lib/python3/dist-packages",
                                        "../lib/python3.*/dist-packages", "../lib/python3.*/site-packages"};
    const char *end = strrchr(program, '/');
    const int length = end ? (int)(end - program) : 0;
    for (size_t k = 0; k < sizeof place / sizeof *place; k++) {
        char pattern[4200];
        snprintf(pattern, sizeof pattern, "%.*s/%s/scree/__main__.py", length, program, place[k]);
        glob_t found;
        const int there = glob(pattern, 0, NULL, &found) == 0;
        if (there) {
            const char *path = found.gl_pathv[found.gl_pathc - 1];
            snprintf(folder, size, "%.*s", (int)(strlen(path) - strlen("/scree/__main__.py")), path);
        }
        globfree(&found);
        if (there) {
            return 1;
        }
    }
    return 0;
}

// What the user has put on PYTHONPATH comes first.
static void set_paths(void) {
    char program[4096], folder[4200];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) {
        return;
    }
    program[length] = 0;
    setenv("SCREE", program, 1);
    if (!find_package(program, folder, sizeof folder)) {
        return;
    }
    const char *before = getenv("PYTHONPATH");
    const size_t size = (before ? strlen(before) : 0) + strlen(folder) + 2;
    char *paths = malloc(size);
    if (paths) {
        snprintf(paths, size, "%s%s%s", before ? before : "", before && *before ? ":" : "", folder);
        setenv("PYTHONPATH", paths, 1);
    }
    free(paths);
}

int scree_command_python(int argc, char **argv) {
    set_paths();
    const char *python = getenv("SCREE_PYTHON") ? getenv("SCREE_PYTHON") : "python3";
    const char **word = calloc((size_t)argc + 3, sizeof *word);
    if (!word) {
        fprintf(stderr, "error: out of memory\n");
        return SCREE_USER_ERROR;
    }
    word[0] = python;
    word[1] = "-c";
    word[2] = launcher;
    for (int k = 1; k < argc; k++) {
        word[k + 2] = argv[k];
    }
    execvp(python, (char *const *)(size_t)word);
    char *shown = scree_text_escaped(python);
    fprintf(
        stderr,
        "error: scree %s needs Python, and '%s' cannot be started: %s; accepted: the Debian packages python3 "
        "python3-numpy python3-scipy python3-yaml\n",
        argv[1], shown, strerror(errno));
    scree_text_free(shown);
    free(word);
    return SCREE_USER_ERROR;
}
