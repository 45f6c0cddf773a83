#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600
# The quick cases on the whole program (verify/), and a report for one that fails. Without SCREE_TEST_LONG only
# the forty that took least time when docs/validation/cases.md was written.
set -euo pipefail
fail() { echo "$*" >&2; exit 1; }
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
verify() { python3 "$SCREE_SOURCE/verify/verify.py" --work "$PWD/verify" "$@"; }

verify --self-test
rm -rf mine && mkdir mine
cat >mine/fall.py <<'P'
from case import case


@case("fall", "A ball falls freely for 0.1 s", wrong=("0, -9.81]", "0, -9.8]"))
def fall(s):
    s.balls("ball.txt", [(0.0, 0.0, 1.0, 0.005, 0.0, 0.0, 0.0)])
    last = s.run("""
        time: {end: 0.1 s, dt: 100 us}
        gravity: [0, 0, -9.81]
        materials: {m: {density: 2500, young: 10 MPa, poisson: 0.3}}
        particles: [{file: ball.txt, material: m}]
        contacts: {between: any, restitution: 1, friction: 0}
        output: {vtk: {every: 0.1 s}, plot: false}
        """).frame(-1)
    s.near("height [m]", last["Points"][0][2], 1 - 9.81 * 0.005, rel=1e-12, source="g t^2/2", reason="rounding")
P
verify --cases mine >out || fail "a case that holds fails"
grep -q '1 pass, 0 fail' out || fail "a case that holds is not counted"
verify --cases mine --wrong >out || fail "its wrong parameter is not noticed"
sed -i 's/g t^2/g t^3/; s/9.81 \* 0.005,/9.81 * 0.0005,/' mine/fall.py
verify --cases mine >out && fail "a case that does not hold passes"
grep -q '^FAIL: fall, height' out || fail "a case that does not hold is not named"
grep -q '"verdict": "FAIL"' verify/cases.json || fail "cases.json does not say so"
verify --cases mine nothing 2>err && fail "an unknown name is accepted"
grep -q "no case is called nothing" err || fail "what it says to an unknown name"

if [[ -n ${SCREE_TEST_LONG:-} ]]; then
    verify --quick
else
    mapfile -t short < <(awk -F' *[|] *' '$4 == "quick" { print $5, $2 }' "$SCREE_SOURCE/docs/validation/cases.md" | sort -n -s -k1,1 |
        awk 'NR <= 40 { print $2 }')
    ((${#short[@]} == 40)) || fail "docs/validation/cases.md has ${#short[@]} quick cases"
    verify "${short[@]}"
fi
