#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 240 PROCESSORS 2
# Many bodies at one place, as where an index is missing in a formula, are refused within a second of processor time and 100 MB, with a message; spheres,
# clumps and convex bodies, on one rank and on several.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C OMP_NUM_THREADS=1
die() { echo "FAILED: $*"; exit 1; }
mpirun=()
if [[ $(ldd "$SCREE") == *libmpi.so* ]] && command -v mpirun.openmpi >/dev/null; then
    mpirun=(mpirun.openmpi --oversubscribe --bind-to none --allow-run-as-root --mca mpi_yield_when_idle 1)
fi

case_of() { # case_of COUNT KEYS
    cat >case.yaml <<YAML
time: {end: 1 ms}
materials: {a: {density: 2500, young: 1e6, poisson: 0.3, restitution: 0.5, friction: 0.3}}
contacts: {between: any}
shapes:
  pea: {members: [{at: [0, 0, 0], radius: 1 mm}, {at: [1 mm, 0, 0], radius: 1 mm}, {at: [0, 1 mm, 0], radius: 0.8 mm}]}
  die: {rounded_box: {sides: [2 mm, 2 mm, 2 mm], rounding: 0.2 mm}}
domain: {min: [-1, -1, -1], max: [1, 1, 1]}
particles:
  - {formula: {count: $1, x: "1 cm", y: "2 cm", diameter: "1e-3"}, material: a$2}
  - {formula: {count: 200, x: "-0.5 m + i * 5 mm", diameter: "1e-3"}, material: a}
YAML
}
says() { # says WORDS: in one line of the messages
    grep -q "too many bodies lie at one place: $1" said || { cat said; die "it does not say: $1"; }
}
limits() { # limits COMMAND...: a second of processor time, 100 MB; the memory of a process is not limited where sanitizers reserve more
    python3 - "$@" <<'PY'
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=open("said", "w"))
used = resource.getrusage(resource.RUSAGE_CHILDREN)
if used.ru_utime + used.ru_stime > 1.0 or used.ru_maxrss > 100e3:
    sys.exit(f"FAILED: {used.ru_utime + used.ru_stime:.2f} s, {used.ru_maxrss / 1e3:.0f} MB")
sys.exit(done.returncode)
PY
}
refused() { # refused COMMAND...
    local status=0
    "$@" || status=$?
    [[ $status == 1 ]] || { cat said; die "exit code $status: $*"; }
}
command -v python3 >/dev/null || { echo "no python3"; exit 77; }

for count in 600 5000 20000; do
    case_of $count ""
    refused limits "$SCREE" check case.yaml
    says "$((count - 1)) overlap particle [0-9]* at (0.01, 0.02, 0) m by more than a radius, such as particle [0-9]*; accepted: "
done
case_of 5000 ", shape: pea"
refused limits "$SCREE" check case.yaml
says "[0-9]* overlap particle"
case_of 20000 ", shape: die"
refused limits "$SCREE" check case.yaml
says "19999 overlap particle"
for ranks in ${mpirun:+2 3}; do
    case_of 5000 ""
    status=0
    "${mpirun[@]}" -n "$ranks" "$SCREE" run case.yaml --out ranks --overwrite >state 2>said || status=$?
    [[ $status == 1 ]] || { cat said; die "exit code $status on $ranks ranks"; }
    says "4999 overlap particle"
    [[ $(grep -c "one place" said) == 1 ]] || { cat said; die "more than one message"; }
done
