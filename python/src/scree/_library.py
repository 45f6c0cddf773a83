# SPDX-License-Identifier: BSD-3-Clause
"""The compiled module, the reports of its calls as exceptions and warnings, and conversions that all modules use."""
from __future__ import annotations

import math
import operator
import os
import re
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ._terminal import log
from .errors import BadNumbers, Error, InputError, Interrupted, ScreeWarning

try:
    from ._scree import ffi, lib
    from ._sentences import sentences
except ImportError as error:
    raise ImportError(
        f"scree's compiled module cannot be loaded ({error}); build it with `./dev python`, then use it with "
        "PYTHONPATH=build/release/python, or install it with `cmake --install build/release`"
    ) from error

__all__ = ["ffi", "lib", "Report", "Changes", "sentence", "text_of", "texts_until_null", "yaml_value", "path_of", "bytes_of", "log", "whole", "number", "floats"]

_ERRORS = {lib.SCREE_BAD_NUMBERS: BadNumbers, lib.SCREE_INTERRUPTED: Interrupted}
_PREFIX = re.compile("^(error|warning|note): ")  # which the class of an exception or warning says
_HERE = os.path.dirname(os.path.abspath(__file__))


def sentence(name: str) -> str:
    """What scree.h says of a function or type, or of a member of a struct ("scree_progress.time"); "" if nothing."""
    return sentences.get(name, "")


def text_of(chars: Any) -> str | None:
    """A text that the library allocated, which is freed; None for NULL."""
    if chars == ffi.NULL:
        return None
    try:
        return ffi.string(chars).decode()
    finally:
        lib.scree_text_free(chars)


def bytes_of(text: str) -> bytes:
    """A text as the library takes it."""
    if not isinstance(text, str):
        raise InputError(f"{text!r} is no text; accepted: a str")
    if "\0" in text:
        raise InputError(f"the text {text[:60]!r} contains a zero byte; accepted: text without")
    return text.encode("utf-8", "surrogateescape")


def texts_until_null(item: Callable[[int], Any]) -> list[str]:
    """The texts that a function of the library has for 0, 1, 2, ... before NULL."""
    texts: list[str] = []
    while True:
        text = item(len(texts))
        if text == ffi.NULL:
            return texts
        texts.append(ffi.string(text).decode())


def path_of(path: str | os.PathLike) -> bytes:
    """A path as the library takes it."""
    try:
        encoded = os.fsencode(os.fspath(path))
    except TypeError:
        raise InputError(f"the path {path!r}; accepted: a text or a pathlib.Path") from None
    if b"\0" in encoded:
        raise InputError(f"the path {os.fspath(path)!r} contains a zero byte; accepted: a path of a file")
    return encoded


def outside() -> int:
    """`stacklevel` of a warning for the caller of this function, so that the line of the user's program is named."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and os.path.dirname(os.path.abspath(frame.f_code.co_filename)) == _HERE:
        frame, level = frame.f_back, level + 1
    return level


class Report:
    """A scree_report, `c`, whose errors become exceptions:

        with Report() as report:
            report.status = lib.scree_check(path, ffi.NULL, report.c)

    At the end of the block an error, or a status that is not SCREE_OK, raises; warnings go to `warnings`, notes to the logger "scree".
    It can be used again and again.
    """

    __slots__ = ("c", "status")

    def __init__(self) -> None:
        self.c = ffi.gc(lib.scree_report_create(), lib.scree_report_destroy)
        self.status = lib.SCREE_OK

    def __enter__(self) -> Report:
        self.status = lib.SCREE_OK
        return self

    def __exit__(self, kind, error, traceback) -> None:
        if kind is None:
            self.settle()
        else:
            lib.scree_report_clear(self.c)

    def settle(self) -> None:
        """Raises or warns what the report says, and empties it."""
        n = lib.scree_report_size(self.c)
        if n == 0 and self.status == lib.SCREE_OK:
            return
        texts = [_PREFIX.sub("", ffi.string(lib.scree_report_text(self.c, i)).decode()) for i in range(n)]
        severities = [lib.scree_report_severity(self.c, i) for i in range(n)]
        lib.scree_report_clear(self.c)
        status, self.status = self.status, lib.SCREE_OK
        errors = [t for t, s in zip(texts, severities) if s == lib.SCREE_SEVERITY_ERROR]
        for text, severity in zip(texts, severities):
            if severity == lib.SCREE_SEVERITY_WARNING:
                warnings.warn(text, ScreeWarning, stacklevel=outside())
            elif severity == lib.SCREE_SEVERITY_NOTE:
                log.info("%s", text)
        if errors or status != lib.SCREE_OK:
            raise _ERRORS.get(status, InputError)("\n".join(errors) or _UNSAID.get(status, "it failed"), texts)


_UNSAID = {
    lib.SCREE_USER_ERROR: "refused without a reason",
    lib.SCREE_BAD_NUMBERS: "the state became invalid",
    lib.SCREE_INTERRUPTED: "it was interrupted",
}


def yaml_value(value: Any) -> str:
    """A Python value as the YAML of a case, in one line: numbers with all their digits, texts with units as they are, lists, dicts; None is null."""
    if value is None:
        return "null"
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return number_text(int(value))
    if isinstance(value, (float, np.floating)):
        if not np.isfinite(value):
            raise InputError(f"the value {value!r} is no finite number; accepted: finite numbers, texts such as '2 mm', lists, dicts")
        return repr(float(value))
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, str):
        return value if value[:1] in ("{", "[") else _yaml_text(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_yaml_text(str(k))}: {yaml_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple, np.ndarray)):
        if isinstance(value, np.ndarray) and value.ndim == 0:
            return yaml_value(value.item())
        return "[" + ", ".join(yaml_value(v) for v in value) + "]"
    raise InputError(f"a value of type {type(value).__name__} ({value!r}); accepted: numbers, texts, lists, dicts, NumPy arrays of these")


def number_text(value: int) -> str:
    """A whole number as text; raises if no double has its size."""
    if abs(value) > sys.float_info.max:
        raise InputError(f"a whole number beyond {sys.float_info.max:.4g}; accepted: numbers that fit into a double")
    return str(value)


def _yaml_text(text: str) -> str:
    """A text between double quotes if it is not plain, so that it is read as one text."""
    if text and text.isascii() and all(c.isalnum() or c in " _./*+-()^%" for c in text) and text[0] not in " -%*" and text[-1] != " ":
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
    return f'"{escaped}"'


def whole(value: Any, what: str, least: int = 0) -> int:
    """A whole number; raises if it is not one, or is below `least` or too large."""
    try:
        found = operator.index(value)
    except TypeError:
        raise InputError(f"{what}={value!r}; accepted: a whole number from {least}") from None
    if not least <= found < (2**31 if what == "threads" else 2**63):
        raise InputError(f"{what}={found}; accepted: a whole number from {least}")
    return found


def number(value: Any, what: str) -> float:
    """A finite number."""
    try:
        found = math.nan if isinstance(value, (str, bytes)) else float(value)
    except (TypeError, ValueError):
        found = math.nan
    if not math.isfinite(found):
        raise InputError(f"{what}={value!r}; accepted: a finite number")
    return found


def floats(value: Any, what: str) -> np.ndarray:
    """An array of finite numbers."""
    try:
        array = np.asarray(value, float)
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}: {error}; accepted: numbers") from None
    if not np.all(np.isfinite(array)):
        raise InputError(f"{what} has values that are no finite numbers; accepted: finite numbers")
    return array


class Changes:
    """The changes of a case as scree_changes: `set` has keys by their paths ("materials.glass.friction"), `define` variables of the
    case; `words` are changes as the library takes them, "--set PATH=VALUE". `c` is a pointer, NULL if there are none; it is valid as long as
    this object lives."""

    def __init__(self, set: Mapping[str, Any] | None = None, define: Mapping[str, Any] | None = None, *, words: Sequence[str] = ()) -> None:
        words = [*words, *(f"--define {name}={yaml_value(value)}" for name, value in (define or {}).items())]
        words += [f"--set {path}={yaml_value(value)}" for path, value in (set or {}).items()]
        self._texts = [ffi.new("char[]", bytes_of(word)) for word in words]
        self._array = ffi.new("char *[]", self._texts)
        self._struct = ffi.new("scree_changes *", {"count": len(words), "text": self._array})
        self.c = self._struct if words else ffi.NULL
