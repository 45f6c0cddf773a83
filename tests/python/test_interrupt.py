# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 300
"""Ctrl-C in the middle of steps and runs: KeyboardInterrupt, with a world that can go on and a checkpoint that can be resumed."""
import os
import signal
import subprocess
import sys

import scree
from bed import BED


def interrupted(program, folder, signals=1):
    """Runs the program in another Python, sends SIGINT when it says so, and returns what else it says."""
    child = subprocess.Popen([sys.executable, "-c", "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n" + program],
                             stdout=subprocess.PIPE, text=True, cwd=folder, env={**os.environ, "BED": BED})
    assert child.stdout.readline() == "now\n"
    for _ in range(signals):
        child.send_signal(signal.SIGINT)
    said, _ = child.communicate(timeout=60)
    assert child.returncode == 0
    return said.split()


def test_advance_stops_after_a_whole_step(tmp_path):
    step, digest, more = interrupted("""
import os, scree, threading, time
world = scree.World("bed.yaml", text=os.environ["BED"])
threading.Timer(0.3, lambda: print("now", flush=True)).start()
begun = time.monotonic()
try:
    world.advance(2**40)
except KeyboardInterrupt:
    took = time.monotonic() - begun
    print(world.step, world.digest, end=" ")
    world.advance(5)
    print(world.step)
    assert took < 20, took
""", tmp_path)
    assert int(more) == int(step) + 5 > 10
    with scree.World("bed.yaml", text=BED) as world:
        world.advance(int(step))
        assert world.digest == digest


def test_a_callback_is_interrupted_too(tmp_path):
    said = interrupted("""
import os, scree
world = scree.World("bed.yaml", text=os.environ["BED"])
@world.after_step
def wait(w):
    if w.step == 20:
        print("now", flush=True)
        while True:
            pass
try:
    world.advance(1000)
except KeyboardInterrupt:
    print(world.step)
""", tmp_path)
    assert said == ["20"]


def test_a_run_leaves_a_checkpoint(tmp_path, monkeypatch):
    program = """
import os, scree
case = scree.Case(text=os.environ["BED"], name="bed.yaml", set={"time.end": 30})
said = []
def show(p):
    if not said and p.step > 0:
        said.append(1)
        print("now", flush=True)
try:
    case.run(progress=show)
except KeyboardInterrupt:
    print("interrupted")
"""
    assert interrupted(program, tmp_path, signals=3) == ["interrupted"]
    monkeypatch.chdir(tmp_path)
    case = scree.Case(text=BED, name="bed.yaml", set={"time.end": 30})
    resumed = case.run(resume=True, steps=100_000)
    with scree.World(case) as world:
        world.advance(100_000)
        assert world.digest == resumed.digest
