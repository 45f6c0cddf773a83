// SPDX-License-Identifier: BSD-3-Clause
// Each character is a text of strokes: l: straight, c: an open curve, o: a closed curve, then points of two digits: x from 0 to 9, and y + 4 from 0 to e (hexadecimal). Curves are
// rounded by cutting corners twice (Chaikin, Computer Graphics and Image Processing 3 (1974) 346).
#include "tools/canvas/stroke_font.h"

#include "text/escape.h"
#include <string.h>

enum { MOST_POINTS = 64 };

static const char *const glyph[128] = {
    ['!'] = "l0d07l0404",
    ['"'] = "l0d0bl2d2b",
    ['\''] = "l0d0b",
    ['%'] = "o0a3a3d0do44747747l047d",
    ['('] = "c2e0b0622",
    [')'] = "c0e2b2602",
    ['*'] = "l2b27l0a48l084a",
    ['+'] = "l0868l353b",
    [','] = "l1402",
    ['-'] = "l0848",
    ['.'] = "l0404",
    ['/'] = "l035d",
    ['0'] = "o04646d0d",
    ['1'] = "l0b2d24",
    ['2'] = "c0a0d6d6a04l0464",
    ['3'] = "c0b0d6d6929c29696404"
            "06",
    ['4'] = "l444d0767",
    ['5'] = "l5d0d09c096a640405",
    ['6'] = "o04646a0ac5d0d07",
    ['7'] = "l0d6d24",
    ['8'] = "o19595d1do04646909",
    ['9'] = "o07676d0dc6a6414",
    [':'] = "l0404l0909",
    [';'] = "l1402l1909",
    ['<'] = "l5b0855",
    ['='] = "l0a6al0767",
    ['>'] = "l0b5805",
    ['?'] = "c0b0d5d5a2927l2424",
    ['A'] = "l044d84l1767",
    ['B'] = "l040dc0d6d6909c09696404",
    ['C'] = "c6b6d0d046466",
    ['D'] = "l040dc0d7d7404",
    ['E'] = "l6d0d0464l0959",
    ['F'] = "l6d0d04l0959",
    ['G'] = "c6b6d0d046468l6838",
    ['H'] = "l040dl646dl0969",
    ['I'] = "l040d",
    ['J'] = "c4d440406",
    ['K'] = "l040dl6d08l2964",
    ['L'] = "l0d0464",
    ['M'] = "l040d478d84",
    ['N'] = "l040d646d",
    ['O'] = "o04747d0d",
    ['P'] = "l040dc0d6d6808",
    ['Q'] = "o04747d0dl4773",
    ['R'] = "l040dc0d6d6808l3864",
    ['S'] = "c6b6d0d0969640406",
    ['T'] = "l343dl0d6d",
    ['U'] = "c0d080464686d",
    ['V'] = "l0d346d",
    ['W'] = "l0d244b648d",
    ['X'] = "l046dl0d64",
    ['Y'] = "l0d386dl3834",
    ['Z'] = "l0d6d0464",
    ['['] = "l2e0e0222",
    ['\\'] = "l0d53",
    [']'] = "l0e2e2202",
    ['^'] = "l0b2d4b",
    ['_'] = "l0363",
    ['`'] = "l0d1b",
    ['a'] = "o04545a0al5a54",
    ['b'] = "l040do04545a0a",
    ['c'] = "c595a0a045455",
    ['d'] = "l545do04545a0a",
    ['e'] = "l0757c575a0a045455",
    ['f'] = "c4d1d1a14l0a3a",
    ['g'] = "o04545a0ac5a54510102",
    ['h'] = "l040dc070a5a5754",
    ['i'] = "l040al0d0d",
    ['j'] = "c2a232101l2d2d",
    ['k'] = "l040dl5a07l2854",
    ['l'] = "c0d06041424",
    ['m'] = "l040ac070a4a4744c474a8a8784",
    ['n'] = "l040ac070a5a5754",
    ['o'] = "o04545a0a",
    ['p'] = "l010ao04545a0a",
    ['q'] = "l515ao04545a0a",
    ['r'] = "l040ac070a4a",
    ['s'] = "c595a0a0757540405",
    ['t'] = "c1d171444l0a3a",
    ['u'] = "c0a0704545a",
    ['v'] = "l0a346a",
    ['w'] = "l0a244964"
            "8a",
    ['x'] = "l045al0a54",
    ['y'] = "l0a34l6a21",
    ['z'] = "l0a5a0454",
    ['{'] = "c2e0b0622",
    ['|'] = "l020e",
    ['}'] = "c0e2b2602",
    ['~'] = "c07092747"
            "69",
};
static const char box[] = "l04646d0d04";

typedef struct stroke {
    float x[MOST_POINTS], y[MOST_POINTS];
    size_t n;
} stroke;

static int digit(char c) {
    return c >= 'a' ? c - 'a' + 10 : c - '0';
}

static void cut_corners(stroke *s, bool closed) {
    stroke cut = {.n = 0};
    const size_t pairs = closed ? s->n : s->n - 1;
    if (!closed) {
        cut.x[0] = s->x[0];
        cut.y[cut.n++] = s->y[0];
    }
    for (size_t k = 0; k < pairs && cut.n + 3 < MOST_POINTS; k++) {
        const size_t next = (k + 1) % s->n;
        for (int part = 0; part < 2; part++) {
            const float share = part == 0 ? 0.25f : 0.75f;
            cut.x[cut.n] = s->x[k] + share * (s->x[next] - s->x[k]);
            cut.y[cut.n++] = s->y[k] + share * (s->y[next] - s->y[k]);
        }
    }
    if (!closed) {
        cut.x[cut.n] = s->x[s->n - 1];
        cut.y[cut.n++] = s->y[s->n - 1];
    }
    *s = cut;
}

// Adds the pieces of a stroke.
static size_t add_pieces(stroke *s, char kind, scree_font_piece *piece, size_t n) {
    if (kind != 'l') {
        cut_corners(s, kind == 'o');
        cut_corners(s, kind == 'o');
    }
    const size_t pieces = kind == 'o' ? s->n : s->n - 1;
    for (size_t k = 0; k < pieces && n < SCREE_FONT_PIECES; k++) {
        const size_t next = (k + 1) % s->n;
        piece[n++] = (scree_font_piece){s->x[k], s->y[k], s->x[next], s->y[next]};
    }
    return n;
}

size_t scree_font_pieces(const char **text, scree_font_piece piece[SCREE_FONT_PIECES], float *width) {
    const unsigned char c = (unsigned char)**text;
    const int length = scree_utf8_length(*text);
    *text += length > 0 ? length : 1;
    if (c == ' ') {
        *width = 4.5f;
        return 0;
    }
    const char *at = c < 128 && glyph[c] ? glyph[c] : box;
    size_t n = 0;
    float right = 0.0f;
    while (*at) {
        const char kind = *at++;
        stroke s = {.n = 0};
        while (*at && *at != 'l' && *at != 'c' && *at != 'o') {
            s.x[s.n] = (float)digit(at[0]);
            s.y[s.n] = (float)(digit(at[1]) - 4);
            right = s.x[s.n] > right ? s.x[s.n] : right;
            s.n++;
            at += 2;
        }
        n = add_pieces(&s, kind, piece, n);
    }
    *width = right + 2.4f;
    return n;
}

float scree_font_width(const char *text) {
    scree_font_piece piece[SCREE_FONT_PIECES];
    float all = 0.0f, width;
    while (*text) {
        scree_font_pieces(&text, piece, &width);
        all += width;
    }
    return all;
}
