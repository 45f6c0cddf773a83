#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# scree law: its output, and its messages for mistakes.
set -euo pipefail
fail() { echo "$*" >&2; exit 1; }
expect() { # expect TEXT COMMAND...: exit code 1 and the text on stderr
    local text=$1
    shift
    "$@" >out 2>err && fail "worked: $*"
    grep -qF -- "$text" err || { cat err >&2; fail "wanted: $text"; }
}
cat >c.yaml <<'Y'
materials:
  glass: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.8, friction: 0.3}
contacts: {between: any}
lab: {a: {material: glass, radius: 5 mm}, b: {material: glass, radius: 5 mm}, steps_per_contact: 500}
Y
printf 't,overlap,slip_x\n0,1e-5,0\n1e-4,2e-5,0.01\n' >p.csv
printf 'zb,vza\n0.0099,1\n0.02,1\n' >s.csv

"$SCREE" law list >list.txt # grep -q ends early, and the program is not to die of it
grep -q '^  hertz  ' list.txt || fail "list"
"$SCREE" law show hertz >show.txt
grep -q 'source: Hertz 1882' show.txt || fail "show"
"$SCREE" law drive c.yaml --path p.csv --out d.csv --plot d.svg
[[ $(wc -l <d.csv) == 4 ]] && grep -q '</svg>' d.svg || fail "drive"
"$SCREE" law eval c.yaml --states s.csv >e.csv # standard output that is a regular file
[[ $(wc -l <e.csv) == 4 && $(cut -d, -f3 e.csv | tail -n 1) == 0 ]] || fail "eval"
cat e.csv | "$SCREE" law collide c.yaml --sweep angle=0:80:40 | grep -c '^[0-9]' | grep -qx 3 || fail "sweep"
"$SCREE" law collide c.yaml --series t.csv --plot l.svg >o.csv
[[ $(wc -l <t.csv) -gt 400 && -s l.svg ]] || fail "series"
"$SCREE" check c.yaml >/dev/null || fail "a lab alone is a valid case"

expect "no law is called 'hurtz'; did you mean 'hertz'?" "$SCREE" law show hurtz
expect "accepted after 'scree law'" "$SCREE" law
expect "needs --path" "$SCREE" law drive c.yaml
expect "scree law drive has no --sweep" "$SCREE" law drive c.yaml --path p.csv --sweep angle=9
expect "scree law eval has no --plot" "$SCREE" law eval c.yaml --states s.csv --plot x.svg
"$SCREE" law drive --help | grep -q -- --plot-y || fail "help"
expect "needs a case file with a 'lab'" "$SCREE" law collide
"$SCREE" law eval c.yaml --states s.csv --signs exudyn | head -n 2 | grep -q DisplacementLocal || fail "signs"
expect "accepted: physical, exudyn" "$SCREE" law eval c.yaml --states s.csv --signs mine
expect "unknown option '--swep'" "$SCREE" law collide c.yaml --swep angle=0
expect "accepted: NAME=FROM:TO:STEP" "$SCREE" law collide c.yaml --sweep angle
expect "no law of this lab has such a parameter" "$SCREE" law collide c.yaml --sweep frictio=0.1
expect "a time series of a sweep is not written" "$SCREE" law collide c.yaml --sweep angle=9 --series x.csv
expect "out of range" "$SCREE" law collide c.yaml --sweep angle=95
expect "the bodies do not meet" "$SCREE" law collide c.yaml --sweep angle=90
printf 't,overlop\n0,1\n' >bad.csv
expect "bad.csv: error: unknown column 'overlop'; did you mean 'overlap'?" "$SCREE" law drive c.yaml --path bad.csv
printf 't,overlap\n0,abc\n1\n' >bad.csv
expect "bad.csv:2:3: error: column 'overlap': \"abc\" is no number" "$SCREE" law drive c.yaml --path bad.csv
grep -q "bad.csv:3:1: error: 1 values; accepted: 2" err || fail "both mistakes at once"
printf 't,overlap\n1,1e-6\n0,1e-6\n' >bad.csv
expect "bad.csv:3:1: error: time goes back" "$SCREE" law drive c.yaml --path bad.csv
expect "No such file" "$SCREE" law drive c.yaml --path none.csv
printf 't,overlap\n0,1e-6\0\n' >bad.csv
expect "it holds a zero byte" "$SCREE" law drive c.yaml --path bad.csv
printf 't,overlap\n0,\n' >bad.csv
expect "column 'overlap' is empty or not finite" "$SCREE" law drive c.yaml --path bad.csv
printf 't,overlap\n0,1e300\n' >bad.csv
expect "bad.csv:2:1: error: the laws give no finite force here" "$SCREE" law drive c.yaml --path bad.csv
printf 'zb,dt\n0.0099,-1\n' >bad.csv
expect "column 'dt' is negative" "$SCREE" law eval c.yaml --states bad.csv
expect "accepted: a name that ends in .svg or .png" "$SCREE" law drive c.yaml --path p.csv --plot x.pdf
# without friction Exudyn's velocity is that of the centres, whatever the spins
printf 'zb,vxb,wya\n0.0099,3,100\n' >s.csv
velocity() { "$SCREE" law eval "$1" --states s.csv --signs exudyn | sed '/^#/d' | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == "Velocity_x") c = i } NR == 2 { print $c }'; }
[[ $(velocity c.yaml) != 3 ]] || fail "velocity at the contact point"
sed 's/friction: 0.3/friction: 0/' c.yaml >slippery.yaml
[[ $(velocity slippery.yaml) == 3 ]] || fail "velocity of the centres"
sed 's/steps_per/angle: 89.9999 deg, steps_per/' c.yaml >miss.yaml
"$SCREE" law collide miss.yaml >o.csv 2>err
grep -q "the bodies never touched" err && [[ $(tail -n 1 o.csv | cut -d, -f2) == nan ]] || fail "a miss"
sed 's/density: 2500/density: 1e-100/; s/radius: 5 mm/radius: 1e-90/g' c.yaml >light.yaml
expect "the duration of this collision is not a usable number" "$SCREE" law collide light.yaml
expect "the case has a 'lab' and no 'time'" "$SCREE" run c.yaml
sed 's/, b: {material: glass, radius: 5 mm}//' c.yaml >half.yaml
expect "what a meets is missing; accepted: a sphere 'b', or the material of a 'wall'" "$SCREE" law collide half.yaml
sed '/^lab/d; 1i time: {end: 1 s}' c.yaml >none.yaml
expect "the case has no 'lab'" "$SCREE" law collide none.yaml
sed 's/{between: any}/{between: any, normal: none}/' c.yaml >loose.yaml
expect "no normal force between these bodies" "$SCREE" law collide loose.yaml
[[ ! -e /dev/full ]] || expect "No space left" "$SCREE" law collide c.yaml --out /dev/full
