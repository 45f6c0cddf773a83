#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Makes the pictures of docs/pictures.md anew, from runs of the examples, which take some minutes: scripts/pictures.sh [SCREE]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
scree=$(realpath "${1:-$root/build/release/scree}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"
run() { "$scree" run "examples/$1.yaml" --out "$work/$1.out" --quiet "${@:2}" >/dev/null; }
draw() { "$scree" render "$work/$1.out" --out "docs/pictures/render_$1.png" --overwrite --quiet "${@:2}"; }
run silo_small --until 0.6
draw silo_small --cut 'y<0' --size 620x800
run drum --until 2.5
draw drum --colour material --size 800x600
run bonds_cube
draw bonds_cube --colour fragment --camera 1,0.6,0.5 --zoom 1.25 --size 800x600
