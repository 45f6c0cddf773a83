# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 300
"""The type hints: mypy finds nothing in the package, and in a user's program exactly what is wrong."""
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

BUILD = Path(os.environ["SCREE_BUILD"])

PROGRAM = '''
import numpy as np
import scree

case = scree.Case("drum.yaml", set={"contacts[0].friction": 0.4})
case["gravity"] = [0, 0, -9.81]
with scree.World(case, threads=2) as world:
    mean: float = world.position[:, 2].mean()
    world.velocity = 0.0
    world.external_force = np.zeros((3, 3))
    world.set_drag(1e-5, [0, 0, 1])

    @world.every(100)
    def log(w: scree.World) -> None:
        print(w.value("kinetic"), w.values()["kinetic"], w.columns["kinetic"])

    log(3)  # wrong: arg-type
    world.advance(steps=10)
    world.advance(until=1.0, progress=lambda p: print(p.step, p.time))
    with world.particles.write("velocity") as p:
        p.velocity[:, 2] = 0.0
        p.drag_coefficient[...] = 1e-5
        own: int = len(p)
    lid = world.walls["lid"]
    lid.velocity = [0, 0, 1]
    lid.force = np.zeros(3)  # wrong: misc
    saved = world.save()
    world.restore(saved)
    world.restore("saved")  # wrong: arg-type
    world.remove(world.add([0, 0, 1], material="glass", diameter=1e-3))
    strong = world.contacts(history=True)["overlap"] > 1e-6
    low, high = world.box
    same: str = world.copy().digest
    world.advance(stepz=3)  # wrong: call-arg
    world.velocities  # wrong: attr-defined
run = scree.run(case, out="drum.out", resume=True)
scree.run(case, out=3)  # wrong: arg-type
digest: str = run.digest
kinetic: float = scree.open(run.out).series["kinetic"][-1]
'''


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """A folder of mypy's, so that it reads NumPy once."""
    return tmp_path_factory.mktemp("mypy")


def mypy(cache, *arguments):
    pytest.importorskip("mypy")
    env = {**os.environ, "MYPYPATH": str(BUILD / "python")}
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(cache), "--ignore-missing-imports", "--no-error-summary", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=env)


def test_nothing_is_found_in_the_package(cache):
    done = mypy(cache, BUILD / "python" / "scree")
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_is_wrong_in_a_program_is_found(cache, tmp_path):
    wanted = {number: kind for number, line in enumerate(PROGRAM.splitlines(), 1) for kind in re.findall("# wrong: (.*)", line)}
    (tmp_path / "program.py").write_text(PROGRAM)
    done = mypy(cache, "--check-untyped-defs", tmp_path / "program.py")
    found = {int(number): kind for number, kind in re.findall(r"program\.py:(\d+): error: .*\[(.*)\]", done.stdout)}
    assert found == wanted, done.stdout + done.stderr


def test_the_package_says_that_it_has_types():
    assert (BUILD / "python" / "scree" / "py.typed").exists()
