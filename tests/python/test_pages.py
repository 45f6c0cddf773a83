# SPDX-License-Identifier: BSD-3-Clause
"""Pages of the documentation from their own text: their cases are run, and their examples print what the pages say."""
from __future__ import annotations

import contextlib
import io
import re
import shlex
import subprocess

import pytest
from results_runs import ROOT, SCREE


def blocks(page):
    """Kind, name and text of the blocks of a page."""
    return re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", (ROOT / "docs" / page).read_text(), re.M | re.S)


@pytest.mark.parametrize("page, least", [("python.md", 6), ("results.md", 4)])
def test_page(page, least, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    said = None
    compared = 0
    for kind, name, text in blocks(page):
        if kind == "yaml":
            (tmp_path / name).write_text(text)
        elif kind == "sh":
            for line in text.splitlines():
                words = shlex.split(line)
                assert words.pop(0) == "scree"
                subprocess.run([SCREE, *words], check=True, capture_output=True)
        elif kind == "python":
            assert not said, f"the page does not say that this is printed:\n{said}"
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(text, f"docs/{page}", "exec"), names)
            said = printed.getvalue()
        elif kind == "text":
            assert said == text
            said, compared = None, compared + 1
    assert not said and compared >= least


def test_readme(tmp_path, monkeypatch, capsys):
    """The case and the program of README, whose case is that of docs/start.md."""
    monkeypatch.chdir(tmp_path)
    (name, case), = [(name, text) for kind, name, text in blocks("../README.md") if kind == "yaml"]
    assert (name, case) in [(name, text) for kind, name, text in blocks("start.md") if kind == "yaml"]
    (tmp_path / name).write_text(case)
    subprocess.run([SCREE, "run", name, "--steps", "50", "--quiet"], check=True, capture_output=True)
    (program,) = [text for kind, _, text in blocks("../README.md") if kind == "python"]
    exec(compile(program, "README.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6 and all(re.fullmatch(r"0\.\d\d s: the bed is \d+ mm beside the axis and takes -?0\.\d{3} W", line) for line in lines)
