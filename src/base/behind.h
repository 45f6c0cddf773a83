// SPDX-License-Identifier: BSD-3-Clause
// One piece of work at a time on a thread of its own, behind the caller's back: a thread per piece, which costs some
// 20 us, so that nothing idle is left to look after. Its messages are collected apart and handed over when it is
// waited for.
#ifndef SCREE_BASE_BEHIND_H
#define SCREE_BASE_BEHIND_H

#include "base/report.h"
#include <pthread.h>
#include <stdatomic.h>

typedef bool scree_behind_work(void *context, scree_report *r);

typedef struct scree_behind {
    pthread_t thread;
    bool running; // started and not waited for
    atomic_bool finished;
    scree_behind_work *work;
    void *context;
    scree_report *report;
    bool ok;
} scree_behind; // all zero: nothing to do

// Starts work(context, report); nothing may be running. Where no thread can be had it is done at once.
void scree_behind_start(scree_behind *b, scree_behind_work *work, void *context);
// Whether something was started, has come to its end and was not waited for.
bool scree_behind_is_over(const scree_behind *b);
// Waits until it is over and adds its messages to r. False if it failed; true if nothing was started.
bool scree_behind_wait(scree_behind *b, scree_report *r);

#endif
