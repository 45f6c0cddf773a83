// SPDX-License-Identifier: BSD-3-Clause
#include "pair_scree.h"
#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix_contact_memory.h"
#include "force.h"
#include "group.h"
#include "memory.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "update.h"
#include "utils.h"
#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;

PairScree::PairScree(LAMMPS *lmp) : Pair(lmp) {
    single_enable = 0;
    restartinfo = 0;
    one_coeff = 1;
    finitecutflag = 1;
    no_virial_fdotr_compute = 1;
    memory_id = "SCREE_MEMORY_" + std::to_string(instance_me);
}

PairScree::~PairScree() {
    if (memory_fix) {
        modify->delete_fix(memory_id);
    }
    contact_laws_close(laws);
    if (allocated) {
        memory->destroy(setflag);
        memory->destroy(cutsq);
    }
}

void PairScree::allocate() {
    const int n = atom->ntypes;
    allocated = 1;
    memory->create(setflag, n + 1, n + 1, "pair:setflag");
    memory->create(cutsq, n + 1, n + 1, "pair:cutsq");
    for (int i = 0; i <= n; i++) {
        std::fill_n(setflag[i], n + 1, 0);
    }
}

void PairScree::read_case(const char *path) {
    scree_report *report = scree_report_create();
    contact_laws *read = contact_laws_open(path, report);
    std::string all;
    for (size_t k = 0; k < scree_report_size(report); k++) {
        if (scree_report_severity(report, k) == SCREE_SEVERITY_ERROR) {
            all += std::string("\n  ") + scree_report_text(report, k);
        } else if (comm->me == 0) {
            error->warning(FLERR, std::string(scree_report_text(report, k)));
        }
    }
    scree_report_destroy(report);
    if (!read) {
        error->all(FLERR, "pair_style scree:" + all);
    }
    contact_laws_close(laws);
    laws = read;
}

void PairScree::settings(int narg, char **arg) {
    if (narg != 1) {
        error->all(FLERR, std::string("pair_style scree: accepted: the path of one scree case file"));
    }
    if (strcmp(update->unit_style, "si") != 0) {
        error->all(FLERR,
                   "pair_style scree: units are " + std::string(update->unit_style) + "; accepted: units si");
    }
    if (force->newton_pair) {
        error->all(FLERR,
                   std::string("pair_style scree: newton is on; accepted: 'newton off' before the box"));
    }
    read_case(arg[0]);
    if (memory_fix) {
        modify->delete_fix(memory_id);
    }
    // At once, so that it stands before the fixes that insert and delete atoms, and takes what a restart file brought.
    modify->add_fix(memory_id + " all scree/memory " + std::to_string(contact_laws_columns(laws)));
    memory_fix = dynamic_cast<FixContactMemory *>(modify->fix[modify->find_fix(memory_id)]);
}

void PairScree::coeff(int narg, char **arg) {
    const int n = atom->ntypes;
    std::string names;
    for (int k = 0; contact_laws_material(laws, k); k++) {
        names += std::string(k ? ", " : "") + contact_laws_material(laws, k);
    }
    const std::string accepted = "; accepted: pair_coeff * * and for each of the " + std::to_string(n) +
                                 " atom types the name of a material, of " + names;
    if (narg != 2 + n || strcmp(arg[0], "*") != 0 || strcmp(arg[1], "*") != 0) {
        error->all(FLERR, "pair_coeff of scree: " + std::to_string(narg) + " words" + accepted);
    }
    material.assign((size_t)n + 1, 0);
    for (int type = 1; type <= n; type++) {
        const char *given = arg[1 + type], *name;
        int k = 0;
        while ((name = contact_laws_material(laws, k)) && strcmp(name, given) != 0) {
            k++;
        }
        if (!name) {
            error->all(FLERR, "pair_coeff of scree: no material '" + std::string(given) + "'" + accepted);
        }
        material[type] = k;
    }
    if (!allocated) {
        allocate();
    }
    for (int i = 1; i <= n; i++) {
        std::fill_n(setflag[i] + 1, n, 1);
    }
}

// By type, of all atoms and of those that pour and deposit will bring.
void PairScree::find_largest() {
    const int n = atom->ntypes;
    std::vector<double> mine((size_t)n + 1, 0.0);
    largest = mine;
    for (int i = 0; i < atom->nlocal; i++) {
        mine[atom->type[i]] = std::max(mine[atom->type[i]], atom->radius[i]);
    }
    for (int k = 0; k < modify->nfix; k++) {
        Fix *fix = modify->fix[k];
        if (utils::strmatch(fix->style, "^pour") || utils::strmatch(fix->style, "^deposit")) {
            for (int type = 1; type <= n; type++) {
                int asked = type; // fixes that insert another type answer nothing
                const double *radius = (const double *)fix->extract("radius", asked);
                mine[type] = radius ? std::max(mine[type], *radius) : mine[type];
            }
        }
    }
    MPI_Allreduce(mine.data(), largest.data(), n + 1, MPI_DOUBLE, MPI_MAX, world);
}

void PairScree::find_frozen() {
    frozen = 0;
    for (int k = 0; k < modify->nfix; k++) {
        frozen |= strcmp(modify->fix[k]->style, "freeze") == 0 ? modify->fix[k]->groupbit : 0;
    }
}

void PairScree::init_style() {
    if (!atom->radius_flag || !atom->rmass_flag || !atom->omega_flag || !atom->torque_flag ||
        !atom->tag_enable) {
        error->all(
            FLERR,
            std::string(
                "pair_style scree: atoms have no radius, mass, spin or id; accepted: atom_style sphere"));
    }
    if (update->whichflag == 2) {
        error->all(FLERR,
                   std::string(
                       "pair_style scree: contacts have a history, so no energy to minimise; accepted: run"));
    }
    comm->ghost_velocity = 1;
    Pair::init_style(); // half a neighbour list
    find_largest();
    find_frozen();
    ranges.assign((size_t)atom->ntypes + 1, std::vector<contact_range>((size_t)atom->ntypes + 1));
    widest = 0.0;
}

void PairScree::init_list(int, NeighList *given) {
    list = given;
    memory_fix->list = given;
}

// Types of which there are no atoms have no size and no pairs.
double PairScree::init_one(int i, int j) {
    const double ri = largest[i], rj = largest[j], r_eff = ri + rj > 0.0 ? ri * rj / (ri + rj) : 0.0;
    const contact_range there = contact_laws_range(laws, material[i], material[j], r_eff),
                        back = contact_laws_range(laws, material[j], material[i], r_eff);
    const contact_range range = {std::max(there.neck, back.neck), std::max(there.field, back.field)};
    ranges[i][j] = ranges[j][i] = range;
    const double reach = std::max(range.neck, range.field);
    widest = std::max(widest, reach);
    return ri + rj + reach;
}

double PairScree::elapsed() const {
    return update->setupflag ? 0.0 : update->dt;
}

bool PairScree::trial() const {
    return update->setupflag;
}

double PairScree::mass(int i) const {
    return atom->mask[i] & frozen ? contact_laws_fixed_mass() : atom->rmass[i];
}

void PairScree::add_load(void *context, int a, int b, const contact_load *load) {
    PairScree *self = (PairScree *)context;
    const Atom *atom = self->atom;
    const double *force = load->force;
    double *fa = atom->f[a], *fb = atom->f[b], *ta = atom->torque[a], *tb = atom->torque[b];
    if (a < atom->nlocal) {
        for (int axis = 0; axis < 3; axis++) {
            fa[axis] += force[axis];
            ta[axis] += load->torque_a[axis];
        }
    }
    if (b < atom->nlocal) {
        for (int axis = 0; axis < 3; axis++) {
            fb[axis] -= force[axis];
            tb[axis] += load->torque_b[axis];
        }
    }
    if (self->evflag) {
        const double *xa = atom->x[a], *xb = atom->x[b];
        const int i = a < atom->nlocal ? a : b, j = i == a ? b : a; // tallies expect an atom of ours first
        const double sign = i == a ? 1.0 : -1.0;
        self->ev_tally_xyz(i, j, atom->nlocal, 0, 0.0, 0.0, sign * force[0], sign * force[1], sign * force[2],
                           sign * (xa[0] - xb[0]), sign * (xa[1] - xb[1]), sign * (xa[2] - xb[2]));
    }
}

contact_body PairScree::body(int i) const {
    return {atom->x[i], atom->v[i], atom->omega[i], atom->radius[i], mass(i), material[atom->type[i]]};
}

// Atom i and its neighbours, whose places in the memory begin at pair.
void PairScree::evaluate(int i, const int *neighbours, int n, size_t pair) {
    const contact_body mine = body(i);
    const double *const *x = atom->x, *radius = atom->radius, xi = mine.x[0], yi = mine.x[1], zi = mine.x[2];
    const contact_range *range = widest > 0.0 ? ranges[atom->type[i]].data() : nullptr;
    unsigned char *touching = memory_fix->touching(pair);
    for (int k = 0; k < n; k++) {
        const int j = neighbours[k] & NEIGHMASK;
        const double dx = x[j][0] - xi, dy = x[j][1] - yi, dz = x[j][2] - zi, sum = mine.r + radius[j];
        const double distance2 = dx * dx + dy * dy + dz * dz;
        double held = sum, beyond = sum;
        if (range) {
            held += touching[k] ? range[atom->type[j]].neck : 0.0;
            beyond += range[atom->type[j]].field;
        }
        const bool touches = distance2 < held * held;
        const contact_place place = {i, j, memory_fix->values(pair + k), touching + k};
        if (touches || distance2 < beyond * beyond) {
            add(mine, body(j), place, !touches);
        } else if (touching[k]) {
            contact_laws_forget(laws, place);
        }
    }
}

// A contact sees the atom of the smaller tag first, so that its memory means the same wherever it goes.
void PairScree::add(const contact_body &mine, const contact_body &other, contact_place place, bool far) {
    if (atom->tag[place.i] < atom->tag[place.j]) {
        contact_laws_add(laws, &mine, &other, far, place);
    } else {
        std::swap(place.i, place.j);
        contact_laws_add(laws, &other, &mine, far, place);
    }
}

void PairScree::compute(int eflag, int vflag) {
    ev_init(eflag, vflag);
    memory_fix->changes();
    contact_laws_begin(laws, update->dt, elapsed(), trial(), add_load, this);
    size_t pair = 0;
    for (int ii = 0; ii < list->inum; ii++) {
        const int i = list->ilist[ii];
        evaluate(i, list->firstneigh[i], list->numneigh[i], pair);
        pair += (size_t)list->numneigh[i];
    }
    contact_laws_end(laws);
}
