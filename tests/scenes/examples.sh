#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600
# Every case in examples starts without a warning, gives the same state with one thread and with two, and writes files that other
# programs can read. Only a few hundred steps each; the physics is tested elsewhere.
set -euo pipefail
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
rm -rf out && mkdir out && cd out
shopt -s nullglob
cases=("$SCREE_SOURCE"/examples/*.yaml "$SCREE_SOURCE"/examples/peers/*/*.yaml)
((${#cases[@]} > 0)) || { echo "there are no examples"; exit 1; }

cat >check.py <<'END_OF_PYTHON'
import json, pathlib, re, sys
import xml.etree.ElementTree as xml
out, digest = pathlib.Path(sys.argv[1]), sys.argv[2]
record = json.loads((out / "run.json").read_text())
assert record["run"]["digest"] == digest, "run.json: another digest than on the terminal"
assert record["run"]["status"] == 0
assert xml.parse(out / "plot.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
rows = (out / "series.csv").read_text().splitlines()
assert len(rows) > 1 and len({row.count(",") for row in rows[1:]}) == 1, "series.csv: ragged or empty"
files = set()
for pvd in out.glob("*.pvd"):
    for data in xml.parse(pvd).getroot().iter("DataSet"):
        files.add(data.attrib["file"])
assert files == {f.name for f in out.glob("*.vtp")}, "the .pvd files do not list the .vtp files"
for name in files:
    head, body = (out / name).read_bytes().split(b"<AppendedData", 1)
    tree = xml.fromstring(head + b"</VTKFile>")
    assert tree.attrib["type"] == "PolyData", name
    # Arrays lie one after the other, each behind its size; the last ends where the file's tail begins.
    start, end = body.index(b"_") + 1, body.rindex(b"\n  </AppendedData>")
    offsets = sorted(int(a.attrib["offset"]) for a in tree.iter("DataArray") if "offset" in a.attrib)
    at = 0
    for offset in offsets:
        assert offset == at, f"{name}: an array at {offset}, expected at {at}"
        at += 8 + int.from_bytes(body[start + at : start + at + 8], "little")
    assert start + at == end, f"{name}: {end - start} bytes of data, {at} expected"
END_OF_PYTHON

short() { # case threads folder
    "$SCREE" run "$1" --steps 200 --threads "$2" --out "$3" >"$3.out" 2>"$3.err" || { cat "$3.err"; return 1; }
    # The step of a published benchmark may be larger than recommended.
    if grep -E '(warning|error):' "$3.err" | grep -v 'the time step is large'; then
        echo "^ $1"
        return 1
    fi
    grep -qE '^state: [0-9a-f]{32}$' <(tail -n 1 "$3.out") || { echo "$1: the last line is no state"; return 1; }
}

for case in "${cases[@]}"; do
    name=${case#"$SCREE_SOURCE"/examples/}
    name=${name%.yaml}
    name=${name//\//_}
    echo "-- $name"
    (($(grep -c '^# ' <(head -n 3 "$case")) == 3)) || { echo "$name: no three lines of explanation on top"; exit 1; }
    "$SCREE" check "$case" 2>/dev/null >check.out
    short "$case" 1 "$name.1"
    short "$case" 2 "$name.2"
    cmp "$name.1.out" "$name.2.out" || { echo "$name: one thread and two end in different states"; exit 1; }
    cmp "$name.1/series.csv" "$name.2/series.csv"
    python3 check.py "$name.2" "$(sed 's/state: //' "$name.2.out")"
done

echo "-- meshes"
python3 "$SCREE_SOURCE/scripts/make_meshes.py" meshes
for mesh in meshes/*.stl; do
    cmp "$mesh" "$SCREE_SOURCE/examples/mesh/${mesh##*/}" || { echo "run scripts/make_meshes.py"; exit 1; }
done
