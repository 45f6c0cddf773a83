// SPDX-License-Identifier: BSD-3-Clause
// Tables in text files, line by line: of particles, times, pairs of ids, contacts of the lab. A line is cut into words with their places.
// Lines that begin with # are comments, and so is what follows a # that begins a word; lines without words are skipped.
#pragma once

#include "memory/array.h"
#include "text/report.h"

typedef enum scree_table_layout {
    SCREE_TABLE_WORDS,   // between words: blanks, commas and semicolons, any number of them
    SCREE_TABLE_COLUMNS, // the same, but with nothing between two commas there is an empty word
    SCREE_TABLE_CELLS // between cells: a comma; blanks and quotes around a cell are left out, # has no meaning within a line
} scree_table_layout;

typedef struct scree_table_word {
    const char *text; // ends after `length` bytes
    int length, at;   // at: place in the line, from 1
} scree_table_word;

typedef struct scree_table_lines {
    scree_table_layout layout;
    char *file; // the text of the file; NULL: it is in memory
    const char *line, *next;
    int number;      // of the line, from 1
    bool is_comment; // the line begins with #; its words are those behind the #
    int zero_line; // of the first byte 0 in the file, at which reading ends, as it is no text; 0: there is none
    SCREE_ARRAY(scree_table_word) word;
} scree_table_lines;

// False: reported. scree_table_lines_close is due in any case.
bool scree_table_lines_open(scree_table_lines *t, const char *path, scree_table_layout layout,
                            scree_report *r);
// Reads the lines of a text that ends with a zero and stays until they are closed.
void scree_table_lines_open_text(scree_table_lines *t, const char *text, scree_table_layout layout);
void scree_table_lines_close(scree_table_lines *t);
// Goes to the next line that has words. False: there is none.
bool scree_table_lines_next(scree_table_lines *t);

bool scree_table_word_is(scree_table_word w, const char *name);
// Whether the word is a number, and nothing else.
bool scree_table_word_number(scree_table_word w, double *value);
// Whether the word is a whole number from 1 to SCREE_MOST_ID.
bool scree_table_word_id(scree_table_word w, uint64_t *id);

// 2^62 - 1, so that differences of ids and new ids fit into int64_t.
#define SCREE_MOST_ID (((uint64_t)1 << 62) - 1)
