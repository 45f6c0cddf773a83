// SPDX-License-Identifier: BSD-3-Clause
// The tags of an XML text one after the other, as far as headers of ParaView files need it: no document type, no comments, no
// CDATA, all of which no run writes. Nothing is allocated and nothing is expanded but the five usual entities.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct scree_xml {
    const char *at, *end;   // what is still to be read; a zero stands at end
    const char *name;       // of the present tag, name_length bytes
    const char *attributes; // of the present tag, up to attributes_end
    const char *attributes_end;
    const char *text; // behind the present tag, up to text_end, as it stands in the file
    const char *text_end;
    size_t name_length;
    bool closes;       // </name>
    const char *wrong; // why reading has ended before the end, or NULL
} scree_xml;

// text[size] is a zero.
void scree_xml_begin(scree_xml *x, const char *text, size_t size);
// Goes to the next tag. False: there is none, or x->wrong says what is wrong.
bool scree_xml_next(scree_xml *x);
// Whether the present tag opens (not: closes) an element of that name.
bool scree_xml_opens(const scree_xml *x, const char *name);
bool scree_xml_closes(const scree_xml *x, const char *name);
// The value of an attribute of the present tag with its entities resolved, NULL if it has none of that name; free with scree_free.
char *scree_xml_attribute(const scree_xml *x, const char *name);
// The text behind the present tag, in the same way.
char *scree_xml_text(const scree_xml *x);
