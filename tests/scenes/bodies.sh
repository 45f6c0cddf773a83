#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# Clumps and spheres, inserted at once and over time, in a turning mesh with a periodic axis, with outlets, a fixed clump, a servo and
# phases: the same bits and series with any threads and ranks, and when the run is stopped and resumed; what may not be is refused.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
source "$SCREE_SOURCE/tests/support/same_bits.sh"
cat >trimer.txt <<'E2'
# x y z r
0 0 0 2
2 0 0 1.5
0 2.5 0.5 1
E2
cat >case.yaml <<'E2'
time: {dt: 10 us}
gravity: [0, 0, -9.81 m/s2]
domain: {min: [-30 mm, -10 mm, -30 mm], max: [30 mm, 10 mm, 60 mm], periodic: [y]}
materials:
  glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25, restitution: 0.4, friction: 0.5, rolling_friction: 0.05, cohesion_energy_density: 500 J/m3}
contacts: {between: any, normal: hertz, tangential: mindlin, rolling: epsd, cohesion: sjkr2}
shapes:
  dimer: {members: [{at: [0, 0, -1 mm], radius: 1.5 mm}, {at: [0, 0, 1 mm], radius: 1.5 mm}]}
  trimer: {file: trimer.txt, scale: 1 mm}
  needle: {chain: {count: 4, radius: 1 mm, spacing: 1.5 mm}, mass_of: sum}
walls:
  trough:
    extrude: {line: [[-22 mm, -12 mm, 20 mm], [-14 mm, -12 mm, -2 mm], [14 mm, -12 mm, -2 mm], [22 mm, -12 mm, 20 mm]], along: [0, 24 mm, 0]}
    material: glass
    motion: {rotate: {axis: [0, 1, 0], point: [0, 0, 0], rate: 3 rad/s}}
  lid: {rectangle: {corner: [-8 mm, -12 mm, 45 mm], first: [16 mm, 0, 0], second: [0, 24 mm, 0]}, material: glass, servo: {slide: {along: [0, 0, -1], force: 0.1 N, speed: 0.5 m/s}}}
particles:
  - {positions: [[0, 0, 2 mm]], shape: needle, material: glass, fixed: true, orientation: {axis: [0, 1, 0], angle: 30 deg}}
insertion:
  - {name: dimers, shape: dimer, material: glass, fill: random, count: 60, region: {box: {min: [-12 mm, -10 mm, 4 mm], max: [12 mm, 10 mm, 30 mm]}}}
  - {name: trimers, shape: trimer, diameter: {uniform: [3 mm, 4 mm]}, spin: [0, 0, 100 rad/s], material: glass, fill: random, count: 30, region: {box: {min: [-12 mm, -10 mm, 4 mm], max: [12 mm, 10 mm, 40 mm]}}}
  - {name: balls, material: glass, fill: random, diameter: 3 mm, count: 40, region: {box: {min: [-12 mm, -10 mm, 4 mm], max: [12 mm, 10 mm, 40 mm]}}}
  - {name: rain, shape: needle, material: glass, rate: 1000 1/s, stop: 50 ms, velocity: [0, 0, -1 m/s], region: {box: {min: [-20 mm, -10 mm, 46 mm], max: [-9 mm, 10 mm, 60 mm]}}}
outlets:
  edge: {region: {half_space: {point: [11.5 mm, 0, 0], normal: [1, 0, 0]}}}
  seen: {region: {half_space: {point: [0, 0, 5 mm], normal: [0, 0, -1]}}, action: count}
phases:
  one: {until: 50 ms}
  two: {until: 50 ms, set: {materials.glass.friction: 0.2, walls.lid.servo.slide.force: 0.3 N}}
output: {series: {every: 1 ms}, checkpoint: {every: 50 ms}, vtk: {every: 50 ms}, csv: {every: 100 ms}, plot: false}
E2
run_whole
python3 - <<'P'
import csv
rows = list(csv.DictReader(open("whole/series.csv")))
col = lambda name: [float(r[name]) for r in rows]
assert rows[-1]["particles [1]"] != "" and col("rain inserted [1]")[-1] > 30
came = 131 + col("rain inserted [1]")[-1]  # with the fixed one
assert came == col("particles [1]")[-1] + col("edge count [1]")[-1] + col("lost [1]")[-1], (came, rows[-1])
assert col("edge count [1]")[-1] > 3 and col("seen count [1]")[-1] > 10
balance = col("energy_balance [J]")
scale = max(col("potential [J]")) - min(col("potential [J]")) + col("energy_inserted [J]")[-1]
assert max(balance) - min(balance) < 5e-3 * scale, (max(balance) - min(balance), scale)
last = list(csv.DictReader(open("whole/particles_000000010000.csv")))
assert len(last) > 300  # members, a row each
P
python3 - <<'P'
import csv, math
rows = list(csv.DictReader(open("whole/bodies_000000010000.csv")))
members = {int(r["id"]): r for r in csv.DictReader(open("whole/particles_000000010000.csv"))}
shape = {"dimer": [(0, 0, -1e-3), (0, 0, 1e-3)], "needle": [(k * 1.5e-3, 0, 0) for k in range(4)]}
seen = 0
for r in rows:  # the orientation turns the shape, as it was given, to where the members are
    get = lambda name: float(r[name])
    w, x, y, z = (get(f"orientation_{k}") for k in "wxyz")
    assert abs(w * w + x * x + y * y + z * z - 1) < 1e-14
    if r["shape"] in shape:
        m = [(members[int(r["id"]) + k], at) for k, at in enumerate(shape[r["shape"]])]
        d = [b - a for a, b in zip(m[0][1], m[-1][1])]
        turned = [(1 - 2 * (y * y + z * z)) * d[0] + 2 * (x * y - w * z) * d[1] + 2 * (x * z + w * y) * d[2],
                  2 * (x * y + w * z) * d[0] + (1 - 2 * (x * x + z * z)) * d[1] + 2 * (y * z - w * x) * d[2],
                  2 * (x * z - w * y) * d[0] + 2 * (y * z + w * x) * d[1] + (1 - 2 * (x * x + y * y)) * d[2]]
        for k, axis in enumerate("xyz"):
            got = float(m[-1][0][f"position_{axis} [m]"]) - float(m[0][0][f"position_{axis} [m]"])
            got -= round(got / 0.02) * 0.02 if axis == "y" else 0
            assert abs(got - turned[k]) < 1e-12, (r, got, turned[k])
        seen += 1
assert seen > 60 and len(rows) > 90
P
grep -q 'Name="orientation"' whole/bodies_000000010000.vtp || die "no orientations in ParaView files"
grep -q 'Name="body"' whole/particles_000000010000.vtp || die "no body in ParaView files"
same_on_threads
same_in_parts 2 500 1001 2500 3000 4999 5000 5001 6000 7501 9999
same_on_ranks 2 3 5
same_on_other_ranks 2 4321 3
# Another file of members is another case; and a run does not delete the file that it reads.
cp trimer.txt kept.txt
sed -i 's/^2 0 0 1.5/2 0 0 1.4/' trimer.txt
if "$SCREE" run case.yaml --quiet --out parts --resume >state 2>said; then die "resumed with another shape"; fi
grep -q 'was written by a case that differs' said || { cat said; die "no message for another shape"; }
mkdir keep && mv kept.txt trimer.txt && cp trimer.txt keep/series.csv && echo series.csv >keep/run.files
sed 's/file: trimer.txt/file: keep\/series.csv/' case.yaml >keep.yaml
if "$SCREE" run keep.yaml --quiet --out keep --overwrite >state 2>said; then die "the shape was overwritten"; fi
[[ -s keep/series.csv ]] || die "the shape is gone"
# In a new case the clumps go on, if it has their shapes.
cat >anew.yaml <<E2
time: {end: 1 ms, dt: 10 us}
gravity: [0, 0, -9.81 m/s2]
domain: {min: [-30 mm, -10 mm, -30 mm], max: [30 mm, 10 mm, 60 mm], periodic: [y]}
materials: {glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.25, restitution: 0.4, friction: 0.5}}
SHAPES
particles: [{checkpoint: whole/checkpoint_000000010000.scree}]
output: {plot: false}
E2
sed '/^SHAPES/d' anew.yaml >without.yaml
if "$SCREE" run without.yaml --quiet --out without >state 2>said; then die "clumps without shapes"; fi
grep -q "a clump" said || { cat said; die "no message for clumps without shapes"; }
sed "s|^SHAPES|$(grep -A3 '^shapes:' case.yaml | sed 's/|/\\|/g' | awk '{printf "%s\\n", $0}')|" anew.yaml >with.yaml
"$SCREE" run with.yaml --quiet --out with >state 2>said || { cat said; die "anew"; }
if grep -q density said; then cat said; die "a warning of the same density"; fi
# They are found by their names, in whatever order; a name that is not there is an error.
{ sed '/^shapes:/,$d' with.yaml; echo 'shapes:'; grep -A3 '^shapes:' with.yaml | tail -n +2 | tac; sed '1,/^shapes:/d' with.yaml | tail -n +4; } >turned.yaml
[[ $(sort turned.yaml) == "$(sort with.yaml)" ]] && ! cmp -s turned.yaml with.yaml || die "the shapes are not in another order"
"$SCREE" run turned.yaml --quiet --out turned >state 2>said || { cat said; die "shapes in another order"; }
cmp with/series.csv turned/series.csv || die "shapes in another order: another series"
sed 's/needle:/pin:/' with.yaml >named.yaml
if "$SCREE" run named.yaml --quiet --out named >state 2>said; then die "a shape of another name"; fi
grep -q "clumps are of the shape 'needle', which this case does not define" said || { cat said; die "no message for another name"; }
# A density that differs from that of the particles gives a warning.
sed 's/density: 2500/density: 2600/' with.yaml >dense.yaml
"$SCREE" run dense.yaml --quiet --out dense >state 2>said || { cat said; die "another density"; }
grep -q "keep the masses that they have there: some have a density of 2500 kg/m3, where materials.glass.density is 2600 kg/m3" said ||
    { cat said; die "no warning for another density"; }
if "$SCREE" run dense.yaml --quiet --strict --out dense --overwrite >state 2>said; then die "another density with --strict"; fi
# A run that begins at the time of the checkpoint says that it is a new run.
sed 's/{checkpoint: \(.*\).scree}/{checkpoint: \1.scree, keep_time: true}/; s/end: 1 ms/end: 101 ms/' with.yaml >timed.yaml
"$SCREE" run timed.yaml --out timed >state 2>said || { cat said; die "keep_time"; }
grep -q "note: the run begins at 0.1 s, .* it is a new run" said || { cat said; die "keep_time says nothing"; }
# Shapes with the same radii and numbers of members, but other places, are others; all ranks say so.
sed 's/at: \[0, 0, 1 mm\], radius: 1.5 mm/at: [0, 0, 1.2 mm], radius: 1.5 mm/; s/at: \[0, 0, -1 mm\]/at: [0, 0, -1.2 mm]/; s/dimer: {/dimer: {volume: 24.74 mm3, /' with.yaml >moved.yaml
if "$SCREE" run moved.yaml --quiet --out moved >state 2>said; then die "clumps with other arms"; fi
grep -q "a clump that is none of this case's shapes" said || { cat said; die "no message for other arms"; }
if ((${#mpirun[@]})); then
    for file in moved without; do
        cp $file.yaml case2.yaml
        if OMP_NUM_THREADS=1 timeout 60 "${mpirun[@]}" -n 3 "$SCREE" run case2.yaml --quiet --out moved --overwrite >state 2>said; then die "$file on 3 ranks"; fi
        grep -q "a clump" said || { cat said; die "no message for $file on 3 ranks"; }
    done
fi
# A file of clumps with orientations puts them where they were.
python3 - <<'P'
import csv
rows = [r for r in csv.DictReader(open("whole/bodies_000000010000.csv")) if r["shape"] == "dimer"]
with open("dimers.txt", "w") as f:
    f.write("# x y z diameter vx vy vz wx wy wz qw qx qy qz\n")
    for k, r in enumerate(rows):
        names = ["position_x [m]", "position_y [m]", "position_z [m]", "size [m]", "velocity_x [m/s]", "velocity_y [m/s]", "velocity_z [m/s]",
                 "omega_x [rad/s]", "omega_y [rad/s]", "omega_z [rad/s]"]
        q = [repr(float(r[f"orientation_{c}"]) * (1 + k)) for c in "wxyz"]  # of any length
        f.write(" ".join([r[n] for n in names] + q) + "\n")
P
(sed '/^particles:/,$d; s/^SHAPES/shapes: {dimer: {members: [{at: [0, 0, -1 mm], radius: 1.5 mm}, {at: [0, 0, 1 mm], radius: 1.5 mm}]}}/' anew.yaml
 echo 'particles: [{file: dimers.txt, shape: dimer, material: glass}]'
 echo 'output: {csv: {every: 1 ms}, plot: false}') >again.yaml
"$SCREE" run again.yaml --quiet --out again --steps 0 >state 2>said || { cat said; die "a file of clumps"; }
python3 - <<'P'
import csv
old = [r for r in csv.DictReader(open("whole/bodies_000000010000.csv")) if r["shape"] == "dimer"]
new = list(csv.DictReader(open("again/bodies_000000000000.csv")))
assert len(old) == len(new) > 20
members = {int(r["id"]): r for r in csv.DictReader(open("whole/particles_000000010000.csv"))}
again = {int(r["id"]): r for r in csv.DictReader(open("again/particles_000000000000.csv"))}
for a, b in zip(old, new):
    for k in range(2):
        p, q = members[int(a["id"]) + k], again[int(b["id"]) + k]
        for name in ("position_x [m]", "position_z [m]", "velocity_x [m/s]", "velocity_y [m/s]", "velocity_z [m/s]", "omega_y [rad/s]", "mass [kg]"):
            assert abs(float(p[name]) - float(q[name])) <= 1e-12 * max(1.0, abs(float(p[name]))), (name, p, q)
P
sed -i '3s/.*/0 0 0 0.004 0 0 0 0 0 0 0 0 0 0/' dimers.txt
if "$SCREE" check again.yaml >said 2>&1; then die "a zero quaternion"; fi
grep -q "dimers.txt:3:.*the quaternion qw qx qy qz is zero" said || { cat said; die "no message for a zero quaternion"; }
sed -i '3d; s/shape: dimer, //' dimers.txt again.yaml
if "$SCREE" check again.yaml >said 2>&1; then die "spheres with orientations"; fi
grep -q "spheres have no orientation; accepted: 'shape' beside 'file'" said || { cat said; die "no message for spheres with orientations"; }
refused() { # refused EXPRESSION TEXT: the case changed by sed is refused with this text
    sed "$1" case.yaml >bad.yaml
    if "$SCREE" check bad.yaml >said 2>&1; then die "accepted: $1"; fi
    grep -q -- "$2" said || { cat said; die "no message says '$2'"; }
}
refused 's/dimer: {members: .*/dimer: {members: []}/' "no members; accepted: at least one"
refused 's/dimer: {members: .*/dimer: {mass_of: sum}/' "what it is made of is missing"
refused 's/dimer: {members: .*/dimer: {file: trimer.txt, members: [{at: [0, 0, 0], radius: 1 mm}]}/' "what it is made of is given twice; accepted: one of"
refused 's/dimer: {members: .*/dimer: {members: [{at: [0, 0, 0], radius: 1 mm}], gyration: [1e-6, 1e-6, 3e-6]}/' "no body has these moments"
refused 's/dimer: {members: .*/dimer: {members: [{at: [0, 0, 0], radius: 0}]}/' "out of range"
refused 's/dimer: {members: .*/dimer: {file: nothing.txt}/' "nothing.txt"
refused 's/dimer: {members: .*/dimer: {grid: {count: [2, 1.5], radius: 1 mm}}/' "grid: count: accepted: .nx, ny. or"
refused 's/dimer: {members: .*/dimer: {grid: {count: [1001, 1000], radius: 1 mm}}/' "up to a million spheres"
refused 's/dimer: {members: .*/dimer: {chain: {count: 1, radius: 1 mm}}/' "chain.count"
echo '# x y z r density
0 0 0 0.001 2500' >dense.txt
refused 's/dimer: {members: .*/dimer: {file: dense.txt}/' "members have places and radii only"
echo '# x y z r qw qx
0 0 0 0.001 1 0' >half.txt
refused 's/dimer: {members: .*/dimer: {file: half.txt}/' "some of the columns qw qx qy qz are missing"
refused 's/dimer: {members: .*/dimer: {members: []}/' "no members"
[[ $(grep -c ': error:' said) == 1 ]] || { cat said; die "more than one error for a shape without members"; }
refused 's/shape: dimer,/shape: dimmer,/' "there is no shape 'dimmer'"
refused 's/name: balls,/name: balls, orientation: {axis: [1, 0, 0], angle: 1},/' "spheres have no orientation"
refused 's/^time: {dt: 10 us}/time: {dt: 10 us, integrator: verlet_half_step}/' "clumps need the integrator verlet"
sed 's/dimer: {members: .*/dimer: {members: [{at: [0, 0, 0], radius: 2 mm}, {at: [0, 0, 0.1 mm], radius: 1 mm}, {at: [9 mm, 0, 0], radius: 1 mm}]}/' case.yaml >odd.yaml
"$SCREE" run odd.yaml --quiet --out odd --steps 1 >state 2>said || { cat said; die "odd shape"; }
sed 's/at: \[0, 0, 1 mm\], radius: 1.5 mm/at: [0, 0, 19 mm], radius: 1.5 mm/' case.yaml >long.yaml
"$SCREE" run long.yaml --quiet --out long --steps 1 >state 2>long.said || { cat long.said; die "long shape"; }
grep -q "'dimers': its clumps may be 0.02.* more than the period along y, 0.02 m" long.said || { cat long.said; die "no warning for a long shape"; }
sed 's/dimer: {members: /dimer: {centre: [1 cm, 0, 0], members: /' case.yaml >far.yaml
"$SCREE" run far.yaml --quiet --out far --steps 1 >state 2>far.said || { cat far.said; die "far centre"; }
grep -q "shapes.dimer: its centre, 0.01 0 0 m, is outside its members" far.said || { cat far.said; die "no warning for a far centre"; }
sed 's/dimer: {members: .*/dimer: {grid: {count: [4, 4, 4], radius: 1 mm, spacing: 2.2 mm}, bonded: {gap: 0.3 mm}}/; s/cohesion: sjkr2/bond: parallel, bond_young: 1 MPa/' case.yaml >apart.yaml
"$SCREE" check apart.yaml >apart.said 2>&1 || true
[[ $(grep -c "touches no other one" apart.said) == 1 ]] || { cat apart.said; die "members bonded across gaps: not one warning"; }
grep -q "shapes.dimer: member 1 touches no other one, as 63 more of 64: particles may get" apart.said || { cat apart.said; die "no number of members"; }
sed 's/dimer: {members: .*/dimer: {chain: {count: 1000000, radius: 1 mm}}/' case.yaml >many.yaml
timeout 20 "$SCREE" check many.yaml >many.said 2>&1 && die "a clump of a million members passes"
grep -q "shapes.dimer: a clump of 1000000 members; accepted: up to 5000" many.said || { cat many.said; die "a clump of a million members"; }
sed 's/dimer: {members: .*/dimer: {pieces: [{ellipsoid: [2 mm, 2 mm, 2 mm]}, {ellipsoid: [2 mm, 2 mm, 1 mm]}, {ellipsoid: [2 mm, 2 mm, 2 mm], at: [1, 1, 0]}]}/' case.yaml >wide.yaml
"$SCREE" check wide.yaml >wide.said 2>&1 || true
grep -q "shapes.dimer: pieces that overlap are 0.666 times as thick as the columns" wide.said || { cat wide.said; die "no warning of a union that the grid cannot integrate"; }
sed 's/at: \[1, 1, 0\]/at: [1 mm, 1 mm, 0]/' wide.yaml >narrow.yaml
"$SCREE" check narrow.yaml >narrow.said 2>&1 || true
! grep "times as thick" narrow.said || die "a warning of a union that the grid integrates"
grep -q "member 2 is inside member 1" said && grep -q "member 3 touches no other one" said || { cat said; die "no warnings"; }
# An outlet that takes what enters it one way takes a clump as a whole.
cat >case.yaml <<'Y'
time: {end: 20 ms, dt: 10 us}
gravity: [0, 0, -9.81]
materials: {a: {density: 2500, young: 1 MPa, poisson: 0.25, restitution: 0.5, friction: 0.3}}
shapes: {st: {chain: {count: 3, radius: 0.7 mm, spacing: 1 mm}}}
particles: [{positions: [[0, 0, 5 mm], [0, 0, 20 mm]], shape: st, material: a, velocity: [0, 0, -1]}]
contacts: [{between: any}]
outlets: {o: {region: {box: {min: [-2 cm, -2 cm, -2 cm], max: [2 cm, 2 cm, 1 mm]}}, direction: [0, 0, -1]}}
output: {csv: {every: 20 ms}, series: {every: 1 ms}, plot: false}
Y
run --out through
[[ $(wc -l <through/particles_000000002000.csv) == 1 ]] || { cat through/particles_000000002000.csv; die "members of clumps were left behind"; }
