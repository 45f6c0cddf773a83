# SPDX-License-Identifier: BSD-3-Clause
"""The figure of a sweep: what stands on its axes, bars, curves, and what cannot be drawn."""
import logging
import sys
import xml.dom.minidom

import pytest

from scree._run_table import Table
from scree._sweep_figure import draw_sweep

pytest.importorskip("matplotlib")


def row(status="done", **values):
    return {**values, "status": status, "message": "", "digest": "", "seconds": 1.0, "folder": "f"}


def drawn(table, tmp_path):
    path = tmp_path / "summary.svg"
    assert draw_sweep(table, path)
    text = path.read_text()
    xml.dom.minidom.parseString(text)
    assert not list(tmp_path.glob(".*"))  # no temporary file is left
    return text


def test_units_of_both_axes_and_bars_of_seeds(tmp_path):
    rows = [row(orifice=f"{d} mm", seed=s, flow=d * 0.01 + 0.001 * s) for d in (24, 30, 36) for s in (1, 2, 3)]
    text = drawn(Table(rows, ["orifice", "seed"], {"flow": "kg/s"}, "seed"), tmp_path)
    assert "orifice [mm]" in text and "flow [kg/s]" in text
    assert "LineCollection" in text  # the bars of ci95
    assert drawn(Table(rows, ["orifice", "seed"], {"flow": "kg/s"}, "seed"), tmp_path) == text  # the same bytes
    single = drawn(Table(rows[::3], ["orifice", "seed"], {"flow": "kg/s"}, None), tmp_path)
    assert "LineCollection" not in single


def test_the_longest_way_is_across_and_the_other_is_in_the_legend(tmp_path):
    rows = [row(**{"a.friction": f, "b.law": law}, work=f) for f in (0.1, 0.2, 0.3) for law in ("hertz", "hooke")]
    text = drawn(Table(rows, ["a.friction", "b.law"], {"work": "J"}), tmp_path)
    assert "a.friction" in text and "law hertz" in text and "law hooke" in text


def test_words_get_their_own_places(tmp_path):
    rows = [row(law=law, work=k) for k, law in enumerate(("hertz", "hooke", "luding"))]
    text = drawn(Table(rows, ["law"], {"work": "J", "lost": ""}), tmp_path)
    assert all(f">{law}<" in text for law in ("hertz", "hooke", "luding")) and ">lost" not in text


def test_dollars_are_no_mathematics(tmp_path):
    rows = [row(**{"a$b$": v, "c": c}, work=c) for v in ("$x_{^^$", "$y$") for c in (1, 2, 3)]
    assert all(f">a$b$ {v}<" in drawn(Table(rows, ["a$b$", "c"], {"work": "J"}), tmp_path) for v in ("$x_{^^$", "$y$"))
    assert ">$y$<" in drawn(Table(rows[::3], ["a$b$", "c"], {"work": "$^^$"}), tmp_path)


@pytest.mark.parametrize("values", [("./a.stl", "../b.stl"), ("1.2.3", "1.2.4"), (".", "..")])
def test_texts_that_begin_like_numbers_are_words(values, tmp_path):
    text = drawn(Table([row(file=v, work=k) for k, v in enumerate(values)], ["file"], {"work": "J"}), tmp_path)
    assert all(f">{v}<" in text for v in values)


def test_runs_that_failed_are_left_out(tmp_path):
    rows = [row(x=1, y=2.0), row("failed", x=2, y=None), row(x=3, y=float("nan")), row(x=4, y=5.0)]
    assert "y [s]" in drawn(Table(rows, ["x"], {"y": "s"}), tmp_path)
    assert not draw_sweep(Table(rows[1:2], ["x"], {"y": "s"}), tmp_path / "no.svg")
    assert not draw_sweep(Table(rows[:1], ["x"], {"y": "s"}), tmp_path / "no.svg")  # nothing was varied
    assert not (tmp_path / "no.svg").exists()


def test_without_matplotlib_a_note_says_so(tmp_path, monkeypatch, caplog):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with caplog.at_level(logging.INFO, "scree"):
        assert not draw_sweep(Table([row(x=k, y=k) for k in range(3)], ["x"], {"y": ""}), tmp_path / "no.svg")
    assert "python3-matplotlib" in caplog.text and not (tmp_path / "no.svg").exists()
