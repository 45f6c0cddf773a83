// SPDX-License-Identifier: BSD-3-Clause
#include "tools/http/http.h"
#include "memory/array.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_CONNECTIONS = 64, // a browser opens up to six for a page
    MOST_HEAD = 8192       // bytes of a request
};
// Seconds: for the head of a request, between requests, without a byte taken by the client, to read the end of a refusal, between signs of life on a stream.
static const double head_limit = 10, idle_limit = 120, send_limit = 20, drain_limit = 2, beat = 15;

typedef enum stage { READING, SENDING, STREAMING, DRAINING } stage;

typedef struct connection {
    int fd;
    stage stage;
    char in[MOST_HEAD];
    size_t n_in;
    char head[1400];
    size_t n_head, sent; // sent: of head and body together
    scree_http_body *body;
    bool closes, is_stream;
    unsigned told; // the number of the last event that was sent
    double since;  // when the last byte came or went, s
    double began;  // when the first byte of the request came, or the connection
} connection;

struct scree_http {
    int listener;
    scree_access access;
    scree_http_answer *answer;
    void *context;
    SCREE_ARRAY(connection *) open;
    scree_http_body *event;
    unsigned n_events;
    double last_beat;
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- bodies -----------------------------------------------------------------------------------------------------------

scree_http_body *scree_http_body_create(void *data, size_t n) {
    scree_http_body *b = scree_zeros(sizeof *b);
    *b = (scree_http_body){.data = data, .n = n, .users = 1};
    return b;
}

void scree_http_body_release(scree_http_body *b) {
    if (b && --b->users == 0) {
        scree_free(b->data);
        scree_free(b);
    }
}

// ---- answers ----------------------------------------------------------------------------------------------------------

static const char *reason_of(int status) {
    static const struct {
        int status;
        const char *reason;
    } known[] = {{200, "OK"},
                 {204, "No Content"},
                 {400, "Bad Request"},
                 {403, "Forbidden"},
                 {404, "Not Found"},
                 {405, "Method Not Allowed"},
                 {408, "Request Timeout"},
                 {410, "Gone"},
                 {413, "Content Too Large"},
                 {421, "Misdirected Request"},
                 {431, "Request Header Fields Too Large"},
                 {503, "Service Unavailable"},
                 {505, "HTTP Version Not Supported"}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (known[k].status == status) {
            return known[k].reason;
        }
    }
    return "Error";
}

// Scripts and styles come from this server only and none stands in the page, nothing else can be loaded, and no page of another site can show this one.
static const char safety[] =
    "Cache-Control: no-store\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n";

static void start_reply(connection *c, scree_http_reply reply, const char *more) {
    const int status = reply.status ? reply.status : 200;
    char length[60] = "";
    if (!reply.is_stream && status != 204) {
        snprintf(length, sizeof length, "Content-Length: %zu\r\n", reply.body ? reply.body->n : 0);
    }
    c->closes = c->closes || reply.is_stream;
    c->n_head =
        (size_t)snprintf(c->head, sizeof c->head, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\n%s%s%s%s\r\n",
                         status, reason_of(status), reply.type ? reply.type : "text/plain", length, more,
                         safety, c->closes ? "Connection: close\r\n" : "");
    c->body = reply.body;
    c->is_stream = reply.is_stream;
    c->sent = 0;
    c->stage = SENDING;
    c->since = now();
}

static scree_http_body *text_body(const char *text) {
    return scree_http_body_create(scree_strdup(text), strlen(text));
}

static void refuse(connection *c, int status) {
    char text[200];
    const char *why = status == 403   ? "Open the address that scree printed: it has the key to this page."
                      : status == 405 ? "Only GET is answered."
                      : status == 421 ? "This server answers under its own address only; docs/view.md says "
                                        "how to reach it from another machine."
                                      : reason_of(status);
    snprintf(text, sizeof text, "%s\n", why);
    c->closes = c->closes || status != 404;
    start_reply(
        c, (scree_http_reply){.status = status, .type = "text/plain; charset=utf-8", .body = text_body(text)},
        status == 405 ? "Allow: GET\r\n" : "");
}

// The page is loaded by a page of its own: so the browser takes the next request as one of this site and sends the cookie along, also
// where the address was opened by a link in another site, such as a terminal in the browser.
static void move_token(const scree_http *h, connection *c) {
    char cookie[120], more[140];
    scree_access_cookie(&h->access, cookie, sizeof cookie);
    snprintf(more, sizeof more, "Set-Cookie: %s\r\n", cookie);
    start_reply(c,
                (scree_http_reply){.type = "text/html; charset=utf-8",
                                   .body = text_body("<!doctype html><meta charset=utf-8><title>scree</title>"
                                                     "<link rel=icon href=data:,>"
                                                     "<meta http-equiv=refresh content=\"0; url=/\">"
                                                     "<a href=\"/\">scree</a>\n")},
                more);
}

// Answers the request whose head is complete in the buffer, if there is one.
static void take_request(scree_http *h, connection *c) {
    scree_http_request q;
    int status;
    const size_t length = scree_http_request_read(c->in, c->n_in, &q, &status);
    if (length == 0) {
        if (c->n_in == sizeof c->in) {
            c->closes = true;
            refuse(c, 431);
        }
        return;
    }
    c->closes = status != 200 || !q.stays;
    status = status == 200 ? scree_access_check(&h->access, &q) : status;
    if (status == 303) {
        move_token(h, c);
    } else if (status != 200) {
        refuse(c, status);
    } else {
        const scree_http_reply reply = h->answer(h->context, q.target);
        if (reply.status >= 400 && !reply.body) {
            refuse(c, reply.status);
        } else {
            start_reply(c, reply, "");
        }
    }
    c->n_in -= length;
    memmove(c->in, c->in + length, c->n_in);
    c->began = now();
}

// ---- connections -------------------------------------------------------------------------------------------------------

static void drop(scree_http *h, size_t k) {
    connection *c = h->open.data[k];
    close(c->fd);
    scree_http_body_release(c->body);
    scree_free(c);
    h->open.data[k] = h->open.data[--h->open.n];
}

// What the client has sent: false if it is gone.
static bool receive(connection *c) {
    char unused[4096];
    const bool wanted = c->stage == READING;
    const ssize_t n = wanted ? recv(c->fd, c->in + c->n_in, sizeof c->in - c->n_in, 0)
                             : recv(c->fd, unused, sizeof unused, 0);
    if (n <= 0) {
        return n < 0 && (errno == EAGAIN || errno == EINTR);
    }
    if (wanted) {
        if (c->n_in == 0) {
            c->began = now();
        }
        c->n_in += (size_t)n;
        c->since = now();
    }
    return true;
}

// Sends what the socket takes: false if the client is gone.
static bool send_more(connection *c) {
    const size_t total = c->n_head + (c->body ? c->body->n : 0);
    while (c->sent < total) {
        const bool in_head = c->sent < c->n_head;
        const char *from = in_head ? c->head + c->sent : c->body->data + (c->sent - c->n_head);
        const size_t left = (in_head ? c->n_head : total) - c->sent;
        const ssize_t n = send(c->fd, from, left, MSG_NOSIGNAL);
        if (n < 0) {
            return errno == EAGAIN || errno == EINTR;
        }
        c->sent += (size_t)n;
        c->since = now();
    }
    scree_http_body_release(c->body);
    c->body = NULL;
    c->n_head = c->sent = 0;
    if (c->is_stream) {
        c->stage = STREAMING;
    } else if (c->closes) { // closing at once could take the answer away from a client that is still sending
        shutdown(c->fd, SHUT_WR);
        c->stage = DRAINING;
    } else {
        c->stage = READING;
    }
    return true;
}

// Gives a stream that has sent everything the newest event.
static void feed(const scree_http *h, connection *c) {
    if (c->stage == STREAMING && h->event && c->told != h->n_events) {
        c->told = h->n_events;
        c->body = h->event;
        c->body->users++;
        c->stage = SENDING;
        c->since = now();
    }
}

static bool is_late(const connection *c, double t) {
    switch (c->stage) {
    case READING:
        return c->n_in > 0 ? t - c->began > head_limit : t - c->since > idle_limit;
    case SENDING:
        return t - c->since > send_limit;
    case DRAINING:
        return t - c->since > drain_limit;
    case STREAMING:
        break;
    }
    return false;
}

// Answers, sends and takes the next request until something has to wait: false if the connection is to be dropped.
static bool work(scree_http *h, connection *c) {
    for (;;) {
        if (c->stage == READING) {
            take_request(h, c);
        }
        feed(h, c);
        if (c->stage != SENDING) {
            return true;
        }
        if (!send_more(c)) {
            return false;
        }
        if (c->stage == SENDING) {
            return true;
        }
    }
}

// Where all places are taken, the client that has been silent for longest without a request has to go.
static void make_room(scree_http *h) {
    size_t oldest = 0;
    for (size_t k = 1; k < h->open.n; k++) {
        const connection *a = h->open.data[oldest], *b = h->open.data[k];
        const bool waits_a = a->stage == READING || a->stage == DRAINING,
                   waits_b = b->stage == READING || b->stage == DRAINING;
        if (waits_a != waits_b ? waits_b : b->since < a->since) {
            oldest = k;
        }
    }
    drop(h, oldest);
}

static void take_connections(scree_http *h) {
    for (;;) {
        const int fd = accept(h->listener, NULL, NULL), one = 1;
        if (fd < 0 && (errno == EMFILE || errno == ENFILE) && h->open.n > 0) {
            make_room(h);
            continue;
        }
        if (fd < 0) {
            return;
        }
        if (h->open.n >= MOST_CONNECTIONS) {
            make_room(h);
        }
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        fcntl(fd, F_SETFL, O_NONBLOCK);
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        connection *c = scree_zeros(sizeof *c);
        c->fd = fd;
        c->since = c->began = now();
        scree_array_push(&h->open, c);
    }
}

// ---- the server --------------------------------------------------------------------------------------------------------

static int listen_on(int port, int *taken, scree_report *r) {
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    const int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    if (fd >= 0) {
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        fcntl(fd, F_SETFL, O_NONBLOCK);
    }
    if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at) != 0 || listen(fd, 64) != 0 ||
        getsockname(fd, (struct sockaddr *)&at, &size) != 0) {
        scree_report_error(r,
                           "cannot listen on port %d of this machine: %s; accepted: a port that is free; "
                           "without --port any free one is taken",
                           port, strerror(errno));
        if (fd >= 0) {
            close(fd);
        }
        return -1;
    }
    *taken = ntohs(at.sin_port);
    return fd;
}

scree_http *scree_http_open(int port, int other_port, scree_http_answer *answer, void *context,
                            scree_report *r) {
    scree_http *h = scree_zeros(sizeof *h);
    h->answer = answer;
    h->context = context;
    h->listener = listen_on(port, &port, r);
    if (h->listener < 0 || !scree_access_create(&h->access, port, other_port, r)) {
        scree_http_close(h);
        return NULL;
    }
    h->last_beat = now();
    return h;
}

char *scree_http_address(const scree_http *h) {
    return scree_format("http://127.0.0.1:%d/?token=%s", h->access.port, h->access.token);
}

static void set_event(scree_http *h, char *text) {
    scree_http_body_release(h->event);
    h->event = scree_http_body_create(text, strlen(text));
    h->n_events++;
    for (size_t k = h->open.n; k-- > 0;) {
        if (!work(h, h->open.data[k])) {
            drop(h, k);
        }
    }
}

void scree_http_tell(scree_http *h, const char *text) {
    h->last_beat = now();
    set_event(h, scree_format("data: %s\n\n", text));
}

// The events for a descriptor: a stream and a client that has to wait for its answer are watched for their end only.
static short wanted_of(const connection *c) {
    return c->stage == SENDING ? POLLOUT : POLLIN;
}

bool scree_http_serve(scree_http *h, double seconds, int until) {
    const double end = now() + seconds;
    struct pollfd p[MOST_CONNECTIONS + 2];
    for (double left = seconds; left > 0.0; left = end - now()) {
        const size_t n = h->open.n;
        p[0] = (struct pollfd){.fd = h->listener, .events = POLLIN};
        p[1] = (struct pollfd){.fd = until, .events = POLLIN};
        for (size_t k = 0; k < n; k++) {
            p[k + 2] = (struct pollfd){.fd = h->open.data[k]->fd, .events = wanted_of(h->open.data[k])};
        }
        if (poll(p, n + 2, (int)(1000.0 * left) + 1) < 0) {
            return false;
        }
        const double t = now();
        for (size_t k = n; k-- > 0;) { // downward: a dropped one is replaced by one that has had its turn
            connection *c = h->open.data[k];
            const bool ready = p[k + 2].revents != 0, takes = c->stage != SENDING;
            const bool gone = ready && ((takes && !receive(c)) || p[k + 2].revents & POLLERR);
            if (gone || (ready && !work(h, c)) || is_late(c, t)) {
                drop(h, k);
            }
        }
        if (p[0].revents) {
            take_connections(h);
        }
        if (until >= 0 && p[1].revents) {
            return true;
        }
        if (t - h->last_beat > beat) { // so that a stream whose client has gone is noticed
            h->last_beat = t;
            if (h->event) {
                scree_http_body *again = h->event;
                set_event(h, scree_strdup(again->data));
            }
        }
    }
    return false;
}

void scree_http_close(scree_http *h) {
    while (h->open.n > 0) {
        drop(h, h->open.n - 1);
    }
    scree_array_free(&h->open);
    scree_http_body_release(h->event);
    if (h->listener >= 0) {
        close(h->listener);
    }
    scree_free(h);
}
