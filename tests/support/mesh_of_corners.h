// SPDX-License-Identifier: BSD-3-Clause
// Meshes for tests of contacts: from corners, and the unit cube.
#pragma once

#include "mesh/mesh.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
// cmocka needs the three above
#include <cmocka.h>

enum { MOST = 1024 }; // triangles of a test mesh

static uint32_t every[MOST]; // 0, 1, 2, ...: all triangles as candidates

static inline int number_all(void **state) {
    (void)state;
    for (uint32_t i = 0; i < MOST; i++) {
        every[i] = i;
    }
    return 0;
}

static inline scree_mesh build(const scree_vec3 *corners, size_t n) {
    scree_mesh mesh;
    scree_report *r = scree_report_create();
    assert_true(n <= MOST);
    assert_true(scree_mesh_build(&mesh, corners, n, r));
    scree_report_destroy(r);
    return mesh;
}

static const scree_vec3 corner_of_cube[8] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                             {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};

// Faces are triangles 2k, 2k + 1.
static inline scree_mesh cube(void) {
    static const int face[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    scree_vec3 corners[36];
    for (int i = 0; i < 36; i++) {
        corners[i] = corner_of_cube[face[i / 3][i % 3]];
    }
    return build(corners, 12);
}
