# SPDX-License-Identifier: BSD-3-Clause
"""A case as YAML that a person would have written: units, short mappings on one line, comments."""
from __future__ import annotations

import json
import math
import re
from typing import Any, Iterable, Mapping, Optional, Sequence

from .._terminal import escape
from .errors import ScriptError
from .units import Quantity

WIDTH = 140
# kind -> units, and how many of each make one of SI
UNITS = {
    "length": (("m", 1.0), ("mm", 1e3), ("um", 1e6)), "time": (("s", 1.0), ("ms", 1e3), ("us", 1e6), ("ns", 1e9)),
    "pressure": (("Pa", 1.0), ("kPa", 1e-3), ("MPa", 1e-6), ("GPa", 1e-9)),
    "mass": (("kg", 1.0),), "rate": (("1/s", 1.0),), "mass_rate": (("kg/s", 1.0),), "power": (("W", 1.0),), "temperature": (("K", 1.0),), "energy": (("J", 1.0), ("mJ", 1e3)),
}
ALWAYS = {"rate", "mass_rate", "power"}


def plain(value: float) -> str:
    """The shortest text that is this number."""
    if not math.isfinite(value):
        raise ScriptError("a number of the case is not finite")
    if value == 0:
        return "0"
    if value == int(value) and abs(value) < 1e6:
        return str(int(value))
    text = repr(float(value))
    mantissa, _, power = text.partition("e")
    if power:
        return mantissa.removesuffix(".0") + "e" + str(int(power))
    if abs(value) >= 1e6:
        scientific = f"{value:.17g}"
        for digits in range(1, 17):
            scientific = f"{value:.{digits}e}"
            if float(scientific) == value:
                break
        mantissa, _, power = scientific.partition("e")
        mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
        return min((mantissa + "e" + str(int(power)), text.removesuffix(".0")), key=len)
    return text


def candidates(value: float, kind: str) -> list[Optional[str]]:
    """The number in each unit of its kind, as far as that is exactly this number."""
    texts: list[Optional[str]] = []
    for _, of_si in UNITS.get(kind, ()):
        texts.append(None)
        for digits in range(1, 13):
            mantissa = float(f"{value * of_si:.{digits}g}")
            if (mantissa / of_si if of_si >= 1 else mantissa * round(1 / of_si)) == value:  # as the reader of scree computes
                texts[-1] = plain(mantissa)
                break
    return texts


def score(text: Optional[str]) -> float:
    """How long a number is to read."""
    if text is None:
        return 1e3
    value = abs(float(text))
    return 1.0 if value == 0 else len(text.lstrip("-")) + (0 if 0.1 <= value < 1000 else 3)


def with_units(values: Sequence[float], kind: str) -> list[str]:
    """The numbers in the one unit in which they are short."""
    units = UNITS.get(kind)
    if units is None:
        return [plain(value) for value in values]
    columns = list(zip(*(candidates(value, kind) for value in values)))
    best = min(range(len(units)), key=lambda k: sum(score(text) for text in columns[k]))
    if any(text is None for text in columns[best]):
        return [plain(value) + (f" {units[0][0]}" if kind in ALWAYS else "") for value in values]
    bare = best == 0 and kind in ("length", "temperature")
    return [text if bare or float(text) == 0 and kind not in ALWAYS else f"{text} {units[best][0]}" for text in columns[best] if text is not None]


_SAFE = re.compile(r"[A-Za-z_/.][\w/.+ -]*\Z")


def scalar(value: Any) -> str:
    """One value. A text that YAML could take for something else is quoted."""
    if isinstance(value, Quantity):
        return value.expression or with_units([value], value.kind)[0]
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return plain(value)
    if value is None:
        return "null"
    text = str(value)
    if isinstance(value, Expression) and escape(text) == text and " #" not in text and ": " not in text and not re.match(r"[*&!%@`'\"{\[|>#]|-(?![\d(])", text) and not re.search(r"[{}\[\],]", text):
        return text
    if _SAFE.match(text) and not text.endswith(" ") and text not in ("on", "off", "yes", "no", "true", "false", "null") or text in ("on", "off"):
        return text
    return escape(json.dumps(text, ensure_ascii=False))


class Expression(str):
    """An expression of scree, or a word that needs no quotes."""


def flow(value: Any) -> str:
    """The value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key_text(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        if value and all(isinstance(item, Quantity) and not item.expression and item.kind == value[0].kind for item in value):
            return "[" + ", ".join(with_units(value, value[0].kind)) + "]"
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return scalar(value)


def wrapped(start: str, value: Sequence[Any]) -> Iterable[str]:
    """A long list on several lines."""
    indent = " " * (len(start) - len(start.lstrip()) + 2)
    line = start + "["
    for k, item in enumerate(value):
        text = flow(item) + (", " if k + 1 < len(value) else "]")
        if len(line) + len(text) > WIDTH and line.strip():
            yield line.rstrip()
            line = indent
        line += text
    yield line


def key_text(key: Any) -> str:
    text = str(key)
    return text if _SAFE.match(text) else scalar(text)


def block(value: Any, indent: int, comments: Mapping[int, str]) -> Iterable[str]:
    """The lines of a mapping or a list; what fits stands on one line. `comments` has the comment of a value by its identity."""
    pad = " " * indent
    items = value.items() if isinstance(value, Mapping) else ((None, item) for item in value)
    for key, item in items:
        start = f"{pad}- " if key is None else f"{pad}{key_text(key)}: "
        comment = comments.get(id(item))
        if comment:
            yield f"{pad}# {escape(comment)}"
        line = start + flow(item)
        plain_leaf = not isinstance(item, (Mapping, list, tuple))
        inner = isinstance(item, Mapping) and any(id(part) in comments for part in item.values())
        if plain_leaf or len(line) <= WIDTH and not inner and not (isinstance(item, Mapping) and indent == 0 and any(isinstance(v, Mapping) for v in item.values())) \
                and not (isinstance(item, list) and indent == 0 and any(isinstance(v, Mapping) for v in item)):
            yield line
        elif key is None:
            lines = list(block(item, indent + 2, comments))
            yield start + lines[0][indent + 2:]
            yield from lines[1:]
        elif isinstance(item, (list, tuple)) and not any(isinstance(v, Mapping) for v in item):
            yield from wrapped(start, item)
        else:
            yield start.rstrip()
            yield from block(item, indent + 2, comments)


def case_text(case: Mapping[str, Any], head: list[str], comments: Mapping[int, str]) -> str:
    """The whole file."""
    lines = [f"# {escape(line)}".rstrip() for line in head]
    lines += block(case, 0, comments)
    return "\n".join(lines) + "\n"
