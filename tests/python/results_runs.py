# SPDX-License-Identifier: BSD-3-Clause
"""Small runs whose results the tests of scree.results read."""
from __future__ import annotations

import os
import pathlib
import shutil
import subprocess

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCREE = os.environ.get("SCREE") or str(ROOT / "build/release/scree")

# Names with spaces, quotes and commas; a wall, an outlet and a group of one name; a wall that comes later.
MIX = """
title: Spheres and clumps of two kinds
time: {end: 0.06 s}
gravity: [0, 0, -9.81]
domain: {min: [-3 cm, -3 cm, -1 cm], max: [3 cm, 3 cm, 8 cm]}
materials:
  glass: {density: 2500, young: 5 MPa, poisson: 0.25}
  'steel, grade "2"': {density: 7800, young: 10 MPa, poisson: 0.3}
contacts:
  - {between: any, restitution: 0.5, friction: 0.4}
shapes:
  dimer: {members: [{at: [0, 0, -1 mm], radius: 1 mm}, {at: [0, 0, 1 mm], radius: 1 mm}]}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}
  drum:
    cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 1.8 cm}
    material: glass
    motion: {rotate: {axis: [0, 0, 1], point: [0, 0, 0], rate: 300 rpm}}
  late & lid: {disc: {point: [0, 0, 5 cm], normal: [0, 0, -1], radius: 1.7 cm}, material: glass, start: 0.03 s}
  one: {mesh: {file: step.stl}, material: glass}
insertion:
  - name: upper
    material: glass
    fill: random
    region: {box: {min: [-1.2 cm, -1.2 cm, 2 mm], max: [1.2 cm, 1.2 cm, 2 cm]}}
    diameter: {uniform: [2.5 mm, 3.5 mm]}
    fraction: 0.15
  - name: rods
    shape: dimer
    material: 'steel, grade "2"'
    fill: random
    count: 20
    region: {box: {min: [-1.2 cm, -1.2 cm, 2.3 cm], max: [1.2 cm, 1.2 cm, 3 cm]}}
outlets:
  one: {region: {half_space: {point: [0, 0, -5 mm], normal: [0, 0, -1]}}}
probes:
  bed: {region: {box: {min: [-1 cm, -1 cm, 0], max: [1 cm, 1 cm, 1 cm]}}}
tracks: {ball: 3}
groups:
  one: {region: {sphere: {point: [0, 0, 1 cm], radius: 1 cm}}, force: [0, 0, 1e-5]}
output:
  series: {every: 1 ms}
  csv: {every: 10 ms, contacts: true}
  vtk: {every: 10 ms, contacts: true}
  checkpoint: {every: 20 ms, keep: 0}
"""

STEP = """solid step
facet normal 0 0 1
outer loop
vertex -0.01 -0.01 0.001
vertex 0.01 -0.01 0.001
vertex 0 0.01 0.001
endloop
endfacet
endsolid step
"""


def write_case(folder: pathlib.Path, text: str = MIX) -> pathlib.Path:
    """The case as a file in the folder, with its mesh."""
    (folder / "step.stl").write_text(STEP)
    case = folder / "mix.yaml"
    case.write_text(text)
    return case


def scree(
    case: pathlib.Path, out: pathlib.Path, *options: str, ranks: int = 1, status: int = 0
) -> pathlib.Path:
    """Runs a case into a folder; the exit code has to be the one given."""
    mpi = (
        [
            "mpirun.openmpi",
            "--allow-run-as-root",
            "--oversubscribe",
            "--bind-to",
            "none",
            "--mca",
            "mpi_yield_when_idle",
            "1",
            "-n",
            str(ranks),
        ]
        if ranks > 1
        else []
    )
    command = [
        *mpi,
        SCREE,
        "run",
        str(case),
        "--out",
        str(out),
        "--quiet",
        *(["--threads", "1"] if ranks > 1 else []),
        *options,
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert done.returncode == status, f"{' '.join(command)}: {done.returncode}\n{done.stderr}"
    return out


def has_ranks() -> bool:
    """Whether the program was built for several processes, and there is a launcher for it."""
    libraries = subprocess.run(["ldd", SCREE], capture_output=True, text=True, check=False).stdout
    return "libmpi" in libraries and shutil.which("mpirun.openmpi") is not None


def same(a, b) -> None:
    """Asserts that two sets of fields have the same bits."""
    assert list(a) == list(b)
    for name in a:
        assert a[name].dtype == b[name].dtype and a.unit(name) == b.unit(name), name
        np.testing.assert_array_equal(a[name], b[name], err_msg=name)
