# SPDX-License-Identifier: BSD-3-Clause
"""Where a case works: a folder of its own, in which the inputs stay so that `scree run` can repeat them by hand."""
import os
import subprocess
import textwrap

import meshes
from case import FAIL, Rows
from outputs import Run, read_csv, read_rows


def empty_folder(path):
    """Makes it or removes what lies in it; shutil is not in python3-minimal."""
    for folder, folders, files in os.walk(path, topdown=False):
        for name in files:
            os.remove(os.path.join(folder, name))
        for name in folders:
            os.rmdir(os.path.join(folder, name))
    os.makedirs(path, exist_ok=True)


class Stopped(Exception):
    """scree ended with another exit code than expected."""

    def __init__(self, code, said):
        super().__init__(said)
        self.code = code


class Enough(Exception):
    """A row has failed as the wrong parameter wants it."""


class Scene(Rows):
    """`wrong`, if given, is put into every input: (text, other text)."""

    def __init__(self, case, folder, scree, threads, wrong=None):
        super().__init__(case.name)
        self.folder, self.scree, self.threads, self.wrong = folder, scree, threads, wrong
        self.wronged = 0
        empty_folder(folder)

    def add(self, *row, **words):
        super().add(*row, **words)
        if self.wronged and self.rows[-1].verdict == FAIL and not self.rows[-1].known_fault:
            raise Enough

    def write(self, name, text):
        text = textwrap.dedent(text).lstrip("\n")
        if self.wrong and self.wrong[0] in text:
            text = text.replace(*self.wrong)
            self.wronged += 1
        path = os.path.join(self.folder, name)
        with open(path, "w") as f:
            f.write(text)
        return path

    def balls(self, name, rows, columns="x y z radius vx vy vz"):
        """A file of particles; numbers are written so that they are read back to the last bit."""
        lines = [" ".join(v if isinstance(v, str) else repr(v) for v in row) for row in rows]
        return self.write(name, "# " + columns + "\n" + "\n".join(lines) + "\n")

    def mesh(self, name, triangles):
        meshes.write_stl(os.path.join(self.folder, name), triangles)

    def call(self, *words, accept=(0,)):
        environment = dict(os.environ, OMP_WAIT_POLICY="passive")  # more threads than cores must not spin
        done = subprocess.run([self.scree, *words], cwd=self.folder, text=True, capture_output=True, env=environment)
        if done.returncode not in accept:
            raise Stopped(done.returncode, f"scree {' '.join(words)}: exit code {done.returncode}\n"
                          + "\n".join(done.stderr.splitlines()[-12:]))
        return done

    def run(self, text, name="case", *, threads=None, options=(), accept=(0,)):
        self.write(name + ".yaml", text)
        done = self.call("run", name + ".yaml", "--out", name, "--threads", str(threads or self.threads), *options,
                         accept=accept)
        said = done.stdout.split()
        run = Run(os.path.join(self.folder, name), said[-1] if said else "", done.stderr)
        run.code = done.returncode
        return run

    def collide(self, text, sweep=None, name="case"):
        """Rows of `scree law collide`: one for each value of the sweep NAME=FROM:TO:STEP."""
        self.write(name + ".yaml", text)
        return read_rows(self.call("law", "collide", name + ".yaml", *(["--sweep", sweep] if sweep else [])).stdout)

    def drive(self, text, path, name="case"):
        """Columns of `scree law drive` along a path, given as columns."""
        self.write(name + ".yaml", text)
        lines = [",".join(path)] + [",".join(repr(v) for v in row) for row in zip(*path.values())]
        self.write(name + ".path.csv", "\n".join(lines) + "\n")
        return read_csv(self.call("law", "drive", name + ".yaml", "--path", name + ".path.csv").stdout)
