#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# long: starts ParaView a dozen times, 55 s of processor time
# ctest: TIMEOUT 300
# view.py in the folder of a run, in ParaView: the commands of docs/output.md, and what the pictures show.
set -euo pipefail
command -v pvpython >/dev/null && command -v Xvfb >/dev/null || { echo "no ParaView with Python, or no Xvfb"; exit 77; }
rm -rf work && mkdir work && cd work
die() { echo "FAILED: $*"; exit 1; }
cat >case.yaml <<'E2'
time: {end: 0.1 s}
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, young: 5 MPa, poisson: 0.25, restitution: 0.4, friction: 0.5}}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}
  cup: {box: {min: [-9 mm, -9 mm, 0], max: [9 mm, 9 mm, 30 mm], open: [z+]}, material: glass}
insertion:
  - {name: feed, material: glass, fill: random, region: {box: {min: [-9 mm, -9 mm, 1 mm], max: [9 mm, 9 mm, 28 mm]}}, diameter: 4 mm, count: 60}
output: {vtk: {every: 20 ms, contacts: true}, plot: false}
E2
"$SCREE" run case.yaml --quiet --out CASE.out >state
# One server for all pictures. -noreset: else it resets when a client leaves, and refuses the next one meanwhile.
Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp -noreset 3>display 2>/dev/null &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
for _ in $(seq 100); do [[ -s display ]] && break || sleep 0.1; done
[[ -s display ]] || { echo "Xvfb does not start"; exit 77; }
export DISPLAY=:$(<display)
view() { timeout 100 pvpython "$@" >said 2>&1; }
n=0
while read -r line; do
    view ${line#*pvpython} || { cat said; die "$line"; }
    n=$((n + 1))
done < <(grep -E '^    xvfb-run -a -s -noreset pvpython CASE.out' "$SCREE_SOURCE/docs/output.md")
((n >= 5)) || die "docs/output.md has $n commands"
[[ -s fall.avi ]] || die "no movie"
view CASE.out/view.py --movie each.png --size 300 200 || { cat said; die "pictures"; }
(($(ls each.*.png | wc -l) == 6)) || die "not a picture of each time"
python3 - <<'P'
import struct, zlib

def picture(name):
    """Width, height and the pixels of a PNG of 8 bits per channel."""
    data = open(name, "rb").read()
    at, packed = 8, b""
    while at < len(data):
        n, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + n]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colour in (2, 6)
        packed += body if kind == b"IDAT" else b""
        at += 12 + n
    raw, bytes_ = zlib.decompress(packed), 3 if colour == 2 else 4
    rows, before = [], bytearray(width * bytes_)
    for y in range(height):
        line = bytearray(raw[y * (width * bytes_ + 1):(y + 1) * (width * bytes_ + 1)])
        kind, line = line[0], line[1:]
        for i in range(len(line)):
            a, b, c = (line[i - bytes_] if i >= bytes_ else 0), before[i], (before[i - bytes_] if i >= bytes_ else 0)
            p = a + b - c
            near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            line[i] = (line[i] + (0, a, b, (a + b) // 2, near)[kind]) & 255
        rows.append(bytes(line))
        before = line
    return width, height, [tuple(r[i:i + 3]) for r in rows for i in range(0, len(r), bytes_)]

w, h, last = picture("last.png")
assert (w, h) == (1000, 800) and picture("early.png")[:2] == (600, 400)
white = sum(p == (255, 255, 255) for p in last) / len(last)
coloured = sum(max(p) - min(p) > 60 for p in last) / len(last)
assert 0.2 < white < 0.95 and coloured > 0.01, (white, coloured)  # spheres in colours, on white
assert picture("chains.png")[2] != last and open("each.0000.png", "rb").read() != open("each.0005.png", "rb").read()
P
cat >load.py <<'P'
from paraview.simple import *
LoadState("view.pvsm")
print("sources", sorted(name for name, _ in GetSources()))
P
view load.py || { cat said; die "state file"; }
grep -q "sources.*particles.*wall_cup" said || { cat said; die "the state file lacks sources"; }
! view CASE.out/view.py --picture x.png --colour heat || die "an array that is not there"
grep -q "have no array 'heat'" said || { cat said; die "no message for an array"; }
mkdir empty
! view CASE.out/view.py empty --picture x.png || die "an empty folder"
grep -q "there are no .pvd files in .*empty" said || { cat said; die "no message for a folder"; }
