# SPDX-License-Identifier: BSD-3-Clause
"""Figures with some panels, as SVG files: those of sweeps and of calibrations. They need matplotlib."""
from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Iterator

from ._jobs import write_whole
from ._terminal import log as _log


def new_figure(count: int) -> tuple[Any, Iterator[Any]] | None:
    """A figure with `count` panels, up to three in a row, and its axes; None, with a note, where matplotlib is missing."""
    try:
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError:
        _log.info("no figure: matplotlib (Debian package python3-matplotlib) is missing")
        return None
    columns = 2 if count == 4 else min(3, count)
    rows = -(-count // columns)
    figure = Figure((3.6 * columns, 3.0 * rows), layout="constrained")
    FigureCanvasSVG(figure)
    return figure, iter(figure.subplots(rows, columns, squeeze=False).ravel())


def save_figure(figure: Any, rest: Iterator[Any], path: Path) -> None:
    """Writes the figure, always with the same bytes; the axes that are left have no panel."""
    import matplotlib

    text = io.StringIO()
    for axis in rest:
        axis.set_axis_off()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "scree"}):
        figure.savefig(text, format="svg", metadata={"Date": None})
    write_whole(path, text.getvalue())
