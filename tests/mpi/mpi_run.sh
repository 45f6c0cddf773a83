#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 900 PROCESSORS 2
# A run on several ranks acts like one process: every message is printed once, and the files are those of one process.
set -euo pipefail
[[ $(ldd "$SCREE") == *libmpi.so* ]] && command -v mpirun.openmpi >/dev/null || { echo "built without MPI"; exit 77; }
rm -rf work && mkdir work && cd work
export LC_ALL=C OMP_NUM_THREADS=1
die() { echo "FAILED: $*"; exit 1; }

source "$SCREE_SOURCE/tests/support/slope_case.sh"
source "$SCREE_SOURCE/tests/support/stuck_mpirun.sh"
slope_case

# expect CODE command...: its streams are in stdout and stderr; with a time limit.
expect() {
    local wanted=$1 code=0
    shift
    timeout 300 "$@" >stdout 2>stderr || code=$?
    sed -i '/^\[hwloc\//d' stderr # Open MPI's, in containers without /sys
    ((code == wanted)) || { cat stderr; die "exit code $code, not $wanted: $*"; }
}
mpirun=(mpirun.openmpi --oversubscribe --bind-to none --allow-run-as-root --mca mpi_yield_when_idle 1)
ranks() { # ranks CODE N words...: scree on N ranks
    local code=$1 n=$2
    shift 2
    expect "$code" "${mpirun[@]}" -n "$n" "$SCREE" "$@"
}
once() { # once FILE TEXT: on one line, exactly
    local n
    n=$(grep -cF -- "$2" "$1") || true
    ((n == 1)) || { cat "$1"; die "'$2' is said $n times"; }
}
# same_as_whole FOLDER: what does not depend on the number of ranks.
same_as_whole() {
    diff whole.state stdout || die "$1: another state"
    for file in whole/series.csv whole/plot.svg whole/wall_*; do
        cmp "$file" "$1/${file#*/}" || die "$1: another ${file#*/}"
    done
    if compgen -G "$1/*.part" >/dev/null; then die "$1: half a file was left"; fi
}
# pictures FOLDER: every .pvd lists exactly the existing files, every .pvtp pieces with all particles or contacts; no other pieces.
pictures() {
    python3 - "$1" <<'P'
import csv, glob, re, sys
import xml.etree.ElementTree as xml
folder = sys.argv[1]
rows = {float(row["time [s]"]): row for row in csv.DictReader(open(f"{folder}/series.csv"))}
compared, known = 0, set()
for name, kind, columns in (("particles", "Points", ["particles [1]"]),
                            ("contacts", "Lines", ["contacts [1]", "wall_contacts [1]"])):
    entries = list(xml.parse(f"{folder}/{name}.pvd").getroot().iter("DataSet"))
    assert len(entries) == 8, f"{name}.pvd: {len(entries)} times"
    for entry in entries:
        pieces = [f"{folder}/{entry.get('file')}"]
        known.add(pieces[0])
        if pieces[0].endswith(".pvtp"):
            pieces = [f"{folder}/{p.get('Source')}" for p in xml.parse(pieces[0]).getroot().iter("Piece")]
            known.update(pieces)
        heads = [open(piece, "rb").read().split(b"<AppendedData")[0].decode() for piece in pieces]
        count = sum(int(re.search(rf'NumberOf{kind}="(\d+)"', head)[1]) for head in heads)
        for time, row in rows.items():
            if abs(time - float(entry.get("timestep"))) < 1e-9:
                compared += 1
                wanted = sum(int(row[column]) for column in columns)
                assert count == wanted, f"{entry.get('file')}: {count} {name}, not {wanted}"
assert compared >= 6, compared
other = {f for f in glob.glob(f"{folder}/*_*vtp") if "/wall_" not in f} - known
assert not other, f"in no collection: {other}"
P
}

echo "-- one rank is one process"
"$SCREE" run case.yaml --quiet --out whole >whole.state
(($(tail -n 1 whole/series.csv | cut -d, -f5) > 0)) || die "nothing touches the walls"
ranks 0 1 run case.yaml --out one
same_as_whole one
pictures one
diff <(ls whole) <(ls one) || die "one: other files"
for file in whole/*.vtp whole/*.pvd; do cmp "$file" "one/${file#*/}"; done

# Without SCREE_TEST_LONG fewer ways: ranks that share a processor take its time while they wait.
several=2 damages='changed nothing'
[[ -z ${SCREE_TEST_LONG:-} ]] || several='2 3' damages='changed cut nothing'
echo "-- several"
for n in $several; do
    ranks 0 $n run case.yaml --out by$n
    once stderr 'done at t = 0.1 s'
    once stderr '100.0 %'
    same_as_whole by$n
    pictures by$n
    python3 - by$n $n <<'P'
import json, sys
r = json.load(open(sys.argv[1] + "/run.json"))
ranks, n = r["ranks"], int(sys.argv[2])
assert ranks["number"] == len(ranks["rank"]) == n and "MPI" in ranks["mpi"], ranks
assert sum(k["particles"] for k in ranks["rank"]) == r["run"]["particles"] == 200, ranks
assert 1 <= ranks["imbalance"] <= n and r["run"]["status"] == 0, ranks
P
done

echo "-- taken up by another number of ranks"
ranks 0 3 run case.yaml --quiet --out changed --until 0.06
[[ ! -s stderr ]] || { cat stderr; die "--quiet speaks"; }
rm changed/checkpoint_000000003000.scree # as if it had been killed: the one at 40 ms is the last
[[ -e changed/particles_000000002800_0002.vtp ]] || die "no third piece at 56 ms"
ranks 0 2 run case.yaml --out changed --resume
once stderr 'resuming from changed/checkpoint_000000002000.scree'
same_as_whole changed
pictures changed

echo "-- a damaged checkpoint, in the part that the second rank reads"
for how in $damages; do
    cp -r whole torn
    last=torn/checkpoint_000000005000.scree
    case $how in
    changed) printf '!' | dd of=$last bs=1 seek=20000 conv=notrunc status=none ;;
    cut) truncate -s 20000 $last ;;
    nothing) cp torn/checkpoint_000000004000.scree $last ;;
    esac
    if [[ $how == nothing ]]; then
        ranks 1 2 run case.yaml --out torn --resume
        once stderr "$last: its name is that of step 5000, it holds the state of step 4000"
    else
        ranks 0 2 run case.yaml --out torn --resume
        once stderr "it is kept as $last.damaged, and the run goes on from an older one, torn/checkpoint_000000004000.scree"
        same_as_whole torn
        pictures torn
    fi
    rm -r torn
done

echo "-- mistakes are told once"
refused() { # refused TEXT: by the run before
    once stderr "$1"
    [[ ! -s stdout && ! -e new ]] || die "a refused run wrote to stdout, or a folder"
}
ranks 1 2 run missing.yaml --out new
refused 'missing.yaml: error: No such file or directory'
ranks 1 3 run case.yaml --out new --treads 2
refused "unknown option '--treads'"
ranks 1 2 run case.yaml --out case.yaml
refused 'case.yaml: is not a folder'
ranks 1 2 run case.yaml --resume --out new
refused 'new: there is no such folder to resume from'
sed 's/dt: 20 us/dt: 1 s/' case.yaml >large.yaml
ranks 1 2 run large.yaml --out new/folder
refused 'time.dt = 1 s is too large'
sed 's/every: 6 ms/every: 7 ms/' case.yaml >other.yaml
ranks 1 1 run case.yaml --out new : -n 1 "$SCREE" run other.yaml --out new
refused 'error: rank 1 of 2 on'
refused 'other.yaml and the options given are not those of rank 0'
mkdir elsewhere
ranks 1 1 run case.yaml --out new : -n 1 -wdir "$PWD/elsewhere" "$SCREE" run case.yaml --out new
refused 'error: rank 1 of 2 on'
refused 'case.yaml: error: No such file or directory'
cp case.yaml slope.stl elsewhere
ranks 1 1 run case.yaml --out new : -n 1 -wdir "$PWD/elsewhere" "$SCREE" run case.yaml --out new
refused 'new: rank 0 made this folder for the output, and it is not there'
expect 1 env PMI_SIZE=2 PMI_RANK=0 "$SCREE" run case.yaml --out new
refused 'started as 2 processes by mpiexec of MPICH or Intel MPI'
expect 0 env PMI_SIZE=2 PMI_RANK=1 "$SCREE" run case.yaml --out new
[[ ! -s stderr && ! -s stdout && ! -e new ]] || die "the second copy speaks or writes"

echo "-- no room for one of them"
# Through sockets: Open MPI's shared memory would be a file over the limit, too.
expect 1 "${mpirun[@]}" --mca btl self,tcp -n 1 "$SCREE" run case.yaml --quiet --out full : \
    -n 1 bash -c "ulimit -f 8; exec '$SCREE' run case.yaml --quiet --out full"
once stderr 'File too large'
once stderr 'error: rank 1 of 2 on'
once stderr 'full/particles_000000000000_0001.vtp'
[[ ! -e full/particles.pvd ]] || die "a picture without all its pieces is listed"
if compgen -G 'full/*.part' >/dev/null; then die "half a file was left"; fi

echo "-- lost by one rank"
{
    echo '# x y z r vx vy vz'
    for k in {0..9}; do echo "-0.02 0.00$k 0 0.0004 0 0 0"; done
    echo '0.03 0 0 0.002 1 0 0'
} >drift.txt
cat >drift.yaml <<E
time: {end: 15 ms, dt: 10 us}
domain: {min: [-0.04, -0.04, -0.04], max: [0.04, 0.04, 0.04]}
search: {skin: 1 mm}
materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.2, restitution: 0.5, friction: 0.3}}
particles: [{file: drift.txt, material: glass}]
E
expect 0 "$SCREE" run drift.yaml --quiet --out kept
cp stdout kept.state
ranks 0 2 run drift.yaml --quiet --out lost
once stderr '1 particles left the domain'
diff kept.state stdout || die "another state"

echo "-- bad numbers"
sed 's/fill: random/velocity: [0, 0, -5000], fill: random/' case.yaml >fast.yaml
ranks 2 3 run fast.yaml --out fast
once stderr "the centre of particle 1 went through wall 'slope' at 5000 m/s"
once stderr 'the state at the failure is in fast/failed_'
once stdout 'state: '
compgen -G 'fast/failed_*.scree' >/dev/null || die "no failed_*.scree"
# New particles overwrite the ghosts of the last list, and no new list is built.
python3 - >sheet.txt <<'P'
print("# x y z r vx vy vz")
for k in range(1600):
    print(0.00401 * (k % 40), 0.00401 * (k // 40), 0.05, 0.002, 0, 0, 0)
print(0, 0, 0.1, 0.002, 9e148, 0, 0)
P
cat >sheet.yaml <<E
time: {end: 1000 s, dt: 20 s, velocity_scale: 1 m/s}
materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.2, restitution: 0.5, friction: 0.3}}
contacts: {between: any, normal: {law: hooke, stiffness: 1e-9 N/m}, tangential: linear_spring}
particles: [{file: sheet.txt, material: glass}]
insertion:
  - {material: glass, rate: 1 1/s, every: 20 s, region: {box: {min: [0, 0, 0], max: [0.16, 0.16, 0.02]}}, diameter: 2 mm}
E
expect 2 "$SCREE" run sheet.yaml --quiet --out sheet
cp stdout sheet.state
ranks 2 2 run sheet.yaml --quiet --out sheets
once stderr 'the position of particle 1601 is'
diff sheet.state stdout || die "another state"
cmp sheet/failed_*.scree sheets/failed_*.scree

echo "-- stopped"
sed 's/end: 100 ms/end: 250 ms/; s/vtk: .*/plot: false/' case.yaml >slow.yaml
expect 0 "$SCREE" run slow.yaml --quiet --out slow
right=$(cat stdout)
for signal in TERM KILL; do
    "${mpirun[@]}" -n 2 "$SCREE" run slow.yaml --quiet --out $signal >stdout 2>stderr &
    job=$!
    end_stuck_mpirun "$job" >/dev/null 2>&1 &
    until compgen -G "$signal/checkpoint_*.scree" >/dev/null || ! kill -0 $job 2>/dev/null; do
        sleep 0.01
    done
    process=$(pgrep -P $job | tail -n 1) # the second rank alone hears it
    kill -$signal "$process" || die "$signal: the run was over before it could be stopped"
    code=0
    wait $job || code=$?
    if [[ $signal == TERM ]]; then
        ((code == 130)) || { cat stderr; die "TERM: exit code $code"; }
        once stdout 'state: '
        expect 0 "$SCREE" run slow.yaml --quiet --resume --out $signal
    else
        ((code != 0)) || die "KILL: exit code 0"
        ranks 0 2 run slow.yaml --quiet --resume --out $signal
    fi
    [[ $(cat stdout) == "$right" ]] || die "$signal: resumed, another state"
    cmp slow/series.csv $signal/series.csv || die "$signal: another series"
done
echo fine
