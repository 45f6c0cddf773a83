#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 1800 PROCESSORS 2
# long: some thirty runs of five to ten seconds each
# docs/start.md and the pages in docs/tutorials from their own text: files are written, commands run, and what they print is what the
# page says. Each tutorial ends with what to try, whose values for --set and --define are checked: the case accepts them.
set -euo pipefail
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
rm -rf pages && mkdir pages && cd pages
mkdir bin && ln -s "$SCREE" bin/scree && export PATH="$PWD/bin:$PATH"
cat >run_page.py <<'END_OF_PYTHON'
import pathlib, re, subprocess, sys

page = pathlib.Path(sys.argv[1]).read_text()
packages = subprocess.run(["/usr/bin/python3", "-c", "import numpy, scipy, yaml"], stderr=subprocess.DEVNULL).returncode == 0
said, compared, cases = "", 0, []
for kind, name, text in re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", page, re.M | re.S):
    if name:
        pathlib.Path(name).write_text(text)
        cases += [name] * (kind == "yaml" and "\nmaterials:" in text)
    elif kind == "sh" and "scree calibrate" in text and not packages:
        print("no python3-scipy or python3-yaml: no calibration")
        said = None
    elif kind == "sh":
        print(text, end="", flush=True)
        said = subprocess.run(["bash", "-euc", text], check=True, stdout=subprocess.PIPE, text=True).stdout
    elif kind == "text":
        assert said in (text, None), f"the page says\n{text}and the command\n{said}"
        print("  as the page says")
        said, compared = "", compared + 1
assert re.fullmatch("(state: .*\n)*", said) and compared
if "tutorials" in sys.argv[1]:
    wishes = page[page.index("\n## What to try\n"):]
    for option in re.findall(r"`(--(?:set|define) (?:'[^']*'|\S*=\"[^\"]*\"|\S*='[^']*'|[^`\s]*))[^`]*`", wishes):
        errors = []
        for case in cases:
            done = subprocess.run(f"scree check {case} {option}", shell=True, capture_output=True, text=True)
            errors += [done.stderr] * (done.returncode != 0)
        assert len(errors) < len(cases), f"no case of the page accepts {option}:\n{errors[0]}"
        print("accepted:", option)
END_OF_PYTHON
for page in "$SCREE_SOURCE"/docs/start.md "$SCREE_SOURCE"/docs/tutorials/[!i]*.md; do
    mkdir "$(basename "$page" .md)"
    (cd "$(basename "$page" .md)" && python3 ../run_page.py "$page")
done
for plot in */*/plot.svg; do
    grep -q '</svg>' "$plot" || { echo "$plot is not complete"; exit 1; }
done
