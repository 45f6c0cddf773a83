// SPDX-License-Identifier: BSD-3-Clause
// scree view: a page in the browser that shows a run; and scree run --view, where a process of its own does the same beside the run.
#include "tools/view/view.h"
#include "commands.h"
#include "view.h"
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

const char scree_usage_view[] =
    "usage: scree view FOLDER|CASE.yaml [options]\n"
    "Shows the folder of a run, such as silo.out, in the browser, also while the run goes on; or a case "
    "before\n"
    "it is run: its walls and initial particles, and what 'scree check' says, each time its file is saved. "
    "It\n"
    "prints the address of the page, which is on this machine only and has a secret key, and serves it "
    "until\n"
    "Ctrl-C. Files are read, nothing is written.\n"
    "  --port N             port of the page, 1 to 65535; any that is free if not given\n"
    "  --forwarded-port N   the port by which another machine reaches it through a tunnel, where that is\n"
    "                       another number (docs/view.md)\n"
    "  --particles N        show at most so many at a time, an even selection; 250000 if not "
    "given\n" SCREE_USAGE_CHANGES
    "  --allow-libraries    load the shared libraries under 'laws' of a case, which run their own code\n";

static volatile int stopped;

static void stop(int number) {
    (void)number;
    stopped = 1;
}

static void print_address(void *user, const char *address) {
    (void)user;
    fprintf(stderr, "open in a browser: %s\n", address);
}

static void print_report(const scree_report *report) {
    for (size_t k = 0; k < scree_report_size(report); k++) {
        fprintf(stderr, "%s\n", scree_report_text(report, k));
    }
}

static int read_words(int argc, char **argv, scree_view_options *o, const char **path) {
    double port = 0, other_port = 0, most = (double)o->most;
    const struct {
        const char *name;
        double *value, most;
    } option[] = {
        {"--port", &port, 65535}, {"--forwarded-port", &other_port, 65535}, {"--particles", &most, 1e8}};
    for (int k = 2; k < argc; k++) {
        size_t i = 0;
        while (i < 3 && strcmp(option[i].name, argv[k]) != 0) {
            i++;
        }
        if (i < 3) {
            char *end = NULL;
            const double value = k + 1 < argc ? strtod(argv[k + 1], &end) : NAN;
            if (!end || end == argv[k + 1] || *end || !(value >= 1 && value <= option[i].most) ||
                value != floor(value)) {
                char what[120];
                snprintf(what, sizeof what, "%s needs a whole number from 1 to %.0f; unexpected", argv[k],
                         option[i].most);
                return scree_refuse(what, k + 1 < argc ? argv[k + 1] : "", scree_usage_view);
            }
            *option[i].value = value;
            k++;
        } else if (scree_take_word(argc, argv, &k, scree_usage_view,
                                   "one folder or case at a time; unexpected", path) != SCREE_OK) {
            return SCREE_USER_ERROR;
        }
    }
    o->port = (int)port;
    o->other_port = (int)other_port;
    o->most = (size_t)most;
    return *path ? SCREE_OK : scree_refuse("a folder or a case is needed", NULL, scree_usage_view);
}

int scree_command_view(int argc, char **argv) {
    scree_view_options o = scree_view_options_default();
    const char *path = NULL;
    if (read_words(argc, argv, &o, &path) != SCREE_OK) {
        return SCREE_USER_ERROR;
    }
    struct sigaction action = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    o.stop = &stopped;
    o.ready = print_address;
    scree_report *report = scree_report_create();
    struct stat st;
    const bool is_case = stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
    if (!is_case && scree_taken_changes()->count > 0) {
        scree_report_destroy(report);
        return scree_refuse("--set and --define change a case; this is none:", path, scree_usage_view);
    }
    const bool ok = is_case ? scree_view_case(path, scree_taken_changes(), &o, report)
                            : scree_view_folder(path, &o, report);
    print_report(report);
    scree_report_destroy(report);
    return ok ? SCREE_OK : SCREE_USER_ERROR;
}

// ---- beside a run -----------------------------------------------------------------------------------------------------

// The end of the pipe in the run: where it is closed, also by the end of the program, the other process ends.
static int held = -1;
static pid_t viewer = -1;

static void serve_beside(const char *folder, int end) {
    signal(SIGINT, SIG_IGN); // the run ends this process when it has ended itself
    signal(SIGTERM, SIG_DFL);
    setpriority(PRIO_PROCESS, 0, 10); // the run goes first
    scree_view_options o = scree_view_options_default();
    o.waits = true;
    o.until = end;
    o.ready = print_address;
    scree_report *report = scree_report_create();
    const bool ok = scree_view_folder(folder, &o, report);
    print_report(report);
    _exit(ok ? 0 : 1);
}

int scree_view_start(const char *folder) {
    int ends[2];
    if (pipe(ends) != 0 || (viewer = fork()) < 0) {
        fprintf(stderr, "error: --view: %s\n", strerror(errno));
        return SCREE_USER_ERROR;
    }
    if (viewer == 0) {
        close(ends[1]);
        serve_beside(folder, ends[0]);
    }
    close(ends[0]);
    held = ends[1];
    return SCREE_OK;
}

void scree_view_end(int stays) {
    if (viewer < 0) {
        return;
    }
    if (stays) {
        struct sigaction action = {.sa_handler = stop};
        sigaction(SIGINT, &action, NULL); // without SA_RESTART: ends the waiting
        sigaction(SIGTERM, &action, NULL);
        fprintf(stderr, "the page stays until Ctrl-C\n");
        while (!stopped && waitpid(viewer, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    close(held);
    kill(viewer, SIGTERM);
    waitpid(viewer, NULL, 0);
    viewer = -1;
}
