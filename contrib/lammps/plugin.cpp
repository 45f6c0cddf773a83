// SPDX-License-Identifier: BSD-3-Clause
// screeplugin.so, for the LAMMPS command: plugin load screeplugin.so
#include "fix_contact_memory.h"
#include "fix_wall_scree.h"
#include "lammpsplugin.h"
#include "pair_scree.h"
#include "version.h"

using namespace LAMMPS_NS;

template <class Style> static void *make_pair_style(void *lmp) {
    return new Style((LAMMPS *)lmp);
}

template <class Style> static void *make_fix(void *lmp, int narg, char **arg) {
    return static_cast<Fix *>(new Style((LAMMPS *)lmp, narg, arg));
}

extern "C" __attribute__((visibility("default"))) void lammpsplugin_init(void *lmp, void *handle,
                                                                         void *register_plugin) {
    lammpsplugin_regfunc add = (lammpsplugin_regfunc)register_plugin;
    lammpsplugin_t plugin = {};
    plugin.version = LAMMPS_VERSION;
    plugin.author = "the authors of scree";
    plugin.handle = handle;

    plugin.style = "pair";
    plugin.name = "scree";
    plugin.info = "contact laws of a scree case";
    plugin.creator.v1 = (lammpsplugin_factory1 *)&make_pair_style<PairScree>;
    add(&plugin, lmp);

    plugin.style = "fix";
    plugin.name = "scree/memory";
    plugin.info = "what contacts of pair style scree remember";
    plugin.creator.v2 = (lammpsplugin_factory2 *)&make_fix<FixContactMemory>;
    add(&plugin, lmp);

    plugin.name = "wall/scree";
    plugin.info = "walls of a scree case";
    plugin.creator.v2 = (lammpsplugin_factory2 *)&make_fix<FixWallScree>;
    add(&plugin, lmp);
}
