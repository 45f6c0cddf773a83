#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# scree render: pictures of a run, a checkpoint and a case, the same for any number of threads; what is refused; a full disk; a movie, or what to install for one.
set -euo pipefail
rm -rf work && mkdir work && cd work
export LC_ALL=C
die() { echo "FAILED: $*"; exit 1; }
refused() { # refused WORDS COMMAND...: fails, with these words in its message, and without a picture
    local words=$1
    shift
    if "$@" >out.txt 2>err.txt; then die "not refused: $*"; fi
    grep -qF -- "$words" err.txt || { cat err.txt; die "no '$words' from: $*"; }
}
cat >two.yaml <<'E2'
title: Two balls
time: {end: 0.02 s, dt: 1 ms}
materials: {red: {density: 2500, young: 1 MPa, poisson: 0.2}, blue: {density: 2500, young: 1 MPa, poisson: 0.2}}
contacts: [{between: any, restitution: 0.5, friction: 0.5}]
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: red}
particles:
  - {file: a.txt, material: red}
  - {file: b.txt, material: blue}
output: {vtk: {every: 10 ms, contacts: true}, checkpoint: {every: 10 ms}}
E2
echo "0 0 0.0099 0.01" >a.txt
echo "0.04 0 0.0099 0.01" >b.txt
"$SCREE" run two.yaml --quiet >/dev/null 2>&1
"$SCREE" render two.out --size 64x64 --out x.png 2>err.txt || {
    grep -q 'libpng-dev' err.txt || { cat err.txt; die "no picture"; }
    echo "built without libpng"
    exit 77
}
list() { find two.out -type f | sort | xargs sha256sum; }
list >before
# One frame beside the folder, all frames, and never over what is there.
"$SCREE" render two.out --size 160x120 --quiet 2>said
[[ ! -s said && -s two_000020.png ]] || die "no picture beside the folder"
cp two_000020.png single.png
refused "there is such a file already" "$SCREE" render two.out --size 160x120
"$SCREE" render two.out --size 160x120 --all --overwrite --quiet
[[ -s two_000000.png && -s two_000010.png ]] || die "not all frames"
# The same bytes on any number of threads.
for n in 1 2 4; do "$SCREE" render two.out --size 160x120 --threads $n --out $n.png --quiet; done
cmp 1.png 2.png && cmp 1.png 4.png && cmp 1.png single.png
# Colours at their places: the camera looks at the middle between the balls.
"$SCREE" render two.out --size 200x100 --colour material --bare --walls none --camera 0.02,-1,0.01@0.02,0,0.01 --zoom 1 --out m.png --quiet
/usr/bin/python3 - <<'P'
import struct, zlib
data = open("m.png", "rb").read()
width, height = struct.unpack(">II", data[16:24])
at, raw = 8, b""
while at < len(data):
    n, kind = struct.unpack(">I4s", data[at:at + 8])
    raw += data[at + 8:at + 8 + n] if kind == b"IDAT" else b""
    at += 12 + n
raw, rows, last = zlib.decompress(raw), [], bytes(3 * width)
for k in range(height):
    kind, line = raw[k * (3 * width + 1)], bytearray(raw[k * (3 * width + 1) + 1:(k + 1) * (3 * width + 1)])
    for i in range(3 * width):
        a, b, c = (line[i - 3] if i > 2 else 0), last[i], (last[i - 3] if i > 2 else 0)
        p = a + b - c
        nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
        line[i] = (line[i] + (0, a, b, (a + b) // 2, nearest)[kind]) & 255
    rows.append(line)
    last = line
pixel = lambda x, y: tuple(rows[y][3 * x:3 * x + 3])
# half of the height is 0.21 at distance 1: the balls are 0.02 / 0.21 * 50 = 4.8 pixels from the middle, and have a radius of 2.4
left, right, none = pixel(95, 50), pixel(104, 50), pixel(100, 50)
assert left[2] > left[0] + 40, left  # blue, the first colour
assert right[0] > right[2] + 60, right  # orange, the second
assert min(none) > 225, none
P
# Contacts, a cut, a checkpoint and a case.
"$SCREE" render two.out --contacts --size 80x60 --out c.png --quiet
"$SCREE" render two.out --cut 'x>2 cm' --hide floor --size 80x60 --out k.png --quiet
"$SCREE" render two.out/checkpoint_*20.scree --size 160x120 --out p.png --quiet
cmp p.png 1.png || die "the checkpoint looks different"
"$SCREE" render two.yaml --size 160x120 --out y.png --quiet
"$SCREE" render two.out --frame 0 --size 160x120 --out z.png --quiet
cmp y.png z.png || die "the case looks different from its first frame"
"$SCREE" render two.out --size 80x60 --out - --quiet >stdout.png
cmp <(head -c 4 stdout.png) <(printf '\x89PNG')
# What is refused.
refused "there is no frame 3; accepted: 0 to 2" "$SCREE" render two.out --frame 3
refused "have no field 'speeed'; accepted: id, material" "$SCREE" render two.out --colour speeed --out n.png
refused "--camera 'here' is not known" "$SCREE" render two.out --camera here --out n.png
refused "--camera '1e200,0,1' is not known" "$SCREE" render two.out --camera 1e200,0,1 --out n.png
refused "--cut 'w<3' is not known" "$SCREE" render two.out --cut 'w<3' --out n.png
refused "--walls 'pink' is not known" "$SCREE" render two.out --walls pink --out n.png
refused "at least 16x16" "$SCREE" render two.out --size 2x2 --out n.png
refused "the first number has to be below" "$SCREE" render two.out --range 2:1 --out n.png
refused "no bonds were written" "$SCREE" render two.out --bonds --out n.png
refused "there is nothing to see" "$SCREE" render two.out --cut 'x<1,x>0.5' --out n.png
refused "unknown option '--colours'" "$SCREE" render two.out --colours
refused "there is no such file or folder" "$SCREE" render three.out
refused "this is nothing that can be drawn" "$SCREE" render a.txt
refused "it is no picture" "$SCREE" render two.out --out two.out/particles.pvd --overwrite --movie two.out/particles.pvd
mkdir none.out
refused "none.out: there are no frames here" "$SCREE" render none.out
[[ ! -e n.png ]] || die "a picture in spite of a mistake"
# A frame that is cut off is named.
cp -r two.out cut.out
head -c 900 two.out/particles_000000000020.vtp >cut.out/particles_000000000020.vtp
refused "cut.out/particles_000000000020.vtp: ends before its values" "$SCREE" render cut.out
# A field with a value that is no number is drawn in grey, with a warning; a place that is none is an error.
cp -r two.out nan.out
change() { # change ARRAY: its first value becomes NaN
    /usr/bin/python3 - "$1" <<'P'
import re, struct, sys
path = "nan.out/particles_000000000020.vtp"
data = bytearray(open(path, "rb").read())
kind, offset = re.search(rb'type="(\w+)" Name="%s"[^>]*offset="(\d+)"' % sys.argv[1].encode(), data).groups()
at = data.index(b'encoding="raw">')
at = data.index(b"_", at) + 1 + int(offset) + 8
size = 8 if kind == b"Float64" else 4
data[at:at + size] = struct.pack("<d" if size == 8 else "<f", float("nan"))
open(path, "wb").write(data)
P
}
change velocity
"$SCREE" render nan.out --size 80x60 --out nan.png 2>err.txt
grep -qF "warning: velocity at t = 0.02 s: 1 of 2 values are no numbers; they are drawn in grey" err.txt || { cat err.txt; die "no warning of NaN"; }
change Points
refused "nan.out/particles_000000000020.vtp: point 0 is not at a finite place" "$SCREE" render nan.out --out n2.png
# A full disk.
refused "No space left" "$SCREE" render two.out --out /dev/full
(ulimit -f 1; refused "full.png" "$SCREE" render two.out --size 400x300 --out full.png; [[ ! -e full.png && ! -e full.png.part ]]) || die "a picture on a full disk"
# Movies.
if command -v ffmpeg >/dev/null; then
    "$SCREE" render two.out --movie two.mp4 --size 101x80 --rate 3 --quiet
    [[ -s two.mp4 && ! -e two.part.mp4 ]] || die "no movie"
    refused "there is such a file already" "$SCREE" render two.out --movie two.mp4
    refused "ffmpeg could not write the movie" "$SCREE" render two.out --movie two.unknown --size 64x64
fi
mkdir empty
refused "install the Debian package ffmpeg" env PATH="$PWD/empty" "$SCREE" render two.out --movie three.mp4
list >after
cmp before after || die "a file of the run was changed"
