// SPDX-License-Identifier: BSD-3-Clause
// fix ID GROUP wall/scree [NAME ...]: planes and cylinders of the case of pair style scree, all or those named, with
// their motion, belt speed, start and stop. Global vector: force on them (N).
#ifndef CONTRIB_LAMMPS_FIX_WALL_SCREE_H
#define CONTRIB_LAMMPS_FIX_WALL_SCREE_H

#include "contact_laws.h"
#include "fix.h"
#include <vector>

namespace LAMMPS_NS {

class PairScree;

class FixWallScree : public Fix {
  public:
    FixWallScree(LAMMPS *, int, char **);
    ~FixWallScree() override;

    int setmask() override;
    void init() override;
    void setup(int) override;
    void post_force(int) override;
    double compute_vector(int) override;
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
    PairScree *pair;
    const contact_laws *laws; // that the walls and the memory are of
    std::vector<int> wall;    // numbers in the case
    size_t columns;
    std::vector<unsigned char> touching; // by atom and wall
    std::vector<double> value;           // by atom, wall and column
    double force_on_walls[3] = {0.0, 0.0, 0.0};

    PairScree *find_pair();
    void add_wall(const char *name);
    contact_place place_of(int i, size_t k);
    static void add_load(void *self, int i, int k, const contact_load *load);
};

} // namespace LAMMPS_NS

#endif
