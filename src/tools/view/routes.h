// SPDX-License-Identifier: BSD-3-Clause
// The answers to the page. Each address is fixed but for numbers in it: no name of a file comes from outside.
//   /            the page, /view.js and its other parts
//   /index       times, fields, walls, links          /run         run.json
//   /series/B    series.csv from byte B on            /events      a stream: what has changed
//   /frame/K/F/C particles of frame K, coloured by component C of field F (0: the length; F beyond the fields: none)
//   /wall/W/K    triangles of wall W                  /links/L/K   contacts or bonds
//   /picture/K/F       frame K by rays, coloured by field F, for browsers that cannot draw it
//   /particle/K/N   all values of particle N          /find/K/ID   the same, by its id
#pragma once

#include "tools/view/source.h"
#include "tools/view/store.h"

typedef struct scree_routes {
    scree_source source;
    scree_store store;
    unsigned version; // of the source when the answers in the store were made
    size_t most;      // spheres that are sent
} scree_routes;

// A scree_http_answer; context is the scree_routes.
scree_http_reply scree_routes_answer(void *context, const char *target);
