// SPDX-License-Identifier: BSD-3-Clause
#include "access/convex_body.h"

scree_quaternion scree_piece_attitude(scree_quaternion body, scree_quaternion turn) {
    return scree_quaternion_product(body, turn);
}

double scree_convex_mobility(const scree_world *w, size_t i, double one, scree_vec3 arm, scree_vec3 n) {
    const scree_particles *p = &w->p;
    const scree_form *f = &p->form[i];
    scree_quaternion q = {f->w, f->x, f->y, f->z};
    scree_vec3 lever = arm; // from the centre of the body
    if (w->shapes.piece_turn) {
        const scree_vec3 centre = p->centre[i];
        q = scree_quaternion_product(q, scree_quaternion_conjugate(w->shapes.piece_turn[(size_t)f->hull]));
        lever = vec_add(arm, scree_nearest_image(&w->cell.period, p->x[i].x - centre.x, p->x[i].y - centre.y,
                                                 p->x[i].z - centre.z));
    }
    const scree_mat3 frame = scree_quaternion_matrix(q);
    const scree_vec3 turn = mat_mul_transposed(&frame, vec_cross(lever, n));
    return one + (f->jx * turn.x * turn.x + f->jy * turn.y * turn.y + f->jz * turn.z * turn.z);
}

double scree_share_within(const scree_case *c) {
    double share = 1.0;
    for (size_t s = 0; s < c->shape.n; s++) {
        const scree_shape *shape = &c->shape.data[s].shape;
        for (size_t k = 0; k < shape->piece.n; k++) {
            const scree_piece *piece = &shape->piece.data[k];
            const bool is_polyhedron = (int)piece->form.kind == SCREE_FORM_POLYHEDRON;
            share = is_polyhedron ? fmin(share, piece->least / piece->form.radius) : share;
        }
    }
    return share;
}
