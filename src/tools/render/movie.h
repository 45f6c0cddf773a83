// SPDX-License-Identifier: BSD-3-Clause
// Movies by ffmpeg, a program that gets the pictures through a connection: no picture lies on the disk in between. The movie is written beside its name and
// renamed when it is whole.
#pragma once

#include "text/report.h"
#include "tools/rays/picture.h"
#include <sys/types.h>

typedef struct scree_movie {
    pid_t program;
    int connection;
    char *path, *temporary;
} scree_movie;

// Starts ffmpeg. False: reported; it is not installed, or cannot be started.
bool scree_movie_begin(scree_movie *m, const char *path, int width, int height, int rate, scree_report *r);
// Adds a picture. False: ffmpeg has ended; scree_movie_end says why.
bool scree_movie_add(scree_movie *m, const scree_picture *p);
// Waits for ffmpeg, and renames the movie if `keep` is set and it is whole, else removes it. False: reported.
bool scree_movie_end(scree_movie *m, bool keep, scree_report *r);
