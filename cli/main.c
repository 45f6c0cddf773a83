// SPDX-License-Identifier: BSD-3-Clause
// The command line: words to options, messages to the terminal, status to exit code. Uses the public header only.
#include "commands.h"
#include "memory/array.h"
#include "output/out_folder.h"
#include "view.h"
#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile int stop_wanted;

// A second signal ends the program at once: a long random fill, for example, does not check stop_wanted. One that follows within
// a fifth of a second counts as the first: Linux sends the signal of a parent's death once for each thread of the parent, and
// schedulers of clusters send theirs to the process and to its group.
static void on_signal(int number) {
    static struct timespec first;
    struct timespec now;
    const int saved = errno;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!stop_wanted) {
        first = now;
        stop_wanted = 1;
    } else if ((double)(now.tv_sec - first.tv_sec) + 1e-9 * (double)(now.tv_nsec - first.tv_nsec) > 0.2) {
        signal(number, SIG_DFL);
        raise(number);
    }
    errno = saved;
}

static const char exit_codes[] =
    "Exit codes: 0 done, 1 a mistake in the input or the output could not be written, 2 the state became\n"
    "invalid (such as a value that is not finite), 130 stopped by a signal, a checkpoint is written (but\n"
    "no files before the first step);\n"
    "docs/messages.md says what a job scheduler should do with each.\n";

static void print_usage(FILE *to) {
    fprintf(
        to,
        "scree %s: discrete element simulations, the same bits on any number of threads and processes\n\n"
        "  scree run CASE.yaml [--out DIR] [--threads N] [--steps N | --until T]\n"
        "                  [--set PATH=VALUE] [--define NAME=VALUE]\n"
        "                  [--resume | --overwrite] [--strict] [--quiet] [--view] [--isa v2|v3|v4]\n"
        "  mpirun -n N scree run ...   the same run on N processes\n"
        "  scree check CASE.yaml       validate the case and the files that it uses; writes nothing "
        "[--strict]\n"
        "  scree view FOLDER|CASE.yaml   a page in the browser: a run, also while it goes on, or a case\n"
        "  scree law list|show|drive|eval|collide   the contact laws, and the contact lab for a single "
        "contact\n"
        "  scree help [KEY]            sections and keys of the input file, and the laws; --markdown: all of "
        "them\n"
        "  scree new MACHINE           prints the case of a drum, a hopper, a screw ...; `scree new` lists "
        "them\n"
        "  scree schema                the input file as a JSON Schema, for editors\n"
        "  scree bench CASE.yaml       nanoseconds per particle-step, by stage\n"
        "  scree plan CASE.yaml --ranks N   estimated memory and time per step on N processes\n"
        "  scree render CASE.out       pictures and movies of a run, a checkpoint or a case\n"
        "  scree fields CASE.out       continuum fields of a run: density, velocity, stresses ...\n"
        "  scree shape show|make       shapes of a case in numbers and pictures; spheres that fill a mesh\n"
        "  scree sweep CASE.yaml       many runs: values of keys, tables, seeds; a table of results\n"
        "  scree calibrate CASE.yaml TARGETS.yaml   fits parameters to measured values\n"
        "  scree import liggghts in.script   a case of a script of LIGGGHTS, and a report\n"
        "  scree --version\n\n"
        "scree COMMAND --help lists the options of a command. --allow-libraries, where a case is read: it\n"
        "may load shared libraries with laws, which run their own code.\n\n%s",
        scree_version(), exit_codes);
}

static const char run_usage[] =
    "usage: scree run CASE.yaml [options]\n"
    "  --out DIR          folder for all files; CASE.out in the working folder if not given\n"
    "  --threads N        1 to 4096; OMP_NUM_THREADS or all cores if not given; one when started by mpirun\n"
    "  --steps N          stop at step N, counted from the start of the case\n"
    "  --until T          stop at time T in seconds, at most time.end\n" SCREE_USAGE_CHANGES
    "  --resume           continue from the latest checkpoint in DIR\n"
    "  --overwrite        remove the files of an earlier run in DIR first\n"
    "  --strict           warnings while the case is read and set up are errors: exit code 1, nothing is "
    "run\n"
    "  --allow-libraries  load the shared libraries under 'laws', which run their own code\n"
    "  --quiet            no notes and no progress; warnings and errors are printed\n"
    "  --view             shows the run in the browser while it goes on and afterwards; prints the address\n"
    "  --isa v2|v3|v4     instruction set, instead of the best one of this processor\n"
    "mpirun -n N scree run ... runs the case on N processes. Threads, processes and instruction set do not\n"
    "change the results.\n";

static const char check_usage[] =
    "usage: scree check CASE.yaml [options]\n"
    "Reads the case and its files, sets it up as a run would and does the first step. Writes nothing.\n"
    "  --strict           warnings are errors: exit code 1\n" SCREE_USAGE_CHANGES
    "  --allow-libraries  load the shared libraries under 'laws', which run their own code\n"
    "  --quiet            print warnings and errors only\n";

static const char help_usage[] =
    "usage: scree help [SECTION | KEY | LAW | columns | measures | library]\n"
    "  scree help               the sections of the input file\n"
    "  scree help walls         all keys of a section\n"
    "  scree help insertion.diameter   a key; without the section: all keys of that name\n"
    "  scree help hertz         a law: formula, source, parameters\n"
    "  scree help friction      a parameter: the laws that have it; mindlin.friction: that of one law\n"
    "  scree help columns       the columns of series.csv\n"
    "  scree help measures      the measures and their numbers\n"
    "  scree help library       the library of materials; library wheat: values and sources of one\n"
    "  scree help --markdown    the reference page of the input file\n"
    "  scree help columns --markdown   that of the columns; so for measures and library\n";

static const char schema_usage[] = "usage: scree schema [--json]\n"
                                   "Prints a JSON Schema of the input file, with which editors complete and "
                                   "check cases (docs/editors.md).\n";

// ---- messages and progress ------------------------------------------------------------------------------------

typedef struct display {
    scree_report *report;
    size_t printed; // messages
    int quiet, terminal, line_open;
    double last; // wall seconds of the last plain line
} display;

static void close_line(display *d) {
    if (d->line_open) {
        fputs("\r\033[K", stderr);
        d->line_open = 0;
    }
}

static void print_messages(display *d) {
    for (; d->printed < scree_report_size(d->report); d->printed++) {
        scree_severity severity = scree_report_severity(d->report, d->printed);
        const char *text = scree_report_text(d->report, d->printed);
        if (severity == SCREE_SEVERITY_NOTE && d->quiet) {
            continue;
        }
        close_line(d);
        fprintf(stderr, "%s\n", text); // begins with its severity
    }
}

static void format_time(double s, char *out, size_t size) {
    if (!(s < 3.6e6)) {
        snprintf(out, size, "--");
    } else if (s < 60.0) {
        snprintf(out, size, "%.0f s", s);
    } else if (s < 3600.0) {
        snprintf(out, size, "%d min %02d s", (int)(s / 60.0), (int)fmod(s, 60.0));
    } else {
        snprintf(out, size, "%d h %02d min", (int)(s / 3600.0), (int)fmod(s / 60.0, 60.0));
    }
}

static void show(void *user, const scree_progress *p) {
    display *d = user;
    print_messages(d);
    double interval = d->terminal ? 0.0 : p->interval;
    d->last = fmin(d->last, p->wall_seconds); // the wall time begins again at the first step
    if (d->quiet || (!p->finished && p->wall_seconds - d->last < interval)) {
        return;
    }
    d->last = p->wall_seconds;
    if (p->work) {
        fprintf(stderr, d->terminal ? "\r\033[Kt = %.5g s  %s" : "t = %.6g s  %s\n", p->time, p->work);
        d->line_open = d->terminal;
        return;
    }
    double share = p->last_step ? (double)p->step / (double)p->last_step : 1.0;
    double done = p->step > p->first_step
                      ? p->wall_seconds * (double)(p->last_step - p->step) / (double)(p->step - p->first_step)
                      : NAN;
    char left[64];
    format_time(done, left, sizeof left);
    double rate = p->wall_seconds > 0.0 ? 1e-6 * p->particle_steps / p->wall_seconds : 0.0;
    if (!d->terminal) {
        fprintf(stderr, "%5.1f %%  t = %.6g s  step %llu  %zu particles  %.2f M particle-steps/s  %s left\n",
                100.0 * share, p->time, (unsigned long long)p->step, p->particles, rate, left);
        return;
    }
    char bar[31];
    for (int k = 0; k < 30; k++) {
        bar[k] = (double)k + 0.5 < 30.0 * share ? '#' : '.';
    }
    bar[30] = 0;
    fprintf(stderr, "\r\033[K[%s] %5.1f %%  t = %.5g s  %zu particles  %.2f M particle-steps/s  %s left", bar,
            100.0 * share, p->time, p->particles, rate, left);
    d->line_open = 1;
    if (p->finished) {
        fputc('\n', stderr);
        d->line_open = 0;
    }
}

// ---- commands -------------------------------------------------------------------------------------------------

// Only rank 0 prints and sets the exit code: launchers end a job at the first exit code that is not 0, which could be
// before rank 0 has printed its message.
static int silent;

static void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void complain(const char *format, ...) {
    char text[2000];
    va_list words;
    va_start(words, format);
    vsnprintf(text, sizeof text, format, words);
    va_end(words);
    char *shown = scree_text_escaped(text); // words of the command line may be names of files
    if (!silent) {
        fprintf(stderr, "error: %s\n", shown);
    }
    scree_text_free(shown);
}

static int mistake(const char *what, const char *given) {
    complain("%s '%s'; 'scree --help' lists what is accepted", what, given);
    return SCREE_USER_ERROR;
}

static int needs_value(const char *option, const char *what) {
    complain("%s needs %s", option, what);
    return SCREE_USER_ERROR;
}

// A whole number or a time from the command line; false when it is something else.
static int read_number(const char *text, double least, double *value) {
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == 0 && *value >= least && isfinite(*value);
}

typedef struct request {
    scree_run_options options;
    const char *case_path;
    int quiet, allow_libraries, view;
} request;

// The option without a value that is called so, or NULL.
static int *find_flag(request *q, const char *word, int checks) {
    const struct {
        const char *name;
        int *value, run_only;
    } flag[] = {{"--quiet", &q->quiet, 0},
                {"--strict", &q->options.strict, 0},
                {"--allow-libraries", &q->allow_libraries, 0},
                {"--view", &q->view, 1},
                {"--resume", &q->options.resume, 1},
                {"--overwrite", &q->options.overwrite, 1}};
    for (size_t k = 0; k < sizeof flag / sizeof *flag; k++) {
        if (strcmp(flag[k].name, word) == 0 && !(checks && flag[k].run_only)) {
            return flag[k].value;
        }
    }
    return NULL;
}

// 0, or the exit code of a mistake.
static int read_option(request *q, int argc, char **argv, int *k) {
    const char *word = argv[*k];
    double value;
    int *flag = find_flag(q, word, 0);
    const int change = scree_take_change(argc, argv, k);
    if (change != 0) {
        return change < 0 ? SCREE_USER_ERROR : 0;
    }
    if (flag) {
        *flag = 1;
    } else if (strcmp(word, "--out") == 0 || strcmp(word, "--isa") == 0) {
        if (++*k >= argc) {
            return needs_value(word, word[2] == 'o' ? "a folder" : "one of v2, v3, v4");
        }
        *(word[2] == 'o' ? &q->options.out : &q->options.isa) = argv[*k];
    } else if (strcmp(word, "--threads") == 0 || strcmp(word, "--steps") == 0 ||
               strcmp(word, "--until") == 0) {
        int until = strcmp(word, "--until") == 0;
        double least = strcmp(word, "--threads") == 0 ? 1.0 : 0.0;
        if (++*k >= argc) {
            return needs_value(word, until ? "a time in seconds" : "a whole number");
        }
        if (!read_number(argv[*k], least, &value) || (!until && (value != floor(value) || value > 9e15)) ||
            (least == 1.0 && value > 4096.0)) {
            complain("%s %s: accepted is %s", word, argv[*k],
                     until          ? "a time in seconds, at least 0"
                     : least == 1.0 ? "a whole number from 1 to 4096"
                                    : "a whole number, at least 0");
            return SCREE_USER_ERROR;
        }
        if (until) {
            q->options.until = value;
        } else if (least == 1.0) {
            q->options.threads = (int)value;
        } else {
            q->options.steps = (int64_t)value;
        }
    } else if (word[0] == '-' && word[1] != 0) {
        return mistake("unknown option", word);
    } else if (q->case_path) {
        return mistake("one case at a time; unexpected", word);
    } else {
        q->case_path = word;
    }
    return 0;
}

static int read_request(request *q, int argc, char **argv) {
    *q = (request){.options = scree_run_options_default()};
    for (int k = 2; k < argc; k++) {
        int failed = read_option(q, argc, argv, &k);
        if (failed) {
            return failed;
        }
    }
    scree_allow_libraries(q->allow_libraries);
    q->options.changes = scree_taken_changes();
    if (!q->case_path) {
        complain("scree %s needs a case file, such as 'scree %s examples/silo_small.yaml'", argv[1], argv[1]);
        return SCREE_USER_ERROR;
    }
    if (q->options.resume && q->options.overwrite) {
        complain("--resume and --overwrite exclude each other");
        return SCREE_USER_ERROR;
    }
    if (q->options.steps >= 0 && q->options.until >= 0.0) {
        complain("--steps and --until exclude each other");
        return SCREE_USER_ERROR;
    }
    return 0;
}

// GNU's OpenMP lets waiting threads spin for milliseconds: on cores shared with other programs that made a step five times
// slower. It reads its settings before main, so the program sets them and starts itself again, unless the user has set them.
static void limit_spinning(char **argv) {
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length > 0 && !getenv("OMP_WAIT_POLICY") && !getenv("GOMP_SPINCOUNT")) {
        self[length] = 0;
        setenv("GOMP_SPINCOUNT", "10000", 1); // about 20 us
        execv(self, argv);
    }
}

int scree_command_run(int argc, char **argv) {
    limit_spinning(argv);
    silent = scree_rank() > 0;
    request q;
    int failed = read_request(&q, argc, argv);
    if (failed) {
        return failed;
    }
    if (q.view && !silent) {
        char *folder = q.options.out ? scree_strdup(q.options.out) : scree_out_folder_of(q.case_path);
        failed = scree_view_start(folder);
        scree_free(folder);
        if (failed) {
            return failed;
        }
    }
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGXFSZ, SIG_IGN); // a file at its size limit is reported as an error of writing
    signal(SIGPIPE, SIG_IGN); // the run continues if the reader of the progress is gone
    display d = {.report = scree_report_create(), .quiet = q.quiet, .terminal = isatty(STDERR_FILENO)};
    q.options.stop = &stop_wanted;
    q.options.progress = show;
    q.options.user = &d;
    q.options.argc = argc;
    q.options.argv = (const char *const *)argv;
    char digest[33];
    scree_status status = scree_run(q.case_path, &q.options, d.report, digest);
    if (!silent) {
        print_messages(&d);
    }
    if (digest[0] && !silent) {
        printf("state: %s\n", digest);
        fflush(stdout);
    }
    scree_report_destroy(d.report);
    scree_view_end(d.terminal && status != SCREE_USER_ERROR && !stop_wanted);
    return (int)status;
}

static int command_bench(int argc, char **argv) {
    limit_spinning(argv);
    return scree_command_bench(argc, argv);
}

// "3 warnings": the last line of a check.
static void print_counts(const char *case_path, const scree_report *report, int strict) {
    size_t errors = scree_report_count(report, SCREE_SEVERITY_ERROR),
           warnings = scree_report_count(report, SCREE_SEVERITY_WARNING) - errors;
    char *shown = scree_text_escaped(case_path), mistakes[64] = "no mistakes found";
    if (errors > 0) {
        snprintf(mistakes, sizeof mistakes, "%zu error%s", errors, errors == 1 ? "" : "s");
    }
    printf("%s: %s, %zu warning%s%s\n", shown, mistakes, warnings, warnings == 1 ? "" : "s",
           strict && warnings > 0 ? ", which --strict makes errors" : "");
    scree_text_free(shown);
}

static int command_check(int argc, char **argv) {
    request q;
    int failed = read_request(&q, argc, argv);
    if (failed) {
        return failed;
    }
    display d = {.report = scree_report_create(), .quiet = q.quiet};
    scree_status status = scree_check(q.case_path, q.options.changes, d.report);
    print_messages(&d);
    if (status == SCREE_OK && q.options.strict && scree_report_count(d.report, SCREE_SEVERITY_WARNING) > 0) {
        status = SCREE_USER_ERROR;
    }
    if (!q.quiet) {
        print_counts(q.case_path, d.report, q.options.strict);
    }
    scree_report_destroy(d.report);
    return (int)status;
}

static int command_help(int argc, char **argv) {
    static const struct {
        const char *name;
        char *(*markdown)(void);
    } page[] = {{"columns", scree_help_columns_markdown},
                {"measures", scree_help_measures_markdown},
                {"library", scree_help_library_markdown}};
    const int markdown = argc > 2 && strcmp(argv[argc - 1], "--markdown") == 0,
              words = argc - 2 - markdown; // `materials library` is `materials.library`
    char key[200] = "", *(*as_markdown)(void) = words == 0 ? scree_help_markdown : NULL;
    for (size_t k = 0; words == 1 && k < sizeof page / sizeof *page; k++) {
        as_markdown = strcmp(argv[2], page[k].name) == 0 ? page[k].markdown : as_markdown;
    }
    if (words > 2 || (markdown && !as_markdown)) {
        return mistake("one key at a time; unexpected", argv[markdown ? argc - 1 : 4]);
    }
    if (words > 0) {
        snprintf(key, sizeof key, "%.90s%s%.90s", argv[2], words > 1 ? "." : "", words > 1 ? argv[3] : "");
    }
    scree_report *report = scree_report_create();
    char *text = markdown ? as_markdown() : scree_help(words > 0 ? key : NULL, report);
    display d = {.report = report};
    print_messages(&d);
    if (text) {
        fputs(text, stdout);
    }
    scree_text_free(text);
    scree_report_destroy(report);
    return text ? 0 : SCREE_USER_ERROR;
}

static int command_schema(int argc, char **argv) {
    if (argc > 3 || (argc == 3 && strcmp(argv[2], "--json") != 0)) {
        return mistake("unknown option", argv[2]);
    }
    char *text = scree_help_json_schema();
    fputs(text, stdout);
    scree_text_free(text);
    return 0;
}

// Whether a command's options are asked for.
static int wants_usage(int argc, char **argv) {
    for (int k = 2; k < argc; k++) {
        if (strcmp(argv[k], "--help") == 0 || strcmp(argv[k], "-h") == 0) {
            return 1;
        }
    }
    return 0;
}

static int run_command(int argc, char **argv) {
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
        const char *usage;
    } command[] = {{"run", scree_command_run, run_usage},
                   {"check", command_check, check_usage},
                   {"help", command_help, help_usage},
                   {"fields", scree_command_fields, scree_usage_fields},
                   {"schema", command_schema, schema_usage},
                   {"bench", command_bench, scree_usage_bench},
                   {"new", scree_command_new, scree_usage_new},
                   {"plan", scree_command_plan, scree_usage_plan},
                   {"render", scree_command_render, scree_usage_render},
                   {"shape", scree_command_shape, scree_usage_shape},
                   {"view", scree_command_view, scree_usage_view},
                   {"law", scree_command_law, scree_usage_law},
                   {"sweep", scree_command_python, scree_usage_sweep},
                   {"import", scree_command_python, scree_usage_import},
                   {"calibrate", scree_command_python, scree_usage_calibrate}};
    if (argc < 2) {
        print_usage(stderr);
        return SCREE_USER_ERROR;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("scree %s\n", scree_version());
        return 0;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_usage(stdout);
        return 0;
    }
    for (size_t k = 0; k < sizeof command / sizeof *command; k++) {
        if (strcmp(argv[1], command[k].name) == 0 && wants_usage(argc, argv)) {
            fputs(scree_rank() > 0 ? "" : command[k].usage, stdout);
            return 0;
        }
        if (strcmp(argv[1], command[k].name) == 0) {
            return command[k].run(argc, argv);
        }
    }
    return mistake("unknown command", argv[1]);
}

int main(int argc, char **argv) {
    // If a standard stream were closed, the first file of the run would get its descriptor, and messages would go into it.
    for (int fd = open("/dev/null", O_RDONLY); fd >= 0; fd = open("/dev/null", O_RDONLY)) {
        if (fd > STDERR_FILENO) {
            close(fd);
            break;
        }
    }
#ifdef M_MMAP_THRESHOLD
    // Large blocks are returned to the system when freed: the memory for reading the input is a third of the total.
    mallopt(M_MMAP_THRESHOLD, 1 << 22);
#endif
    scree_gives_back = true;
    int status = run_command(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "error: standard output: %s\n", strerror(errno));
        status = status == 0 ? SCREE_USER_ERROR : status;
    }
    return silent ? 0 : status;
}
