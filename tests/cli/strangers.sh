#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Cases and files from other people: their libraries run only where the user allows it, and what stands in them cannot
# send commands to the terminal.
set -euo pipefail
: "${CC:=cc}"
export LC_ALL=C
unset SCREE_ALLOW_LIBRARIES
rm -rf case && mkdir case && cd case
die() { echo "FAILED: $*"; exit 1; }
# expect CODE command...: runs it, checks the exit code; its streams are in stdout and stderr.
expect() {
    local wanted=$1 code=0
    shift
    "$@" >stdout 2>stderr || code=$?
    ((code == wanted)) || { cat stderr; die "exit code $code, not $wanted: $*"; }
    if grep -q $'[\033\007\233]' stdout stderr; then die "a control character was printed: $*"; fi
}
says() {
    local pattern
    for pattern; do
        grep -qF -- "$pattern" stderr || { cat stderr; die "stderr does not say: $pattern"; }
    done
}
body='time: {end: 1 ms}
materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.2}}
lab: {a: {material: glass, radius: 3 mm}, wall: glass}
contacts: {between: any, restitution: 0.5, friction: 0.3}'
printf '%s\n' "$body" >good.yaml

echo "-- libraries of laws"
cat >spy.c <<'C'
#include <stdio.h>
__attribute__((constructor)) static void spy(void) { fclose(fopen("spy_was_here", "w")); }
C
"$CC" -shared -fPIC spy.c -o spy.so
{ printf 'laws: [spy.so, other.so]\n'; printf '%s\n' "$body"; } >spy.yaml
for command in 'run' 'check' 'bench' 'plan --ranks 2' 'law collide' 'law drive --path good.yaml' 'law eval --states good.yaml'; do
    read -r -a words <<<"$command"
    if [[ ${words[0]} == law ]]; then
        words=(law "${words[1]}" spy.yaml "${words[@]:2}")
    else
        words=("${words[0]}" spy.yaml "${words[@]:1}")
    fi
    expect 1 "$SCREE" "${words[@]}"
    says 'spy.yaml:1:' '"spy.so", "other.so"' '--allow-libraries' 'SCREE_ALLOW_LIBRARIES=1'
    [[ ! -e spy_was_here ]] || die "$command: the code of the library was run"
    expect 1 "$SCREE" "${words[@]}" --allow-libraries
    says 'spy.so" has no function'
    [[ -e spy_was_here ]] || die "$command: --allow-libraries did not load it"
    rm spy_was_here
done
SCREE_ALLOW_LIBRARIES=0 expect 1 "$SCREE" check spy.yaml
says '--allow-libraries'
SCREE_ALLOW_LIBRARIES=1 expect 1 "$SCREE" check spy.yaml
says 'spy.so" has no function'

echo "-- control characters"
refused() { # refused NAME SAYS...: the case on standard input is refused with these words
    local name=$1
    shift
    cat >"$name.yaml"
    expect 1 "$SCREE" check "$name.yaml"
    says "$@"
}
{ cat good.yaml; printf '"\\e]0;mine\\a": 1\n'; } | refused key "unknown key '\\x1b]0;mine\\x07'"
sed 's/glass:/"gl\\e[2Jass":/' good.yaml | refused material "'gl\\x1b[2Jass' cannot be a name" 'without control characters'
{ cat good.yaml; printf 'walls: {"a\\nb": {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}}\n'; } |
    refused wall "'a\\nb' cannot be a name"
{ cat good.yaml; printf 'outlets: {"a\\tb": {region: {sphere: {point: [0, 0, 0], radius: 1}}}}\n'; } | refused outlet "'a\\tb' cannot be a name"
{ cat good.yaml; printf 'particles: [{name: "p\\e", file: "x\\e.txt", material: glass}]\n'; } |
    refused file '"x\x1b.txt" is a name with control characters'
printf '0 0 0 1e-3\n' >x.txt
{ cat good.yaml; printf 'particles: [{name: "p\\u202e", file: x.txt, material: glass}]\n'; } |
    refused source '"p\u202e" cannot be a name'
printf 'solid \033[31mred\nfacet normal 0 0 1\nouter lop\033[0m\n' >red.stl
{ cat good.yaml; printf 'walls: {f: {mesh: {file: red.stl}, material: glass}}\n'; } | refused stl 'red.stl:3:7'
printf '0 0 0 \033[31m\n' >red.txt
{ cat good.yaml; printf 'particles: [{file: red.txt, material: glass}]\n'; } | refused pack 'red.txt:1:' '\x1b[31m'
cp good.yaml $'red\033[31m.yaml'
expect 0 "$SCREE" check $'red\033[31m.yaml'
grep -qF 'red\x1b[31m.yaml: no mistakes' stdout || die "the name of the case is not escaped"
expect 1 "$SCREE" run $'red\033[31m.yaml'
says 'the folder for the output' 'red\x1b[31m.out' 'control characters'
expect 1 "$SCREE" run good.yaml --out $'a\nb'
says 'a\nb' 'control characters'
[[ ! -e $'a\nb' ]] || die "a folder was made"
expect 1 "$SCREE" $'r\033[31m'
says "unknown command 'r\\x1b[31m'"
