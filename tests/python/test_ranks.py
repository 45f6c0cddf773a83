# SPDX-License-Identifier: BSD-3-Clause
# ctest: PROCESSORS 2 TIMEOUT 300
"""`mpirun python3 script.py`: the same bits as one process, on all that were started and on a communicator of mpi4py."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import scree
from bed import BED

SCRIPT = """
import os, sys
import numpy as np
import scree
comm = None
if sys.argv[1] != "none":
    from mpi4py import MPI
    comm = MPI.COMM_WORLD
    if sys.argv[1] == "halves":
        comm = comm.Split(comm.rank % 2)
with scree.World("bed.yaml", text=os.environ["BED"], comm=comm, threads=1) as world:
    world.every(50)(lambda w: w.value("kinetic"))
    world.advance(150)
    saved = world.save()
    world.advance(until=300 * world.dt)
    world.restore(saved)
    new = world.add([[0.005, 0.01, 0.04], [0.015, 0.01, 0.04]], material="m", diameter=2e-3)
    world.remove([1, 50])
    world.external_force = [0, 0, 1e-5]
    world.advance(150)
    assert sum(world.ids == new[0]) <= 1
    with world.particles as p:
        own = len(p.id)
        low, high = world.box
        assert (p.position >= low).all() and (p.position <= high).all()
    assert world.sum_ranks([own, 1]).tolist() == [100, world.ranks] and world.max_ranks(world.rank) == world.ranks - 1
    assert world.values()["kinetic"] == world.value("kinetic") == world.max_ranks(world.value("kinetic"))
    sys.stdout.write(f"said {world.rank} {world.ranks} {own} {world.digest}\\n")  # at once: processes share the terminal
    sys.stdout.flush()
    try:
        world.copy()
    except scree.Error:
        pass
    else:
        assert world.ranks == 1
"""


def lines(ranks, how, folder):
    command = ["mpirun.openmpi", "-n", str(ranks), "--oversubscribe", "--bind-to", "none", "--allow-run-as-root", "--mca", "mpi_yield_when_idle", "1"]
    done = subprocess.run([*(command if ranks else []), sys.executable, "-c", SCRIPT, how], capture_output=True, text=True, cwd=folder,
                          env={**os.environ, "BED": BED, "OMP_NUM_THREADS": "1"})
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return sorted(line.split()[1:] for line in done.stdout.splitlines() if line.startswith("said"))


@pytest.fixture
def alone(tmp_path):
    """The digest of one process without MPI."""
    if not shutil.which("mpirun.openmpi"):
        pytest.skip("no mpirun.openmpi")
    if b"MPI_Init" not in Path(os.environ["SCREE_BUILD"], "libscree.so").read_bytes():
        pytest.skip("built without MPI")
    [(_, ranks, own, digest)] = lines(0, "none", tmp_path)
    assert (ranks, own) == ("1", "100")
    return digest


def test_all_processes_have_a_world_together(alone, tmp_path):
    found = lines(2, "none", tmp_path)
    assert [row[:2] for row in found] == [["0", "2"], ["1", "2"]]
    assert sum(int(row[2]) for row in found) == 100 and all(0 < int(row[2]) for row in found)
    assert {row[3] for row in found} == {alone}


def test_a_communicator_of_mpi4py(alone, tmp_path):
    pytest.importorskip("mpi4py")
    assert {tuple(row[1:2] + row[3:]) for row in lines(2, "world", tmp_path)} == {("2", alone)}
    assert {tuple(row[1:]) for row in lines(2, "halves", tmp_path)} == {("1", "100", alone)}
    assert scree.World(text=BED).ranks == 1
