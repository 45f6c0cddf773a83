#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Imports all scripts of our own and writes what became of each, and how many of each kind, into docs/import.md; --check fails if that would change it.

    PYTHONPATH=build/release/python scripts/import_table.py [--check]"""
import sys
from pathlib import Path

from scree.liggghts import ScriptError, import_script
from scree.liggghts.report import APPROXIMATE, LEFT_OUT, NEEDS

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "import.md"


def result(path):
    """exact, approximated or not, and why."""
    try:
        _, report, _, _ = import_script(path, {}, out=path.with_suffix(".yaml"))
    except ScriptError as problem:
        return "not", str(problem).split(": ", 1)[-1]
    lost = [entry for entry in report.of(LEFT_OUT) if entry.why.startswith("physics")]
    why = [f"{kind}: {len(entries)}" for kind, entries in ((APPROXIMATE, report.of(APPROXIMATE)), ("physics left out", lost), (NEEDS, report.of(NEEDS))) if entries]
    return ("approximated" if why else "exact"), ", ".join(why)


def table(folders):
    """A line for each script of the folders, and how many became what."""
    rows, counts = [], {"exact": 0, "approximated": 0, "not": 0}
    for folder in folders:
        for path in sorted(p for p in folder.iterdir() if p.suffix in (".in", ".lmp") or p.name.startswith("in.")):
            what = path.read_text(encoding="utf-8").splitlines()[0].lstrip("# ").removeprefix("counts: ")
            found, why = result(path)
            counts[found] += 1
            rows.append(f"| {what} | {found} | {why} |")
    return "| script | imported | lines and reasons |\n|---|---|---|\n" + "\n".join(rows) + "\n", counts


def main(words):
    old = new = PAGE.read_text(encoding="utf-8")
    scripts = ROOT / "tests" / "python" / "liggghts"
    for mark, folders, start in (("scripts", (scripts, ROOT / "verify" / "import", scripts / "refused"), "scripts of our own, one or more for each kind that users have"),
                                 ("unseen", (scripts / "unseen",), "scripts of the kinds that users have most, written as a user writes them, and not to suit the import")):
        rows, counts = table(folders)
        mark = f"<!-- {mark} -->\n"
        text = (f"Of {sum(counts.values())} {start}, {counts['exact']} become cases exactly, {counts['approximated']} with something approximated, left out "
                f"or asked, and {counts['not']} not (`scripts/import_table.py`):\n\n{rows}")
        new = new.split(mark)[0] + mark + text + mark + new.split(mark)[2]
    if "--check" in words:
        return int(old != new)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
