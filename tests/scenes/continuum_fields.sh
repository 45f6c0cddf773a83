#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600
# Fields of a run have the same bytes with any threads and ranks, also after a stop; `scree fields` has the same from its frames, up to the single precision of
# velocities there; a bed at rest bears the weight above each height, and its floor the whole.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >case.yaml <<'E2'
title: Bed on a floor
time: {end: 0.4, dt: 40 us}
gravity: [0, 0, -9.81 m/s2]
damping: {viscous: 20 1/s}
domain: {min: [0, 0, -5 mm], max: [16 mm, 16 mm, 30 mm], periodic: [x, y]}
materials:
  glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25, restitution: 0.2, friction: 0.5}
contacts: [{between: any, normal: hertz, tangential: mindlin}]
walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}}
insertion: {material: glass, fill: random, region: {box: {min: [0, 0, 0], max: [16 mm, 16 mm, 20 mm]}}, diameter: {uniform: [2 mm, 3 mm]}, count: 160}
output:
  fields: {every: 0.1 s, along: z, bins: 40, radius: 4 mm}
  vtk: {every: 0.1 s, contacts: true}
  series: {every: 20 ms}
  plot: false
E2
fields_are_those_of() { # fields_are_those_of FOLDER
    local file
    for file in whole/fields_*; do
        cmp "$file" "$1/${file#*/}" || die "$1: another ${file#*/}"
    done
}
run_whole
[[ $(ls whole/fields_*.csv | wc -l) == 5 ]] || die "files of fields"
same_on_threads
fields_are_those_of two
same_in_parts 1500 4001
fields_are_those_of parts
for n in $(ranks_of 3 2); do
    ((${#mpirun[@]})) || break
    run_on "$n" --out ranks --overwrite
    fields_are_those_of ranks
done
grid=(--set output.fields.along=grid --set 'output.fields.cells=[6, 5, 12]' --set output.fields.every=30ms --steps 1500)
same_grids() { # same_grids HOW
    local file
    for file in grid/fields_*.vti; do
        cmp "$file" "grid2/${file#*/}" || die "$1: another ${file#*/}"
    done
}
run "${grid[@]}" --threads 1 --out grid
run "${grid[@]}" --threads 2 --out grid2
same_grids "two threads"
grep -q fields_000000001500.vti grid/fields.pvd || die "no list of grids"
if ((${#mpirun[@]})); then
    run_on 2 "${grid[@]}" --out grid2 --overwrite
    same_grids "two ranks"
fi

for threads in 1 2 4; do
    "$SCREE" fields whole --along z --bins 40 --radius 4mm --threads $threads --out tool$threads.csv --quiet
    "$SCREE" fields whole --cells 8,8,20 --threads $threads --out tool$threads.vti --quiet
done
for n in 2 4; do
    cmp tool1.csv tool$n.csv && cmp tool1.vti tool$n.vti || die "$n threads: other fields"
done
"$SCREE" fields whole --along z --from 0.1 --to 0.4 --bins 1 --quiet --out mean.csv
"$SCREE" fields whole --along z --bins 40 2>said
grep -q "wrote whole_fields.csv" said && grep -q "wrote whole_fields.svg" said || { cat said; die "names of files"; }
grep -q "normal stress" whole_fields.svg || die "no picture"
python3 - <<'P'
import csv, glob, math
rows = lambda name: list(csv.DictReader(open(name)))
run, tool = rows(sorted(glob.glob("whole/fields_*.csv"))[-1]), rows("tool1.csv")
assert list(run[0]) == list(tool[0])
for column in run[0]:
    a, b = ([float(r[column]) for r in t] for t in (run, tool))
    size = max((abs(x) for x in a if x == x), default=0)
    loose = any(w in column for w in ("velocity", "momentum", "granular", "kinetic"))
    for x, y in zip(a, b):
        assert (x != x and y != y) or abs(x - y) <= (1e-5 if loose else 1e-10) * size, (column, x, y)
series = rows("whole/series.csv")[-1]
area, step, g = 0.016**2, 0.035 / 40, 9.81
density, stress, wall, z = ([float(r[c]) for r in run] for c in ("density [kg/m3]", "stress_zz [Pa]", "wall_force_z [N/m3]", "z [m]"))
mass = sum(density) * step * area
floor = -float(series["floor fz [N]"])
assert abs(mass * g - floor) < 5e-3 * floor, (mass * g, floor)
assert abs(sum(wall) * step * area - floor) < 1e-9 * floor, (sum(wall) * step * area, floor)
looked = 0
for k in range(40):
    above = (sum(density[k + 1:]) + 0.5 * density[k]) * step * g
    if z[k] > 5e-3 and above > 10:
        assert abs(stress[k] - above) < 2e-2 * max(above, 50), (z[k], stress[k], above)
        looked += 1
assert looked > 2, looked
P
refused_fields() { # refused_fields TEXT WORD...
    ! "$SCREE" fields "${@:2}" >/dev/null 2>said || die "accepted: ${*:2}"
    grep -qF -- "$1" said || { cat said; die "another message than: $1"; }
}
refused_fields "accepted: --overwrite" whole --along z
refused_fields "the folder of a run is needed" --along z
refused_fields "accepted: x, y, z or grid" whole --along w
refused_fields "there is no frame from t = 5" whole --along z --from 5
refused_fields "accepted: *.vti, *.csv or *.svg" whole --along z --out fields.png
refused_fields "a picture is of a profile" whole --cells 3,3,3 --out fields.svg
refused_fields "--threads needs a number" whole --along z --threads many
refused_fields "unknown option" whole --plot
"$SCREE" run case.yaml --steps 1 --set output.vtk.contacts=false --quiet --out bare >/dev/null
"$SCREE" fields bare --along z --quiet 2>said
grep -q "the frames have no contacts" said || die "no warning"
! head -1 bare_fields.csv | grep -q contact_stress || die "a contact stress without contacts"
