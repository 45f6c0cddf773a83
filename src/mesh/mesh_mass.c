// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/mesh_mass.h"

bool scree_mesh_mass_of(const scree_mesh *mesh, scree_mesh_mass *mass) {
    const scree_vec3 origin = vec_scale(0.5, vec_add(mesh->min, mesh->max)); // near, so that little cancels
    double volume = 0.0, first[3] = {0}, second[3][3] = {{0}};
    for (size_t k = 0; k < mesh->triangle.n; k++) {
        const scree_triangle *t = &mesh->triangle.data[k];
        double p[3][3];
        for (int i = 0; i < 3; i++) {
            vec_to_array(vec_sub(mesh->vertex.data[t->v[i]], origin), p[i]);
        }
        const scree_vec3 a = vec3(p[0][0], p[0][1], p[0][2]), b = vec3(p[1][0], p[1][1], p[1][2]),
                         c = vec3(p[2][0], p[2][1], p[2][2]);
        const double part = (t->flipped ? -1.0 : 1.0) * vec_dot(a, vec_cross(b, c)) / 6.0;
        volume += part;
        for (int i = 0; i < 3; i++) {
            const double sum = p[0][i] + p[1][i] + p[2][i];
            first[i] += part * sum / 4.0;
            for (int j = 0; j < 3; j++) {
                second[i][j] += part / 20.0 *
                                (sum * (p[0][j] + p[1][j] + p[2][j]) + p[0][i] * p[0][j] + p[1][i] * p[1][j] +
                                 p[2][i] * p[2][j]);
            }
        }
    }
    const double sign = volume < 0.0 ? -1.0 : 1.0; // wound inwards
    const scree_vec3 size = vec_sub(mesh->max, mesh->min);
    volume *= sign;
    if (mesh->open_edges > 0 || !(volume > 1e-12 * size.x * size.y * size.z)) {
        return false;
    }
    double q[3][3], centre[3];
    for (int i = 0; i < 3; i++) {
        centre[i] = sign * first[i] / volume;
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            q[i][j] = sign * second[i][j] - volume * centre[i] * centre[j];
        }
    }
    *mass = (scree_mesh_mass){
        volume,
        vec_add(origin, vec3(centre[0], centre[1], centre[2])),
        {q[1][1] + q[2][2], q[0][0] + q[2][2], q[0][0] + q[1][1], -q[0][1], -q[0][2], -q[1][2]}};
    return true;
}
