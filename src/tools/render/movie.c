// SPDX-License-Identifier: BSD-3-Clause
#include "tools/render/movie.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// Whether a program of that name is in one of the folders of PATH.
static bool is_installed(const char *name) {
    const char *path = getenv("PATH");
    bool found = false;
    for (const char *at = path ? path : "/usr/bin:/bin"; at && !found;
         at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL) {
        char *file = scree_format("%.*s/%s", (int)strcspn(at, ":"), at, name);
        found = access(file, X_OK) == 0;
        scree_free(file);
    }
    return found;
}

// "dir/name.part.mp4": ffmpeg chooses the format by the ending.
static char *temporary_of(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    return dot && (!slash || dot > slash) ? scree_format("%.*s.part%s", (int)(dot - path), path, dot)
                                          : scree_format("%s.part", path);
}

bool scree_movie_begin(scree_movie *m, const char *path, int width, int height, int rate, scree_report *r) {
    *m = (scree_movie){.connection = -1};
    if (!is_installed("ffmpeg")) {
        return scree_report_error(
            r,
            "%s: a movie needs the program ffmpeg, which is not in the folders of PATH; install the Debian "
            "package ffmpeg, or make single pictures with --all",
            path);
    }
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) !=
        0) { // not a pipe: writing to one whose reader has gone is a signal
        return scree_report_error(r, "%s: %s", path, strerror(errno));
    }
    m->path = scree_strdup(path);
    m->temporary = temporary_of(path);
    char *size = scree_format("%dx%d", width, height), *frames = scree_format("%d", rate),
         *file = scree_format("file:%s", m->temporary);
    const char *const word[] = {
        "ffmpeg",   "-nostdin", "-loglevel", "error", "-y",  "-f",
        "rawvideo", "-pix_fmt", "rgb24",     "-s",    size,  "-r",
        frames,     "-i",       "pipe:0",    "-an",   "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2",
        "-pix_fmt", "yuv420p",  file,        NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pair[1], STDIN_FILENO);
    const int failed = posix_spawnp(&m->program, "ffmpeg", &actions, NULL, (char *const *)word, environ);
    posix_spawn_file_actions_destroy(&actions);
    scree_free(size);
    scree_free(frames);
    scree_free(file);
    close(pair[1]);
    m->connection = pair[0];
    if (failed) {
        close(pair[0]);
        scree_free(m->path);
        scree_free(m->temporary);
        *m = (scree_movie){.connection = -1};
        return scree_report_error(r, "%s: ffmpeg cannot be started: %s", path, strerror(failed));
    }
    return true;
}

bool scree_movie_add(scree_movie *m, const scree_picture *p) {
    const size_t size = 3 * (size_t)p->width * (size_t)p->height;
    for (size_t done = 0; done < size;) {
        const ssize_t n = send(m->connection, p->rgb + done, size - done, MSG_NOSIGNAL);
        if (n < 0 && errno != EINTR) {
            return false;
        }
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

bool scree_movie_end(scree_movie *m, bool keep, scree_report *r) {
    int status = 0;
    close(m->connection);
    while (waitpid(m->program, &status, 0) < 0 && errno == EINTR) {
    }
    struct stat s;
    bool ok = WIFEXITED(status) && WEXITSTATUS(status) == 0 && stat(m->temporary, &s) == 0 && s.st_size > 0;
    if (!ok && keep) {
        scree_report_error(r, "%s: ffmpeg could not write the movie (exit code %d); its message is above",
                           m->path, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    }
    if (ok && keep && rename(m->temporary, m->path) != 0) {
        ok = scree_report_error(r, "%s: %s", m->path, strerror(errno));
    }
    if (!ok || !keep) {
        unlink(m->temporary);
    }
    scree_free(m->path);
    scree_free(m->temporary);
    return ok || !keep;
}
