# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 120
"""Scripts of liggghts/unseen, of the kinds that users have most, written as a user writes them: what becomes of each, and that `scree check` reads what is imported."""
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from scree.liggghts import ScriptError, import_script
from scree.liggghts.report import APPROXIMATE, LEFT_OUT, NEEDS

HERE = Path(__file__).parent / "liggghts" / "unseen"
SCREE = os.environ.get("SCREE_BUILD", "build/release") + "/scree"

# script -> lines approximated, lines of physics left out, lines that need the user; or why it is refused
EXPECTED = {
    "bonded_beam.in": (2, 0, 0),
    "capillary.in": "cohesion capillary",
    "cfd_coupling.in": (0, 2, 0),
    "cgs_units.in": (0, 0, 0),
    "cohesive_heap.in": (3, 0, 0),
    "conveyor_and_stream.in": (1, 0, 0),
    "heated_bed.in": (0, 0, 0),
    "hopper_discharge.in": (0, 0, 0),
    "lammps_hopper.lmp": (3, 0, 0),
    "lammps_shear_cell.lmp": (2, 0, 0),
    "loop_over_angles.in": (0, 0, 0),
    "multisphere.in": (2, 0, 0),
    "restart.in": "no script of this folder writes it",
    "rotating_drum.in": (0, 0, 0),
    "servo_press.in": (1, 0, 0),
    "superquadrics.in": "superquadric",
    "two_dimensional_biaxial.in": (0, 0, 2),
    "until_at_rest.in": (0, 0, 1),
    "vibrated_bed.in": (1, 0, 0),
    "wind.in": (0, 1, 0),
}


def test_each_script_is_expected():
    assert set(EXPECTED) == {path.name for path in HERE.iterdir() if path.is_file()}
    assert sum(not isinstance(found, str) for found in EXPECTED.values()) >= 0.6 * len(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_what_becomes_of_it(name, tmp_path):
    shutil.copytree(HERE, tmp_path, dirs_exist_ok=True)
    path, expected = tmp_path / name, EXPECTED[name]
    if isinstance(expected, str):
        with pytest.raises(ScriptError, match=expected):
            import_script(path, {}, out=path.with_suffix(".yaml"))
        return
    text, report, particles, _ = import_script(path, {}, out=path.with_suffix(".yaml"))
    lost = [entry for entry in report.of(LEFT_OUT) if entry.why.startswith("physics")]
    assert (len(report.of(APPROXIMATE)), len(lost), len(report.of(NEEDS))) == expected, report.text(with_exact=False)
    path.with_suffix(".yaml").write_text(text)
    if particles:
        (tmp_path / f"{path.stem}.particles.txt").write_text(particles)
    done = subprocess.run([SCREE, "check", "--quiet", f"{path.stem}.yaml"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
