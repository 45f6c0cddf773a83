// SPDX-License-Identifier: BSD-3-Clause
// lmp_scree: a LAMMPS of the installed liblammps with scree's styles in it; the options are those of lmp (-in FILE ...).
#include "fix_contact_memory.h"
#include "fix_wall_scree.h"
#include "force.h"
#include "input.h"
#include "lammps.h"
#include "modify.h"
#include "pair_scree.h"
#include <exception>
#include <mpi.h>

using namespace LAMMPS_NS;

template <class Style> static Pair *make_pair_style(LAMMPS *lmp) {
    return new Style(lmp);
}

template <class Style> static Fix *make_fix(LAMMPS *lmp, int narg, char **arg) {
    return new Style(lmp, narg, arg);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    try {
        LAMMPS lmp(argc, argv, MPI_COMM_WORLD);
        (*lmp.force->pair_map)["scree"] = make_pair_style<PairScree>;
        (*lmp.modify->fix_map)["scree/memory"] = make_fix<FixContactMemory>;
        (*lmp.modify->fix_map)["wall/scree"] = make_fix<FixWallScree>;
        lmp.input->file();
    } catch (const std::exception &) { // LAMMPS has said what it is
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
