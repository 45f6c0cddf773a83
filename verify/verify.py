#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`./dev verify`: cases on the whole program against closed forms, other codes and experiments. verify/case.py tells what a
case is, verify/cases/ holds them. Needs no more of Python than Debian's python3-minimal has."""
import argparse
import importlib
import os
import subprocess
import sys
import time

sys.dont_write_bytecode = True

import report
from case import CLOSED_FORM, FAIL, FAULT, FULL, PASS, QUICK, Case, Row, cases
from faults import FAULTS
from scene import Enough, Scene, Stopped

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


def load_cases(folder):
    sys.path.insert(0, folder)
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            importlib.import_module(name[:-3])


def options():
    p = argparse.ArgumentParser(prog="./dev verify", description=(
        "Runs cases with scree and compares what it writes with what is expected. Exit code 1 if a row fails."))
    p.add_argument("names", nargs="*", metavar="NAME", help="only these cases, of either tier; a part of a name will do")
    p.add_argument("--quick", action="store_true", help="the quick cases: a minute in all (the default)")
    p.add_argument("--full", action="store_true", help="all cases: a quarter of an hour; writes docs/validation/cases.md")
    p.add_argument("--list", action="store_true", help="only list the cases")
    p.add_argument("--wrong", action="store_true",
                   help="put each case's wrong parameter into its input and demand that the case fails")
    p.add_argument("--self-test", action="store_true", help="check that a failing row is reported as one")
    p.add_argument("--threads", type=int, default=1, metavar="N", help="of scree; changes the seconds alone (default 1)")
    p.add_argument("--scree", default=os.environ.get("SCREE", os.path.join(ROOT, "build/release/scree")), metavar="PROGRAM",
                   help="default $SCREE, or build/release/scree")
    p.add_argument("--work", default=os.path.join(ROOT, "build/verify"), metavar="DIR", help="default build/verify")
    p.add_argument("--cases", default=os.path.join(HERE, "cases"), metavar="DIR", help="folder of cases, default verify/cases")
    o = p.parse_args()
    if o.quick and o.full:
        p.error("either --quick or --full")
    o.scree, o.work = os.path.abspath(o.scree), os.path.abspath(o.work)
    return o


def chosen(o):
    if not o.names:
        quick = [c for c in cases.values() if c.tier == QUICK]
        return quick + [c for c in cases.values() if c.tier == FULL] if o.full else quick
    unknown = [n for n in o.names if not any(n in name for name in cases)]
    if unknown:
        sys.exit(f"error: no case is called {', '.join(unknown)}; ./dev verify --list names them all")
    exact = [n for n in o.names if n in cases]
    return [c for c in cases.values() if c.name in exact or any(n in c.name for n in o.names if n not in exact)]


def failure(case, words):
    return Row(case.name, "the case runs", words, "no error", float("nan"), "0", False,
               {"kind": CLOSED_FORM, "reason": words.replace("\n", " / ")})


def run_case(case, o, wrong=None):
    """(seconds, rows, scene)."""
    scene = Scene(case, os.path.join(o.work, case.name), o.scree, o.threads, wrong)
    start = time.monotonic()
    try:
        case.function(scene)
        if not scene.rows:
            scene.rows.append(failure(case, "the case made no row"))
    except Enough:
        pass
    except Stopped as stopped:
        row = failure(case, str(stopped))
        row.quantity = "the case runs" if stopped.code == 1 else "scree finishes"
        scene.rows.append(row)
    except (ArithmeticError, KeyError, IndexError, ValueError) as mistake: # outputs without what the case looks for
        scene.rows.append(failure(case, f"{type(mistake).__name__}: {mistake}"))
    return time.monotonic() - start, scene.rows, scene


def print_case(case, seconds, rows):
    print(f"{case.name}: {case.what} ({seconds:.1f} s)")
    for row in rows:
        for line in report.lines(row):
            print(line)
    sys.stdout.flush()


def run_all(o):
    os.makedirs(o.work, exist_ok=True)
    results = []
    version = subprocess.run([o.scree, "--version"], text=True, capture_output=True).stdout.splitlines()[0]
    commit = report.commit_of(ROOT) # before the cases run, which takes long
    print(report.head())
    for case in chosen(o):
        seconds, rows, _ = run_case(case, o)
        print_case(case, seconds, rows)
        results.append((case, seconds, rows))
    page = report.write(o.work, results, version, commit, o.threads)
    if o.full and not o.names:
        with open(os.path.join(ROOT, "docs/validation/cases.md"), "w") as f:
            f.write(page)
    rows = [r for _, _, rs in results for r in rs]
    print(report.summary(rows, sum(s for _, s, _ in results)))
    for r in rows:
        if r.verdict in (FAIL, FAULT):
            print(f"{r.verdict}: {r.case}, {r.quantity}")
    return 1 if any(r.verdict == FAIL for r in rows) else 0


def run_wrong(o):
    """Every case has to fail by a number with its wrong parameter, or stop scree with a physical alarm (exit code 2)."""
    failed = 0
    for case in chosen(o):
        seconds, rows, scene = run_case(case, o, case.wrong)
        bad = [r for r in rows if r.verdict == FAIL and not r.known_fault]
        noticed = [r for r in bad if r.quantity != "the case runs"]
        good = bool(noticed) and scene.wronged > 0
        failed += not good
        print(f"{'fails as it must' if good else 'NOT NOTICED':17} {case.name}: {case.wrong[0]!r} -> {case.wrong[1]!r} "
              f"({seconds:.1f} s)")
        why = noticed or bad
        if why:
            print("      " + next(report.lines(why[0])).strip() + ("" if noticed else "  " + why[0].reason))
        elif not scene.wronged:
            print("      the input does not hold this text")
        sys.stdout.flush()
    print(f"{failed} of {len(chosen(o))} cases do not notice their wrong parameter" if failed else "every case can fail")
    return 1 if failed else 0


def self_test():
    """A row off by twice its tolerance, one that is not a number, a fault that is gone and a case that cannot run: each has
    to fail, and what is right has to pass."""
    def rows_of(function):
        case = Case("self_test", "", function, QUICK, ("", ""))
        o = argparse.Namespace(work=os.path.join(os.getcwd(), "self_test"), scree="/nonexistent", threads=1)
        return [r.verdict for r in run_case(case, o)[1]]

    FAULTS["self-test"] = "a fault"
    words = {"source": "self-test", "reason": "self-test"}
    expectations = [
        (lambda s: s.near("right", 1.0 + 1e-7, 1.0, rel=1e-6, **words), [PASS]),
        (lambda s: s.near("off", 1.0 + 2e-6, 1.0, rel=1e-6, **words), [FAIL]),
        (lambda s: s.near("not a number", float("nan"), 1.0, rel=1.0, **words), [FAIL]),
        (lambda s: s.near("beyond", -3.0, 1.0, within=3.9, **words), [FAIL]),
        (lambda s: s.at_most("more", 1.0 + 1e-12, 1.0, **words), [FAIL]),
        (lambda s: s.at_least("less", 1.0 - 1e-12, 1.0, **words), [FAIL]),
        (lambda s: s.same("digest", "a", "b", **words), [FAIL]),
        (lambda s: s.near("fault", 2.0, 1.0, rel=0.1, known_fault="self-test", **words), [FAULT]),
        (lambda s: s.near("fault gone", 1.0, 1.0, rel=0.1, known_fault="self-test", **words), [FAIL]),
        (lambda s: s.near("no fault", 1.0, 1.0, rel=0.1, known_fault="mended", **words), [PASS]),
        (lambda s: [][0], [FAIL]),
        (lambda s: None, [FAIL]),
    ]
    wrong = [k for k, (function, expected) in enumerate(expectations) if rows_of(function) != expected]
    print(f"self-test: expectations {wrong} are not met" if wrong else f"self-test: {len(expectations)} verdicts as expected")
    return 1 if wrong else 0


def main():
    o = options()
    if o.self_test:
        return self_test()
    load_cases(o.cases)
    if o.list:
        for c in chosen(o) if o.names or o.full or o.quick else cases.values():
            print(f"{c.name:26} {c.tier:6} {c.what}")
        return 0
    if not os.access(o.scree, os.X_OK):
        sys.exit(f"error: no program {o.scree}; ./dev build makes it")
    return run_wrong(o) if o.wrong else run_all(o)


if __name__ == "__main__":
    sys.exit(main())
