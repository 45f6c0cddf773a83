#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# long: compiles the engine for LAMMPS, 100 s of processor time; `./dev lammps` runs it too
# ctest: TIMEOUT 900 PROCESSORS 2
# scree's laws inside LAMMPS (contrib/lammps): forces and torques against the engine's for many law sets, a path with
# history over new neighbour lists on 1, 2 and 4 processes, restart, mistakes in the input, the example.
set -euo pipefail
missing() {
    echo "skipped: $*"
    exit 77
}
[[ -n $(find /usr/include /usr/lib -path '*lammps/pair.h' 2>/dev/null) ]] || missing "no liblammps-dev"
command -v mpirun.openmpi >/dev/null || missing "no openmpi-bin"
command -v "${CXX:=g++}" >/dev/null || missing "no C++ compiler"
command -v python3 >/dev/null || missing "no python3"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1

build=$SCREE_BUILD/lammps
CXX=$CXX cmake -S "$SCREE_SOURCE/contrib/lammps" -B "$build" -G Ninja >configure.log || { cat configure.log; exit 1; }
ninja -C "$build" lmp_scree lammps_loads >build.log || { cat build.log; exit 1; }

bed() { python3 "$SCREE_SOURCE/tests/cli/lammps_bed.py" "$@"; }
lmp() { # lmp PROCESSES [options]
    mpirun.openmpi --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 -np "$1" "$build/lmp_scree" -log none "${@:2}"
}
case_of() { # case_of NAME <contacts
    { cat head.yaml; sed 's/^/  /'; } >"$1.yaml"
}
cat >head.yaml <<'END'
time: {end: 1 s, dt: 5e-6, integrator: verlet_half_step}
gravity: [0, 0, -9.81]
domain: {min: [-0.006, -0.006, -0.01], max: [0.006, 0.006, 0.04], periodic: [x, y], lost: error}
materials:
  glass: {density: 2500, young: 10 MPa, poisson: 0.2}
  steel: {density: 7800, young: 20 MPa, poisson: 0.3}
walls:
  floor:
    plane: {point: [0, 0, 0], normal: [0, 0, 1]}
    material: steel
    motion: {vibrate: {amplitude: [0, 0, 0.02 mm], frequency: 200 Hz}}
  shaft:
    cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 0.42 mm, side: outside}
    material: glass
    motion: {rotate: {axis: [0, 0, 1], point: [0, 0, 0], rate: 20}}
  lid: {plane: {point: [0, 0, 13.93 mm], normal: [0, 0, -1]}, material: steel, stop: 5 ms}
particles:
  - {file: glass.txt, material: glass}
  - {file: steel.txt, material: steel}
contacts:
END
cat >styles <<'END'
pair_style scree ${case}.yaml
pair_coeff * * glass steel
fix walls all wall/scree
fix weight all gravity 9.81 vector 0 0 -1
fix move all nve/sphere
neighbor 1e-4 bin
neigh_modify delay 0 every 1
timestep 5e-6
thermo_style custom step atoms ke pe press f_walls[3]
END
columns="id x y z vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz modify sort id format float %.17g"
printf 'units si\natom_style sphere\nnewton off\nprocessors * * 1\n' >begin
cat begin - styles >in.bed <<'END'
boundary p p f
read_data bed.data
END
cat >>in.bed <<END
run \${steps}
write_dump all custom \${case}.dump $columns
END

case_of hertz <<'END'
- {between: any, normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, friction: 0.4}}
- {between: [glass, steel], friction: 0.2}
END
case_of hooke <<'END'
- {between: any, normal: {law: hooke, stiffness: 2000, restitution: 0.6}, tangential: {law: linear_spring, friction: 0.4}}
END
case_of hooke_hysteresis <<'END'
- between: any
  normal: {law: hooke_hysteresis, restitution: 0.8, elastic_stiffness: 1000, max_stiffness_ratio: 4,
    adhesion_stiffness_ratio: 0.5, plasticity_depth: 0.05, pull_off_force: -1e-4}
  tangential: {law: linear_spring, friction: 0.4}
END
case_of epsd <<'END'
- {between: any, restitution: 0.5, friction: 0.4, rolling: {law: epsd, rolling_friction: 0.2}, twisting: marshall}
END
case_of sjkr <<'END'
- {between: any, restitution: 0.5, friction: 0.4, cohesion: {law: sjkr, cohesion_energy_density: 20000}}
END
case_of jkr <<'END'
- {between: any, normal: {law: jkr, surface_energy: 0.2, restitution: 0.5}, tangential: {law: mindlin, friction: 0.4}}
END
case_of viscoelastic <<'END'
- between: any
  normal: {law: viscoelastic_nonlinear, restitution: 0.5}
  tangential: {law: sds_linear, friction: 0.4, tangential_restitution: 0.5}
END
case_of luding <<'END'
- {between: any, normal: {law: luding, normal_viscosity: 0.01}, tangential: {law: luding, friction: 0.4},
  rolling: {law: luding, rolling_friction: 0.1}, twisting: {law: luding, twisting_friction: 0.1}}
END
bed make .

# After a few steps and after some hundred, with new neighbour lists: what remains is rounding, of sums in another order, which
# collisions amplify.
for laws in hertz hooke hooke_hysteresis epsd sjkr jkr viscoelastic luding; do
    for try in "20 1e-12" "300 1e-9"; do
        read -r steps limit <<<"$try"
        "$build/lammps_loads" "$laws.yaml" "$steps" >"$laws.loads" 2>scree.log || { cat scree.log; exit 1; }
        lmp 1 -in in.bed -var case "$laws" -var steps "$steps" >lammps.log || { tail lammps.log; exit 1; }
        echo "$laws, $steps steps, $(tail -n 1 scree.log)"
        bed compare "$laws.loads" "$laws.dump" "$limit"
    done
done

echo "-- frozen atoms are fixed particles"
sed 's/{file: steel.txt, material: steel}/{file: steel.txt, material: steel, fixed: true}/' hertz.yaml >frozen.yaml
sed -e 's/^run/group stiff type 2\ngroup free type 1\nfix stiff stiff freeze\nrun/' -e 's/^write_dump all/write_dump free/' in.bed >in.frozen
"$build/lammps_loads" frozen.yaml 20 >frozen.loads 2>scree.log
lmp 1 -in in.frozen -var case frozen -var steps 20 >lammps.log || { tail lammps.log; exit 1; }
bed compare frozen.loads frozen.dump 1e-12

echo "-- a path on 1, 2 and 4 processes"
# One unit in the last place of one coordinate, changed in scree alone, grows as much on these paths.
for try in "epsd 2000" "luding 1000"; do
    read -r laws steps <<<"$try"
    "$build/lammps_loads" "$laws.yaml" "$steps" >"$laws.loads" 2>scree.log
    for processes in 1 2 4; do
        lmp "$processes" -in in.bed -var case "$laws" -var steps "$steps" >lammps.log || { tail lammps.log; exit 1; }
        lists=$(sed -n 's/^Neighbor list builds = //p' lammps.log)
        echo "$laws, $processes processes, $lists lists, scree: $(tail -n 1 scree.log)"
        ((lists > 5))
        bed compare "$laws.loads" "$laws.dump" 1e-7
    done
done

echo "-- restart, on other numbers of processes"
for end in write go_on; do
    cat begin - styles >in.$end <<<'boundary p p f'
done
sed -i 's/^boundary.*/&\nread_data bed.data/' in.write
sed -i 's/^boundary.*/read_restart ${case}.restart/' in.go_on
cat >>in.write <<END
run 500
write_restart \${case}.restart
run 500
write_dump all custom \${case}.through $columns
END
cat >>in.go_on <<END
run 500
write_dump all custom \${case}.dump $columns
END
for laws in epsd luding; do
    lmp 2 -in in.write -var case "$laws" >lammps.log || { tail lammps.log; exit 1; }
    for processes in 1 4; do
        lmp "$processes" -in in.go_on -var case "$laws" >lammps.log || { tail lammps.log; exit 1; }
        echo "$laws, from 2 to $processes processes"
        bed compare "$laws.through" "$laws.dump" 1e-9
    done
done
sed 's/twisting: marshall/twisting: none/' epsd.yaml >other.yaml
cp epsd.restart other.restart

echo "-- one run is two where the second begins with no forces anew"
sed 's/^run.*/run 1000/' in.bed >in.one
sed 's/^run.*/run 500\nrun 500 pre no/' in.bed >in.two
lmp 1 -in in.one -var case epsd >lammps.log
mv epsd.dump epsd.through
lmp 1 -in in.two -var case epsd >lammps.log
bed compare epsd.through epsd.dump 1e-12

echo "-- the forces before a run leave the memory alone"
for laws in hooke hertz epsd luding; do
    sed 's/^run.*/atom_modify sort 0 0\nrun 300\nwrite_restart ${case}.before\nrun 0\nwrite_restart ${case}.after/' in.bed >in.still
    lmp 1 -in in.still -var case "$laws" >lammps.log || { tail lammps.log; exit 1; }
    cmp "$laws.before" "$laws.after"
done

echo "-- atoms that come and go"
cat begin - >in.pour <<'END'
boundary p p f
region box block -0.006 0.006 -0.006 0.006 -0.001 0.04
create_box 2 box
pair_style scree hertz.yaml
pair_coeff * * glass steel
fix walls all wall/scree floor
region slab block -0.006 0.006 -0.006 0.006 0.02 0.035
fix weight all gravity 9.81 vector 0 0 -1
fix rain all pour 150 1 4711 region slab diam range 0.0018 0.0022 dens 2500 2500 vel -0.1 0.1 -0.1 0.1 -0.2
fix move all nve/sphere
neighbor 2e-4 bin
timestep 1e-5
run 10000
group few id 1:20
delete_atoms group few compress no
run 2000
END
lmp 2 -in in.pour >lammps.log || { tail lammps.log; exit 1; } # also when one atom is lost
if grep "cutoff is 0" lammps.log; then
    exit 1
fi

echo "-- mistakes"
refused() { # refused WORDS INPUT [options]: the run fails and says so
    if lmp 1 -in "$2" "${@:3}" >mistake.log 2>&1; then
        echo "$2 ran, expected: $1"
        exit 1
    fi
    grep -q -F "$1" mistake.log || { tail mistake.log; echo "expected: $1"; exit 1; }
}
mistake() { # mistake WORDS EDIT: of in.bed
    sed "$2" in.bed >in.mistake
    refused "$1" in.mistake -var case hertz -var steps 1
}
mistake "newton is on" 's/^newton off/newton on/'
mistake "units are lj" 's/^units si/units lj/'
mistake "no material 'gold'; accepted: pair_coeff * * and for each of the 2 atom types the name of a material, of glass, steel" \
    's/glass steel/glass gold/'
mistake "no wall 'roof'; accepted: floor, shaft, lid" 's/wall\/scree/& roof/'
mistake "no pair style scree" 's/^pair_style.*//; s/^pair_coeff.*//'
mistake "nowhere.yaml: error: No such file" 's/^pair_style.*/pair_style scree nowhere.yaml/'
mistake "no energy to minimise" 's/^run.*/minimize 0 1e-9 1 1/'
refused "contacts of the restart file remember 10 values, those of the laws 8" in.go_on -var case other
sed 's/wall\/scree/& floor shaft/' in.go_on >in.mistake
refused "of other walls or laws" in.mistake -var case epsd

{ grep -v '^pair' in.pour | sed '/^fix rain/a pair_style scree hertz.yaml\npair_coeff * * glass steel' | sed 's/^fix walls.*//'; } >in.mistake
refused "accepted: pair_style scree before fixes that insert or delete atoms" in.mistake

echo "-- the example"
cp "$SCREE_SOURCE"/contrib/lammps/example.* .
lmp 2 -in example.in -var steps 2000 >example.log || { tail example.log; exit 1; }
