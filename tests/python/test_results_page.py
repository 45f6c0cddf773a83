# SPDX-License-Identifier: BSD-3-Clause
"""docs/results.md from its own text: its case is run, its examples print what the page says."""
from __future__ import annotations

import contextlib
import io
import re
import shlex
import subprocess

from results_runs import ROOT, SCREE


def blocks():
    """Kind, name and text of the blocks of the page."""
    return re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", (ROOT / "docs/results.md").read_text(), re.M | re.S)


def test_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    said = None
    compared = 0
    for kind, name, text in blocks():
        if kind == "yaml":
            (tmp_path / name).write_text(text)
        elif kind == "sh":
            for line in text.splitlines():
                words = shlex.split(line)
                assert words.pop(0) == "scree"
                subprocess.run([SCREE, *words], check=True, capture_output=True)
        elif kind == "python":
            assert said is None, f"the page does not say that this is printed:\n{said}"
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(text, "docs/results.md", "exec"), names)
            said = printed.getvalue()
        elif kind == "text":
            assert said == text
            said, compared = None, compared + 1
    assert said is None and compared >= 4
