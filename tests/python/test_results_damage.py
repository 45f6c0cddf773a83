# SPDX-License-Identifier: BSD-3-Clause
"""Files of runs that are cut off, changed or hostile: an exception, and no crash, wait or much memory."""
from __future__ import annotations

import os
import random
import re
import shutil
import time
import tracemalloc

import numpy as np
import pytest
from results_runs import has_ranks, scree, write_case

from scree import results


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    case = write_case(tmp_path_factory.mktemp("damage"))
    return scree(
        case,
        case.with_suffix(".out"),
        "--until",
        "0.01",
        *(["--set", "output.plot=false"]),
        ranks=2 if has_ranks() else 1,
    )


@pytest.fixture
def folder(original, tmp_path):
    return shutil.copytree(original, tmp_path / "run.out")


def everything(folder):
    """All that a folder has, as (place, value) in order; arrays as lists of their bytes by item."""
    r = results.open(folder)
    found = [("state", r.state), ("run", repr(r.run)), ("case", repr(r.case)), ("messages", repr(r.messages))]

    def take(place, fields):
        found.append((place, (len(fields), tuple(fields), tuple(fields.unit(n) for n in fields))))
        for name in fields:
            values = np.ascontiguousarray(fields[name])
            found.append((f"{place} {name} {values.shape}", values))

    take("series", r.series)
    for kind in ("walls", "probes", "outlets", "sources", "groups", "tracks"):
        for name, of in getattr(r, kind).items():
            take(f"{kind} {name}", of)
    for frames in (r.vtk_frames, r.csv_frames):
        for f in frames:
            for part in (f, f.contacts, f.bodies):
                take(f"{f.time} {type(part).__name__}", part)
            found.append(("names", np.stack([f.material_name])))
            found.append(("walls", f.contacts.wall_name))
            found.append(("shapes", f.bodies.shape_name))
            for name in f.walls:
                w = f.wall(name)
                take(name, w)
                found.extend(
                    (f"{name} {k}", getattr(w, k))
                    for k in ("points", "cells", "total_force", "total_torque", "reference")
                )
    return found


def differences(a, b):
    """How many values differ; None where even the shapes do."""
    if [p for p, _ in a] != [p for p, _ in b]:
        return None
    n = 0
    for (_, x), (_, y) in zip(a, b):
        if isinstance(x, np.ndarray):
            n += int((x != y).sum()) - (int((np.isnan(x) & np.isnan(y)).sum()) if x.dtype.kind == "f" else 0)
        else:
            n += x != y
    return n


def files(folder):
    return sorted(
        n for n in os.listdir(folder) if n.endswith((".vtp", ".pvtp", ".pvd", ".csv", ".json", ".files"))
    )


def test_whole(original):
    assert differences(everything(original), everything(original)) == 0
    assert len(files(original)) > 25


def test_changed_bytes(folder):
    """300 changes of one byte: an exception of this package that names the file, or the same data.

    Nothing in these files tells that a digit of a number has become another one: then one value, or the name of one
    thing, wherever it appears, is another one.
    """
    draw = random.Random(21)
    whole = everything(folder)
    names = files(folder)
    refused = other = 0
    for k in range(300):
        name = draw.choice(names)
        path = os.path.join(folder, name)
        with open(path, "rb") as file:
            before = bytearray(file.read())
        # half of them where the structure is: values are most of the bytes
        at = draw.randrange(len(before) if k % 2 else min(len(before), 3000))
        after = bytearray(before)
        after[at] = draw.choice([after[at] ^ (1 << draw.randrange(8)), draw.randrange(256), *b'0",<>\n /9-'])
        with open(path, "wb") as file:
            file.write(after)
        try:
            now = everything(folder)
        except (results.DamagedFile, results.NotWritten) as e:
            refused += 1
            assert str(folder) in str(e) or isinstance(e, results.NotWritten), (name, at, e)
        else:
            n = differences(whole, now)
            other += bool(n)
            is_value = name.endswith(".vtp") and n is not None
            assert not is_value or n <= 200, (name, at, n)  # the name of a material is that of many particles
        with open(path, "wb") as file:
            file.write(before)
    assert refused > 60 and other > 30, (refused, other)
    assert differences(whole, everything(folder)) == 0


def test_cut_off(folder):
    """Each file, cut off at any byte: refused, or (series.csv, run.files) the part that is whole."""
    draw = random.Random(22)
    whole = results.open(folder).series
    assert len(whole.time) > 5  # read now, before the file is cut off
    for name in files(folder):
        path = os.path.join(folder, name)
        with open(path, "rb") as file:
            before = file.read()
        for end in sorted({0, 1, len(before) - 1, *(draw.randrange(len(before)) for _ in range(3))}):
            with open(path, "wb") as file:
                file.write(before[:end])
            if name == "series.csv":
                try:
                    s = results.open(folder).series
                    rows = before[:end].count(b"\n") - 1
                    assert len(s.time) == rows and s.fields == whole.fields
                    np.testing.assert_array_equal(s["kinetic"], whole["kinetic"][:rows])
                except results.NotWritten:
                    assert b"\n" not in before[:end]
            elif (
                name == "run.files"
                or (name, before[end:]) == ("run.json", b"\n")
                or (name[-4:], before[end:]) == (".pvd", b"\n")
                or (name[-5:], before[end:]) == (".pvtp", b"\n")
            ):
                everything(folder)
            else:
                with pytest.raises((results.DamagedFile, results.NotWritten)) as e:
                    everything(folder)
                assert isinstance(e.value, results.DamagedFile) and e.value.path == path, (name, end, e.value)
        with open(path, "wb") as file:
            file.write(before)


def first_picture(folder):
    path = sorted(str(p) for p in folder.glob("particles_*.vtp"))[0]
    with open(path, "rb") as file:
        return path, file.read()


@pytest.mark.parametrize(
    "old, new",
    [
        (rb'NumberOfPoints="\d+"', b'NumberOfPoints="999999999999999"'),
        (rb'NumberOfPoints="\d+"', b'NumberOfPoints="9999999999999999999999"'),
        (rb'NumberOfPoints="\d+"', b'NumberOfPoints="-1"'),
        (rb'Name="Points" NumberOfComponents="3"', b'Name="Points" NumberOfComponents="300000000000"'),
        (rb'Name="Points" NumberOfComponents="3"', b'Name="Points" NumberOfComponents="0"'),
        (rb'offset="0"', b'offset="18446744073709551615"'),
        (rb'offset="0"', b'offset="9"'),
        (rb'type="Int64" Name="id"', b'type="String" Name="id"'),
        (rb">0</DataArray>", b">1</DataArray>"),
        (rb'NumberOfTuples="2" format="ascii">', b'NumberOfTuples="2000000000000" format="ascii">'),
        (rb"LittleEndian", b"BigEndian"),
        (rb"<VTKFile", b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><VTKFile'),
        (rb"\n_.{8}", b"\n_" + (1 << 60).to_bytes(8, "little")),
    ],
)
def test_hostile_sizes(folder, old, new):
    path, text = first_picture(folder)
    changed, n = re.subn(old, lambda _: new, text, count=1, flags=re.DOTALL)
    assert n == 1
    with open(path, "wb") as file:
        file.write(changed)
    tracemalloc.start()
    try:
        with pytest.raises(results.DamagedFile, match=re.escape(path)):
            dict(results.open(folder).frames[0])
        assert tracemalloc.get_traced_memory()[1] < 5e6
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "name, message", [("connectivity", "points that are not there"), ("offsets", "same number of points")]
)
def test_cells_that_make_no_sense(folder, name, message):
    path = sorted(folder.glob("wall_drum_*.vtp"))[0]
    text = path.read_bytes()
    offset = int(re.search(rb'Name="%s"[^>]* offset="([1-9]\d*)"' % name.encode(), text)[1])
    at = re.search(rb'encoding="raw">\s*_', text).end() + offset + 8
    path.write_bytes(text[:at] + (1 << 40).to_bytes(8, "little") + text[at + 8 :])
    wall = results.open(folder).frames[0].wall("drum")
    assert len(wall.velocity) == 64
    with pytest.raises(results.DamagedFile, match=message):
        wall.triangles


def test_large_and_endless(folder):
    """A header without an end, a record of 1 TB (a file with a hole), endless brackets, files that are pipes."""
    path, text = first_picture(folder)
    start = time.monotonic()
    with open(path, "wb") as file:
        file.write(text[:200])
        file.truncate(1 << 40)
    with pytest.raises(results.DamagedFile, match="no end of its header"):
        results.open(folder).frames[0].id
    record = folder / "run.json"
    whole = record.read_bytes()
    os.truncate(record, 1 << 40)
    with pytest.raises(results.DamagedFile, match="1099511627776 bytes"):
        results.open(folder).run
    for text_ in (b"[" * 100000, b"{}", b'{"run": 1, "parameters": {}, "messages": []}', b"\xff\xfe"):
        record.write_bytes(text_)
        with pytest.raises(results.DamagedFile, match="run.json"):
            results.open(folder).run
    record.write_bytes(whole)
    for name in ("series.csv", "particles.pvd", "run.json"):
        os.rename(folder / name, folder / "kept")
        os.mkfifo(folder / name)
        with pytest.raises(results.DamagedFile, match=f"{name}: this is no regular file"):
            everything(folder)
        os.replace(folder / "kept", folder / name)
    assert time.monotonic() - start < 10


def test_written_anew(folder):
    """A file that was replaced since its header was read does not give the values of two runs."""
    path, text = first_picture(folder)
    frame = results.open(folder).frames[0]
    assert frame.id[0] == 1
    os.unlink(path)
    with open(path, "wb") as file:
        file.write(text)
    with pytest.raises(results.DamagedFile, match="written anew"):
        frame.position


def test_names_of_files_stay_in_the_folder(folder):
    for name in ("../particles.vtp", "/etc/passwd", "", ".."):
        path = folder / "particles.pvd"
        text = path.read_text()
        path.write_text(re.sub(r'file="[^"]*"', f'file="{name}"', text, count=1))
        with pytest.raises(results.DamagedFile, match="a name in the same folder"):
            results.open(folder).frames
        path.write_text(text)
    for again in ('timestep="1e300"', 'timestep="nan"', 'timestep="x"'):  # not before the next one, or no time
        path.write_text(text.replace('timestep="0"', again, 1))
        with pytest.raises(results.DamagedFile, match="times that increase are expected"):
            results.open(folder).frames
    path.write_text(text.replace('file="particles_', 'file="contacts_', 1))
    with pytest.raises(results.DamagedFile, match="one of its own name"):
        results.open(folder).frames
    path.write_text(text)
    lists = sorted(folder.glob("particles_*.pvtp"))
    if lists:
        lists[0].write_text(re.sub(r'Source="[^"]*"', 'Source="../x.vtp"', lists[0].read_text(), count=1))
        with pytest.raises(results.DamagedFile, match="a name in the same folder"):
            results.open(folder).frames[0].id


def test_series_that_makes_no_sense(folder):
    path = folder / "series.csv"
    rows = path.read_text().split("\n")
    for k, line, message in (
        (3, rows[1], "the time in line 4 is not after"),
        (2, rows[2] + ",1", "columns"),
        (0, rows[0].replace("mass [kg]", "contacts [1]", 1), "two columns of one name"),
        (4, rows[4].replace(",", ",x", 1), "in line 5, column 'particles'"),
        (0, "x", "first column is 'x'"),
    ):
        path.write_text("\n".join([*rows[:k], line, *rows[k + 1 :]]))
        with pytest.raises(results.DamagedFile, match=message) as e:
            results.open(folder).series["mass"]
        assert str(path) in str(e.value)


def test_missing_files(folder):
    r = results.open(folder)
    frame, other = r.frames[0], r.frames[0]
    assert other.count > 0
    for path in folder.glob("particles_*.vtp"):
        path.unlink()
    with pytest.raises(
        results.NotWritten, match=r"particles_0.*\.vtp is not there, though the run has listed it"
    ):
        frame.position
    with pytest.raises(results.NotWritten, match="though the run has listed it"):
        other.position  # its header was read before
    assert frame.contacts.count >= 0  # that of other files
    for path in folder.glob("*.pvd"):
        path.unlink()
    with pytest.raises(results.NotWritten, match=r"\.pvd is not there"):
        r.vtk_frames
    (folder / "run.json").unlink()
    with pytest.raises(results.NotWritten, match="run.json is not there"):
        r.run
    assert r.state == "unknown" and np.isnan(r.checkpoints[0].time)
    (folder / "series.csv").unlink()
    with pytest.raises(results.NotWritten, match="series.csv is not there"):
        r.series
