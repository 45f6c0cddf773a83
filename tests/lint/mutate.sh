#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600
# long: compiles the laws and their tests again for each change, 50 s of processor time
# scripts/mutate.py: a change that a test detects is killed, the same change survives a test that cannot detect it; known survivors
# are counted apart; so it is in the engine; a list with changes that do not exist is refused, and the list in the repository has none; the sources stay
# as they are.
set -euo pipefail
die() { echo "FAILED: $*"; cat out err; exit 1; }
command -v python3 >/dev/null && command -v ninja >/dev/null && [[ -e $SCREE_BUILD/build.ninja ]] || exit 77
# mutate STATUS OPTIONS...: two changes of cdt
mutate() {
    local wanted=$1 status=0
    shift
    python3 "$SCREE_SOURCE/scripts/mutate.py" --build "$SCREE_BUILD" --scratch scratch --law cdt "$@" >out 2>err || status=$?
    ((status == wanted)) || die "status $status, not $wanted: $*"
}
sources() { (cd "$SCREE_SOURCE"/src && find laws batch kernels particle_loops -type f -exec cat {} + | cksum); }
before=$(sources)
two='-> `c->mry = '

mutate 0 --list
(($(grep -c '^src/laws/rolling/cdt.h ' out) >= 10)) || die "few mutants of cdt"
python3 "$SCREE_SOURCE/scripts/mutate.py" --list >out
(($(grep -c '^src/' out) >= 300)) || die "fewer than 300 mutants of all laws"

: >known
mutate 0 --known known --match "$two" --tests '^test_law_couples$'
grep -q '^2 mutants, 2 killed, 0 survived' out || die "not both are killed"
mutate 1 --known known --match "$two" --tests '^test_law_tables$'
grep -q '^2 mutants, 0 killed, 2 survived (2 of them not in' out || die "not both survive a test of tables alone"
sed -n 's/^survived: //p' out | sed 's/$/\n    equivalent: for this test/' >known
mutate 0 --known known --match "$two" --tests '^test_law_tables$'
grep -q '2 change nothing that can be seen' out || die "known survivors are not told apart"
echo 'src/laws/rolling/cdt.h `no` -> `such line`' >known
echo '    open: it is not there' >>known
mutate 1 --known known --match "$two"
grep -q 'no such change any more' err || die "a list that names what is not there is taken"
mutate 0 --match 'no change is called this' || die "scripts/mutate_survivors.txt names changes that do not exist any more"

# The engine: the same, by the tests of its subject.
engine() {
    local wanted=$1 status=0
    shift
    python3 "$SCREE_SOURCE/scripts/mutate.py" --engine --build "$SCREE_BUILD" --scratch scratch-engine "$@" >out 2>err || status=$?
    ((status == wanted)) || die "status $status, not $wanted: --engine $*"
}
engine 0 --list
(($(grep -c '^src/' out) >= 50)) || die "fewer than 50 mutants of the engine"
: >known
mass='free_mass.m. .= mass;` -> `;`'
engine 0 --known known --file particles/group --match "$mass" --tests '^test_groups$'
grep -q '^1 mutants, 1 killed' out || die "a mass that does not grow is not seen"
engine 1 --known known --file particles/group --match "$mass" --tests '^test_damping$'
grep -q '^1 mutants, 0 killed, 1 survived' out || die "a test of another subject sees the mass"
[[ $(sources) == "$before" ]] || die "the sources have changed"
