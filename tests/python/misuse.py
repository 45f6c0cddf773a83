# SPDX-License-Identifier: BSD-3-Clause
"""Runs misuse cases FIRST to LAST - 1, drawn by their numbers; each has to raise an ordinary exception. Says how many of each kind there were."""
import collections
import gc
import os
import pickle
import random
import sys
import tempfile
import threading
import warnings

import numpy as np
import scree
from bed import BED

TEXT = BED.replace("count: 100", "count: 12").replace("walls: {", "walls: {lid: {plane: {point: [0, 0, 4 cm], normal: [0, 0, -1]}, material: m, movable: true}, ")
NO_NUMBERS = [np.nan, np.inf, "one", None, [1, 2], [[1, 2], [3]], {}, object(), np.zeros((7, 3)), np.zeros((0, 3)), 1j, b"1", np.array("x"), [None] * 3]
NO_IDS = [-1, 0, 10**6, 2**64 - 1, -(2**63), 1.5, "1", None, [1, 1000], [[-5]], np.nan, np.array([1.0, 2.0]), {}, object(), [2**70]]
NO_COUNTS = [-1, 1.5, "3", None, 2**64, -(2**70), np.nan, [], object(), b"2"]
NO_TEXTS = [None, 3, b"velocity", "", "no such", "a\0b", "x" * 100_000, [], object(), "\udce4", "%s%n%d"]
FIELDS = ["position", "velocity", "omega", "radius", "mass"]


def kept_views(world, rng):
    """Arrays that outlive their block."""
    kept = []
    try:
        with world.particles.write(rng.choice(FIELDS)) as p:
            kept += [p[rng.choice(FIELDS)][rng.randrange(5):], p.id]
            if rng.random() < 0.3:
                raise KeyError
    except (scree.StaleView, KeyError):
        pass
    return kept


def use_of_kept_views(world, rng):
    kept = kept_views(world, rng)
    calls = [lambda: world.advance(1), lambda: world.remove([1]), world.close, world.save, lambda: world.add([0, 0, 0.03], material="m", diameter=1e-3),
             lambda: world.walls["lid"].place(shift=[0, 0, 0.001]), lambda: world.__setitem__("gravity", [0, 0, 0]), lambda: pickle.dumps(world)]
    try:
        rng.choice(calls)()
    finally:
        sum(float(np.sum(array)) for array in kept)  # the memory is still there


def stale_block(world, rng):
    with world.particles as p:
        p.position
    rng.choice([lambda: p.position, lambda: p["id"], lambda: p.rows([1]), lambda: p.__enter__(), lambda: setattr(p, "velocity", 0), lambda: len(p)])()


def world_that_died(world, rng):
    kept = []
    try:
        with world as w, w.particles as p:
            kept.append(p[rng.choice(FIELDS)])
            raise KeyError
    except KeyError:
        pass
    del w, p
    gc.collect()
    np.sum(kept[0])
    kept[0][...] = 0  # is read only


def bad_callback(world, rng):
    wrong = rng.choice([lambda w: w.advance(1), lambda w: w.close(), lambda w: w.remove([1]), lambda w: 1 / 0, lambda w: w.save(),
                        lambda w: w.set("velocity", 0.0), lambda w: w.remove_callback(None), lambda w: w.after_step(print), lambda: None,
                        lambda w: kept.extend(kept_views(w, rng)) or 1 / 0, lambda w: w.copy(), lambda w: w.walls["lid"].place(shift=[0, 0, 1e-4])])
    kept = []
    getattr(world, rng.choice(["before_forces", "after_forces", "after_step"]))(wrong)
    if rng.random() < 0.5:
        world.every(rng.randrange(1, 3))(wrong)
    world.advance(rng.randrange(1, 5))


def bad_state(world, rng):
    state = bytearray(scree.saved.state_bytes(world))
    kind = rng.randrange(3)
    if kind == 0:
        state = state[: rng.randrange(len(state))]
    elif kind == 1:
        for _ in range(rng.randrange(1, 20)):
            state[rng.randrange(len(state))] ^= 1 << rng.randrange(8)
    else:
        state = rng.randbytes(rng.randrange(2000))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "state")
        with open(path, "wb") as file:
            file.write(state)
        before = world.digest
        try:
            world.read(path)
        finally:
            assert world.digest == before or world.closed


def foreign_state(world, rng):
    other = scree.World(text=TEXT.replace("count: 12", f"count: {rng.randrange(2, 9)}"), threads=1)
    saved = other.save()
    if rng.random() < 0.5:
        other.close()
    del other
    world.restore(rng.choice([saved, None, "saved", b"", world.save]))


def broken_text(world, rng):
    text = TEXT
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(["", "{", "]", ": ", "\n", "0", "-", "&a ", "*b", "\t", "${", "\x01", "é"]) + text[at + rng.randrange(4):]
    scree.World(text=text, threads=1).close()
    raise ValueError("it happened to be a case")


def threads_at_once(world, rng):
    errors = []

    def work(call):
        try:
            call()
        except Exception as error:
            errors.append(error)

    def view():
        with world.particles as p:
            p.position.sum()

    calls = [lambda: world.advance(5), world.contacts, lambda: world.position, lambda: world.close(), view, lambda: world.remove([1]), lambda: world.digest]
    threads = [threading.Thread(target=work, args=(rng.choice(calls),)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(isinstance(error, scree.Error) for error in errors), errors
    raise ValueError("done")


def twice(world, rng):
    world.close()
    world.close()
    name = rng.choice([n for n in dir(scree.World) if not n.startswith("_") and n not in ("close", "closed", "case", "to_yaml", "ranks", "remove_callback")])
    attribute = getattr(world, name)
    if callable(attribute):
        rng.choice([lambda: attribute(), lambda: attribute(1), lambda: attribute("x", 1)])()


CASES = [
    lambda w, r: w.advance(r.choice(NO_COUNTS)),
    lambda w, r: w.advance(until=r.choice([np.nan, np.inf, "1", [], 1e300, object()])),
    lambda w, r: w.advance(1, until=1.0),
    lambda w, r: w.advance(3, progress=r.choice([7, "bar", []])),
    lambda w, r: w.set(r.choice(FIELDS), r.choice(NO_NUMBERS[:4] + NO_NUMBERS[6:9])),
    lambda w, r: w.set(r.choice(NO_TEXTS + ["force", "id"]), 1.0),
    lambda w, r: w.get(r.choice(NO_TEXTS)),
    lambda w, r: w.get("position", r.choice(NO_IDS[:7])),
    lambda w, r: w.set("velocity", 0.0, r.choice(NO_IDS[:6])),
    lambda w, r: w.remove(r.choice(NO_IDS)),
    lambda w, r: w.remove([1, 1000]),
    lambda w, r: w.add(r.choice(NO_NUMBERS[:7] + NO_NUMBERS[10:]), material="m", diameter=1e-3),
    lambda w, r: w.add([0.01, 0.01, 0.03], material=r.choice(NO_TEXTS), diameter=1e-3),
    lambda w, r: w.add([0.01, 0.01, 0.03], material="m", diameter=r.choice([-1, 0, np.nan, "x", [1, 2], None])),
    lambda w, r: w.add([0.01, 0.01, 0.03], material="m", diameter=1e-3, shape=r.choice(NO_TEXTS[1:])),
    lambda w, r: w.add([[0.01, 0.01, 0.03]] * 3, material="m", diameter=[1e-3] * 2, velocity=[[0, 0, 0]] * 4),
    lambda w, r: w.set_drag(-1.0, [0, 0, 0]),
    lambda w, r: w.value(r.choice(NO_TEXTS)),
    lambda w, r: w.walls[r.choice(NO_TEXTS[:5])],
    lambda w, r: w.walls["lid"].move(velocity=r.choice(NO_NUMBERS[:3] + NO_NUMBERS[4:])),
    lambda w, r: w.walls["lid"].place(rotation=r.choice([np.zeros((3, 3)), 2 * np.eye(3), [1], "x", np.full((3, 3), np.nan), -np.eye(3)])),
    lambda w, r: w.walls["floor"].move(velocity=[0, 0, 1]),
    lambda w, r: w.__setitem__(r.choice(NO_TEXTS[:6]), r.choice([1, None, object(), "x"])),
    lambda w, r: w.__setitem__(r.choice(["time.dt", "domain", "materials.m", "walls.lid", "insertion[0].count"]), r.choice([[], {}, "x", -1, None])),
    lambda w, r: w.restore(r.choice([None, 1, "x", b"x"])),
    lambda w, r: w.read(r.choice([os.devnull, "/nowhere/x", "", 3, None, "a\0b", tempfile.gettempdir()])),
    lambda w, r: w.write(r.choice(["/nowhere/x", "", 3, None, "a\0b", tempfile.gettempdir()])),
    lambda w, r: w.every(r.choice(NO_COUNTS + [0])),
    lambda w, r: w.every(3)(r.choice([None, 3, "x"])),
    lambda w, r: w.after_step(r.choice([None, 3, "x"])),
    lambda w, r: w.particles.write(r.choice(NO_TEXTS)).__enter__(),
    lambda w, r: w.particles.write(),
    lambda w, r: w.particles.position,
    lambda w, r: scree.World(r.choice(["/nowhere.yaml", tempfile.gettempdir(), os.devnull + "/x", "", 3, b"x", {"a": 1}, {1: 2}, "a\0b"])),
    lambda w, r: scree.World(text=TEXT, threads=r.choice(NO_COUNTS)),
    lambda w, r: scree.World(text=TEXT, isa=r.choice(["v9", 3, "x\0"])),
    lambda w, r: scree.World(text=TEXT, comm=r.choice([3, "x", object()])),
    lambda w, r: scree.World(text=TEXT, set={r.choice(["a.b", "", "x" * 1000, "walls[9]", "time.end.x"]): r.choice([1, "x", [], {}])}),
    lambda w, r: scree.Case(text=TEXT).define(r.choice(["r", "", "1", "a b"]), 1),
    lambda w, r: scree.run(scree.Case(text=TEXT), out=r.choice(["/dev/null/x", os.devnull, "a\0b", 3]), steps=1),
    lambda w, r: scree.help(r.choice(["no such thing", 3, "a\0b"])),
    use_of_kept_views, use_of_kept_views, stale_block, world_that_died, bad_callback, bad_callback, bad_state, bad_state, foreign_state, broken_text,
    broken_text, threads_at_once, twice, twice,
]

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    with open("/proc/self/maps") as maps:  # the library that was meant is the one that is used
        assert os.environ.get("MISUSED_LIBRARY", "libscree.so") in maps.read()
    os.chdir(tempfile.mkdtemp())
    kinds = collections.Counter()
    for number in range(int(sys.argv[1]), int(sys.argv[2])):
        rng = random.Random(number)
        world = scree.World(text=TEXT, threads=1 + number % 2)
        world.advance(rng.randrange(3) * 20)
        case = rng.choice(CASES)
        try:
            case(world, rng)
        except (scree.Error, ValueError, TypeError, KeyError, AttributeError, ArithmeticError, IndexError) as error:
            kinds[type(error).__name__] += 1
        else:
            print(f"case {number}, line {case.__code__.co_firstlineno}: nothing was raised")
        if not world.closed and rng.random() < 0.5:  # and it can go on
            world = world.copy() if not world._callbacks and rng.random() < 0.2 and world._handle.views() == 0 else world
            try:
                world.advance(1)
            except (scree.Error, ArithmeticError, TypeError):
                pass
    print(dict(kinds), sum(kinds.values()))
