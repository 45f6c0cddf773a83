# SPDX-License-Identifier: BSD-3-Clause
"""docs/python.md from its own text: its examples print what the page says."""
import contextlib
import io
import os
import re
from pathlib import Path

PAGE = Path(os.environ["SCREE_SOURCE"], "docs", "python.md")


def test_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    said, compared = None, 0
    for kind, name, text in re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", PAGE.read_text(), re.M | re.S):
        if kind == "yaml":
            (tmp_path / name).write_text(text)
        elif kind == "python":
            assert said is None, f"the page does not say that this is printed:\n{said}"
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(text, str(PAGE), "exec"), names)
            said = printed.getvalue()
        elif kind == "text":
            assert said == text
            said, compared = None, compared + 1
    assert said is None and compared == 6
