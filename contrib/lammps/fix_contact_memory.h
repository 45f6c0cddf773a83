// SPDX-License-Identifier: BSD-3-Clause
// What contacts remember in LAMMPS: beside the neighbour list while it lasts, with both atoms, by the partner's tag,
// whenever atoms may move to another process, the list is made anew or a restart file is written.
#ifndef CONTRIB_LAMMPS_FIX_CONTACT_MEMORY_H
#define CONTRIB_LAMMPS_FIX_CONTACT_MEMORY_H

#include "fix.h"
#include <vector>

namespace LAMMPS_NS {

// fix ID all scree/memory COLUMNS; made by pair style scree.
class FixContactMemory : public Fix {
  public:
    FixContactMemory(LAMMPS *, int, char **);
    ~FixContactMemory() override;

    // Of the pair at this place of the list, counted over all its atoms.
    double *values(size_t pair) {
        return pair_value.data() + pair * columns;
    }
    unsigned char *touching(size_t pair) {
        return pair_touching.data() + pair;
    }
    // To be called when memory is about to change.
    void changes() {
        collected = false;
    }

    NeighList *list = nullptr; // of the pair style

    int setmask() override;
    void setup_post_neighbor() override;
    void post_neighbor() override;
    void pre_exchange() override;
    void post_run() override;
    void grow_arrays(int) override;
    void copy_arrays(int, int, int) override;
    void set_arrays(int) override;
    int pack_exchange(int, double *) override;
    int unpack_exchange(int, double *) override;
    int size_restart(int) override;
    int maxsize_restart() override;
    int pack_restart(int, double *) override;
    void unpack_restart(int, int) override;
    double memory_usage() override;

  private:
    // The contacts of an atom: partner[k] goes with value[k * columns] and those behind it.
    struct Contacts {
        std::vector<tagint> partner;
        std::vector<double> value;
    };

    size_t columns;
    std::vector<unsigned char> pair_touching;
    std::vector<double> pair_value;
    std::vector<Contacts> kept;
    bool collected = true; // kept is up to date
    int nlocal_listed = 0; // atoms when the list was made

    void collect();
    void keep(int i, tagint partner, const double *value);
    int pack(const Contacts &from, double *buf) const;
    int unpack(Contacts &to, const double *buf) const;
};

} // namespace LAMMPS_NS

#endif
