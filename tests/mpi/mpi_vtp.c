// SPDX-License-Identifier: BSD-3-Clause
// ranks: 1 2 3
// long ranks: 4
// The pieces of a file together contain what one process writes; walls are written once, with the forces of all ranks.
#include "distributed_world.h"
#include "measure/totals.h"
#include "paraview/vtp.h"
#include "ranks.h"
#include "text/file.h"
#include "vtp_reader.h"
#include <unistd.h>

static distributed_world d;

static char *text_of(const char *path) {
    size_t size;
    char *text = scree_file_read(path, &size, NULL);
    if (!text) {
        fail_msg("%s cannot be read", path);
    }
    return text;
}

// By rank 0, once all have written: the paths of the pieces in x.pvtp, and its list of arrays.
static size_t pieces_of(const char *name, char *path[4]) {
    const int ranks = scree_comm_size(d.comm);
    if (ranks == 1) {
        path[0] = scree_format("%s.pvtp", name); // a single file, with the name given by the caller
        return 1;
    }
    char *list_path = scree_format("%s.pvtp", name), *list = text_of(list_path);
    assert_non_null(strstr(list, "<VTKFile type=\"PPolyData\""));
    size_t n = 0;
    for (const char *at = list; (at = strstr(at, "<Piece Source=\"")) != NULL; n++) {
        at += strlen("<Piece Source=\"");
        assert_true(n < 4);
        path[n] = scree_format("%.*s", (int)strcspn(at, "\""), at);
        char *own = scree_format("%s_%04zu.vtp", name, n), *piece = text_of(path[n]);
        assert_string_equal(path[n], own);
        // The data arrays, with name and type, are those of each piece.
        size_t promised = 0, there = 0;
        for (const char *a = list; (a = strstr(a, "<PDataArray ")) != NULL; promised++) {
            a += strlen("<PDataArray ");
            char *head = scree_format("<DataArray %.*s\"", (int)(strcspn(a, "/>") - 1), a);
            assert_non_null(strstr(piece, head));
            scree_free(head);
        }
        const char *data = strstr(piece, "<PointData>"), *end = strstr(piece, "<Verts>");
        for (const char *a = data; (a = strstr(a, "<DataArray ")) != NULL && a < end; there++) {
            a++;
        }
        assert_int_equal(promised, there);
        scree_free(own);
        scree_free(piece);
    }
    assert_int_equal(n, ranks);
    scree_free(list);
    scree_free(list_path);
    return n;
}

static void wait_for_all(void) {
    scree_comm_any(d.comm, true);
}

static void particles(void **state) {
    (void)state;
    assert_true(scree_vtp_particles(d.share, "particles_7.pvtp", NULL));
    wait_for_all();
    if (scree_comm_rank(d.comm) > 0) {
        return;
    }
    assert_true(scree_vtp_particles(d.whole, "whole.vtp", NULL));
    char *whole = text_of("whole.vtp"), *path[4];
    size_t seen = 0, n = pieces_of("particles_7", path);
    for (size_t k = 0; k < n; k++) {
        char *piece = text_of(path[k]);
        uint64_t bytes;
        array_of(piece, "id", &bytes);
        seen += bytes / 8;
        for (size_t i = 0; i < bytes / 8; i++) {
            const size_t at = (size_t)i64(piece, "id", i) - 1; // ids of the whole are 1, 2, 3, ...
            assert_true(f64(piece, "Points", 3 * i + 1) == f64(whole, "Points", 3 * at + 1));
            assert_true(f64(piece, "radius", i) == f64(whole, "radius", at));
            assert_true(f32(piece, "force", 3 * i + 2) == f32(whole, "force", 3 * at + 2));
            assert_true(i32(piece, "fixed", i) == i32(whole, "fixed", at)); // exists on every rank
        }
        scree_free(piece);
        scree_free(path[k]);
    }
    assert_int_equal(seen, HEAPS * HEAP);
    scree_free(whole);
}

static void contacts(void **state) {
    (void)state;
    assert_true(scree_vtp_contacts(d.share, "contacts_7.pvtp", NULL));
    wait_for_all();
    if (scree_comm_rank(d.comm) > 0) {
        return;
    }
    const scree_totals t = scree_world_totals(d.whole);
    assert_true(scree_vtp_contacts(d.whole, "whole.vtp", NULL));
    char *whole = text_of("whole.vtp"), *path[4];
    double sum = 0.0, right = 0.0;
    size_t seen = 0, n = pieces_of("contacts_7", path);
    for (size_t k = 0; k < n; k++) {
        char *piece = text_of(path[k]);
        uint64_t bytes;
        array_of(piece, "id1", &bytes);
        for (size_t i = 0; i < bytes / 8; i++, seen++) {
            sum += f64(piece, "overlap", i) * (double)i64(piece, "id1", i);
        }
        scree_free(piece);
        scree_free(path[k]);
    }
    assert_int_equal(seen, t.contacts + t.wall_contacts);
    for (size_t i = 0; i < seen; i++) {
        right += f64(whole, "overlap", i) * (double)i64(whole, "id1", i);
    }
    assert_true(fabs(sum - right) < 1e-12 * right);
    scree_free(whole);
}

// The plane is cut to the particles of all ranks.
static void walls(void **state) {
    (void)state;
    for (int wall = 0; wall < 2; wall++) {
        char *path = scree_format("wall_%d_of_%d.vtp", wall, scree_comm_size(d.comm));
        if (scree_comm_rank(d.comm) == 0) {
            unlink(path);
            assert_true(scree_vtp_mesh(d.whole, wall, "whole.vtp", NULL));
        }
        wait_for_all();
        assert_true(
            scree_vtp_mesh(d.share, wall, scree_comm_rank(d.comm) == 0 ? path : "no/such/folder", NULL));
        if (scree_comm_rank(d.comm) == 0) {
            size_t size, right_size;
            char *all = scree_file_read(path, &size, NULL),
                 *right = scree_file_read("whole.vtp", &right_size, NULL);
            assert_int_equal(size, right_size);
            assert_memory_equal(all, right, size);
            scree_free(all);
            scree_free(right);
        }
        scree_free(path);
    }
}

int main(void) {
    scree_comm *comm = join_ranks();
    d = distribute(comm);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(particles),
        cmocka_unit_test(contacts),
        cmocka_unit_test(walls),
    };
    leave_ranks(comm, cmocka_run_group_tests(tests, NULL, NULL));
    free_distributed(&d);
    return 0;
}
