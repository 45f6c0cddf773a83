// SPDX-License-Identifier: BSD-3-Clause
#include "fix_contact_memory.h"
#include "atom.h"
#include "comm.h"
#include "error.h"
#include "neigh_list.h"
#include "utils.h"
#include <algorithm>

using namespace LAMMPS_NS;
using namespace FixConst;

FixContactMemory::FixContactMemory(LAMMPS *lmp, int narg, char **arg) : Fix(lmp, narg, arg) {
    if (narg != 4) {
        error->all(
            FLERR,
            std::string("fix scree/memory is made by pair style scree and takes the number of columns"));
    }
    columns = (size_t)utils::inumeric(FLERR, arg[3], false, lmp);
    restart_peratom = 1;
    create_attribute = 1;
    maxexchange_dynamic = 1;
    maxexchange = 1;
    grow_arrays(atom->nmax);
    atom->add_callback(Atom::GROW);
    atom->add_callback(Atom::RESTART);
}

FixContactMemory::~FixContactMemory() {
    atom->delete_callback(id, Atom::GROW);
    atom->delete_callback(id, Atom::RESTART);
}

int FixContactMemory::setmask() {
    return PRE_EXCHANGE | POST_NEIGHBOR | POST_RUN;
}

// In the order of the partners, whatever the order of the list.
void FixContactMemory::keep(int i, tagint partner, const double *value) {
    Contacts &mine = kept[i];
    const auto at = std::lower_bound(mine.partner.begin(), mine.partner.end(), partner);
    const auto row = mine.value.begin() + (at - mine.partner.begin()) * (ptrdiff_t)columns;
    mine.value.insert(row, value, value + columns);
    mine.partner.insert(at, partner);
}

// From the list to the atoms. With newton off a pair of two processes is on the lists of both, so each finds it with its
// own atom.
void FixContactMemory::collect() {
    if (collected) {
        return;
    }
    if (atom->nlocal != nlocal_listed) {
        error->one(
            FLERR,
            std::string("fix scree/memory: atoms came or went since the neighbour list was made; accepted: "
                        "pair_style scree before fixes that insert or delete atoms"));
    }
    for (int i = 0; i < atom->nlocal; i++) {
        set_arrays(i);
    }
    size_t pair = 0, most = 0;
    for (int ii = 0; ii < list->inum; ii++) {
        const int i = list->ilist[ii];
        for (int jj = 0; jj < list->numneigh[i]; jj++, pair++) {
            if (pair_touching[pair]) {
                const int j = list->firstneigh[i][jj] & NEIGHMASK;
                keep(i, atom->tag[j], values(pair));
                if (j < atom->nlocal) {
                    keep(j, atom->tag[i], values(pair));
                }
            }
        }
    }
    for (int i = 0; i < atom->nlocal; i++) {
        most = std::max(most, kept[i].partner.size());
    }
    maxexchange = (int)(1 + most * (1 + columns));
    collected = true;
}

void FixContactMemory::pre_exchange() {
    collect();
}

void FixContactMemory::post_run() {
    collect();
}

void FixContactMemory::setup_post_neighbor() {
    post_neighbor();
}

// From the atoms to the new list.
void FixContactMemory::post_neighbor() {
    size_t pairs = 0;
    for (int ii = 0; ii < list->inum; ii++) {
        pairs += (size_t)list->numneigh[list->ilist[ii]];
    }
    pair_touching.assign(pairs, 0);
    pair_value.assign(pairs * columns, 0.0);
    size_t pair = 0;
    for (int ii = 0; ii < list->inum; ii++) {
        const int i = list->ilist[ii];
        const Contacts &mine = kept[i];
        for (int jj = 0; jj < list->numneigh[i]; jj++, pair++) {
            const tagint partner = atom->tag[list->firstneigh[i][jj] & NEIGHMASK];
            const auto found = std::find(mine.partner.begin(), mine.partner.end(), partner);
            if (found != mine.partner.end()) {
                const double *value = mine.value.data() + (size_t)(found - mine.partner.begin()) * columns;
                pair_touching[pair] = 1;
                std::copy(value, value + columns, values(pair));
            }
        }
    }
    nlocal_listed = atom->nlocal;
}

void FixContactMemory::grow_arrays(int nmax) {
    kept.resize((size_t)nmax);
}

void FixContactMemory::copy_arrays(int from, int to, int) {
    kept[to] = kept[from];
}

void FixContactMemory::set_arrays(int i) {
    kept[i].partner.clear();
    kept[i].value.clear();
}

// The number of contacts, then those: partner, values.
int FixContactMemory::pack(const Contacts &from, double *buf) const {
    int m = 0;
    buf[m++] = (double)from.partner.size();
    for (size_t k = 0; k < from.partner.size(); k++) {
        buf[m++] = ubuf(from.partner[k]).d;
        m += (int)(std::copy_n(from.value.data() + k * columns, columns, buf + m) - (buf + m));
    }
    return m;
}

int FixContactMemory::unpack(Contacts &to, const double *buf) const {
    int m = 0;
    const size_t n = (size_t)buf[m++];
    to.partner.resize(n);
    to.value.resize(n * columns);
    for (size_t k = 0; k < n; k++) {
        to.partner[k] = (tagint)ubuf(buf[m++]).i;
        std::copy_n(buf + m, columns, to.value.data() + k * columns);
        m += (int)columns;
    }
    return m;
}

int FixContactMemory::pack_exchange(int i, double *buf) {
    return pack(kept[i], buf);
}

int FixContactMemory::unpack_exchange(int nlocal, double *buf) {
    return unpack(kept[nlocal], buf);
}

// A restart record: its length, the columns, then as above.
int FixContactMemory::size_restart(int i) {
    collect();
    return (int)(3 + kept[i].partner.size() * (1 + columns));
}

int FixContactMemory::maxsize_restart() {
    collect();
    int mine = 3, most;
    for (int i = 0; i < atom->nlocal; i++) {
        mine = std::max(mine, size_restart(i));
    }
    MPI_Allreduce(&mine, &most, 1, MPI_INT, MPI_MAX, world);
    return most;
}

int FixContactMemory::pack_restart(int i, double *buf) {
    collect();
    buf[0] = (double)size_restart(i);
    buf[1] = (double)columns;
    pack(kept[i], buf + 2);
    return size_restart(i);
}

void FixContactMemory::unpack_restart(int nlocal, int nth) {
    const double *record = atom->extra[nlocal];
    for (int k = 0; k < nth; k++) {
        record += (int)record[0];
    }
    if (record[1] != (double)columns) {
        error->one(FLERR, "fix scree/memory: contacts of the restart file remember " +
                              std::to_string((int)record[1]) + " values, those of the laws " +
                              std::to_string(columns) +
                              "; accepted: the case file that the restart file was made with");
    }
    unpack(kept[nlocal], record + 2);
}

double FixContactMemory::memory_usage() {
    double bytes = (double)(pair_touching.capacity() + sizeof(double) * pair_value.capacity());
    for (const Contacts &c : kept) {
        bytes +=
            (double)(sizeof c + sizeof(tagint) * c.partner.capacity() + sizeof(double) * c.value.capacity());
    }
    return bytes;
}
