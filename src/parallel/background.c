// SPDX-License-Identifier: BSD-3-Clause
#include "parallel/background.h"
#include <signal.h>

static void *run(void *context) {
    scree_background *b = context;
    b->ok = b->work(b->context, b->report);
    atomic_store(&b->finished, true);
    return NULL;
}

void scree_background_start(scree_background *b, scree_background_work *work, void *context) {
    *b = (scree_background){
        .running = true, .work = work, .context = context, .report = scree_report_create()};
    // Signals are blocked in this thread: a write interrupted by one would be a file error.
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

bool scree_background_is_over(const scree_background *b) {
    return b->work && atomic_load(&b->finished);
}

bool scree_background_wait(scree_background *b, scree_report *r) {
    if (!b->work) {
        return true;
    }
    if (b->running) {
        pthread_join(b->thread, NULL);
    }
    bool ok = b->ok;
    scree_report_take(r, b->report);
    scree_report_destroy(b->report);
    *b = (scree_background){0};
    return ok;
}
