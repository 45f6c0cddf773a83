// SPDX-License-Identifier: BSD-3-Clause
// A disk that forgets what was not synced. Preloaded into a program (LD_PRELOAD), it watches the files of one folder, and keeps
// beside it what would be left after a power cut: of each file the contents that it had when it was last synced, and the names
// that the folder had when it was last synced. At the chosen call the program is killed; restore (tests/scenes/power_cut.sh)
// then makes the folder what such a disk would give back.
//
//   FORGETFUL_DISK_FOLDER   the folder; what is in it when the program starts is on the disk
//   FORGETFUL_DISK_DISK     an existing folder on the same file system, for what is kept:
//                      data/INODE contents, names (INODE NAME in each line), calls (one line for each call)
//   FORGETFUL_DISK_AT       the program is killed instead of this call, counted from 1, of fsync, rename, unlink, ftruncate in the
//                      folder; 0: never
//   FORGETFUL_DISK_FAILS   this call of them, if it is an fsync, fails instead: the disk could not take it
//
// hold/INODE are links to the files that were synced: as long as they are there, no other file gets the same number.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[4096], disk[4096];
static long cut_at, fails_at, calls;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void give_up(const char *what) {
    fprintf(stderr, "forgetful_disk: %s\n", what);
    abort();
}

static void on_disk(char *path, size_t size, const char *where, unsigned long inode) {
    if (snprintf(path, size, "%s/%s/%lu", disk, where, inode) >= (int)size) {
        give_up("a path is too long");
    }
}

// from: path of the open file, or of one of its links
static void keep_file(const char *from, unsigned long inode) {
    char data[8192], hold[8192], buffer[65536];
    on_disk(data, sizeof data, "data", inode);
    on_disk(hold, sizeof hold, "hold", inode);
    const int in = open(from, O_RDONLY), out = open(data, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (in < 0 || out < 0) {
        give_up("contents cannot be kept");
    }
    for (ssize_t n; (n = read(in, buffer, sizeof buffer)) > 0;) {
        if (write(out, buffer, (size_t)n) != n) {
            give_up("contents cannot be kept");
        }
    }
    close(in);
    close(out);
    linkat(AT_FDCWD, from, AT_FDCWD, hold, AT_SYMLINK_FOLLOW);
}

// files: their contents, too
static void keep_names(int files) {
    char path[8192];
    snprintf(path, sizeof path, "%s/names", disk);
    FILE *names = fopen(path, "w");
    DIR *d = opendir(folder);
    for (struct dirent *e; d && names && (e = readdir(d));) {
        struct stat s;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (lstat(path, &s) == 0 && S_ISREG(s.st_mode)) {
            fprintf(names, "%lu %s\n", (unsigned long)s.st_ino, e->d_name);
            if (files) {
                keep_file(path, (unsigned long)s.st_ino);
            }
        }
    }
    if (d) {
        closedir(d);
    }
    if (!names || fclose(names) != 0) {
        give_up("names cannot be kept");
    }
}

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("FORGETFUL_DISK_AT"), *of = getenv("FORGETFUL_DISK_FOLDER"),
               *to = getenv("FORGETFUL_DISK_DISK");
    if (!of || !to) {
        return;
    }
    cut_at = at ? atol(at) : 0;
    fails_at = getenv("FORGETFUL_DISK_FAILS") ? atol(getenv("FORGETFUL_DISK_FAILS")) : 0;
    if (of[0] == '/' ? snprintf(folder, sizeof folder, "%s", of) < 0
                     : !getcwd(folder, sizeof folder - strlen(of) - 2) || !strcat(strcat(folder, "/"), of)) {
        give_up("no folder");
    }
    snprintf(disk, sizeof disk, "%s", to);
    char path[8192];
    snprintf(path, sizeof path, "%s/data", disk);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/hold", disk);
    mkdir(path, 0777);
    if (access(folder, F_OK) == 0) {
        keep_names(1);
    }
}

// 0: not in the folder; 1: a file in it; 2: the folder itself
static int place_of(const char *path) {
    const size_t n = strlen(folder);
    return n == 0 || strncmp(path, folder, n) != 0 ? 0 : path[n] == '/' ? 1 : path[n] == 0 ? 2 : 0;
}

static int place_of_path(const char *path) {
    char full[8192], here[4096];
    if (path[0] != '/' && getcwd(here, sizeof here)) {
        snprintf(full, sizeof full, "%s/%s", here, path);
        path = full;
    }
    return place_of(path);
}

static int place_of_file(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t n = readlink(link, path, sizeof path - 1);
    path[n > 0 ? n : 0] = 0;
    return place_of(path);
}

static void count(const char *call, const char *name) {
    char path[8192];
    snprintf(path, sizeof path, "%s/calls", disk);
    if (++calls == cut_at) {
        kill(getpid(), SIGKILL);
    }
    FILE *f = fopen(path, "a");
    if (f) {
        fprintf(f, "%s %s\n", call, name);
        fclose(f);
    }
}

int fsync(int fd) {
    const int place = place_of_file(fd);
    struct stat s;
    char path[64];
    int failed = 0;
    pthread_mutex_lock(&lock);
    if (place > 0 && fstat(fd, &s) == 0) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        count("fsync", place == 2 ? "folder" : "file");
        failed = calls == fails_at;
        if (!failed && place == 2) {
            keep_names(0);
        } else if (!failed) {
            keep_file(path, (unsigned long)s.st_ino);
        }
    }
    pthread_mutex_unlock(&lock);
    errno = failed ? EIO : errno;
    return failed ? -1 : 0;
}

int fdatasync(int fd) {
    return fsync(fd);
}

#define SYSTEM(name, ...) ((int (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

static void count_path(const char *call, const char *path) {
    if (place_of_path(path) == 1) {
        pthread_mutex_lock(&lock);
        count(call, strrchr(path, '/') + 1);
        pthread_mutex_unlock(&lock);
    }
}

int rename(const char *from, const char *to) {
    count_path("rename", to);
    return SYSTEM(rename, const char *, const char *)(from, to);
}

int unlink(const char *path) {
    count_path("unlink", path);
    return SYSTEM(unlink, const char *)(path);
}

int ftruncate(int fd, off_t size) {
    if (place_of_file(fd) == 1) {
        pthread_mutex_lock(&lock);
        count("ftruncate", "file");
        pthread_mutex_unlock(&lock);
    }
    return SYSTEM(ftruncate, int, off_t)(fd, size);
}
