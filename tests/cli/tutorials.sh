#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600 PROCESSORS 2
# long: three runs of some ten seconds each
# docs/start.md and docs/tutorials.md from their own text: files are written, commands run, and what they print is what the page says.
set -euo pipefail
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
rm -rf pages && mkdir pages && cd pages
mkdir bin && ln -s "$SCREE" bin/scree && export PATH="$PWD/bin:$PATH"
cat >run_page.py <<'END_OF_PYTHON'
import pathlib, re, subprocess, sys

said = ""
for kind, name, text in re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", pathlib.Path(sys.argv[1]).read_text(), re.M | re.S):
    if name:
        pathlib.Path(name).write_text(text)
    elif kind == "sh":
        print(text, end="", flush=True)
        said = subprocess.run(["bash", "-euc", text], check=True, stdout=subprocess.PIPE, text=True).stdout
    elif kind == "text":
        assert said == text, f"the page says\n{text}and the command\n{said}"
        print("  as the page says")
        said = ""
assert re.fullmatch("(state: .*\n)*", said)
END_OF_PYTHON
for page in start tutorials; do
    mkdir $page
    (cd $page && python3 ../run_page.py "$SCREE_SOURCE/docs/$page.md")
done
for plot in */*/plot.svg; do
    grep -q '</svg>' "$plot" || { echo "$plot is not complete"; exit 1; }
done
