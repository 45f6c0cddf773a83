#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The silo of Dosta et al. 2024 (docs/validation/silo.md): long runs, results kept in docs/validation/.
#   scripts/validate_silo.sh stiffness   discharge rate of the small silo at E = 10 MPa, 100 MPa, 1 GPa (some minutes)
#   scripts/validate_silo.sh large       examples/silo.yaml, orifice 60 mm (an hour on 2 cores; goes on where it was stopped)
#   scripts/validate_silo.sh small       the same silo with the orifice of 40 mm and 40 000 particles (half an hour)
# Runs lie in build/validation/; needs build/release/scree (./dev build).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
scree=$root/build/release/scree
work=$root/build/validation
mkdir -p "$work"
cd "$work"

# run CASE OUT [options]: from the latest checkpoint if there is one
run() {
    local resume=()
    compgen -G "$2/checkpoint_*.scree" >/dev/null && resume=(--resume)
    "$scree" run "$1" --out "$2" "${resume[@]}" "${@:3}"
}

# left FILE T0 OUT: time since the gate opened and particles left, every 0.05 s
left() {
    awk -F, -v t0="$2" 'NR > 1 && $1 >= t0 - 1e-9 {
        t = $1 - t0; k = int(t / 0.05 + 0.5); d = t - 0.05 * k
        if (d < 1e-4 && d > -1e-4) printf "%.2f,%d\n", 0.05 * k, $2 }' "$1" >"$3.rows"
    { echo "time since opening [s],particles left [1]"; cat "$3.rows"; } >"$3"
    rm "$3.rows"
}

stiffness() {
    sed "s#mesh/silo#$root/examples/mesh/silo#; /vtk:/d" "$root/examples/silo_small.yaml" >settle.yaml
    run settle.yaml settle --until 0.39 --quiet
    local settled
    settled=$(ls settle/checkpoint_*.scree | tail -n 1)
    echo "young [Pa],time step [s],particles out between 0.1 and 0.6 s after opening [1],rate [1/s]" >stiffness.csv
    for pair in "1e7 20" "1e8 7" "1e9 2"; do
        set -- $pair
        sed -e "s/young: 10 MPa/young: $1/; s/end: [0-9.]* s, dt: 20 us/end: 0.65 s, dt: $2 us/; s/stop: 0.4 s/stop: 0.04 s/" \
            -e "/^insertion:/,/material: glass\$/d" -e "/^walls:/i particles:\n  - {checkpoint: $settled, material: glass, keep_history: false}" \
            settle.yaml >"stiffness_$1.yaml"
        run "stiffness_$1.yaml" "stiffness_$1" --quiet
        awk -F, -v e="$1" -v dt="$2" 'NR > 1 && $1 <= 0.1401 { a = $2 } NR > 1 && $1 <= 0.6401 { b = $2 }
            END { printf "%s,%se-6,%d,%.0f\n", e, dt, a - b, (a - b) / 0.5 }' "stiffness_$1/series.csv" >>stiffness.csv
    done
    cp stiffness.csv "$root/docs/validation/silo_stiffness.csv"
    cat stiffness.csv
}

large() {
    run "$root/examples/silo.yaml" large
    left large/series.csv 0.5 "$root/docs/validation/silo_large.csv"
}

small() {
    sed -e "s#mesh/silo_large#$root/examples/mesh/silo_small#; s/-0.0554222/-0.0593008/; s/-0.0754222/-0.0793008/" \
        -e "s/count: 100000/count: 40000/; s/length: 0.44/length: 0.2/; s/end: 5 s/end: 2 s/" \
        "$root/examples/silo.yaml" >small.yaml
    run small.yaml small
    left small/series.csv 0.5 "$root/docs/validation/silo_small_orifice.csv"
}

case ${1:-} in
stiffness | large | small) "$1" ;;
*) sed -n 's/^#   //p' "$0"; exit 1 ;;
esac
