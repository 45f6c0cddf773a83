// SPDX-License-Identifier: BSD-3-Clause
// Convex bodies for rays: each is a form, the triangles of a body of size 1, at a place, turned and scaled. So many bodies of one shape share their triangles.
#pragma once

#include "tools/rays/ray_tree.h"

typedef struct scree_ray_form {
    size_t n_points, n_triangles;
    float (*point)[3], (*normal)[3]; // of length 1, from the exact surface: bodies look smooth
    uint32_t (*triangle)[3];
    float reach; // from the centre
    scree_ray_tree tree;
} scree_ray_form;

typedef struct scree_ray_body {
    float at[3], size;
    float turn[9]; // from the frame of the form to that of the scene, by rows
    uint32_t form, colour;
} scree_ray_body;

// point and direction: 3 numbers for each of n; copies all.
scree_ray_form scree_ray_form_of(const double *point, const double *direction, size_t n,
                                 const uint32_t (*triangle)[3], size_t n_triangles);
void scree_ray_form_clear(scree_ray_form *f);
void scree_ray_body_prepare(const scree_ray_body *b, const scree_ray_form *f, scree_ray_box *box);
// Where a ray enters the body, before `most`; INFINITY: it does not. Only if it does the normal is set.
float scree_ray_body_enter(const scree_ray_body *b, const scree_ray_form *f, const scree_ray *ray, float most,
                           float normal[3]);
