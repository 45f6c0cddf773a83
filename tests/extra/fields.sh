#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# Fields of support/extra_lines.h, one line each: on two ranks through sorting, migration and ghosts, into a checkpoint, on from
# it on three ranks, and in the files of ParaView.
set -euo pipefail
program=$SCREE_BUILD/tests/extra_fields
[[ -x $program ]] && command -v mpirun.openmpi >/dev/null || { echo "built without MPI"; exit 77; }
rm -rf work && mkdir work && cd work
export OMP_NUM_THREADS=1 CMOCKA_TEST_ABORT=1
die() { echo "FAILED: $*"; exit 1; }
ranks() { # ranks N STAGE
    mpirun.openmpi -n "$1" --oversubscribe --bind-to none --allow-run-as-root --mca mpi_yield_when_idle 1 "$program" "$2"
}

ranks 2 write
ranks 3 resume
cmp fields.scree again.scree
diff written.digest resumed.digest
diff went_on.digest resumed_on.digest
! diff -q written.digest went_on.digest >/dev/null || die "no digest at all"

# The fields in ParaView files, with the values of fields.c.
python3 - written_000{0,1}.vtp 399 resumed_000{0,1,2}.vtp 399 resumed_on_000{0,1,2}.vtp 449 <<'P'
import re
import struct
import sys

ids, step = set(), None
for path in reversed(sys.argv[1:]):
    if path.isdigit():
        assert step is None or len(ids) == 500, len(ids)
        ids, step = set(), int(path)
        continue
    data = open(path, "rb").read()
    head, values = data.split(b'<AppendedData encoding="raw">\n_', 1)

    def array(name, kind, letter, components):
        at = re.search(rf'<DataArray type="{kind}" Name="{name}" NumberOfComponents="{components}" format="appended" '
                       r'offset="(\d+)"', head.decode())
        at = int(at[1])
        size, = struct.unpack_from("<Q", values, at)
        return struct.unpack_from(f"<{size // struct.calcsize(letter)}{letter}", values, at + 8)

    own = array("id", "Int64", "q", 1)
    warmth, origin = array("warmth", "Float64", "d", 1), array("origin", "Float32", "f", 3)
    for k, i in enumerate(own):
        assert warmth[k] == 1.0 / i + step, (path, i, warmth[k])
        assert origin[3 * k:3 * k + 3] == (i, -i, 0.5 * i), (path, i)
    ids |= set(own)
    assert b"visits" not in head
assert len(ids) == 500, len(ids)
P
for name in written resumed; do
    grep -q '<PDataArray type="Float64" Name="warmth"' $name.pvtp || die "$name.pvtp does not list the field"
done

cat >columns.txt <<E
# x y z warmth r dose id
0.00 0 0 274 0.001 5e-9 1
0.01 0 0 275 0.001 6e-9 2
0.02 0 0 276 0.001 7e-9 3
E
ranks 2 read

# A program without these fields refuses the file by the name of the first; without them the fields begin with 0.
cat >plain.yaml <<E
time: {end: 40 us, dt: 20 us}
materials: {m: {density: 2500, young: 5e6, poisson: 0.3, restitution: 0.9, friction: 0.4}}
insertion:
  - {material: m, fill: random, region: {box: {min: [0,0,0], max: [0.02,0.02,0.02]}}, count: 100, diameter: 2 mm}
output: {plot: false, checkpoint: {every: 40 us}}
E
"$SCREE" run plain.yaml --quiet --out plain >/dev/null
mv plain/checkpoint_*2.scree plain.scree
ranks 2 other
sed 's/^insertion:/particles: [{checkpoint: fields.scree}]/; /fill/d' plain.yaml >from.yaml
! "$SCREE" run from.yaml --quiet --out from >message 2>&1 || die "a field that is not known was taken"
grep -q "fields.scree: error: its particles have a field 'warmth' of 1 values each, which this scree does not know" message ||
    { cat message; die "another message"; }
