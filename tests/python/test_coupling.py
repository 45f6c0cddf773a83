# SPDX-License-Identifier: BSD-3-Clause
"""The example of a two-way coupling: the terminal velocity of Schiller and Naumann, and windows that are repeated."""
import os
import re
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(os.environ.get("SCREE_SOURCE", Path(__file__).parents[2])) / "examples" / "python" / "coupling.py"


def test_coupling():
    said = subprocess.run([sys.executable, EXAMPLE], check=True, capture_output=True, text=True, timeout=100).stdout
    velocity, theory, fluid, friction = map(float, re.findall(r"-?[0-9.]+(?= m/s)", said))
    assert abs(velocity - theory) < 1e-3 * theory and theory > 0.1
    assert abs(fluid - friction) < 1e-3 * abs(friction)
    assert "have the bits of windows done once: yes\n" in said
    assert float(re.search(r"equations of motion ([0-9.e+-]+) of", said)[1]) < 4e-3
