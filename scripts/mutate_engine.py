# SPDX-License-Identifier: BSD-3-Clause
"""Mutants of the engine, for `./dev mutate --engine`: the changed source is compiled again and linked before the library of the build. Its tests are
the test programs of the subject (mutants.SUBJECTS) in that build; those for several ranks run under mpirun, scripts with a changed `scree`."""
import hashlib
import json
import re
import shutil
import subprocess
import threading
from pathlib import Path

import mutants

ROOT = Path(__file__).resolve().parent.parent
RANKS = 3 # at most
LAST = "test_determinism" # its digests see any change and say nothing about it


def run(command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)


def source_of(test):
    """A program, or a script that runs `scree`; None: there is no such test."""
    return next((ROOT / "tests").glob("*/%s.c" % test), None) or next((ROOT / "tests").glob("*/%s.sh" % test), None)


def target_of(test):
    return "tests/" + test if source_of(test).suffix == ".c" else "scree"


class Subjects:
    """Gives the tests of a file, as the class Tests of mutate.py gives those of a law."""

    def of_file(self, file):
        return [(test, None) for test in dict.fromkeys(mutants.subject_of(file)) if source_of(test)]


class EngineBench:
    def __init__(self, build, scratch, passes):
        self.build, self.scratch, self.run_program = Path(build).resolve(), Path(scratch).resolve(), passes
        self.base = self.scratch / "base"
        self.base.mkdir(parents=True, exist_ok=True)
        self.locks, self.lock, self.durations, self.runs, self.link_lines, self.current = {}, threading.Lock(), {}, {}, {}, set()
        self.building = threading.Lock()
        self.cache = self.scratch / "durations.json" # of programs by their bytes
        self.known_durations = json.loads(self.cache.read_text()) if self.cache.exists() else {}
        commands = json.loads((self.build / "compile_commands.json").read_text())
        self.command = {c["file"]: c["command"].split() for c in commands if "/__/src/" not in c["command"]}

    def know(self, results):
        """Counts which tests saw mutants of earlier runs. results: {mutant: [its killer, ...]}."""
        for mutant, found in results.items():
            if found[0]:
                self.count(mutant.file, found[0], True)

    def count(self, file, test, seen):
        ran, saw = self.runs.get((file, test), (2, 1))
        self.runs[file, test] = ran + 1, saw + seen

    def start(self):
        shutil.copy(self.build / "libscree.a", self.base) # a build beside this one must not matter

    def build_object(self, test):
        done = run(["ninja", "-C", str(self.build), target_of(test)])
        if done.returncode:
            raise SystemExit("mutate: %s does not build\n%s" % (test, done.stdout))

    def compile(self, source, out, text):
        """False if it does not compile. text: a path with what is compiled in place of the source."""
        words = self.command[str(source)]
        kept = [w for w in words[:words.index("-o")] if not w.startswith(("-W", "-O"))]
        return run(kept + ["-w", "-O1", "-o", str(out), "-c", str(text)], cwd=self.build).returncode == 0

    def base_object(self, source):
        """Without a mutant; of a copy with the same name, as an assertion has it."""
        out, text = self.base / (source.stem + ".o"), self.base / source.name
        with self.lock:
            lock = self.locks.setdefault(source, threading.Lock())
        with lock:
            if source not in self.current:
                self.current.add(source)
                shutil.copy(source, text)
                if not self.compile(source, out, text):
                    raise SystemExit("mutate: %s does not compile" % source)
        return out

    def compiled(self, mutant, folder):
        """The object that the mutant changes; None: it does not compile, or is the same bytes."""
        folder.mkdir(parents=True, exist_ok=True)
        source, out, text = ROOT / mutant.file, folder / "mutant.o", folder / Path(mutant.file).name
        text.write_text(mutants.mutated(ROOT, mutant))
        same = not self.compile(source, out, text) or out.read_bytes() == self.base_object(source).read_bytes()
        return None if same else out

    def link(self, test, changed, folder):
        with self.lock:
            if test not in self.link_lines:
                words = run(["ninja", "-C", str(self.build), "-t", "commands", target_of(test)]).stdout.strip().split("\n")[-1].split()
                self.link_lines[test] = words[words.index("&&") + 1:-2]
        out, words = folder / test, list(self.link_lines[test])
        words[words.index("-o") + 1] = str(out)
        at = words.index("libscree.a")
        words[at:at + 1] = ([str(changed)] if changed else []) + [str(self.base / "libscree.a")]
        done = run(words, cwd=self.build)
        if done.returncode:
            raise SystemExit("mutate: %s does not link\n%s" % (test, done.stdout))
        source = source_of(test)
        if source.suffix == ".sh":
            command = "env SCREE=%s CC=cc bash %s" % (out, source)
        elif test.startswith("mpi_"):
            most = max(int(n) for n in re.search(r"^// ranks: (.*)", source.read_text(), re.M).group(1).split() if int(n) <= RANKS)
            command = "mpirun.openmpi -n %d --oversubscribe --bind-to none --allow-run-as-root --mca mpi_yield_when_idle 1 %s" % (most, out)
        else:
            return out
        script = folder / (test + ".sh")
        script.write_text("#!/bin/sh\nexec %s\n" % command)
        script.chmod(0o755)
        return script

    def passes(self, test, changed, folder, limit):
        return self.run_program(self, self.link(test, changed, folder), None, folder, limit)

    def duration(self, test, names):
        """Seconds without a mutant; None: it does not pass even so."""
        with self.lock:
            lock = self.locks.setdefault(test, threading.Lock())
        with lock:
            if test not in self.durations:
                with self.building:
                    self.build_object(test)
                folder = self.scratch / "plain" / test
                folder.mkdir(parents=True, exist_ok=True)
                program = self.link(test, None, folder)
                key = "%s %s" % (test, hashlib.sha256((folder / test).read_bytes()).hexdigest())
                if key not in self.known_durations:
                    self.known_durations[key] = self.run_program(self, program, None, folder, 600.0)
                    with self.lock:
                        self.cache.write_text(json.dumps(self.known_durations, indent=1))
                self.durations[test] = self.known_durations[key]
                if self.durations[test] is None:
                    print("mutate: left out, it fails without a mutant: %s" % test, flush=True)
        return self.durations[test]

    def killer(self, mutant, tests, folder, spare, slowest):
        """The first of the tests that fails; "" if all pass; None if the mutant does not count."""
        shutil.rmtree(folder, ignore_errors=True)
        changed = self.compiled(mutant, folder)
        if changed is None:
            return None
        for test in sorted((t for t, _ in tests), key=lambda t: self.promise(mutant.file, t)):
            if self.duration(test, None) is None:
                continue
            seen = self.passes(test, changed, folder, spare + slowest * self.duration(test, None)) is None
            with self.lock:
                self.count(mutant.file, test, seen)
            if seen:
                return test
        return ""

    def promise(self, file, test):
        """Seconds, that of linking included, over the share of the mutants of the file that the test has seen so far."""
        ran, saw = self.runs.get((file, test), (2, 1))
        return test == LAST, (self.expected(test) + 0.3) * ran / saw

    def expected(self, test):
        """Seconds, those of an earlier build if it has not been measured."""
        if test in self.durations:
            return self.durations[test] or 0.0
        old = [seconds for key, seconds in self.known_durations.items() if key.startswith(test + " ") and seconds]
        return old[-1] if old else 2.0 if source_of(test).suffix == ".c" else 20.0
