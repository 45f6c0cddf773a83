// SPDX-License-Identifier: BSD-3-Clause
#include "base/behind.h"
#include <signal.h>

static void *run(void *context) {
    scree_behind *b = context;
    b->ok = b->work(b->context, b->report);
    atomic_store(&b->finished, true);
    return NULL;
}

void scree_behind_start(scree_behind *b, scree_behind_work *work, void *context) {
    *b = (scree_behind){.running = true, .work = work, .context = context, .report = scree_report_create()};
    // Signals are the caller's: a write that one of them breaks off would be an error of the file.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&b->thread, NULL, run, b) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!started) {
        b->running = false;
        run(b);
    }
}

bool scree_behind_is_over(const scree_behind *b) {
    return b->work && atomic_load(&b->finished);
}

bool scree_behind_wait(scree_behind *b, scree_report *r) {
    if (!b->work) {
        return true;
    }
    if (b->running) {
        pthread_join(b->thread, NULL);
    }
    bool ok = b->ok;
    scree_report_take(r, b->report);
    scree_report_destroy(b->report);
    *b = (scree_behind){0};
    return ok;
}
