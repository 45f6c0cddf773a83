// SPDX-License-Identifier: BSD-3-Clause
// pair_style scree CASE.yaml: the contact laws of a scree case between LAMMPS's spheres.
// pair_coeff * * MATERIAL ...: the material of each atom type.
#ifndef CONTRIB_LAMMPS_PAIR_SCREE_H
#define CONTRIB_LAMMPS_PAIR_SCREE_H

#include "contact_laws.h"
#include "pair.h"
#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixContactMemory;

class PairScree : public Pair {
  public:
    PairScree(LAMMPS *);
    ~PairScree() override;

    contact_laws *laws = nullptr;
    std::vector<int> material; // by atom type, from 1; those of pair_coeff

    // Time since the forces before, s, and whether the memory of contacts that exist stays: it is true before a run.
    double elapsed() const;
    bool trial() const;
    // Mass that contacts see of atom i, kg.
    double mass(int i) const;

    void settings(int, char **) override;
    void coeff(int, char **) override;
    void init_style() override;
    void init_list(int, NeighList *) override;
    double init_one(int, int) override;
    void compute(int, int) override;

  private:
    std::string memory_id; // of the fix
    FixContactMemory *memory_fix = nullptr;
    std::vector<double> largest;                    // radius by atom type, m
    std::vector<std::vector<contact_range>> ranges; // by atom types
    double widest = 0.0;                            // of those, m
    int frozen = 0;                                 // group bit of fix freeze

    void allocate();
    void read_case(const char *path);
    void find_largest();
    void find_frozen();
    contact_body body(int i) const;
    void evaluate(int i, const int *neighbours, int n, size_t pair);
    void add(const contact_body &mine, const contact_body &other, contact_place place, bool far);
    static void add_load(void *self, int i, int j, const contact_load *load);
};

} // namespace LAMMPS_NS

#endif
