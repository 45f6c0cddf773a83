#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Cells that deform: what cannot be is refused, what is suspicious warns, with the place and what would be accepted; what is neither says nothing.
set -euo pipefail
rm -rf cells && mkdir cells && cd cells
die() { echo "FAILED: $*"; exit 1; }
# make NAME CELL: a case; further lines come from stdin. DT, SPEED and PERIODIC replace the time step, the scale of velocities and the periodic axes.
make() {
    cat >"$1.yaml" <<END
time: {end: 5 ms, dt: ${DT:-auto}${SPEED:+, velocity_scale: $SPEED}}
domain: {min: [0, 0, 0], max: [20 mm, 20 mm, 20 mm], periodic: ${PERIODIC:-[x, y, z]}}
materials: {m: {density: 2600, young: 100 MPa, poisson: 0.3}}
contacts: [{between: any, restitution: 0.5, friction: 0.3${LAWS:-}}]
insertion: [{name: g, material: m, fill: random, count: 50, diameter: 2 mm, region: {box: {min: [2 mm, 2 mm, 2 mm], max: [18 mm, 18 mm, 18 mm]}}}]
cell: {$2}
END
    cat >>"$1.yaml"
}
says() { # CODE WORDS CELL: what scree check says to the case
    local code=0
    make case "$3"
    "$SCREE" check case.yaml --strict >out 2>err || code=$?
    ((code == $1)) || { cat out err; die "$3: exit code $code"; }
    grep -qF -- "$2" out err || { cat out err; die "$3: not said: $2"; }
}
fine() { says 0 "0 warnings" "$@" </dev/null; }
warns() { says 1 "warning: $1" "$2"; }
refused() { says 1 "error: $1" "$2"; }

for path in "isotropic: {pressure: 10 kPa}" "oedometric: {axial: 20 1/s}" "oedometric: {axial: 10 kPa}" "triaxial: {axial: 20 1/s, pressure: 10 kPa}" \
    "biaxial: {axial: 20 1/s, pressure: 10 kPa}" "undrained: {rate: 20 1/s}" "constant_pressure: {rate: 20 1/s, pressure: 10 kPa}" \
    "simple_shear: {rate: 100 1/s}" "simple_shear: {rate: 100 1/s, pressure: 10 kPa}" "true_triaxial: {x: 10 kPa}" "components: {xy: -5 kPa, zz: 10 kPa}" \
    "isotropic: {pressure: 0}"; do
    fine "$path"
done

echo "-- time step and loads"
DT="5 us" refused "cell: at 1e+04 1/s and a time step of 5e-06 s it deforms by 0.05 in one step" "simple_shear: {rate: 1e4}" </dev/null
SPEED="0.1 m/s" warns "cell: what it imposes presses contacts of m as collisions at about 1.2 m/s do" "isotropic: {pressure: 100 kPa}" </dev/null
SPEED="0.1 m/s" LAWS=", normal: {law: hooke, stiffness: 10 kN/m}" fine "isotropic: {pressure: 100 kPa}"
warns "cell: under 1e+07 Pa bodies of m overlap by about 0.57 of a radius" "isotropic: {pressure: 10 MPa}" </dev/null
warns "cell: along z it imposes -1000 Pa, a tension" "oedometric: {axial: -1 kPa}" </dev/null
warns "groups.all.growth: radii grow at 20 1/s" "isotropic: {pressure: 10 kPa}" <<<"groups: {all: {material: m, growth: 20 1/s}}"
DT="1 us" SPEED="1 m/s" warns "cell: along x it imposes -1000 Pa" "true_triaxial: {x: -1 kPa}" </dev/null

echo "-- with the rest of a case"
refused "cell: outlets in a cell that deforms; accepted: no 'outlets'" "simple_shear: {rate: 10}" <<<"outlets: {a: {region: {box: {min: [0, 0, 0], max: [1 mm, 1 mm, 1 mm]}}}}"
refused "cell: it may lean along x and y, so slices of output.fields across these have no borders" "simple_shear: {rate: 10}" <<<"output: {fields: {every: 1 ms, along: x}}"
PERIODIC="[x, y]" fine "simple_shear: {rate: 10, flow: x, gradient: y}"
PERIODIC="[x, y]" refused "walls.w: the cell deforms, and walls do not" "simple_shear: {rate: 10, flow: x, gradient: y}" \
    <<<"walls: {w: {sphere: {center: [0, 0, 0], radius: 1 mm}, material: m}}"

echo "-- a cell that has become too thin stops the run, with the time and what to do"
make thin "oedometric: {axial: 1000 1/s}" </dev/null
"$SCREE" run thin.yaml --quiet >out 2>err && die "the cell became thin and the run went on"
grep -qE "error: t = 0\.00[0-9]+ s: the cell has become 0\.00[0-9]+ m thin, so two particles could meet twice; use more particles, or stop" err || { cat err; die "thin"; }

echo "-- one particle, and none"
for count in 1 0; do
    make few "isotropic: {pressure: 10 kPa}" </dev/null
    sed -i "s/count: 50/count: $count/" few.yaml
    ((count > 0)) || sed -i '/^insertion/d' few.yaml
    "$SCREE" run few.yaml --quiet --overwrite >out 2>err || { cat err; die "$count particles"; }
done

echo "-- fields of frames"
make frames "simple_shear: {rate: 60 1/s}" <<<"output: {vtk: {every: 2.5 ms, contacts: true}, fields: {every: 5 ms, along: z, bins: 20}, series: {every: 5 ms}}"
sed -i 's/fill: random, count: 50/fill: dense, fraction: 0.5, velocity_spread: [0.3, 0.3, 0.3]/; s/2 mm, 2 mm, 2 mm/0, 0, 0/; s/18 mm, 18 mm, 18 mm/20 mm, 20 mm, 20 mm/' frames.yaml
"$SCREE" run frames.yaml --quiet >out
# Those of the last frame are those that the run has written, whose velocities have 24 bits in frames, and totals are those of the series, over 20 slices of 20 mm x 20 mm x 1 mm:
# the mass, and the energy of the velocities relative to the flow, which has 1.2 m/s between the borders.
"$SCREE" fields frames.out --along z --bins 20 --out tool.csv --quiet
written=$(ls frames.out/fields_*.csv)
paste -d, tool.csv "${written##*$'\n'}" | awk -F, 'NR > 1 {
    n = NF / 2; mass += $4 * 4e-7
    energy += ($(13 + n) + $(17 + n) + $(21 + n) + ($(9 + n) ^ 2 + $(10 + n) ^ 2 + $(11 + n) ^ 2) / $(4 + n)) * 2e-7
    for (i = 4; i <= n; i++) { d = $i - $(i + n); a = $(i + n); d = d < 0 ? -d : d; a = a < 0 ? -a : a; if (d > 2e-6 * (a + 1)) wrong = wrong " " i }
} END { if (wrong) exit 1; printf "%.17g %.17g\n", mass, energy }' >sums || die "fields of frames and of the run differ"
read -r mass energy <sums
awk -F, -v mass="$mass" -v energy="$energy" 'function far(a, b) { return a / b - 1 > 1e-12 || a / b - 1 < -1e-12 }
END { exit far(mass, $3) || far(energy, $7) }' frames.out/series.csv || die "mass $mass, energy $energy"
"$SCREE" fields frames.out --cells 4,4,4 --from 0 --out all.vti --quiet || die "a volume that does not change"
"$SCREE" fields frames.out --along x 2>err && die "slices across a direction that leans"
grep -qF "the cell leans along x, so slices across it have no borders; accepted: 'along' z, or 'cells'" err || { cat err; die "along x"; }
make shrinks "isotropic: {pressure: 10 kPa}" <<<"output: {vtk: {every: 2.5 ms}}"
"$SCREE" run shrinks.yaml --quiet >out 2>err
"$SCREE" fields shrinks.out --cells 4,4,4 --from 0 2>err && die "a mean over cells of several sizes"
grep -qF "the lengths of the cell change between the frames; accepted: 'box', or a single time" err || { cat err; die "several cells"; }

echo "-- dt: auto is short enough for what a phase presses"
cat >pressed.yaml <<'END'
time: {dt: auto}
domain: {min: [0, 0, 0], max: [12 mm, 12 mm, 12 mm], periodic: [x, y, z]}
materials: {m: {density: 2600, young: 100 MPa, poisson: 0.3}}
contacts: [{between: any, restitution: 0.3, friction: 0}]
insertion: [{name: g, material: m, fill: random, count: 120, diameter: {uniform: [1.6 mm, 2.4 mm]}, region: {box: {min: [0, 0, 0], max: [12 mm, 12 mm, 12 mm]}}}]
cell: {isotropic: {pressure: 100 kPa}}
phases:
  pack: {until: {value: cell_pressure, above: 99 kPa, for: 1 ms, at_most: 0.1 s}}
  test: {until: 10 ms, set: {contacts.0.friction: 0.5, cell: {triaxial: {axial: 5 1/s, pressure: 100 kPa}}}}
output: {series: {every: 1 ms}, plot: false}
END
"$SCREE" run pressed.yaml --quiet >out 2>err
[[ ! -s err ]] || { cat err; die "pressed grains"; }

echo "-- stiff grains that dilate fast have the stress that is imposed beside them"
cat >stiff.yaml <<'END'
time: {dt: auto}
domain: {min: [0, 0, 0], max: [6 mm, 6 mm, 6 mm], periodic: [x, y, z]}
materials: {m: {density: 1000, young: 1 GPa, poisson: 0.25}}
contacts: [{between: any, normal: {law: hooke, stiffness_from: radii, damping_ratio: 0}, tangential: {law: linear_spring, stiffness_ratio: 0.25, friction: 0.5}}]
insertion: [{name: g, material: m, fill: random, count: 120, diameter: {uniform: [0.8 mm, 1.2 mm]}, region: {box: {min: [0, 0, 0], max: [6 mm, 6 mm, 6 mm]}}}]
damping: {local: 0.2}
cell: {isotropic: {pressure: 10 kPa}, inertial_number: 0.05}
phases:
  pack: {until: {value: cell_pressure, above: 9.5 kPa, for: 0.5 ms, at_most: 0.2 s}}
  test: {until: {value: cell_strain_zz, rises_by: 0.05, at_most: 0.02 s}, set: {cell: {triaxial: {axial: 10 1/s, pressure: 10 kPa}}}}
output: {series: {every: 0.1 ms}, plot: false}
END
"$SCREE" run stiff.yaml --quiet >out
awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) { sub(/ .*/, "", $k); at[$k] = k } }
         NR > 1 && $at["phase"] == 2 { n++; sum += $at["cell_stress_xx"] + $at["cell_stress_yy"] }
         END { side = sum / (2 * n); print "   " side " Pa"; if (!(n > 20 && side > 9e3 && side < 12e3)) exit 1 }' stiff.out/series.csv || die "the side stress is not 10 kPa"
