# SPDX-License-Identifier: BSD-3-Clause
# Runs case.yaml in many ways, which have to give the same state and the same series. A test that runs it on several ranks needs a line
# "ctest: PROCESSORS 2": ranks wait for each other by giving way, so beside a busy program each of their steps takes milliseconds. More than
# three ranks are for few tests, because mpi_scenes has them on scenes with everything.
die() { echo "FAILED: $*"; exit 1; }
run() { "$SCREE" run case.yaml --quiet "$@" >state 2>said || { cat said; die "$*"; }; }
refused() { # refused TEXT OPTION...: the case with these options has a mistake, and the message has this text
    ! "$SCREE" check case.yaml "${@:2}" >/dev/null 2>said || die "accepted: ${*:2}"
    grep -qF "$1" said || { cat said; die "another message than: $1"; }
}
run_whole() { # the run that the others are compared with
    run --threads 1 --out whole
    mv state whole.state
}
same() { # same FOLDER: as the whole run
    local file
    diff whole.state state || die "$1: another state"
    for file in whole/series.csv whole/particles_*.csv whole/wear_*.csv; do
        [[ ! -e $file || -e $1/$(basename "$file" .csv)_0000.csv ]] || # or in a piece for each rank
            cmp "$file" "$1/${file#*/}" || die "$1: another ${file#*/}"
    done
}
# Empty without MPI.
mpirun=()
if [[ $(ldd "$SCREE") == *libmpi.so* ]] && command -v mpirun.openmpi >/dev/null; then
    mpirun=(mpirun.openmpi --oversubscribe --bind-to none --allow-run-as-root --mca mpi_yield_when_idle 1)
fi
run_on() { # run_on RANKS OPTION...
    OMP_NUM_THREADS=1 "${mpirun[@]}" -n "$1" "$SCREE" run case.yaml --quiet "${@:2}" >state 2>said || { cat said; die "$1 ranks: ${*:2}"; }
}
same_on_threads() {
    run --threads 2 --out two
    same two
    if [[ $(uname -m) == x86_64 ]]; then
        run --threads 1 --isa v2 --out two --overwrite
        same two
    fi
}
same_with_skins() { # same_with_skins SKIN...
    local skin
    for skin; do
        run --threads 2 --out skin --overwrite --set "search.skin=$skin"
        same skin
    done
}
same_in_parts() { # same_in_parts STEP...: stopped and resumed at each, on one thread or two
    run --threads 1 --out parts --steps 1
    local step
    for step; do
        run --threads $((1 + step % 2)) --out parts --resume --steps "$step"
    done
    run --threads 1 --out parts --resume
    same parts
}
ranks_of() { # ranks_of RANKS...: all of them with --long, or the first: ranks that share a processor take its time while they wait
    [[ -n ${SCREE_TEST_LONG:-} ]] || set -- "$1"
    echo "$@"
}
same_on_ranks() { # same_on_ranks RANKS...
    local n
    for n in $(ranks_of "$@"); do
        ((${#mpirun[@]})) || break
        run_on "$n" --out ranks --overwrite
        same ranks
    done
}
same_on_other_ranks() { # same_on_other_ranks RANKS STEP OTHERS: stopped at this step on so many ranks, resumed on others
    ((${#mpirun[@]})) || return 0
    run_on "$1" --out mixed --steps "$2"
    run_on "$3" --out mixed --resume
    same mixed
}
