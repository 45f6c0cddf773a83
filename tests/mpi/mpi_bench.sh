#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 900 PROCESSORS 2
# `scree bench` on several ranks: one table, counts equal to those of one process, and the messages between ranks.
set -euo pipefail
ldd "$SCREE" | grep -q 'libmpi\.' && command -v mpirun.openmpi >/dev/null || { echo "built without MPI"; exit 77; }
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
rm -rf work && mkdir work && cd work
export LC_ALL=C OMP_NUM_THREADS=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# Layers of spheres that touch their neighbours in x and y, on a floor: contacts across every border.
cat >case.yaml <<'C'
time: {end: 1 s, dt: 5 us}
domain: {min: [0, 0, -0.001], max: [0.0398, 0.0199, 0.05], periodic: [x, y]}
materials: {grain: {density: 2500, young: 10 MPa, poisson: 0.3, restitution: 0.7, friction: 0.5}}
search: {skin: 0.3 mm}
walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: grain}}
insertion:
  - {material: grain, fill: {method: lattice, spacing: 1}, count: 1500, diameter: 1.9 mm,
     region: {box: {min: [0, 0, 0], max: [0.0398, 0.0199, 0.05]}}, velocity_spread: [0.5, 0.5, 0.5]}
C
bench=("$SCREE" bench case.yaml --warm 100 --steps 60 --repetitions 2)
"${bench[@]}" >0.csv
for n in 1 2 3; do
    timeout 100 mpirun.openmpi -n $n --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 "${bench[@]}" >$n.csv
done
python3 - <<'P'
import csv
rows = {n: list(csv.DictReader(open(f"{n}.csv"))) for n in range(4)}
same = ("repetition", "threads", "particles", "contacts", "particle_contacts", "steps")
for n, table in rows.items():
    assert len(table) == 2, table
    for r, alone in zip(table, rows[0]):
        assert [r[k] for k in same] == [alone[k] for k in same], (r, alone)
        assert float(r["contacts"]) > 200 and float(r["cpu_seconds"]) > 0, r
        x = {k: float(r[k]) for k in ("ghosts", "messages", "halo_bytes", "waited_seconds", "imbalance", "busiest_seconds",
                                      "most_bytes", "peak_bytes", "pairs")}
        assert r["ranks"] == str(max(n, 1)), r
        assert 0 < x["busiest_seconds"] <= float(r["cpu_seconds"]) + 1e-6, r
        if n < 2:
            assert x["ghosts"] == x["messages"] == x["halo_bytes"] == 0 and x["imbalance"] == 1, r
            assert x["most_bytes"] == x["peak_bytes"], r
        else:
            assert 100 < x["ghosts"] < 1500 * (n - 1), r
            assert x["halo_bytes"] == 136 * x["ghosts"], r
            assert n <= x["messages"] <= n * (n - 1), r
            assert 1 <= x["imbalance"] < 1.3 and x["waited_seconds"] > 0, r
            assert x["peak_bytes"] / n <= x["most_bytes"] < x["peak_bytes"], r
            assert x["pairs"] > float(alone["pairs"]), r  # those across a border are listed on both sides
P
threads() { # threads WANTED [VARIABLE=...]: of each of two ranks
    local wanted=$1 found
    shift
    found=$(env -u OMP_NUM_THREADS "$@" mpirun.openmpi -n 2 --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 "$SCREE" \
        bench case.yaml --warm 1 --steps 1 --repetitions 1 | awk -F, 'END { print $2 }')
    [[ $found == "$wanted" ]] || { echo "$found threads, not $wanted"; exit 1; }
}
threads 1
threads 3 OMP_NUM_THREADS=3
if mpirun.openmpi -n 2 --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 "$SCREE" bench no.yaml >said 2>&1; then
    echo "a missing case was accepted"
    exit 1
fi
[[ $(grep -c 'no.yaml: error' said) == 1 ]] || { cat said; echo "the mistake is not said once"; exit 1; }

# `./dev bench --ranks`: a table of them, with the estimates of scree plan. The bed is a cubic lattice of 500, four times.
mkdir made build
awk 'BEGIN { print "# bed2k\n# periodic x [0,0.0199) y [0,0.0199); floor z=0; SI units\n# id x y z radius density vx vy vz"
    for (n = 0; n < 500; n++) printf "%d %.9f %.9f %.9f 0.001 2500 0 0 0\n", n + 1, (n % 10 + .5) * 1.99e-3,
        (int(n / 10) % 10 + .5) * 1.99e-3, .00099942 + int(n / 100) * 2.5e-3 }' >made/bed2k.txt
python3 "$SCREE_SOURCE/bench/bench.py" --ranks 1,2 --quick --most 8000 --states made --name here --scree "$SCREE" \
    --work build --out out >said
python3 - <<'P'
import csv
rows = list(csv.DictReader(open("out/ranks.csv")))
assert [(r["workload"], r["ranks"], r["particles"]) for r in rows] == [("bed2k x 2x2", n, "2000") for n in "12"], rows
one, two = ({k: float(v) for k, v in r.items() if k not in ("machine", "date", "commit", "workload")} for r in rows)
assert one["work"] == 1 and one["ghosts"] == one["foretold_ghosts"] == 0 and one["contacts"] == two["contacts"] == 4000, rows
assert 0.4 < two["foretold_ghosts"] / two["ghosts"] < 2.5 and two["halo_bytes"] == 136 * two["ghosts"], two
assert 0.5 < two["foretold_bytes"] / two["most_bytes"] < 2, two
assert abs(two["work"] * two["ns_busiest"] / one["ns_busiest"] - 1) < 1e-4, two
P
grep -q '^  bed2k x 2x2 *2 ' out/ranks.txt || { cat said; exit 1; }
