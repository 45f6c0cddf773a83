#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600
# The power fails at any moment: what a run resumed from the last checkpoint leaves is what an undisturbed run leaves. The disk
# is emulated by tests/support/forgetful_disk.c.
set -euo pipefail
rm -rf work && mkdir work && cd work
source "$SCREE_SOURCE/tests/support/slope_case.sh"
slope_case "plot: false"
die() { echo "FAILED: $*"; exit 1; }
"$CC" -std=gnu17 -O1 -shared -fPIC -o forgetful_disk.so "$SCREE_SOURCE/tests/support/forgetful_disk.c" -ldl -lpthread

launcher=()
# run CUT words...: into `out`; killed at call CUT in that folder. Exit code in `code`.
run() {
    local cut=$1
    shift
    rm -rf disk && mkdir disk
    code=0
    "${launcher[@]}" env LD_PRELOAD="$PWD/forgetful_disk.so" FORGETFUL_DISK_FOLDER=out FORGETFUL_DISK_DISK="$PWD/disk" \
        FORGETFUL_DISK_AT=$cut "$SCREE" run case.yaml --quiet --threads 1 --out out "$@" >state 2>said || code=$?
}
# restore HOW: what the disk has. lost: names that were not synced are lost; kept: they are there, but what was not synced of
# their contents is zeros; mixed: of those that were not synced only checkpoints are there, as disks take names in any order.
restore() {
    local inode name
    mkdir restored
    : >list
    if [[ $1 != kept && -e disk/names ]]; then
        cp disk/names list
    fi
    if [[ $1 != lost ]]; then
        (cd out && stat -c '%i %n' * 2>/dev/null || true) >now
        [[ $1 == kept ]] || sed -i '/ checkpoint_.*\.scree$/!d' now
        sort -u list now -o list
    fi
    while read -r inode name; do
        : >"restored/$name"
        [[ ! -e disk/data/$inode ]] || cp "disk/data/$inode" "restored/$name"
        if [[ $1 == kept && $(stat -c %s "out/$name") -gt $(stat -c %s "restored/$name") ]]; then
            truncate -s "$(stat -c %s "out/$name")" "restored/$name"
        fi
    done <list
    rm -rf out list now
    mv restored out
}
expect_same() {
    diff <(ls whole) <(ls out) || die "$1: other files"
    for file in whole/*.vtp whole/*.pvd whole/*.scree; do
        cmp "$file" "out/${file#*/}" || die "$1: another file"
    done
    diff whole/series.csv out/series.csv || die "$1: another series"
    diff whole.state state || die "$1: another state"
    for file in out/*; do
        grep -qxF "${file#*/}" out/run.files || [[ $file == out/run.files ]] || die "$1: $file is not on the list"
    done
}

# What a run that is over has written is on the disk: names and contents.
all_on_disk() {
    local file
    ((code == 0)) || { cat said; die "$1: exit code $code"; }
    diff <(ls out) <(cut -d' ' -f2 disk/names | sort) || die "$1: names that the disk does not have"
    for file in out/*; do
        cmp "$file" "disk/data/$(stat -c %i "$file")" || die "$1: contents that the disk does not have"
    done
}
if [[ $(ldd "$SCREE") == *libmpi.so* ]] && command -v mpirun.openmpi >/dev/null; then
    launcher=(mpirun.openmpi -n 2 --oversubscribe --bind-to none --allow-run-as-root --mca mpi_yield_when_idle 1)
    run 0
    all_on_disk "two ranks"
    [[ -e out/particles_000000004900_0001.vtp ]] || die "no piece of the second rank"
    launcher=()
    rm -r out
fi

run 0
all_on_disk "one process"
mv out whole
mv state whole.state
calls=$(wc -l <disk/calls)
checkpoints=$(grep -c 'rename checkpoint_.*\.scree$' disk/calls)
((calls > 100 && checkpoints == 3)) || die "$calls calls, $checkpoints checkpoints"
awk '/^fsync/ {n++} /^rename checkpoint_/ {printf "%d fsync calls before checkpoint %d\n", n, ++k}' disk/calls

# A file that the disk cannot take is an error, and its checkpoint is not made: one of the first picture, and the series.
first=$(grep -n 'rename checkpoint_.*\.scree$' disk/calls | cut -d: -f1 | head -n 1)
for call in $(grep -n '^fsync file$' disk/calls | cut -d: -f1 | awk -v n="$first" '$1 > n - 9 && $1 < n'); do
    rm -rf out
    FORGETFUL_DISK_FAILS=$call run 0
    ((code == 1)) || die "call $call fails: exit code $code"
    grep -qE 'out/.*: error: Input/output error' said || { cat said; die "call $call fails: it does not say so"; }
    if compgen -G 'out/checkpoint_*' >/dev/null; then die "call $call fails: a checkpoint is there"; fi
done
rm -rf out
run 0

resumed=0
power_cut() { # power_cut CALL HOW
    local cut=$1 how=$2
    rm -rf out
    run $cut
    ((code == 137)) || { cat said; die "cut $cut: exit code $code"; }
    restore $how
    if ! compgen -G 'out/checkpoint_*.scree' >/dev/null; then
        return 0 # there was none yet
    fi
    run $((1 + 5 * cut % 60)) --resume # and once more
    ((code == 137 || code == 0)) || { cat said; die "cut $cut, names $how, resumed: exit code $code"; }
    restore $how
    run 0 --resume
    ((code == 0)) || { cat said; die "cut $cut, names $how, resumed again: exit code $code"; }
    expect_same "cut $cut, names $how"
    ((++resumed))
}
for cut in $(grep -n 'rename checkpoint_.*\.scree$' disk/calls | cut -d: -f1); do
    for how in lost kept mixed; do
        power_cut $((cut + 1)) $how # when the checkpoint has its name, and the folder is not yet synced
    done
done
hows=(lost kept mixed)
every=49
[[ -z ${SCREE_TEST_LONG:-} ]] || every=7
for ((cut = 2; cut <= calls; cut += every)); do
    power_cut $cut ${hows[cut % 3]}
done
echo "$calls calls, $resumed power cuts after which the run went on"
((resumed > 8)) || die "too few"
