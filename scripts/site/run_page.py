#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs a page of the documentation from its own text, in the working folder, with the `scree` that PATH has.

    run_page.py PAGE.md           blocks with a name are written as files, blocks of sh are run, and what they print is what the next
                                  block of text says. The pictures that the page shows are made by its commands. What it proposes
                                  under "What to try" with --set and --define is accepted by a case of the page
    run_page.py PAGE.md --write   writes what they print, and the pictures, into the page and docs/pictures
"""
from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys

BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.M | re.S)
PICTURE = re.compile(r"!\[[^\]]*\]\(([^)]*\.png)\)")
OPTION = re.compile(r"`(--(?:set|define) (?:'[^']*'|\S*=\"[^\"]*\"|\S*='[^']*'|[^`\s]*))[^`]*`")


def missing(text: str) -> str | None:
    """What this machine lacks for the commands of a block, all of which is optional."""
    if "scree calibrate" in text and subprocess.run(["/usr/bin/python3", "-c", "import numpy, scipy, yaml"], stderr=subprocess.DEVNULL).returncode:
        return "python3-scipy or python3-yaml"
    if "scree render" in text and subprocess.run(["scree", "render", "--help"], capture_output=True).returncode:
        return "a scree with pictures"
    return None


def run(page: pathlib.Path, write: bool) -> None:
    text = page.read_text()
    printed: str | None = ""
    cases, lacks_pictures = [], False

    def block(match: re.Match) -> str:
        nonlocal printed, lacks_pictures
        kind, name, content = match.groups()
        if name:
            pathlib.Path(name).write_text(content)
            if kind == "yaml" and "\nmaterials:" in content:
                cases.append(name)
        elif kind == "sh":
            if lack := missing(content):
                print(f"left out, as there is no {lack}:\n{content}", end="", flush=True)
                printed, lacks_pictures = None, lacks_pictures or "scree render" in content
                return match[0]
            print(content, end="", flush=True)
            printed = subprocess.run(["bash", "-euc", content], check=True, stdout=subprocess.PIPE, text=True).stdout
        elif kind == "text":
            said, printed = printed, ""
            if write and said is not None:
                return f"```text\n{said}```"
            assert said in (content, None), f"the page says\n{content}and the command\n{said}"
            print("  as the page says")
        return match[0]

    renewed = BLOCK.sub(block, text)
    assert printed is None or re.fullmatch("(state: .*\n)*", printed), f"the page does not say what was printed:\n{printed}"
    for picture in PICTURE.findall(text):
        made = pathlib.Path(picture).name
        if lacks_pictures:
            continue
        assert pathlib.Path(made).read_bytes().startswith(b"\x89PNG"), f"no command of the page makes the picture {made}"
        if write:
            shutil.copy(made, page.parent / picture)
    if write:
        page.write_text(renewed)
    for option in OPTION.findall(text.partition("\n## What to try\n")[2]):
        done = [subprocess.run(f"scree check {case} {option}", shell=True, capture_output=True, text=True) for case in cases]
        assert any(d.returncode == 0 for d in done), f"no case of the page accepts {option}:\n{done[0].stderr}"
        print("accepted:", option)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--write"]):
        sys.exit(__doc__)
    run(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:] == ["--write"])
