// SPDX-License-Identifier: BSD-3-Clause
#include "fix_wall_scree.h"
#include "atom.h"
#include "error.h"
#include "force.h"
#include "pair_scree.h"
#include "update.h"
#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;
using namespace FixConst;

FixWallScree::FixWallScree(LAMMPS *lmp, int narg, char **arg) : Fix(lmp, narg, arg), pair(find_pair()) {
    laws = pair->laws;
    columns = (size_t)contact_laws_columns(laws);
    for (int k = 3; k < narg; k++) {
        add_wall(arg[k]);
    }
    for (int k = 0; narg == 3 && contact_laws_wall(laws, k); k++) {
        add_wall(contact_laws_wall(laws, k));
    }
    if (wall.empty()) {
        error->all(
            FLERR,
            std::string(
                "fix wall/scree: the case has no walls; accepted: a case with planes, cylinders or spheres"));
    }
    restart_peratom = 1;
    create_attribute = 1;
    maxexchange = size_restart(0);
    vector_flag = 1;
    size_vector = 3;
    extvector = 1;
    global_freq = 1;
    grow_arrays(atom->nmax);
    atom->add_callback(Atom::GROW);
    atom->add_callback(Atom::RESTART);
    for (int i = 0; i < atom->nlocal; i++) {
        set_arrays(i);
    }
}

FixWallScree::~FixWallScree() {
    atom->delete_callback(id, Atom::GROW);
    atom->delete_callback(id, Atom::RESTART);
}

PairScree *FixWallScree::find_pair() {
    PairScree *found = dynamic_cast<PairScree *>(force->pair_match("scree", 1));
    if (!found) {
        error->all(
            FLERR,
            std::string("fix wall/scree: no pair style scree; accepted: pair_style scree before this fix"));
    }
    return found;
}

void FixWallScree::add_wall(const char *given) {
    std::string names;
    const char *name;
    int k = 0;
    while ((name = contact_laws_wall(laws, k)) && strcmp(name, given) != 0) {
        names += (k ? ", " : "") + std::string(name);
        k++;
    }
    if (!name) {
        error->all(FLERR, "fix wall/scree: the case has no wall '" + std::string(given) +
                              "'; accepted: " + (names.empty() ? "none, it has no walls" : names));
    }
    if (!contact_laws_wall_is_simple(laws, k)) {
        error->all(FLERR, "fix wall/scree: wall '" + std::string(given) +
                              "' is made of triangles; accepted: names of planes, cylinders and spheres");
    }
    wall.push_back(k);
}

int FixWallScree::setmask() {
    return POST_FORCE;
}

void FixWallScree::init() {
    pair = find_pair();
    if (pair->laws != laws) {
        error->all(
            FLERR,
            std::string(
                "fix wall/scree: pair_style scree was given anew; accepted: this fix given anew behind it"));
    }
}

void FixWallScree::setup(int vflag) {
    post_force(vflag);
}

contact_place FixWallScree::place_of(int i, size_t k) {
    const size_t at = (size_t)i * wall.size() + k;
    return {i, (int)k, value.data() + at * columns, touching.data() + at};
}

void FixWallScree::add_load(void *context, int i, int, const contact_load *load) {
    FixWallScree *self = (FixWallScree *)context;
    for (int axis = 0; axis < 3; axis++) {
        self->atom->f[i][axis] += load->force[axis];
        self->atom->torque[i][axis] += load->torque_a[axis];
        self->force_on_walls[axis] -= load->force[axis];
    }
}

void FixWallScree::post_force(int) {
    std::fill_n(force_on_walls, 3, 0.0);
    contact_laws_move_walls(pair->laws, (uint64_t)update->ntimestep, update->dt, pair->elapsed());
    contact_laws_begin(pair->laws, update->dt, pair->elapsed(), pair->trial(), add_load, this);
    for (int i = 0; i < atom->nlocal; i++) {
        if (atom->mask[i] & groupbit) {
            const contact_body body = {atom->x[i],      atom->v[i],    atom->omega[i],
                                       atom->radius[i], pair->mass(i), pair->material[atom->type[i]]};
            for (size_t k = 0; k < wall.size(); k++) {
                contact_laws_add_wall(pair->laws, &body, wall[k], place_of(i, k));
            }
        }
    }
    contact_laws_end(pair->laws);
}

double FixWallScree::compute_vector(int axis) {
    double sum = 0.0;
    MPI_Allreduce(&force_on_walls[axis], &sum, 1, MPI_DOUBLE, MPI_SUM, world);
    return sum;
}

void FixWallScree::grow_arrays(int nmax) {
    touching.resize((size_t)nmax * wall.size());
    value.resize((size_t)nmax * wall.size() * columns);
}

void FixWallScree::copy_arrays(int from, int to, int) {
    for (size_t k = 0; k < wall.size(); k++) {
        const contact_place a = place_of(from, k), b = place_of(to, k);
        *b.touching = *a.touching;
        std::copy_n(a.memory, columns, b.memory);
    }
}

void FixWallScree::set_arrays(int i) {
    for (size_t k = 0; k < wall.size(); k++) {
        contact_laws_forget(laws, place_of(i, k));
    }
}

// By wall: touching or not, values.
int FixWallScree::pack_exchange(int i, double *buf) {
    double *to = buf;
    for (size_t k = 0; k < wall.size(); k++) {
        const contact_place place = place_of(i, k);
        *to++ = *place.touching;
        to = std::copy_n(place.memory, columns, to);
    }
    return (int)(to - buf);
}

int FixWallScree::unpack_exchange(int i, double *buf) {
    const double *from = buf;
    for (size_t k = 0; k < wall.size(); k++) {
        const contact_place place = place_of(i, k);
        *place.touching = *from++ != 0.0;
        std::copy_n(from, columns, place.memory);
        from += columns;
    }
    return (int)(from - buf);
}

// A restart record: its length, then as above.
int FixWallScree::size_restart(int) {
    return (int)(1 + wall.size() * (1 + columns));
}

int FixWallScree::maxsize_restart() {
    return size_restart(0);
}

int FixWallScree::pack_restart(int i, double *buf) {
    buf[0] = (double)size_restart(i);
    return 1 + pack_exchange(i, buf + 1);
}

void FixWallScree::unpack_restart(int i, int nth) {
    double *record = atom->extra[i];
    for (int k = 0; k < nth; k++) {
        record += (int)record[0];
    }
    if (record[0] != (double)size_restart(i)) {
        error->one(
            FLERR,
            std::string(
                "fix wall/scree: the restart file is of other walls or laws; accepted: the case file and "
                "the wall names that it was made with"));
    }
    unpack_exchange(i, record + 1);
}

double FixWallScree::memory_usage() {
    return (double)(touching.capacity() + sizeof(double) * value.capacity());
}
