#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws docs/pictures/laws/PAGE.svg in the contact lab: law_figures.py SCREE [PAGE ...]"""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

GLASS = "materials:\n  glass: {density: 2500, young: 1e7, poisson: 0.3}\n"


def case(contacts, lab="a: {material: glass, radius: 5 mm}, b: {material: glass, radius: 5 mm}"):
    return GLASS + "contacts: {between: any, " + contacts + "}\nlab: {" + lab + "}\n"


def ramps(column, corners, overlap=None, steps=200, dt=1e-4):
    """Rows of a path through corner values of one coordinate: the overlap itself, or the integral of a rate."""
    rows, t, at = [], 0.0, corners[0]
    rows.append((t, at if overlap is None else overlap, 0.0, 0.0))
    for to in corners[1:]:
        for k in range(1, steps + 1):
            t += dt
            rate = (to - at) / (steps * dt)
            here = at + (to - at) * k / steps
            rows.append((t, here, rate, 0.0) if overlap is None else (t, overlap, 0.0, rate))
        at = to
    names = "t,overlap,overlap_rate," + (column or "slip_x")
    return names + "\n" + "\n".join(",".join(repr(v) for v in r) for r in rows) + "\n"


BONDED = "a: {material: glass, radius: 5 mm}, b: {material: glass, radius: 5 mm}, bonded: 0 mm"

CYCLE = [0.0, 1e-5, -1e-5, 1e-5, -0.3e-5, 0.8e-5]      # m of slip
SLOW = dict(dt=1.0)                                     # s between rows: dashpots do nothing
PRESSES = [0.0, 2e-4, 1.2e-4, 3e-4, 0.5e-4, 4e-4, 1e-6]  # m of overlap
ROLLS = [0.0, 2e-3, -2e-3, 2e-3, -0.6e-3, 1.6e-3]      # rad

# page: (case, path or None for a collision, extra options)
FIGURES = {
    "hertz": (case("normal: hertz, tangential: none, restitution: 0.6"), None, []),
    "hooke": (case("normal: hooke, tangential: none, stiffness: 1e4, restitution: 0.6"), None, []),
    "hooke_hysteresis": (case("tangential: none, normal: {law: hooke_hysteresis, restitution: 1, elastic_stiffness: 5000, "
                              "max_stiffness_ratio: 5, adhesion_stiffness_ratio: 1, plasticity_depth: 0.05}"),
                         ramps(None, PRESSES), []),
    "sjkr": (case("tangential: none, normal: {law: hooke, stiffness: 5000, restitution: 1}, "
                  "cohesion: {law: sjkr, cohesion_energy_density: 2e5}"), ramps(None, [0.0, 2e-4, 0.0]), []),
    "viscoelastic_nonlinear": (case("tangential: none, normal: {law: viscoelastic_nonlinear, damping_formula: TTI, "
                                    "restitution: 0.6, remove_cohesion: true}"), None, []),
    "sds_linear": (case("normal: {law: viscoelastic_nonlinear, damping_formula: none}, tangential: {law: sds_linear, "
                        "friction: 0.3, tangential_damping_coefficient: 0}"), ramps("slip_x", CYCLE, 2e-5), []),
    "sds_nonlinear": (case("normal: {law: viscoelastic_nonlinear, damping_formula: none}, tangential: {law: sds_nonlinear, "
                           "friction: 0.3, formula: LTH, tangential_damping_ratio: 0}"), ramps("slip_x", CYCLE, 2e-5), []),
    "lammps": (case("tangential: none, normal: {law: lammps_hertz, stiffness: 7.3e6, damping_rate_per_length: 5e6}"), None, []),
    "contact_sphere_sphere": (case("tangential: none, normal: {law: contact_sphere_sphere, contact_stiffness: 5000, "
                                   "contact_plasticity_ratio: 0.6, adhesion_coefficient: 3000}"),
                              ramps(None, PRESSES, **SLOW), []),
    "eepa": (case("tangential: none, normal: {law: eepa, contact_plasticity_ratio: 0.6, adhesion_coefficient: 1e5, "
                  "constant_pull_off_force: 0.02, restitution: 1}"), ramps(None, PRESSES, **SLOW), []),
    "lankarani_nikravesh": (case("tangential: none, normal: {law: lankarani_nikravesh, restitution: 0.6}"), None, []),
    "luding": (case("tangential: none, normal: {law: luding, stiffness: 20000, loading_ratio: 0.25, adhesion_ratio: 0.2, "
                    "plasticity_depth: 0.06, variant: luding2008}"), ramps(None, PRESSES, **SLOW), []),
    "jkr": (case("tangential: none, normal: {law: jkr, surface_energy: 20, restitution: 1}"),
            ramps(None, [0.0, 2.5e-4, -1e-4], **SLOW), []),
    "dmt": (case("tangential: none, normal: {law: hertz, restitution: 1}, cohesion: {law: dmt, surface_energy: 5}"),
            ramps(None, [0.0, 8e-5, -1e-6], **SLOW), []),
    "thornton_ning": (case("tangential: none, normal: {law: thornton_ning, yield_stress: 4e5}"),
                      ramps(None, [0.0, 2e-4, 0.0, 3e-4, 0.0], **SLOW), []),
    "walton_braun": (case("tangential: none, normal: {law: walton_braun, stiffness: 5000, restitution: 0.6}"),
                     ramps(None, [0.0, 2e-4, 1e-4, 3e-4, 0.0], **SLOW), []),
    "marshall": (case("restitution: 1, friction: 0.3, twisting: {law: marshall, friction: 0.3, twisting_damping: off}"),
                 ramps("twist", [30 * r for r in ROLLS], 2e-5), ["--plot-x", "twisted", "--plot-y", "mw"]),
    "mindlin": (case("restitution: 1, tangential: {law: mindlin, friction: 0.3}"), ramps("slip_x", CYCLE, 2e-5), []),
    "linear_spring": (case("normal: hooke, stiffness: 1e4, restitution: 1, tangential: {law: linear_spring, friction: 0.3}"),
                      ramps("slip_x", [4 * s for s in CYCLE], 2e-5), []),
    "coulomb": (case("restitution: 0.9, tangential: {law: coulomb, friction: 0.3}"),
                ramps("slip_x", CYCLE, 2e-5, dt=1e-6), []),
    "cdt": (case("restitution: 1, friction: 0.3, rolling: {law: cdt, rolling_friction: 0.1}"),
            ramps("roll_x", ROLLS, 2e-5), ["--plot-x", "rolled_x", "--plot-y", "mr_x"]),
    "epsd": (case("restitution: 1, friction: 0.3, rolling: {law: epsd, rolling_friction: 0.1, rolling_damping: 0}"),
             ramps("roll_x", [100 * r for r in ROLLS], 2e-5), ["--plot-x", "rolled_x", "--plot-y", "mr_x"]),
    "conduction": (case("restitution: 1, friction: 0.3, heat: {law: conduction, conductivity: 1}"),
                   ramps(None, [0.0, 2e-4]), ["--plot-x", "overlap", "--plot-y", "conductance"]),
    "packed_bed": (case("restitution: 1, friction: 0.3, heat: {law: packed_bed, conductivity: 1, gas_conductivity: 0.03, least_gap: 1e-6}"),
                   ramps(None, [0.0, 2e-4]), ["--plot-x", "overlap", "--plot-y", "conductance"]),
    "liggghts_conduction": (case("restitution: 1, friction: 0.3, heat: {law: liggghts_conduction, conductivity: 1}"),
                            ramps(None, [0.0, 2e-4]), ["--plot-x", "overlap", "--plot-y", "conductance"]),
    "wear": (case("restitution: 1, tangential: {law: mindlin, friction: 0.3}, wear: {law: archard, wear_coefficient: 1e-3, hardness: 1e9}"),
             ramps("slip_x", CYCLE, 2e-5), ["--plot-x", "slid_x", "--plot-y", "worn"]),
    "parallel_bond": (case("normal: none, tangential: none, bond: {law: parallel, bond_young: 1e9, bond_tension: 1e7, "
                           "bond_shear: 8e6}", BONDED),
                      ramps("roll_x", [0.0, 0.012, -0.008, 0.022], 0.0), ["--plot-x", "rolled_x", "--plot-y", "mr_x"]),
    "concrete_bond": (case("normal: none, tangential: none, bond: {law: concrete, bond_young: 1e9, bond_crack_onset: 1e-3, bond_ductility: 10, "
                           "bond_cohesion: 1e6}", BONDED),
                      ramps(None, [0.0, -4e-5, 5e-6, -7e-5, 0.0, -1.1e-4], **SLOW), []),
    "wire_bond": (case("normal: none, tangential: none, bond: {law: wire, wire_diameter: 2 mm, wire_young: 1e9, wire_yield: 1e6, wire_piece_1: 3e-3, "
                       "wire_hardening_1: 0.1, wire_piece_2: 5e-3, wire_hardening_2: 0.02}", BONDED),
                  ramps(None, [0.0, -3e-5, 0.0, -7e-5, -5e-5, -1e-4], **SLOW), []),
    "liquid_bridges": (case("restitution: 1, tangential: none, liquid: {law: young_laplace, surface_tension: 0.073, contact_angle: 0.5 rad}", BONDED),
                       ramps(None, [0.0, -7e-4], 0.0), ["--plot-x", "overlap", "--plot-y", "fn"]),
    "rotational_bond": (case("normal: none, tangential: none, bond: {law: rotational, bond_kr: 1e6, bond_ks: 5e5, bond_kb: 3, "
                             "bond_kt: 2, bond_fr: 100, bond_smooth: yes}", BONDED),
                        ramps(None, [0.0, -6e-5, 3e-5, -1.1e-4], **SLOW), []),
}


def draw(scree, page):
    text, path, options = FIGURES[page]
    out = os.path.join(ROOT, "docs", "pictures", "laws", page + ".svg")
    os.makedirs(os.path.dirname(out), exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        yaml, csv = os.path.join(folder, "case.yaml"), os.path.join(folder, "path.csv")
        with open(yaml, "w") as f:
            f.write(text)
        command = [scree, "law", "collide" if path is None else "drive", yaml, "--out", os.devnull, "--plot", out]
        if path is not None:
            with open(csv, "w") as f:
                f.write(path)
            command += ["--path", csv]
        subprocess.run(command + options, check=True)


def main():
    scree = sys.argv[1]
    pages = subprocess.run([scree, "law", "page"], check=True, capture_output=True, text=True).stdout.split()
    for page in sys.argv[2:] or pages:
        if page not in FIGURES:
            sys.exit("law_figures.py: no figure for " + page)
        draw(scree, page)


if __name__ == "__main__":
    main()
