// SPDX-License-Identifier: BSD-3-Clause
// A mesh file of any bytes is read or refused with a message. What is read becomes a mesh: its triangles are cut at
// vertices of others, joined, and sorted into a tree.
#include "files/mesh_file.h"
#include "memory_file.h"
#include "mesh/bvh.h"
#include "mesh/mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static memory_file file;
    if (!file.path[0]) {
        file = memory_file_create();
    }
    memory_file_set(&file, data, size);
    scree_report *report = scree_report_create();
    scree_vec3 *corners = NULL;
    size_t triangles = 0;
    scree_mesh mesh = {0};
    const bool ok = scree_mesh_file_read(file.path, vec3(1.0, 1.0, 1.0), vec3(0.0, 0.0, 0.0), &corners,
                                         &triangles, report) &&
                    scree_mesh_build(&mesh, corners, triangles, report);
    if (ok) {
        scree_bvh *tree = scree_bvh_create(&mesh);
        scree_triangle_list near = {0};
        const scree_vec3 middle = vec_scale(0.5, vec_add(mesh.min, mesh.max));
        scree_bvh_near(&mesh, tree, middle, vec_norm(vec_sub(mesh.max, mesh.min)), &near);
        if (near.n != mesh.triangle.n) {
            abort(); // triangles that a search never finds
        }
        scree_mesh_inside(&mesh, tree, middle);
        scree_array_free(&near);
        scree_bvh_destroy(tree);
    } else if (scree_report_size(report) == 0) {
        abort(); // refused without a word
    }
    scree_mesh_clear(&mesh);
    scree_free(corners);
    scree_report_destroy(report);
    return 0;
}
