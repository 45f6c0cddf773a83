#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600
# The command line: messages for mistakes, signals, full disks, closed streams.
set -euo pipefail
rm -rf case && mkdir case && cd case
export LC_ALL=C

head4='time: {end: 20 ms, dt: 20 us}
gravity: [0, 0, -9.81]
materials:
  glass: {density: 2500, young: 5 MPa, poisson: 0.2}'
rest='walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}
insertion:
  - material: glass
    fill: random
    region: {box: {min: [0, 0, 0], max: [0.05, 0.05, 0.05]}}
    diameter: 6 mm
    count: 100
contacts:
  - {between: any, restitution: 0.5, friction: 0.3}'
printf '%s\n' "$head4" "$rest" >good.yaml
digest_of() { sed -n 's/^state: \([0-9a-f]\{32\}\)$/\1/p' "$1"; }
die() { echo "FAILED: $*"; exit 1; }

# expect CODE command...: runs it, checks the exit code; its streams are in stdout and stderr.
expect() {
    local wanted=$1 code=0
    shift
    "$@" >stdout 2>stderr || code=$?
    ((code == wanted)) || { cat stderr; die "exit code $code, not $wanted: $*"; }
}
# says PATTERN...: each is a fixed text on stderr.
says() {
    local pattern
    for pattern; do
        grep -qF -- "$pattern" stderr || { cat stderr; die "stderr does not say: $pattern"; }
    done
}
quiet() { [[ ! -s stderr ]] || { cat stderr; die "stderr should be empty"; }; }
# wrong NAME SAYS...: the case on standard input is refused with these words, and nothing is written.
wrong() {
    local name=$1
    shift
    cat >"$name.yaml"
    expect 1 "$SCREE" run "$name.yaml"
    says "$@"
    [[ ! -e $name.out ]] || die "$name: a folder was written"
    [[ ! -s stdout ]] || die "$name: something on stdout"
    expect 1 "$SCREE" check "$name.yaml"
    says "$@"
}
good_with() { sed "$1" good.yaml; }

echo "-- panels of the plot"
{ cat good.yaml; echo 'output: {plot: [floor fz, [kinetic, rotational], {x: time, y: coordination}, {x: floor fz, y: kinetic}]}'; } >panels.yaml
expect 0 "$SCREE" run panels.yaml
for label in 'floor fz [N]' 'kinetic, rotational [' 'coordination' 'floor fz [N]'; do
    grep -qF ">$label" panels.out/plot.svg || die "plot.svg has no panel $label"
done
grep -qF '"output.plot[1].y[1]": "rotational"' panels.out/run.json || die "run.json does not have the panels"

echo "-- changes of the case"
{ echo 'variables: {r: 3 mm, name: }'; sed 's/diameter: 6 mm/diameter: 2 * r/; s/^walls/title: ${name}\nwalls/' good.yaml; } >variable.yaml
expect 1 "$SCREE" check variable.yaml
says "variable.yaml:1:22: error: variables.name: it has no value in the file and must be given; accepted: --define name=VALUE"
change=(--define 'name=two words' --set time.end='4 ms' --set 'contacts[0].friction=0.1' --set output.checkpoint.every='2 ms')
expect 0 "$SCREE" run variable.yaml --quiet "${change[@]}" --out changed --steps 150
grep -q '"--define name=two words",' changed/run.json || die "run.json does not list the changes"
grep -q '"title": "two words"' changed/run.json || die "the variable did not arrive"
grep -q '"variables.r": "0.003 m"' changed/run.json || die "run.json does not list the variables"
expect 0 "$SCREE" run variable.yaml --quiet "${change[@]}" --out changed --resume
whole=$(digest_of stdout)
expect 0 "$SCREE" run variable.yaml --quiet "${change[@]}" --out at_once
[[ -n $whole && $(digest_of stdout) == "$whole" ]] || die "a resumed run with changes has other bits"
expect 1 "$SCREE" run variable.yaml --quiet --define name=x --out changed --resume # another friction
says "differs from variable.yaml"
says "error: contacts.glass-glass.tangential.friction: it is 0.3, and was 0.1 in the run that wrote the checkpoint"
sed 's/density: 2500/density: 2500.0001/' variable.yaml >denser.yaml
expect 1 "$SCREE" run denser.yaml --quiet "${change[@]}" --set walls.floor.start=1s --out changed --resume
says "denser.yaml:5:20: error: materials.glass.density: it is 2500.0001" ", and was 2500 in the run that wrote the checkpoint" \
    "--set walls.floor.start=1s: error: walls.floor.start: it is 1, and was 0 in the run that wrote the checkpoint"
mv changed/run.json record.json
expect 1 "$SCREE" run denser.yaml --quiet "${change[@]}" --out changed --resume
says "the keys that differ cannot be named, as no run.json of its run that can be read is beside it"
mv record.json changed/run.json
for command in "check" "bench --steps 5" "plan --ranks 2 --speed 100"; do
    expect 0 "$SCREE" ${command%% *} variable.yaml ${command#"${command%% *}"} "${change[@]}"
    expect 1 "$SCREE" ${command%% *} variable.yaml ${command#"${command%% *}"} --set time.end=1kg
    says "--set time.end=1kg: error: time.end: \"1kg\" is a mass"
    expect 1 "$SCREE" ${command%% *} variable.yaml ${command#"${command%% *}"} --define
    says "error: --define needs NAME=VALUE"
done

echo "-- tables are listed, and removed with their run"
expect 0 "$SCREE" run good.yaml --quiet --out tables --set output.csv='{every: 4 ms, contacts: true}' --until 0.013
[[ $(ls tables | grep -c '\.csv$') == 9 ]] || die "not 4 times 2 tables and the series: $(ls tables)"
expect 0 "$SCREE" run good.yaml --quiet --out tables --resume --set output.csv='{every: 8 ms}' --until 0.013
expect 0 "$SCREE" run good.yaml --quiet --out tables --overwrite --until 0.004
[[ $(cd tables && ls *.csv) == series.csv ]] || die "tables of an earlier run remain: $(ls tables)"

echo "-- mistakes in the input"
{ cat good.yaml; echo 'gravty: [0, 0, 1]'; } | wrong unknown "unknown.yaml:15:1: error: unknown key 'gravty'" "gravity"
good_with 's/diameter: 6 mm/diametr: 6 mm/' | wrong nested 'nested.yaml:11:5: error:' "unknown key 'diametr'" "diameter"
good_with 's/count: 100/count: many/' | wrong type 'type.yaml:12:12: error: insertion[0].count: "many"' 'a whole number, > 0'
good_with 's/gravity: .*/gravity: 9.81/' | wrong vector 'vector.yaml:2:10: error: gravity:' 'a list of 3 numbers'
good_with 's/poisson: 0.2/poisson: 0.7/' | wrong range 'range.yaml:4:49: error: materials.glass.poisson: "0.7" is out of range' '<= 0.5'
good_with 's/plane: .*}, m/mesh: {file: no.stl}, m/' | wrong file 'file.yaml:6:24: error: walls.floor.mesh.file: the file "no.stl" does not exist'
good_with 's/- material: glass/- material: glas/' | wrong name 'name.yaml:8:15: error: insertion[0].material:' 'glas' 'glass'
{ cat good.yaml; echo 'seed: 1'; echo 'seed: 2'; } | wrong twice "twice.yaml:16:1: error: duplicate key 'seed'" 'line 15'
{ cat good.yaml; echo 'output: {plot: [floor fq]}'; } | wrong plot_column "plot_column.yaml:15:17: error: output.plot: the series of this case has no column 'floor fq'; accepted: floor fx, floor fy"
{ cat good.yaml; echo 'output: {plot: [[kinetic, floor fz]]}'; } | wrong plot_units "output.plot: 'kinetic' is in J and 'floor fz' in N, so one axis cannot show both; accepted: a panel for each"
{ cat good.yaml; echo 'output: {plot: [kinetic], series: {every: 0}}'; } | wrong plot_nothing 'output.plot: there is no series to draw, as output.series.every is 0'
{ cat good.yaml; echo 'output: {plot: maybe}'; } | wrong plot_word 'output.plot: "maybe" does not fit; accepted: false, true or a list of panels'
good_with 's/6 mm/6 kg/' | wrong unit 'unit.yaml:11:15: error: insertion[0].diameter' '6 kg' 'a number in m'
good_with 's/friction: 0.3/frction: 0.3/' | wrong parameter 'parameter.yaml:14:' "'frction'" "friction"
good_with 's/between: any/between: any, normal: hetrz/' | wrong law 'law.yaml:14:' 'hetrz' 'hertz'
good_with 's/6 mm/6 kg/; s/poisson: 0.2/poisson: 7/; s/count: 100/cuont: 1/' | wrong several 'several.yaml:4:49:' 'several.yaml:11:15:' 'several.yaml:12:5:'
good_with 's/max: .0.05, 0.05/max: [-0.05, 0.05/' | wrong corners 'corners.yaml:10:' 'max above min'
good_with 's/dt: 20 us/dt: 1 s/' >large.yaml
expect 1 "$SCREE" run large.yaml
says 'time.dt = 1 s is too large' 'dt: auto takes'
[[ ! -e large.out ]] || die "large: a folder was written"
: >empty.yaml
expect 1 "$SCREE" run empty.yaml
says 'empty.yaml:1:1: error: the file is empty'
printf 'time: [\n' >syntax.yaml
expect 1 "$SCREE" run syntax.yaml
says 'syntax.yaml:' 'YAML syntax'
expect 1 "$SCREE" run missing.yaml
says 'missing.yaml: error: No such file or directory'
expect 1 "$SCREE" run .
says 'Is a directory'

echo "-- mistakes on the command line"
expect 1 "$SCREE"
says 'scree run CASE.yaml'
expect 1 "$SCREE" rnu good.yaml
says "unknown command 'rnu'" '--help'
expect 1 "$SCREE" run
says 'needs a case file'
expect 1 "$SCREE" run good.yaml --treads 2
says "unknown option '--treads'"
expect 1 "$SCREE" run good.yaml large.yaml
says "'large.yaml'"
for words in '--threads 0' '--threads two' '--threads 1.5' '--steps -1' '--steps nan' '--steps 1.5' '--until -1' '--until inf' '--until 1s'; do
    expect 1 "$SCREE" run good.yaml "${words% *}" "${words#* }"
    says "$words: accepted is"
done
for word in --threads --steps --until --out --isa; do
    expect 1 "$SCREE" run good.yaml $word
    says "$word needs"
done
expect 1 "$SCREE" run good.yaml --isa v9
says "'v9' is not one of v2, v3, v4"
expect 1 "$SCREE" run good.yaml --steps 1 --until 1
says '--steps and --until exclude each other'
expect 1 "$SCREE" run good.yaml --until 0.03
says '--until 0.03' 'time.end = 0.02 s' 'accepted: at most that'
[[ ! -e good.out ]] || die "--until beyond the end ran"
expect 1 "$SCREE" run good.yaml --threads $'\033[31m'
says '--threads \x1b[31m: accepted is'
expect 1 "$SCREE" run good.yaml --out ''
says 'the folder for the output has an empty name'
expect 1 "$SCREE" run good.yaml --out good.yaml
says 'good.yaml: is not a folder'
expect 1 "$SCREE" run good.yaml --out good.yaml/below
says 'good.yaml/below: the folder for the output cannot be made'
mkdir there
for folder in new/one/two new//one/ there/new/one "$PWD/there/new/one/" ./there; do
    expect 1 "$SCREE" run large.yaml --out "$folder"
    [[ ! -e new && -d there && ! -e there/new ]] || die "$folder: folders of a refused run were left, or others removed"
done
rmdir there
[[ ! -e good.out ]] || die "a mistake on the command line wrote good.out"

echo "-- help"
expect 0 "$SCREE" --version
grep -qE '^scree [0-9]+\.[0-9]+\.[0-9]+' stdout && quiet
expect 0 "$SCREE" --help
grep -q 'Exit codes' stdout && quiet
for command in run check bench plan law 'law drive' help; do
    expect 0 "$SCREE" $command --help
    quiet
    grep -qF "scree ${command%% *}" stdout || die "$command --help: no usage"
done
grep -q 'scree help hertz' stdout
for command in run check bench plan 'law drive'; do
    expect 0 "$SCREE" $command good.yaml --help # wherever it stands, nothing is run
    grep -q -- '--allow-libraries' stdout || die "$command --help: not all options"
done
[[ ! -e good.out ]] || die "--help ran the case"
expect 0 "$SCREE" help
for section in time materials contacts walls output; do grep -q "^  $section " stdout || die "help: no $section"; done
grep -q "^  gravity_of_time Gravity" stdout || die "help: a long section runs into its text"
expect 0 "$SCREE" help restitution
grep -q restitution stdout
for parameter in friction restitution rolling_friction convention stiffness; do # a screenful
    expect 0 "$SCREE" help $parameter
    (($(wc -l <stdout) <= 24)) || die "help $parameter: $(wc -l <stdout) lines"
    grep -q "^$parameter: a parameter of these laws" stdout || die "help $parameter"
done
expect 0 "$SCREE" help mindlin.friction
grep -q 'accepted: a number, 0 to 10' stdout || die "help of a law's parameter"
sed -nE 's/^    \{"[^"]+", "([a-z_]+)".*/\1/p' "$SCREE_SOURCE/src/input/foreign_names.c" | sort -u >ours
(($(wc -l <ours) >= 15)) || die "the names of other programs were not found"
while read -r key; do expect 0 "$SCREE" help "$key"; done <ours # each leads to a key
expect 1 "$SCREE" help youngsModulus
says "did you mean 'young'"
expect 0 "$SCREE" help insertion.diameter
grep -q lognormal stdout
expect 0 "$SCREE" help columns
grep -qxF '  fx, fy, fz [N]' stdout && grep -qx '    .* Only in cases with heat.' stdout || die "help columns"
expect 1 "$SCREE" help columns walls
expect 0 "$SCREE" help measures
grep -qxF '  unbalanced_force [1]' stdout || die "help measures"
expect 0 "$SCREE" help materials library
grep -q '^  soybean  *Soybeans' stdout || die "help materials library"
expect 0 "$SCREE" help library soybean
grep -qF '  restitution      0.6 [boac2010]' stdout && grep -q '^  boac2010: Boac' stdout || die "help library soybean"
expect 1 "$SCREE" help library soybeam
says "'library.soybeam' is not a section"
expect 0 "$SCREE" help --markdown
grep -q '^# ' stdout
expect 1 "$SCREE" help restituton
says "did you mean 'restitution'"
expect 0 "$SCREE" check good.yaml
[[ $(tail -n 1 stdout) == 'good.yaml: no mistakes found, 0 warnings' ]] || die "the last line of a check"
grep -v '^gravity' good.yaml >rest.yaml
expect 0 "$SCREE" check rest.yaml
[[ $(tail -n 1 stdout) == 'rest.yaml: no mistakes found, 1 warning' ]] || die "nothing is said of a case without gravity"
expect 1 "$SCREE" run rest.yaml --strict
says "rest.yaml: warning: gravity: none is given, all particles begin at rest, and no wall moves"
[[ ! -e good.out ]] || die "check wrote good.out"
said_of_loops() { # WORDS CHANGES...: check says these words of the loops of the laws; none: it says nothing of them
    expect 0 "$SCREE" check good.yaml "${@:2}"
    if [[ $1 == none ]]; then ! grep -q 'have no fused loop' stderr || die "a note of fused loops: ${*:2}"; else says "$1"; fi
}
warm=(--set 'heat={temperature: 300 K, friction: 0.5}' --set materials.glass.heat_capacity=700 --set materials.glass.rolling_friction=0.1)
warm+=(--set contacts.0.rolling=cdt)
said_of_loops none "${warm[@]}" --set heat.friction=0
said_of_loops 'have no fused loop for heat of friction: they run one after the other' "${warm[@]}"
said_of_loops 'have no fused loop for integrator: verlet_half_step: they' --set time.integrator=verlet_half_step

echo "-- warnings, and --strict"
good_with 's/dt: 20 us/dt: 80 us/' >coarse.yaml # a large time step is a warning
expect 0 "$SCREE" check coarse.yaml
says 'warning: the time step is large'
[[ $(tail -n 1 stdout) == 'coarse.yaml: no mistakes found, 1 warning' ]] || die "check does not count warnings: $(tail -n 1 stdout)"
expect 1 "$SCREE" check coarse.yaml --strict
[[ $(tail -n 1 stdout) == *'1 warning, which --strict makes errors' ]] || die "--strict: $(tail -n 1 stdout)"
expect 0 "$SCREE" check good.yaml --strict
expect 1 "$SCREE" run coarse.yaml --strict
says 'warning: the time step is large' 'error: 1 warning, which --strict makes an error'
[[ ! -e coarse.out ]] || die "--strict: a folder was left"
expect 0 "$SCREE" run coarse.yaml --threads 1 --quiet
expect 0 "$SCREE" run good.yaml --threads 1 --quiet --strict --out strict
expect 1 "$SCREE" check large.yaml
[[ $(tail -n 1 stdout) == 'large.yaml: 1 error, 0 warnings' ]] || die "check does not count errors: $(tail -n 1 stdout)"

echo "-- a run and its progress"
expect 0 "$SCREE" run good.yaml --threads 1
right=$(digest_of stdout)
[[ -n $right && $(tail -n 1 stdout) == "state: $right" ]] || die "no state"
says '100.0 %' 'particle-steps/s'
if grep -q $'[\r\033]' stderr; then die "control characters although this is no terminal"; fi
for file in run.json series.csv plot.svg checkpoint_000000001000.scree; do [[ -s good.out/$file ]] || die "no $file"; done
expect 0 "$SCREE" run good.yaml --threads 1 --steps 2000 --out steps
says 'the case ends at step 1000, time.end, before --steps 2000'
[[ $(digest_of stdout) == "$right" ]] || die "--steps beyond the end changed the state"
expect 0 "$SCREE" run good.yaml --threads 1 --quiet --out quiet
quiet
[[ $(digest_of stdout) == "$right" ]] || die "--quiet changed the state"
if command -v script >/dev/null && script -qec true /dev/null >/dev/null 2>&1; then
    script -qec "'$SCREE' run good.yaml --threads 1 --out terminal" typescript >/dev/null </dev/null
    grep -qF '[##############################] 100.0 %' typescript || die "no progress bar on a terminal"
    grep -qF "state: $right" typescript || die "no state on a terminal"
else
    echo "(no terminal to be had: the bar on a terminal is not tested)"
fi

echo "-- places"
mkdir -p 'a folder/with spaces'
cp good.yaml 'a folder/with spaces/the case.yaml'
(cd 'a folder' && "$SCREE" run 'with spaces/the case.yaml' --threads 1 --quiet >out && [[ -s 'the case.out/run.json' ]]) || die "spaces"
[[ $(digest_of 'a folder/out') == "$right" ]] || die "spaces: another state"
(cd 'a folder/with spaces' && "$SCREE" run ../../good.yaml --threads 1 --quiet --out "$PWD/deep/er" >/dev/null && [[ -s deep/er/run.json ]]) || die "relative path"
if ((EUID != 0)); then
    mkdir -p locked && chmod a-w locked
    expect 1 "$SCREE" run good.yaml --out locked/out
    says 'locked/out' 'Permission denied'
fi

echo "-- standard streams"
code=0
"$SCREE" run good.yaml --threads 1 --quiet --out full >/dev/full 2>stderr || code=$?
((code == 1)) || die "full standard output: exit code $code"
says 'standard output: No space left on device'
code=0
"$SCREE" help >/dev/full 2>stderr || code=$?
((code == 1)) || die "help to a full standard output: exit code $code"
code=0
"$SCREE" run good.yaml --threads 1 --quiet --out closed >&- 2>stderr || code=$?
((code == 1)) || die "closed standard output: exit code $code"
says 'standard output'
cmp closed/series.csv good.out/series.csv
"$SCREE" run good.yaml --threads 1 --out closed2 >stdout 2>&- || die "closed standard error: exit code $?"
cmp closed2/series.csv good.out/series.csv
cmp closed2/plot.svg good.out/plot.svg
[[ $(digest_of stdout) == "$right" ]] || die "closed standard error: another state"
"$SCREE" run good.yaml --threads 1 --out pipe 2>&1 >stdout | head -c 1 >/dev/null || die "progress to a closed pipe: exit code $?"
[[ $(digest_of stdout) == "$right" ]] || die "progress to a closed pipe: another state"

echo "-- no room"
no_room() { # folder why: the file at fault and the reason are named
    says "$1/" "$2"
    if compgen -G "$1/*.part" >/dev/null; then die "$1: half a file was left"; fi
}
(ulimit -f 4 && expect 1 "$SCREE" run good.yaml --threads 1 --quiet --out small && no_room small 'File too large') || exit 1
mkdir -p disk
if mount -t tmpfs -o size=60k none disk 2>/dev/null; then
    trap 'umount "$OLDPWD/disk" 2>/dev/null || umount disk 2>/dev/null || true' EXIT
    expect 1 "$SCREE" run good.yaml --threads 1 --quiet --out disk/out
    no_room disk/out 'No space left on device'
    umount disk
    trap - EXIT
else
    echo "(mounting is not permitted: the full disk is not tested)"
fi

# Times, counts and mass; the sums of energies may differ in the last bit, as the order of the pairs does.
same_series() { cmp <(cut -d, -f1-6 "$1") <(cut -d, -f1-6 "$2") || die "$1: another series than $2"; }

echo "-- resume"
expect 1 "$SCREE" run good.yaml --resume --out nowhere
says "nowhere: there is no such folder to resume from" '--out'
[[ ! -e nowhere ]] || die "--resume made a folder"
expect 0 "$SCREE" run good.yaml --threads 1 --steps 400 --out two
expect 0 "$SCREE" run good.yaml --threads 2 --resume --out two
[[ $(digest_of stdout) == "$right" ]] || die "resume: another state"
same_series two/series.csv good.out/series.csv
expect 0 "$SCREE" run good.yaml --threads 1 --resume --out two # nothing left to do
[[ $(digest_of stdout) == "$right" ]] || die "resume at the end: another state"
echo precious >victim
rm -f two/particles.pvd && ln -s ../victim two/particles.pvd
expect 1 "$SCREE" run good.yaml --threads 1 --resume --out two
says 'two/particles.pvd: this is a link'
rm two/particles.pvd && ln -s ../victim two/failed_000000000900.scree.part
expect 0 "$SCREE" run good.yaml --threads 1 --resume --out two
rm two/failed_000000000900.scree.part
head -n 5 good.out/series.csv >two/series.csv
expect 0 "$SCREE" run good.yaml --threads 1 --resume --out two
says 'two/series.csv: has no rows from its last to the checkpoint'
good_with 's/end: 20 ms/end: 10 ms/' >shorter.yaml
expect 0 "$SCREE" run shorter.yaml --threads 1 --resume --out two
says 'after the end that is asked for' 'no step is done'
ln -s two/checkpoint_000000001000.scree linked.scree
printf '%s\n' "$head4" 'particles: [{checkpoint: linked.scree}]' 'contacts: [{between: any, restitution: 0.5, friction: 0.3}]' >linked.yaml
expect 1 "$SCREE" run linked.yaml --threads 1 --overwrite --out two
says 'linked.scree is the file checkpoint_000000001000.scree in the folder of the output'
[[ $(cat victim) == precious ]] || die "a link was followed"
good_with 's/friction: 0.3/friction: 0.4/' >changed.yaml
expect 1 "$SCREE" run changed.yaml --resume --out two
says 'two/checkpoint_000000001000.scree' 'cannot be resumed'
good_with 's/end: 20 ms/end: 30 ms/' >longer.yaml
expect 0 "$SCREE" run longer.yaml --threads 1 --resume --out two
longer=$(digest_of stdout)
expect 0 "$SCREE" run longer.yaml --threads 1
[[ $(digest_of stdout) == "$longer" ]] || die "resume with a later end: another state"
mkdir -p case/mesh
printf '%s\n' 'solid floor' 'facet normal 0 0 1' 'outer loop' 'vertex -1 -1 0' 'vertex 2 -1 0' 'vertex -1 2 0' \
    'endloop' 'endfacet' 'endsolid floor' >case/mesh/floor.stl
good_with 's/plane: .*}, m/mesh: {file: mesh\/floor.stl}, m/' >case/mesh.yaml
expect 0 "$SCREE" run case/mesh.yaml --threads 1
mesh=$(digest_of stdout)
expect 0 "$SCREE" run case/mesh.yaml --threads 1 --steps 400 --out mesh.two
cd case
expect 0 "$SCREE" run mesh.yaml --threads 1 --resume --out ../mesh.two # the mesh's path is another one from here
[[ $(digest_of stdout) == "$mesh" ]] || die "resume from another folder: another state"
cd ..
mkdir -p bad
for damage in 'head -c 700' 'tr e f' 'head -c 0' 'cat good.yaml'; do
    $damage <good.out/checkpoint_000000001000.scree >bad/checkpoint_000000001000.scree
    expect 1 "$SCREE" run good.yaml --resume --out bad
    says 'bad/checkpoint_000000001000.scree'
done

echo "-- signals"
cat >slow.yaml <<SLOW
$(good_with 's/end: 20 ms/end: 1 s/')
output: {checkpoint: {every: 20 ms}, series: {every: 10 ms}}
SLOW
expect 0 "$SCREE" run slow.yaml --threads 1 --quiet
slow=$(digest_of stdout)
wait_for_checkpoint() { # folder
    for ((k = 0; k < 2000; k++)); do
        if compgen -G "$1/checkpoint_*.scree" >/dev/null; then return; fi
        sleep 0.05
    done
    die "$1: no checkpoint in 100 s"
}
for signal in INT TERM KILL; do
    "$SCREE" run slow.yaml --threads 1 --quiet --out "$signal" >stdout 2>stderr &
    run=$!
    wait_for_checkpoint "$signal"
    kill -"$signal" "$run" || die "$signal: the run was over before it could be stopped"
    sleep 0.01
    kill -"$signal" "$run" 2>/dev/null || true # a second one within a fifth of a second is the same wish
    code=0
    wait "$run" 2>/dev/null || code=$?
    if [[ $signal == KILL ]]; then
        ((code == 137)) || die "KILL: exit code $code"
    else
        ((code == 130)) || die "$signal: exit code $code"
        [[ -n $(digest_of stdout) ]] || die "$signal: no state"
        [[ -s $signal/run.json && -s $signal/plot.svg ]] || die "$signal: no run.json or plot.svg"
    fi
    expect 0 "$SCREE" run slow.yaml --threads 2 --quiet --resume --out "$signal"
    [[ $(digest_of stdout) == "$slow" ]] || die "$signal: resumed, another state"
    same_series "$signal/series.csv" slow.out/series.csv
done

echo "-- bad numbers"
printf '0 0 0.01 0.003\n0 0.001 0.01 0.003\n' >overlap.txt
{
    printf '%s\n' "$head4" 'particles: [{file: overlap.txt, material: glass}]'
    sed -n '/^contacts/,$p' good.yaml
} >overlap.yaml
expect 2 "$SCREE" check overlap.yaml
says 'the largest overlap at the start is' 'of particles 1 and 2' 'particle 1 overlaps particle 2'
[[ $(tail -n 1 stdout) == 'overlap.yaml: 1 error, 2 warnings' ]] || die "check of overlaps: $(tail -n 1 stdout)"
[[ ! -e overlap.out ]] || die "check wrote a folder"
printf '0 0 0.001 0.003\n' >sunk.txt
{
    printf '%s\n' "$head4" 'particles: [{file: sunk.txt, material: glass}]'
    sed -n '/^walls/,/^  floor/p; /^contacts/,$p' good.yaml
} >sunk.yaml
"$SCREE" check sunk.yaml >stdout 2>stderr || true
says "of particle 1 and wall 'floor'" 'that wall stands in particles'
expect 2 "$SCREE" run overlap.yaml --threads 1
says 'particle 1 overlaps particle 2' 'try a smaller time.dt' 'failed_'
compgen -G 'overlap.out/failed_*.scree' >/dev/null || die "no failed_*.scree"
[[ $(python3 -c 'import json; print(json.load(open("overlap.out/run.json"))["run"]["status"])' 2>/dev/null || echo 2) == 2 ]] ||
    die "run.json does not tell the status"
expect 0 "$SCREE" run good.yaml --threads 1 --quiet --overwrite --out overlap.out # a new run in an old folder
if compgen -G 'overlap.out/failed_*.scree' >/dev/null; then die "an old failed_*.scree was left"; fi
good_with 's/- material: glass/- material: glass\n    velocity: [0, 0, -5000]/' >fast.yaml
expect 2 "$SCREE" run fast.yaml --threads 1
says "overlaps wall 'floor'" 'try a smaller time.dt'
says "a 'young' too small for such speeds" "material 'glass' has 5e+06 Pa" 'stiffer materials'
{ # a gate that closes inside particles at rest
    printf '%s\n' "$head4" 'walls:' '  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}' \
        '  gate: {plane: {point: [0, 0, 0.006], normal: [0, 0, 1]}, material: glass, start: 4 ms}' \
        'particles: [{file: rest.txt, material: glass}]'
    sed -n '/^contacts/,$p' good.yaml
} >gate.yaml
printf '0 0 0.003 0.003\n' >rest.txt
expect 2 "$SCREE" run gate.yaml --threads 1
says "wall 'gate'" 'the wall appeared at its start, t = 0.004 s, in the place of particles'
