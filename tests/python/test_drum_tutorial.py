# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600
# long: two runs of some ten seconds each
"""The drum of docs/tutorials/drum_power.md: the case of the page and the one built in Python have the same digest and print the same."""
from __future__ import annotations

import re
import subprocess
import sys

from results_runs import ROOT, SCREE


def test_drum_tutorial(tmp_path):
    page = (ROOT / "docs/tutorials/drum_power.md").read_text()
    (tmp_path / "yaml").mkdir()
    (tmp_path / "yaml" / "drum.yaml").write_text(re.search(r"^```yaml drum.yaml\n(.*?)^```", page, re.M | re.S)[1])
    command = [SCREE, "run", "drum.yaml", "--quiet"]
    digest = subprocess.run(command, cwd=tmp_path / "yaml", capture_output=True, text=True, check=True).stdout
    assert re.fullmatch("state: [0-9a-f]{32}\n", digest)
    said = re.search(r"^```text\n(power .*?)^```", page, re.M | re.S)[1]
    script = [sys.executable, str(ROOT / "examples/python/drum_tutorial.py")]
    printed = subprocess.run(script, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert printed == digest + said
    series = (tmp_path / "drum.out" / "series.csv").read_bytes()
    assert series == (tmp_path / "yaml" / "drum.out" / "series.csv").read_bytes()
