// SPDX-License-Identifier: BSD-3-Clause
// One task at a time on a background thread: each task has a new thread, which costs about 20 us, so that no idle thread has
// to be managed. Its messages are collected separately and passed on when the caller waits for it.
#ifndef SCREE_BASE_BACKGROUND_H
#define SCREE_BASE_BACKGROUND_H

#include "base/report.h"
#include <pthread.h>
#include <stdatomic.h>

typedef bool scree_background_work(void *context, scree_report *r);

typedef struct scree_background {
    pthread_t thread;
    bool running; // started and not waited for
    atomic_bool finished;
    scree_background_work *work;
    void *context;
    scree_report *report;
    bool ok;
} scree_background; // all zero: nothing to do

// Starts work(context, report); nothing may be running. Where no thread can be had it is done at once.
void scree_background_start(scree_background *b, scree_background_work *work, void *context);
// Whether something was started, has come to its end and was not waited for.
bool scree_background_is_over(const scree_background *b);
// Waits until it is over and adds its messages to r. False if it failed; true if nothing was started.
bool scree_background_wait(scree_background *b, scree_report *r);

#endif
