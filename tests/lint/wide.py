# SPDX-License-Identifier: BSD-3-Clause
"""Checks that the hot loops are wide: wide.py gcc|clang SOURCE BUILD. Prints one line per loop that is not, exit code 1 if any.

The compiler's report of each function of src/kernels/kernels.c, with its headers, is read. gcc compiles the file with the flags of the build
and dumps what its vectoriser does. clang has built BUILD, with the options that `wide.py options` prints, and written an optimisation record
beside each object. The laws come from SCREE_LAWS_BY in src/laws/list/all.h. A new hot
function needs a line in NEEDED at most: one that holds `#pragma omp simd` is found, and so are names like LAW_LOOPS.
"""
import os
import re
import shlex
import subprocess
import sys

# Functions of kernels.c and its headers that must have something wide, pragma or not.
NEEDED = ["lanes_add"]
# Where gcc says that the loop of the first is wide: it goes by the first statement of the block, inlined functions looked
# through, which may be the one that follows it.
ELSEWHERE = {"lanes_add": ("note_depth",), "derive_particle_pairs": ("derive",)}
# Functions, as the compiler names them, in which no loop at all may be left scalar.
LAW_LOOPS = re.compile(r"(stage|fused)_\w+")
WIDTHS = {"v3": 32, "v4": 64}  # bytes of a vector
KERNELS = "src/kernels/kernels.c"
HEADERS = ["batch/batch.h", "batch/lane_sum.h", "batch/touching.h", "batch/cached_constants.h", "kernels/fused.h", "kernels/ledger_sums.h",
           "kernels/late_power.h", "particle_loops/particle_loops.h", "kernels/wall_corrections.h"]  # for kernels.c alone
CLANG_OPTIONS = "-fsave-optimization-record -foptimization-record-passes=vectoriz"
ADVICE = "a law is selects, short ifs and fixed loops: no early return, no while, no libm but sqrt and fabs"


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)}\n{done.stdout}")
    return done.stdout


def flags_of_build(build, isa):
    """The flags that kernels.c is built with for this instruction set, warnings left out."""
    for line in run("ninja", "-C", build, "-t", "commands").split("\n"):
        if f"-DSCREE_ISA={isa} " in line and KERNELS in line:
            words, flags = iter(shlex.split(line)[1:]), []
            for word in words:
                if word in ("-o", "-c", "-MT", "-MF"):
                    next(words)
                elif not word.startswith(("-W", "-MD", "-fmacro-prefix-map")):
                    flags.append(word)
            return flags + ["-O3"]
    sys.exit(f"{build}: kernels.c is not built for {isa}")


def stages(source, compiler):
    """The stages of all laws, each with how many loops it must have: one, or one per variant."""
    with open("laws.c", "w", encoding="utf-8") as file:
        file.write('#include "laws/list/all.h"\nSCREE_LAWS_BY(PLAIN, SPLIT)\n')
    text = run(compiler, "-std=c17", f"-I{source}/src", "-E", "-P", "laws.c")
    variants = dict(re.findall(r"\bscree_(\w+)_variants = (\d+)", text))
    found = re.findall(r"\b(PLAIN|SPLIT)\((\w+), \w+\)", text)
    return {f"stage_{law}": int(variants[law]) if kind == "SPLIT" else 1 for kind, law in found}


def functions_of(source):
    """Places (file, line) of each function of kernels.c and its headers, and which of them hold a simd pragma. clang-format
    puts the last brace first."""
    places, simd = {}, []
    for part in [KERNELS, *(f"src/{header}" for header in HEADERS)]:
        name, first = None, 0
        with open(os.path.join(source, part), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                start = re.match(r"(?:static|SCREE_LAW)\b[^=;]*?(\w+)\(", line)
                if start:
                    name, first = start.group(1), number
                elif line.startswith("}") and name:
                    places[name] = [(os.path.basename(part), at) for at in range(first, number + 1)]
                    name = None
                elif line.strip().startswith("#pragma omp simd") and name:
                    simd.append(name)
    return places, simd


class Report:
    """Per function of the compiler: widths of its wide loops, how many loops are scalar. Per line: widths."""

    def __init__(self):
        self.wide, self.scalar, self.at = {}, {}, {}

    def add(self, function, line, width):
        self.wide.setdefault(function, []).append(width)
        self.at.setdefault(line, set()).add(width)

    def count_scalar(self, function):
        self.scalar[function] = self.scalar.get(function, 0) + 1


def report_of_gcc(source, flags):
    info = run("gcc", *flags, "-c", os.path.join(source, KERNELS), "-o", "gcc.o", "-fdump-tree-vect-optimized-missed=gcc.vect",
               "-fopt-info-vec-optimized")
    report, function = Report(), ""
    with open("gcc.vect", encoding="utf-8") as file:
        for line in file:
            head = re.match(r";; Function (\w+)", line)
            wide = re.search(r"(\w+\.\w+):(\d+):\d+: optimized: +loop vectorized using (\d+) byte", line)
            if head:
                function = head.group(1)
            elif wide:
                report.add(function, (wide.group(1), int(wide.group(2))), int(wide.group(3)))
            elif "couldn't vectorize loop" in line:
                report.count_scalar(function)
    for file, line, width in re.findall(r"(\w+\.\w+):(\d+):\d+: optimized: basic block part vectorized using (\d+) byte", info):
        report.at.setdefault((file, int(line)), set()).add(int(width))
    return report


def report_of_clang(build, isa):
    report = Report()
    with open(os.path.join(build, f"CMakeFiles/scree_kernels_{isa}.dir/{KERNELS}.opt.yaml"), encoding="utf-8") as file:
        for entry in file.read().split("--- !")[1:]:
            function = re.search(r"^Function: +(\S+)", entry, re.M).group(1)
            line = re.search(r"(\w+\.[ch])'?, +Line: (\d+)", entry)
            line = (line.group(1), int(line.group(2))) if line else None
            factor = re.search(r"VectorizationFactor: +'(\d+)'", entry)
            if factor:
                report.add(function, line, 8 * int(factor.group(1)))  # of doubles
            elif entry.startswith("Passed") and "slp-vectorizer" in entry:
                report.at.setdefault(line, set()).update(WIDTHS.values())  # it does not say how wide
            elif entry.startswith("Missed") and "Name:            MissedDetails" in entry:
                report.count_scalar(function)
    return report


def judge(report, wanted, size, lines, needed):
    wrong = []
    names = {name for name in [*report.wide, *report.scalar] if LAW_LOOPS.fullmatch(name)}
    for name in sorted(names | set(wanted)):
        loops, wide = wanted.get(name, 1), report.wide.get(name, [])
        # clang finds half the width cheaper for the long fused loops of v4
        enough = min(size, 32) if name.startswith("fused_") else size
        fit = sum(width >= enough for width in wide)
        scalar = report.scalar.get(name, 0)
        if fit < loops or scalar:
            narrow = f", {len(wide) - fit} narrower" if len(wide) > fit else ""
            wrong.append(f"{name}: {fit} of {max(loops, fit + scalar)} loops are {size} bytes wide{narrow}; {ADVICE}")
    for name in needed:
        if name not in lines:
            wrong.append(f"{name}: no such function in {KERNELS}; mend NEEDED in tests/lint/wide.py")
        elif not any(width >= size for place in (name, *ELSEWHERE.get(name, ())) for line in lines.get(place, ()) for width in report.at.get(line, ())):
            wrong.append(f"{name}: nothing in it is {size} bytes wide")
    return wrong


def sees_a_scalar_law(source, build):
    """Tries the check: with a function of libm in the place of the root of its law, hertz is not wide."""
    report = report_of_gcc(source, flags_of_build(build, "v3") + ["-Dsqrt=sin", "-DSCREE_FEW_FUSED=1"])
    return any(line.startswith("stage_hertz: ") for line in judge(report, {"stage_hertz": 1}, WIDTHS["v3"], {}, []))


def main(compiler, source, build):
    lines, simd = functions_of(source)
    gcc = compiler == "gcc"
    wrong = ["a law that is scalar was not noticed"] if gcc and not sees_a_scalar_law(source, build) else []
    wanted = stages(source, compiler)
    for isa, size in WIDTHS.items():
        if subprocess.run([compiler, f"-march=x86-64-{isa}", "-E", "-xc", os.devnull], capture_output=True).returncode:
            print(f"{compiler} does not know x86-64-{isa}")
            continue
        report = report_of_gcc(source, flags_of_build(build, isa)) if gcc else report_of_clang(build, isa)
        # lanes_add has vectors of its own, of which clang says nothing
        said = judge(report, wanted, size, lines, (NEEDED if gcc else []) + simd)
        # clang leaves the fused loops of bonds scalar, as the first column of a bond is not a constant (docs/performance.md)
        said = [line for line in said if gcc or not re.match(r"fused_\w+_(parallel_\d|rotational|willett_\d|young_laplace_\d)_", line)]
        wrong += [f"{compiler}, {isa}: {line}" for line in said]
        print(f"{compiler}, {isa}: {len(wanted)} laws, {sum(wanted.values())} loops of theirs, {', '.join(NEEDED + simd)}:",
              f"{len(said)} are not {size} bytes wide" if said else f"{size} bytes wide")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(print(CLANG_OPTIONS) if sys.argv[1:] == ["options"] else main(*sys.argv[1:]))
