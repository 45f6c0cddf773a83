# SPDX-License-Identifier: BSD-3-Clause
"""Pictures and movies of runs, checkpoints and cases."""
from __future__ import annotations

import math
import os
from typing import Any, Mapping, Sequence, Union

from ._library import Changes, Report, bytes_of, ffi, lib, number, path_of, whole
from .errors import InputError

_QUALITIES = {"draft": 1, "usual": 2, "fine": 4}


class Picture(bytes):
    """The bytes of a PNG file, which a notebook shows as a picture."""

    def _repr_png_(self) -> bytes:
        return bytes(self)

    def __repr__(self) -> str:
        return f"<picture, {len(self)} bytes of PNG>"


class _Options:
    """The struct scree_render_options, with the texts that it points to."""

    def __init__(self) -> None:
        self._kept: list[Any] = []
        self.c = ffi.new("scree_render_options *", lib.scree_render_options_default())

    def text(self, name: str, value: bytes | None) -> None:
        if value is not None:
            self._kept.append(ffi.new("char[]", value))
            setattr(self.c, name, self._kept[-1])


def _several(values: Union[str, Sequence[str], None], what: str) -> bytes | None:
    """A text, or some that are joined by commas."""
    if values is None:
        return None
    texts = [values] if isinstance(values, str) else list(values)
    if not all(isinstance(t, str) for t in texts):
        raise InputError(f"{what}={values!r}; accepted: a text, or a list of texts")
    return bytes_of(",".join(texts)) if texts else None


def _camera(camera: Union[str, Sequence[float], None]) -> bytes | None:
    if camera is None or isinstance(camera, str):
        return None if camera is None else bytes_of(camera)
    try:
        x, y, z = (number(c, "camera") for c in camera)
    except (TypeError, ValueError):
        raise InputError(f"camera={camera!r}; accepted: a name such as 'top', or a direction of three numbers") from None
    return bytes_of(f"{x!r},{y!r},{z!r}")


def _range(limits: Sequence[float | None] | None) -> tuple[float, float]:
    try:
        low, high = (None, None) if limits is None else limits
    except (TypeError, ValueError):
        raise InputError(f"range={limits!r}; accepted: two numbers, or None for one of them") from None
    return math.nan if low is None else number(low, "range"), math.nan if high is None else number(high, "range")


def _size(size: Sequence[int]) -> tuple[int, int]:
    try:
        width, height = size
    except (TypeError, ValueError):
        raise InputError(f"size={size!r}; accepted: the pixels across and down, such as (1200, 900)") from None
    return min(whole(width, "size"), 1 << 20), min(whole(height, "size"), 1 << 20)


def render(path: str | os.PathLike, out: str | os.PathLike | None = None, *, frame: int = -1, time: float | None = None, colour: str | None = None,
           range: Sequence[float | None] | None = None, camera: Union[str, Sequence[float], None] = None, zoom: float = 1.0,  # noqa: A002
           cut: Union[str, Sequence[str], None] = None, walls: str = "translucent", hide: Union[str, Sequence[str], None] = None,
           contacts: bool = False, bonds: bool = False, scale: float | None = None, size: Sequence[int] = (1200, 900), quality: str = "usual",
           bare: bool = False, all: bool = False, movie: str | os.PathLike | None = None, rate: int = 20,  # noqa: A002
           overwrite: bool = False, case: str | os.PathLike | None = None, set: Mapping[str, Any] | None = None,  # noqa: A002
           define: Mapping[str, Any] | None = None, threads: int = 0) -> Picture | None:
    """Draws the folder of a run, a checkpoint (*.scree) or the start of a case (*.yaml), as `scree render` does: docs/pictures.md.

    The picture is returned as the bytes of a PNG, which a notebook shows, or is written to the file `out`; with `all` there is one of each frame,
    beside the folder or with names that begin with `out`, and `movie` is a file for ffmpeg. `frame` counts from 0, -1 is the last one; `time` [s] takes the
    nearest frame. `range` is that of the colours, in SI units. `case` is that of a checkpoint; `set` and `define` change a case."""
    o = _Options()
    if quality not in _QUALITIES:
        raise InputError(f"quality={quality!r}; accepted: draft, usual, fine")
    try:
        o.c.frame = frame
    except (TypeError, OverflowError):
        raise InputError(f"frame={frame!r}; accepted: a whole number, -1 for the last one") from None
    o.c.time = math.nan if time is None else number(time, "time")
    o.c.width, o.c.height = _size(size)
    o.c.low, o.c.high = _range(range)
    o.c.zoom, o.c.scale = number(zoom, "zoom"), math.nan if scale is None else number(scale, "scale")
    o.c.quality, o.c.rate, o.c.threads = _QUALITIES[quality], min(whole(rate, "rate", least=1), 1000), whole(threads, "threads")
    o.c.contacts, o.c.bonds, o.c.bare, o.c.all, o.c.overwrite = bool(contacts), bool(bonds), bool(bare), bool(all), bool(overwrite)
    o.text("colour", None if colour is None else bytes_of(colour))
    o.text("camera", _camera(camera))
    o.text("cut", _several(cut, "cut"))
    o.text("walls", bytes_of(walls))
    o.text("hide", _several(hide, "hide"))
    for name, file in {"out": out, "movie": movie, "case_path": case}.items():
        o.text(name, None if file is None else path_of(file))
    changes = Changes(set, define)
    o.c.changes = changes.c
    picture = None
    with Report() as report:
        if out is None and movie is None and not all:
            n = ffi.new("size_t *")
            data = lib.scree_render_png(path_of(path), o.c, n, report.c)
            if data == ffi.NULL:
                report.status = lib.SCREE_USER_ERROR
            else:
                picture = Picture(ffi.buffer(data, n[0])[:])
                lib.scree_bytes_free(data)
        else:
            report.status = lib.scree_render(path_of(path), o.c, report.c)
    return picture
