#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws docs/pictures/cells_yade.svg from docs/validation/cells.csv: triaxial tests of scree and of YADE from the same packings. Needs matplotlib."""
import csv
import pathlib

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "scree"
import matplotlib.pyplot as plt  # noqa: E402

DOCS = pathlib.Path(__file__).resolve().parents[1] / "docs"
rows = list(csv.DictReader((DOCS / "validation/cells.csv").open()))
figure, panels = plt.subplots(1, 2, figsize=(9, 3.4))
for panel, value, name in zip(panels, ("q", "dilation_percent"), ("deviator / side stress", "dilation [%]")):
    strain = [100 * float(r["strain"]) for r in rows]
    panel.plot(strain, [float(r["yade_" + value]) for r in rows], "o", mfc="none", label="YADE 2023.02a")
    panel.plot(strain, [float(r["scree_" + value]) for r in rows], "-", label="scree")
    panel.set(xlabel="axial strain [%]", ylabel=name)
    panel.grid(alpha=0.3)
panels[0].legend()
figure.tight_layout()
figure.savefig(DOCS / "pictures/cells_yade.svg", metadata={"Date": None})
