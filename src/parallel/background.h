// SPDX-License-Identifier: BSD-3-Clause
// One task at a time on a background thread: each task has a new thread, which costs about 20 us, so that no idle thread has
// to be managed. Its messages are collected separately and passed on when the caller waits for it.
#pragma once

#include "text/report.h"
#include <pthread.h>
#include <stdatomic.h>

typedef bool scree_background_work(void *context, scree_report *r);

typedef struct scree_background {
    pthread_t thread;
    bool running; // started, and scree_background_wait not yet called
    atomic_bool finished;
    scree_background_work *work;
    void *context;
    scree_report *report;
    bool ok;
} scree_background; // all zero: no task

// Starts work(context, report); no other task may be running. If no thread can be created, does the work at once.
void scree_background_start(scree_background *b, scree_background_work *work, void *context);
// Has a task been started and finished, and scree_background_wait not yet been called?
bool scree_background_is_over(const scree_background *b);
// Waits until the task has finished and adds its messages to r. False if it failed; true if none was started.
bool scree_background_wait(scree_background *b, scree_report *r);
