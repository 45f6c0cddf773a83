#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 120
# `scree plan`: number of particles of each kind of source, effect of options, errors.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
die() { echo "FAILED: $*"; exit 1; }

head='time: {end: 2 s, dt: 5 us}
materials: {grain: {density: 2500, young: 10 MPa, poisson: 0.3, restitution: 0.7, friction: 0.5}}'
# particles NAME WANTED OPTIONS...: the case on standard input has this number of particles.
particles() {
    local name=$1 wanted=$2 found
    shift 2
    { echo "$head"; cat; } >"$name.yaml"
    "$SCREE" plan "$name.yaml" --ranks 4 --speed 150 "$@" >"$name.txt" 2>"$name.err" || { cat "$name.err"; die "$name is refused"; }
    found=$(sed -n '1s/ particles.*//p' "$name.txt")
    [[ $found == "$wanted" ]] || die "$name: $found particles, not $wanted"
}
box='region: {box: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}}'
particles count '5 k' <<<"insertion: {material: grain, fill: random, $box, diameter: 2 mm, count: 5000}"
particles fraction '71.6 k' <<<"insertion: {material: grain, fill: random, $box, diameter: 2 mm, fraction: 0.3}" # 0.3 V / v
particles jammed '95.5 k' <<<"insertion: {material: grain, fill: random, $box, diameter: 2 mm}" # 0.4 V / v
particles lattice '177 k' <<<"insertion: {material: grain, fill: {method: lattice, spacing: 1}, $box, diameter: 2 mm}" # sqrt(2) V / d^3
particles dense '153 k' <<<"insertion: {material: grain, fill: dense, $box, diameter: 2 mm}" # 0.64 V / v
particles mass '9.55 k' <<<"insertion: {material: grain, fill: random, $box, diameter: 2 mm, mass: 0.1 kg}" # 0.1 kg / 10.47 mg
particles rate '1.5 k' <<<"insertion: {material: grain, rate: 1000 1/s, $box, diameter: 2 mm, stop: 1.5 s}"
particles flow '19.1 k' <<<"insertion: {material: grain, rate: 0.1 kg/s, $box, diameter: 2 mm}"
particles two '6.5 k' <<<"insertion: [{material: grain, rate: 1000 1/s, $box, diameter: 2 mm, stop: 1.5 s},
  {material: grain, fill: random, $box, diameter: 3 mm, count: 5000}]"
particles domain '1.22 k' <<<"domain: {min: [0, 0, 0], max: [0.02, 0.02, 0.02]}
insertion: {material: grain, rate: 1000 1/s, $box, diameter: 2 mm}" # 0.64 V / v
particles given '1 G' --particles 1e9 <<<"insertion: {material: grain, rate: 1000 1/s, $box, diameter: 2 mm}"
particles drained '2 k' <<<"insertion: {material: grain, rate: 1000 1/s, $box, diameter: 2 mm}
outlets: {exit: {region: {half_space: {point: [0, 0, -0.1], normal: [0, 0, -1]}}}}"
grep -q 'note: outlets remove particles' drained.err || die "outlets are not told of"
for ((k = 0; k < 300; k++)); do echo "$k 0 0 0.4"; done >spheres.txt
particles pack '300' <<<"particles: {file: spheres.txt, material: grain}"
grep -q '^300 particles, mean diameter 800 mm' pack.txt || die "the size of a pack's particles is wrong"
{ echo "$head"; echo "insertion: {material: grain, fill: lattice, $box, diameter: 4 mm, count: 700}"; } >ran.yaml
"$SCREE" run ran.yaml --steps 3 --out ran --quiet >said
particles resumed '700' <<<"particles: {checkpoint: ran/checkpoint_000000000003.scree}"

# value NAME LABEL COLUMN: a figure of the table, in plain units.
value() {
    awk -v label="$2" -v column="$3" 'index($0, label) == 1 {
        n = split(substr($0, length(label) + 1), word, " +"); k = 0
        for (i = 1; i <= n; i++) if (word[i] ~ /^[0-9]/) {
            if (++k == column) { p = substr(word[i + 1], 1, 1)
                print word[i] * (p == "k" ? 1e3 : p == "M" ? 1e6 : p == "G" ? 1e9 : 1) } }
    }' "$1.txt" | head -1
}
near() { awk -v a="$1" "BEGIN { b = $2; exit !(a > 0.98 * b && a < 1.02 * b) }" || die "$1 is not $2: $3"; }
near "$(value fraction particles 1)" 17900 "a quarter of the particles each"
near "$(value fraction 'sent to ghosts per step' 1)" "$(awk -v g="$(value fraction ghosts 1)" 'BEGIN { print 136 * g }')" bytes
near "$(value fraction 'memory, stepping' 2)" "$(awk -v m="$(value fraction 'memory, stepping' 1)" 'BEGIN { print 4 * m }')" memory
[[ $(grep -c '^ *4 ' fraction.txt) == 2 ]] || die "the tables do not end with the ranks asked for"
"$SCREE" plan fraction.yaml --ranks 6 --speed 150 >six.txt
[[ $(awk '/^ +[0-9]+ / { printf "%s ", $1 }' six.txt) == "1 2 4 6 1 2 4 6 " ]] || die "ranks of the tables"

# more latency, less bandwidth, slower steps: each changes the right column
part() { sed -n "s/^  $2  *\([0-9.]*\) \([num]*\)s .*/\1 \2/p" "$1" | awk '{ print $1 * ($2 == "n" ? 1e-9 : $2 == "u" ? 1e-6 : $2 == "m" ? 1e-3 : 1) }'; }
"$SCREE" plan fraction.yaml --ranks 4 --speed 300 --latency 20 --threads 2 >slow.txt
near "$(part slow.txt 'own particles')" "$(part fraction.txt 'own particles')" "twice the time on two threads"
near "$(part slow.txt reductions)" "$(awk -v x="$(part fraction.txt reductions)" 'BEGIN { print 10 * x }')" "latency"
"$SCREE" plan fraction.yaml --ranks 4 --speed 150 --bandwidth 0.001 >thin.txt
near "$(part thin.txt 'messages to ghosts')" "$(awk -v b="$(value fraction 'sent to ghosts per step' 1)" 'BEGIN { print 6e-6 + b / 1e6 }')" bandwidth

# memory: what ranks on one node keep for messages to each other
peer=0.22e6 # B, mpi_bytes of estimate.c
at_work() { value "$1" 'memory, stepping' 1; }
"$SCREE" plan fraction.yaml --ranks 4 --per-node 1 --speed 150 >apart.txt
"$SCREE" plan fraction.yaml --ranks 4 --per-node 100 --speed 150 >together.txt
near "$(at_work together)" "$(at_work fraction)" "all ranks on one node"
awk -v a="$(at_work apart)" -v b="$(at_work fraction)" -v k="$peer" 'BEGIN { exit !(b - a > 2 * k && b - a < 4 * k) }' ||
    die "three ranks on the same node make no difference"

# files: their size and speed, and the steps that wait for them
seconds() { sed -n "s/^$2  *\([0-9.]*\) \([num]*\)s.*/\1 \2/p" "$1.txt" | awk '{ print $1 * ($2 == "n" ? 1e-9 : $2 == "u" ? 1e-6 : $2 == "m" ? 1e-3 : 1) }'; }
near "$(seconds fraction 'time to write a frame')" "$(value fraction 'a frame for ParaView' 2)*1e-10" "a frame at 10 GB/s"
near "$(seconds fraction 'time to write a checkpoint')" "$(value fraction 'a checkpoint' 2)*1e-10" "a checkpoint at 10 GB/s"
"$SCREE" plan fraction.yaml --ranks 4 --speed 150 --disk 0.01 >disk.txt
near "$(seconds disk 'time to write a frame')" "$(value fraction 'a frame for ParaView' 2)*1e-7" "a frame at 10 MB/s"
{ cat fraction.yaml; echo 'output: {vtk: {every: 1 ms}, checkpoint: {every: 5 ms}}'; } >saved.yaml
"$SCREE" plan saved.yaml --ranks 4 --speed 150 >saved.txt
near "$(seconds saved '  frames, one in 200')" "$(seconds saved 'time to write a frame')/200" "a frame in 200 steps"
near "$(seconds saved '  checkpoints, one in 1 k')" "$(seconds saved 'time to write a checkpoint')/1000" "a checkpoint in 1000 steps"
grep -q '^of the run, the steps take longer' saved.txt || die "files limit a run that they do not"
"$SCREE" plan saved.yaml --ranks 4 --speed 150 --disk 0.0001 >slow_disk.txt
grep -q '^of the run, the waits for frames' slow_disk.txt || die "frames do not limit a run on a slow disk"
"$SCREE" plan saved.yaml --ranks 4 --speed 150 --disk 0.0001 --set output.vtk.every=10 >saves.txt
grep -q '^of the run, the waits for checkpoints' saves.txt || die "checkpoints do not limit a run on a slow disk"
"$SCREE" plan saved.yaml --ranks 1 --speed 150 >alone.txt
[[ $(seconds alone '  frames, one in 200') == 0 ]] || die "one rank waits for frames that are written in the background"
"$SCREE" plan saved.yaml --ranks 1 --speed 150 --disk 0.003 >alone_slow.txt
awk -v a="$(seconds alone_slow '  frames, one in 200')" -v b="$(seconds alone_slow 'time to write a frame')" \
    -v t="$(seconds alone_slow 'time per step')" 'BEGIN { x = b / 200 - t; exit !(a > 0.97 * x && a < 1.03 * x) }' ||
    die "one rank does not wait for a frame when the next one is due"
near "$(value fraction 'a checkpoint' 2)" "$(awk -v m="$(value fraction 'a checkpoint' 1)" 'BEGIN { print 4 * m }')" checkpoint

"$SCREE" plan saved.yaml --ranks 4 --speed 150 --set time.dt=auto >auto.txt
grep -q '^  frames, one in ' auto.txt || die "no waits for files with a time step that is chosen"
"$SCREE" plan saved.yaml --ranks 4 --speed 150 --set 'output.vtk={every: 1 ms, contacts: true, stress: true}' --set output.csv.every=0.01 >more.txt 2>more.err
grep -q 'note: a frame counts particles only; the case also writes contacts, stress, CSV files' more.err || { cat more.err; die "files beside the frames"; }

# Pairs within the range of fields, and within a thick skin, take memory: more than 15 and 40 pairs of each particle.
"$SCREE" plan fraction.yaml --ranks 1 --speed 150 >plain.txt
"$SCREE" plan fraction.yaml --ranks 1 --speed 150 --set 'force_fields={electric: {range: 4 mm, charges: [{material: grain, charge: 1e-12 C}]}}' >charged.txt
"$SCREE" plan fraction.yaml --ranks 1 --speed 150 --set 'search={skin: 4 mm}' >thick.txt
more_pairs() { # more_pairs NAME NUMBER
    awk -v a="$(value $1 'memory, stepping' 1)" -v b="$(value plain 'memory, stepping' 1)" -v n="$2" 'BEGIN { exit !(a - b > 71600 * 113 * n) }' ||
        die "$1: pairs that are far apart take no memory"
}
more_pairs charged 15
more_pairs thick 40
cat >cubes.yaml <<E
$head
shapes: {dice: {rounded_box: {sides: [2 mm, 2 mm, 2 mm], rounding: 0.2 mm}}}
insertion: {material: grain, fill: random, $box, shape: dice, count: 500}
E
"$SCREE" plan cubes.yaml --ranks 1 >cubes.txt 2>cubes.err
grep -q 'warning: spheres of the mean size were timed' cubes.err || { cat cubes.err; die "convex bodies are timed as spheres"; }

# without --speed a small bed is timed; with two laws it is slower than without
"$SCREE" plan count.yaml --ranks 2 >timed.txt 2>timed.err
grep -qE '^[0-9.]+ [nu]s per particle-step and .* measured here on 19683 of its spheres' timed.txt || die "nothing was timed"
grep -q 'warning:' timed.err && die "a small bed is warned of" || true

echo "-- mistakes"
refused() { # refused TEXT WORDS...
    local text=$1
    shift
    ! "$SCREE" plan "$@" >out 2>err || die "accepted: $*"
    grep -qF -- "$text" err || { cat err; die "not said: $text"; }
    [[ ! -s out ]] || die "something on stdout: $*"
}
refused 'a case is needed' --ranks 2
refused '--ranks is needed' count.yaml
refused "unknown option '--rank'" count.yaml --rank 2
refused "unexpected 'flow.yaml'" count.yaml flow.yaml --ranks 2
for words in '--ranks 0' '--ranks 1.5' '--ranks two' '--ranks 2000000' '--threads 0' '--particles 0' '--latency -1' \
    '--bandwidth 0' '--speed 0' '--speed nan' '--speed' '--disk 0' '--disk 2e6' '--disk fast' '--per-node 0' '--per-node 1.5'; do
    refused "${words} is not valid; accepted: a" count.yaml --ranks 2 $words
done
refused 'no.yaml: error: No such file' no.yaml --ranks 2
echo "$head" >empty.yaml
refused 'has no particles of known diameter' empty.yaml --ranks 2
"$SCREE" plan count.yaml --ranks 100 --speed 150 >out 2>err
grep -q 'warning: each rank has only 50 particles' err || die "few particles are not warned of"
"$SCREE" plan count.yaml --ranks 2 --speed 150 --particles 1e9 >out 2>err
grep -q '4 ranks are needed' err || die "too many particles are not warned of"
grep -q 'every rank places all particles of a fill' err || die "a large fill is not warned of"
"$SCREE" plan --help >out
grep -q -- --bandwidth out && grep -q -- --disk out || die "no help"
