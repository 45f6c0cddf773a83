#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Do the tests see it? Changes the physics of the laws in one place at a time (mutants.py) and runs the tests of the laws
that the place belongs to; with --engine the same for the engine (mutate_engine.py). `./dev mutate` calls it; nothing is written to the working tree but, with --record, the page.

A mutant lives in a folder of headers that the compiler looks into first. What it is made from is small: each law is an
object of its own, stage and table, for one instruction set, beside an engine that is compiled once; law sets go stage by
stage, never through the loops of hot sets, which are made from the same functions (kernels/fused.h). A mutant whose objects
are the same bytes changes nothing and is not counted, nor is one that does not compile.
"""
import argparse
import concurrent.futures
import datetime
import hashlib
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import mutants
import mutate_engine

ROOT = Path(__file__).resolve().parent.parent
SURVIVORS = ROOT / "scripts" / "mutate_survivors.txt"
PAGE = ROOT / "docs" / "validation" / "mutation.md"
ENGINE_SURVIVORS = ROOT / "scripts" / "mutate_engine_survivors.txt"
ENGINE_PAGE = ROOT / "docs" / "validation" / "mutation_engine.md"
LIBRARIES = ("libscree_tools.a", "libscree.a")
LIMIT = 10
SCORE, ENGINE_SCORE = 0.95, 0.90
SLOWEST = 10.0  # times its duration without a mutant, and SPARE s more, a test may take, both of processor time
SPARE = 10.0
WAITS = 5.0  # times as long it may take in all: on ranks that wait for one another for ever

# Tests that would see any change of a bit and say nothing about its physics, that only compare runs with one another, or that
# name laws while they are about something else.
NO_VALUES = set("""test_determinism test_law_determinism test_checkpoint test_rebuild test_background test_skin_check test_step_memory
    test_audit test_lab test_config test_config_mistakes test_estimate test_insert test_plot test_series test_start
    test_vtp""".split())
WORLDS = "25"  # of the 100 of test_laws_energy: what a quarter of the collisions does not show is rarely shown by all


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", **options)


def must(command, **options):
    done = run(command, **options)
    if done.returncode:
        sys.exit("mutate: %s\n%s" % (" ".join(map(str, command)), done.stdout))


# ---- the laws and their tests, read from the sources -----------------------------------------------------------------
class Laws:
    """Which law is defined in which header, and which headers that includes."""

    def __init__(self):
        self.slot, self.header, self.name = {}, {}, {}
        listed = (ROOT / "src/laws/list/all.h").read_text()
        for split, law, slot in re.findall(r"^\s+(PLAIN|SPLIT)\((\w+), (\w+)\)", listed, re.M):
            self.slot[law] = (split, slot)
        for file in mutants.law_files(ROOT):
            text = (ROOT / file).read_text()
            for law in re.findall(r"^SCREE_LAW_STRUCT\(\s*(\w+),", text, re.M):
                self.header[law] = file
                self.name[law] = re.search(r"scree_%s_table = \{\s*\.name = \"(\w+)\"" % law, text).group(1)
        self.includes = {}

    def reaches(self, file):
        """The headers of laws that a file includes, itself among them."""
        if file not in self.includes:
            found = {file}
            for inner in re.findall(r'^#include "(laws/[\w/]+\.h)"', (ROOT / file).read_text(), re.M):
                found |= self.reaches("src/" + inner)
            self.includes[file] = found
        return self.includes[file]

    def touched_by(self, file):
        """Laws that a change of this file can change."""
        return [law for law in self.slot if file not in mutants.ELSEWHERE and file in self.reaches(self.header[law])]


def test_text(source):
    """A test with the headers of tests that it includes and the tables that it reads."""
    text = source.read_text()
    for header in re.findall(r'^#include "(\w+\.h)"', text, re.M):
        if header not in ("law_draws.h", "law_batch.h", "law_scalar.h"):
            for found in sorted((ROOT / "tests").glob("*/" + header)):
                text += found.read_text()
    for table in set(re.findall(r'"(\w+/\w+\.csv)"', text)):
        if (ROOT / "tests/reference" / table).exists():
            text += (ROOT / "tests/reference" / table).read_text()
    return text


class Tests:
    """Which tests name which laws. Those of all laws are told which to test."""

    def __init__(self):
        self.text, self.of_all = {}, set()
        for source in sorted((ROOT / "tests").glob("*/test_*.c")):
            if source.stem not in NO_VALUES and source.parent.name != "extra": # those have an engine of their own
                self.text[source.stem] = test_text(source)
                if "scree_laws(&" in source.read_text() or '#include "law_batch.h"' in source.read_text():
                    self.of_all.add(source.stem)

    def of(self, laws, symbols):
        """(test, names for SCREE_TEST_LAW or None) for these laws; all tests for no law: a change outside of them."""
        names = sorted({laws.name[s] for s in symbols})
        words = r"\b(?:%s)\b|scree_(?:%s)_" % ("|".join(names), "|".join(symbols)) if names else r"law: \w+|materials:"
        out = []
        for test, text in self.text.items():
            if test in self.of_all:
                out.append((test, ",".join(names) or None))
            elif re.search(words, text):
                out.append((test, None))
        return out


# ---- compiling and running ---------------------------------------------------------------------------------------------
class Bench:
    """Everything compiled once, and how to compile and test a mutant of it."""

    def __init__(self, build, scratch, laws):
        self.build, self.scratch, self.laws = Path(build).resolve(), Path(scratch).resolve(), laws
        self.base = self.scratch / "base"
        self.base.mkdir(parents=True, exist_ok=True)
        self.locks, self.lock, self.durations, self.runs = {}, threading.Lock(), {}, {}
        self.current = set() # parts whose objects are up to date
        self.cache = self.scratch / "durations.json" # of programs by their bytes
        self.known_durations = json.loads(self.cache.read_text()) if self.cache.exists() else {}
        commands = json.loads((self.build / "compile_commands.json").read_text())
        # Not those of the libraries of tests, which have the same sources.
        self.command = {c["file"]: c["command"].split() for c in commands if "/__/src/" not in c["command"]}
        self.libraries = self.link_line()
        self.parts = {"kernels": (ROOT / "src/kernels/kernels.c", "engine"), "registry": (ROOT / "src/laws/list/registry.c", "registry"),
                      "kernels_choose": (ROOT / "src/kernels/kernels_choose.c", None)}
        self.parts.update({"law_" + law: (self.base / ("law_%s.c" % law), "laws") for law in laws.slot})

    def link_line(self):
        done = run(["ninja", "-C", str(self.build), "-t", "commands", "tests/test_laws"])
        words = done.stdout.strip().split("\n")[-1].split()
        if "libscree.a" not in words:
            sys.exit("mutate: %s has no test programs; ./dev mutate configures and builds what is needed" % self.build)
        tail = words[words.index("libscree.a") + 1:]
        return tail[:tail.index("&&")]

    def write_apart(self):
        """Headers that take the stages out of the engine, made from the real ones, and the sources of the stages."""
        stage = (ROOT / "src/laws/law_stage.inc").read_text()
        kept = (ROOT / "src/batch/cached_constants.h").read_text()
        files = {
            "apart/laws/laws/law_stage.inc": stage.replace("static void stage_", "void stage_"),
            "apart/engine/laws/law_stage.inc":
                "#define SCREE_STAGE(law, slot) void stage_##law(const void *derived, scree_batch *b, int h0);\n"
                "#define SCREE_STAGE_VARIANTS(law, slot) SCREE_STAGE(law, slot)\n",
            "apart/engine/kernels/fused.h":
                "typedef struct fused_set {\n    fused_loop *loop;\n} fused_set;\n"
                "static const fused_set *find_fused(const scree_law_set *set, int stored) { return NULL; }\n"
                "static int sees_new(const fused_set *set) { return 0; }\n"
                "static fused_loop *loop_of_bonded(const scree_law_set *set) { return NULL; }\n",
            "apart/engine/batch/cached_constants.h": re.sub(r"(#define SCREE_LAWS_KEPT\(X\)).*", r"\1", kept),
        }
        tables = '#include "laws/table.h"\n'
        for law, (form, slot) in self.laws.slot.items():
            macro = "SCREE_STAGE_VARIANTS" if form == "SPLIT" else "SCREE_STAGE"
            files["base/law_%s.c" % law] = '#include "%s"\n#include "laws/law_stage.inc"\n%s(%s, %s)\n%s' % (
                self.laws.header[law][len("src/"):], macro, law, slot,
                "const scree_law *const table_used_%s = &scree_%s_table;\n" % (law, law)) # keeps its symbol
            tables += ("typedef struct { double x; } scree_%s;\nstatic const scree_param_desc scree_%s_params[1];\n"
                       "extern const scree_law scree_%s_table;\n" % (law, law, law))
        listed = (ROOT / "src/laws/list/all.h").read_text()
        for apart in "registry", "engine":
            files["apart/%s/laws/list/all.h" % apart] = ("#pragma once\n" + tables +
                                                    listed[listed.index("#define SCREE_LAWS_BY"):].replace("#endif", ""))
        for name, text in files.items():
            path = self.scratch / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_text() != text:
                path.write_text(text)

    def compile_command(self, part, out, overlay=None):
        source, apart = self.parts.get(part) or (next((ROOT / "tests").glob("*/%s.c" % part)), None)
        known = self.command.get(str(source)) or self.command[str(ROOT / "src/laws/list/registry.c")]
        words = [w for w in known[:known.index("-o")] if not w.startswith(("-W", "-O", "-march", "-DSCREE_ISA", "-fsched", "-fren"))]
        first = ["-I%s" % d for d in (overlay, apart and self.scratch / "apart" / apart) if d]
        if part in self.parts and "-DSCREE_ISA_X86=1" in known:
            words.append("-march=x86-64-v3" if part.startswith("law_") else "-march=x86-64-v2")
        if part == "kernels":
            words.append("-DSCREE_ISA=base")
        return words[:1] + first + words[1:] + ["-w", "-O1", "-MMD", "-MF", str(out) + ".d", "-o", str(out), "-c", str(source)]

    def compile(self, part, out, overlay=None, source=None):
        """Of a law the table is made known to the registry. None, or what is wrong."""
        command = self.compile_command(part, out, overlay)
        done = run(command[:-1] + [str(source)] if source else command)
        if not done.returncode and part.startswith("law_"):
            done = run(["objcopy", "--globalize-symbol=scree_%s_table" % part[len("law_"):], str(out)])
        return done.stdout if done.returncode else None

    def prerequisites(self, part):
        """The files that the object of a part was made from."""
        made = self.base / (part + ".o.d")
        return made.read_text().replace("\\\n", " ").split()[1:] if made.exists() else []

    def made_from(self, part, file):
        """Does it have to be compiled again when that file changes? test_laws not: it compares the law by itself with its
        stage, and is told to leave that out."""
        return part != "test_laws" and str(ROOT / file) in map(os.path.abspath, self.prerequisites(part))

    def base_object(self, part):
        """The object of a part without a mutant, compiled if it is not up to date; then it stays for all the run."""
        with self.lock:
            lock = self.locks.setdefault(part, threading.Lock())
        out = self.base / (part + ".o")
        with lock:
            if part in self.current:
                return out
            self.current.add(part)
            needs = self.prerequisites(part)
            if not needs or not out.exists() or any(not os.path.exists(n) or os.path.getmtime(n) > out.stat().st_mtime for n in needs):
                wrong = self.compile(part, out)
                if wrong:
                    sys.exit("mutate: %s does not compile\n%s" % (part, wrong))
        return out

    def link(self, test, test_object, changed, folder):
        """A test program from changed objects {part: path} and those of the base."""
        out = folder / test
        objects = [str(changed.get(p) or self.base / (p + ".o")) for p in self.parts]
        must([self.command[str(ROOT / "src/laws/list/registry.c")][0], "-o", str(out), str(test_object)] + objects +
             [str(self.base / name) for name in LIBRARIES] + self.libraries)
        return out

    def start(self, jobs):
        """What is under test, without a mutant."""
        self.write_apart()
        for name in LIBRARIES:
            shutil.copy(self.build / name, self.base) # a build beside this one must not matter
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            list(pool.map(self.base_object, self.parts))

    def passes(self, program, names, folder, limit):
        """Seconds of processor time that a test took, or None if it failed or took longer than limit."""
        work = folder / "work"
        work.mkdir(parents=True, exist_ok=True)
        known = dict(os.environ, SCREE_SOURCE=str(ROOT), SCREE_BUILD=str(self.build), SCREE=str(self.build / "scree"),
                     OMP_NUM_THREADS="1", CMOCKA_TEST_ABORT="1", SCREE_LAW_WORLDS=WORLDS,
                     SCREE_TEST_STAGE_ALONE="1")
        if names:
            known["SCREE_TEST_LAW"] = names
        latest = time.monotonic() + WAITS * limit
        # a mutant may ask for anything: 8 GB of memory, files of 1 GB
        test = subprocess.Popen(["sh", "-c", 'ulimit -v 8000000 -f 2000000 -c 0 -t %d 2>/dev/null; exec "$0"' % math.ceil(limit), str(program)],
                                cwd=work, env=known, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                start_new_session=True)
        try:
            ended = 0
            while not ended and time.monotonic() < latest:
                time.sleep(0.005)
                ended, status, used = os.wait4(test.pid, os.WNOHANG)
        finally:
            try:
                os.killpg(test.pid, signal.SIGKILL) # with the ranks of one that runs on ranks
            except ProcessLookupError:
                pass
            if not ended:
                os.waitpid(test.pid, 0)
            test.returncode = 0 # it has been waited for
        return used.ru_utime + used.ru_stime if ended and status == 0 else None

    def duration(self, test, names):
        """Seconds without a mutant, of several laws as much as of each; None: it does not pass even so."""
        if names and "," in names:
            each = [self.duration(test, name) for name in names.split(",")]
            return None if None in each else sum(each)
        with self.lock:
            lock = self.locks.setdefault((test, names), threading.Lock())
        with lock:
            if (test, names) not in self.durations:
                folder = self.scratch / "plain" / test / (names or "all").replace(",", "-")
                folder.mkdir(parents=True, exist_ok=True)
                program = self.link(test, self.base_object(test), {}, folder)
                key = "%s %s %s" % (test, names, hashlib.sha256(program.read_bytes()).hexdigest())
                if key not in self.known_durations:
                    self.known_durations[key] = self.passes(program, names, folder, 600.0)
                    with self.lock:
                        self.cache.write_text(json.dumps(self.known_durations, indent=1))
                program.unlink()
                self.durations[test, names] = self.known_durations[key]
                if self.durations[test, names] is None:
                    say("mutate: left out, it fails without a mutant: %s %s" % (test, names or ""))
        return self.durations[test, names]

    def compiled(self, mutant, folder):
        """{part: its object} of what the mutant changes; None: it does not compile, or is the same bytes."""
        overlay = folder / "include"
        path = overlay / mutant.file[len("src/"):]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(mutants.mutated(ROOT, mutant))
        changed, same = {}, True
        for part in self.parts:
            own = self.parts[part][0] == ROOT / mutant.file
            if own or self.made_from(part, mutant.file):
                out = folder / (part + ".o")
                if self.compile(part, out, overlay, path if own else None) is not None:
                    return None
                changed[part] = out
                same = same and out.read_bytes() == (self.base / (part + ".o")).read_bytes()
        return None if same else changed

    def killer(self, mutant, tests, folder):
        """The first of the tests, (test, names) each, that fails; "" if all pass; None if the mutant does not count."""
        shutil.rmtree(folder, ignore_errors=True)
        changed = self.compiled(mutant, folder)
        if changed is None:
            return None
        for test, names in sorted(tests, key=lambda t: self.promise(*t, mutant.file)):
            duration = self.duration(test, names)
            object_of_test = self.base_object(test)
            if self.made_from(test, mutant.file):
                object_of_test = folder / (test + ".o")
                if self.compile(test, object_of_test, folder / "include") is not None:
                    return None
            program = self.link(test, object_of_test, changed, folder)
            seen = self.passes(program, names, folder, SPARE + SLOWEST * duration) is None
            with self.lock:
                ran, saw = self.runs.get(test, (2, 1))
                self.runs[test] = ran + 1, saw + seen
            if seen:
                return test
        return ""

    def promise(self, test, names, file):
        """Seconds, those of compiling and linking included, over the share of the mutants that it has seen so far."""
        ran, saw = self.runs.get(test, (2, 1))
        return (self.duration(test, names) + (1.5 if self.made_from(test, file) else 0.2)) * ran / saw


# ---- survivors that are known ------------------------------------------------------------------------------------------
def known_survivors(listed, files):
    """{key of a mutant: reason} of a list like scripts/mutate_survivors.txt, which says what its lines mean. files: {file: all its mutants}."""
    known, key, there = {}, None, {mutants.key_of(m) for some in files.values() for m in some}
    for line in listed.read_text().splitlines():
        if re.match(r"[\w/]+\.[ch] `", line):
            name, change = line.split(" ", 1)
            key = Path(name).name, change
            known[key] = ""
        elif key and line.startswith("    "):
            known[key] = (known[key] + " " + line.strip()).strip()
    for key, reason in known.items():
        if not re.match("(equivalent|open): .", reason):
            sys.exit("mutate: %s: the reason must begin with 'equivalent: ' or 'open: ': %s" % (listed, " ".join(key)))
        if key not in there:
            sys.exit("mutate: %s: there is no such change any more: %s" % (listed, " ".join(key)))
    return known


# ---- all of it ---------------------------------------------------------------------------------------------------------
def options():
    p = argparse.ArgumentParser(prog="./dev mutate", description="Changes the physics of the laws in one place at a time and "
                                "counts which changes the tests see.")
    p.add_argument("--law", action="append", help="only this law, or this file in src/laws/ without .h; may be given several times")
    p.add_argument("--engine", action="store_true", help="the engine instead of the laws: the rooms of src from search to step, checkpoint and domain, by "
                   "the tests of each subject; all of it takes hours")
    p.add_argument("--file", help="of the engine only files whose path holds this (a regular expression), such as bonds/")
    p.add_argument("--limit", type=int, help="mutants of one file at most, %d, of the engine 1; 0: all there are" % LIMIT)
    p.add_argument("--fresh", action="store_true", help="of the engine: forget what earlier runs found; else a run goes on with other mutants, "
                   "and its figures are those of all runs")
    p.add_argument("--minutes", type=float, default=math.inf, help="begin no more mutants after so many minutes")
    p.add_argument("--match", help="only mutants whose change holds this text (a regular expression), whatever the limit")
    p.add_argument("--jobs", type=int, default=os.cpu_count(), help="that run at a time")
    p.add_argument("--list", action="store_true", help="print the mutants and run nothing")
    p.add_argument("--survivors", action="store_true", help="only those that survived the last run of all laws, or earlier runs of the engine, and are not "
                   "in the list; what was killed then counts as killed, as long as tests have only been added")
    p.add_argument("--record", action="store_true", help="write docs/validation/mutation.md")
    p.add_argument("--tests", help="of the tests only those whose name holds this (a regular expression)")
    p.add_argument("--known", help="list of known survivors and why they survive")
    p.add_argument("--build", default=ROOT / "build/release", help="where the library is built")
    p.add_argument("--scratch", help="folder for what is made here")
    o = p.parse_args()
    o.limit = o.limit if o.limit is not None else 1 if o.engine else LIMIT
    o.known = o.known or (ENGINE_SURVIVORS if o.engine else SURVIVORS)
    o.scratch = o.scratch or ROOT / "build" / ("mutate_engine" if o.engine else "mutate")
    return o


def all_files(o):
    return mutants.engine_mutants(ROOT) if o.engine else mutants.all_mutants(ROOT)


def last_results(o):
    """{mutant: [its killer, "" or None, and what it was when it ran first]} of the last time, of the engine of all times, of those that are still there."""
    kept = Path(o.scratch) / "results.json"
    last = {(Path(file).name, change): found for file, change, *found in json.loads(kept.read_text())} if kept.exists() else {}
    return {m: last[mutants.key_of(m)] for some in all_files(o).values() for m in some if mutants.key_of(m) in last}


def selected(o, laws):
    """The mutants asked for."""
    files = {f: some for f, some in all_files(o).items() if not o.file or re.search(o.file, f)}
    if o.law:
        own = {laws.header[s]: {laws.name[s], s} for s in laws.slot}
        files = {f: l for f, l in files.items() if ({Path(f).stem} | own.get(f, set())) & set(o.law)}
        if not files:
            sys.exit("mutate: no law and no file of the laws is called %s" % " or ".join(o.law))
    chosen = []
    for file in files:
        some = files[file] if o.match or not o.limit else mutants.chosen(files[file], o.limit)
        chosen += [m for m in some if not o.match or re.search(o.match, m.change)]
    if o.engine and not o.match and not o.fresh: # the next ones
        done = last_results(o)
        chosen = [m for file in files for m in mutants.chosen([m for m in files[file] if m not in done], o.limit or sys.maxsize)]
    if o.engine: # so that a run that ends early has some of all files
        chosen.sort(key=mutants.drawn)
    if o.survivors:
        known = known_survivors(Path(o.known), all_files(o))
        chosen = [m for m, found in last_results(o).items() if found[0] == "" and mutants.key_of(m) not in known]
        chosen = [m for m in chosen if not o.file or re.search(o.file, m.file)]
    return chosen


def is_whole(o):
    return not (o.law or o.match or o.tests or o.file)


class Campaign:
    """Runs mutants and keeps what came out."""

    def __init__(self, o, laws):
        self.o, self.laws = o, laws
        if o.engine:
            self.tests, self.bench = mutate_engine.Subjects(), mutate_engine.EngineBench(o.build, o.scratch, Bench.passes)
        else:
            self.tests, self.bench = Tests(), Bench(o.build, o.scratch, laws)
        self.known, self.begun = known_survivors(Path(o.known), all_files(o)), time.monotonic()
        self.passing, self.lock, self.free = {}, threading.Lock(), list(range(o.jobs))
        self.earlier = last_results(o) if o.survivors or (o.engine and not o.fresh) else {}
        self.result = {} # mutant: test that saw it, "" or None
        if o.engine:
            self.bench.know(self.earlier)

    def tests_of(self, file):
        """Those of the laws that a file changes, and that pass without a mutant."""
        with self.lock:
            lock = self.bench.locks.setdefault(file, threading.Lock())
        with lock:
            if file not in self.passing:
                tests = self.tests.of_file(file) if self.o.engine else self.tests.of(self.laws, self.laws.touched_by(file))
                tests = [t for t in tests if not self.o.tests or re.search(self.o.tests, t[0])]
                self.passing[file] = tests if self.o.engine else [t for t in tests if self.bench.duration(*t) is not None]
        return self.passing[file]

    def one(self, mutant):
        if time.monotonic() - self.begun > 60.0 * self.o.minutes:
            return
        tests = self.tests_of(mutant.file)
        with self.lock:
            slot = self.free.pop()
        begun = time.monotonic()
        try:
            place = self.bench.scratch / ("worker%d" % slot)
            killer = self.bench.killer(mutant, tests, place, SPARE, SLOWEST) if self.o.engine else self.bench.killer(mutant, tests, place)
        finally:
            with self.lock:
                self.free.append(slot)
        with self.lock:
            self.result[mutant] = killer
            if self.o.engine:
                self.keep()
            word = "not counted" if killer is None else "killed by " + killer if killer else "SURVIVED"
            if killer == "" and mutants.key_of(mutant) in self.known:
                word = "survived, " + self.known[mutants.key_of(mutant)]
            say("%4d %5.1f s %-9s %s: %s: %s" % (len(self.result), time.monotonic() - begun, mutant.kind, Path(mutant.file).name,
                                                 mutant.change, word))

    def go(self, chosen):
        if self.o.engine:
            self.bench.start()
        else:
            self.bench.start(self.o.jobs)
        pool = concurrent.futures.ThreadPoolExecutor(self.o.jobs)
        try:
            for done in concurrent.futures.as_completed([pool.submit(self.one, m) for m in chosen]):
                done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        earlier = {m: found[0] for m, found in self.earlier.items()}
        if self.o.engine or is_whole(self.o): # of all laws only
            self.keep()
        if not self.o.tests:
            self.result = earlier | self.result if earlier or self.o.engine else {m: None for m in chosen} | self.result

    def keep(self):
        """Writes what was found; of some of the tests only what they saw."""
        for m, killer in self.result.items():
            if killer or not self.o.tests:
                self.earlier[m] = [killer, (self.earlier.get(m) or [killer, killer])[-1]]
        kept = [[m.file, m.change, *found] for m, found in self.earlier.items()]
        (self.bench.scratch / "results.json").write_text(json.dumps(kept, indent=1))


class Count:
    """Of some mutants: how many count, were seen, survive and why."""

    def __init__(self, result, known):
        self.counted = [m for m in result if result[m] is not None]
        self.killed = [m for m in self.counted if result[m]]
        left = [m for m in self.counted if not result[m]]
        reason = lambda m: known.get(mutants.key_of(m), "")
        self.equivalent = [m for m in left if reason(m).startswith("equivalent")]
        self.open = [m for m in left if reason(m).startswith("open")]
        self.unknown = [m for m in left if not reason(m)]

    def score(self):
        real = len(self.counted) - len(self.equivalent)
        return len(self.killed) / real if real else 1.0

    def cells(self):
        return "%d | %d | %d | %d | %.0f %%" % (len(self.counted), len(self.killed), len(self.open) + len(self.unknown),
                                                len(self.equivalent), 100.0 * self.score())


def summary(c):
    return ("%d mutants, %d killed, %d survived (%d of them not in the list of survivors), %d change nothing that can be seen: score %.1f %%, "
            "%.1f %% of all" % (len(c.counted), len(c.killed), len(c.open) + len(c.unknown), len(c.unknown),
                                len(c.equivalent), 100.0 * c.score(), 100.0 * len(c.killed) / max(1, len(c.counted))))


def machine():
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    compiler = run(["cc", "--version"]).stdout.split("\n")[0]
    return "%s, %d cores, %s" % (model.group(1) if model else os.uname().machine, os.cpu_count(), compiler)


def page(campaign, seconds):
    result, known = campaign.result, campaign.known
    c = Count(result, known)
    o = campaign.o
    how, what, whose = ("--engine", "the engine", "its subject") if o.engine else ("", "a law", "the laws that it belongs to")
    lines = ["# What the tests of the %s see" % ("engine" if o.engine else "laws"), "",
             "Written by `./dev mutate %s`, %s; %s%s." % (
                 (how + " --record").strip(), datetime.date.today().isoformat(), machine(), "" if o.engine else "; %.0f minutes" % (seconds / 60.0)), "",
             "One place of %s is changed at a time, and the tests of %s run: the %s first, until one" % (what, whose, "most likely" if o.engine else "fastest"),
             "fails. " + ("Runs go on with mutants that were not drawn before, and this page has those of all runs so far, a sample. "
                          if o.engine else "") + "A change that leaves the compiled code as it is, or does not compile, is not counted.", "",
             "**%s.**" % summary(c), ""] + ([
                 "Of these, %d were killed when they were drawn; tests were written for others." %
                 sum(1 for m in c.counted if campaign.earlier[m][-1]), ""] if o.engine else []) + [
             "| kind of change | mutants | killed | survived | equivalent | score |", "|---|---|---|---|---|---|"]
    for kind, words in mutants.KINDS.items():
        if any(m.kind == kind for m in result):
            lines.append("| %s | %s |" % (words, Count({m: k for m, k in result.items() if m.kind == kind}, known).cells()))
    lines += ["", "| file | mutants | killed | survived | equivalent | score |", "|---|---|---|---|---|---|"]
    for file in dict.fromkeys(m.file for m in result):
        lines.append("| %s | %s |" % (file, Count({m: k for m, k in result.items() if m.file == file}, known).cells()))
    lines += ["", "Which test saw how many first:", "", "| test | mutants |", "|---|---|"]
    seen = [k for k in result.values() if k]
    lines += ["| %s | %d |" % (t, seen.count(t)) for t in sorted(set(seen), key=lambda t: (-seen.count(t), t))]
    for title, some in (("Survivors", c.open + c.unknown), ("Changes that nothing can see", c.equivalent)):
        lines += ["", "## " + title, ""]
        lines += ["- %s, %s: %s. %s" % (Path(m.file).name, m.kind, m.change, known.get(mutants.key_of(m), "no reason known")) for m in some]
        lines += [] if some else ["None."]
    return "\n".join(lines) + "\n"


def main():
    o = options()
    laws = Laws()
    chosen = selected(o, laws)
    if o.list:
        for m in chosen:
            print("%s %s: %s" % (m.file, m.kind, m.change))
        print("%d mutants" % len(chosen))
        return 0
    begun = time.monotonic()
    campaign = Campaign(o, laws)
    campaign.go(chosen)
    c = Count(campaign.result, campaign.known)
    for m in c.unknown:
        print("survived: %s %s" % (m.file, m.change))
    print("%s; %.0f s" % (summary(c), time.monotonic() - begun))
    if o.record and (is_whole(o) or o.engine and not o.tests):
        (ENGINE_PAGE if o.engine else PAGE).write_text(page(campaign, time.monotonic() - begun))
    return 0 if not c.unknown and c.score() >= (ENGINE_SCORE if o.engine else SCORE) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("mutate: interrupted")
