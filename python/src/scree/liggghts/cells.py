# SPDX-License-Identifier: BSD-3-Clause
"""Boxes that change: change_box before a run, fix deform and its like during one, and the section `cell` that says the same."""
from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional, Sequence

from .deck import Fix, Region
from .emit import Expression, plain
from .errors import ScriptError
from .fix_words import Options
from .lines import Word, number
from .units import Quantity, quantity

if TYPE_CHECKING:
    from .case import Builder
    from .script import Script

TILTS = {"xy": (0, 1), "xz": (0, 2), "yz": (1, 2)}
LENGTHS = {"final": 2, "delta": 2, "scale": 1, "vel": 1, "erate": 1, "trate": 1, "volume": 0, "pressure": 2, "pressure/mean": 2}
SHEARS = {"final": 1, "delta": 1, "vel": 1, "erate": 1, "pressure": 2}


@dataclass(eq=False)
class Deform:
    """What is imposed on the box: name of a component -> style and numbers, in units of the script."""
    parts: dict[str, tuple[str, list[float]]] = field(default_factory=dict)
    remap: str = "x"


def deform(script: "Script", fix: Fix) -> Deform:
    """fix deform and fix deform/pressure."""
    o = Options(fix, fix.words)
    o.count()
    found = Deform()
    while o.more():
        name = str(o.word())
        if name in ("x", "y", "z") or name in TILTS:
            style = str(o.word())
            accepted = SHEARS if name in TILTS else LENGTHS
            if style not in accepted:
                raise ScriptError(f"fix {fix.id} {fix.style}: {name} {style} has no translation; accepted: {', '.join(accepted)}")
            found.parts[name] = (style, [float(o.value()) for _ in range(accepted[style])])
        elif name == "remap":
            found.remap = str(o.word())
        elif name in ("flip", "units"):
            if o.word() == "lattice":
                raise ScriptError(f"fix {fix.id} {fix.style}: units lattice has no translation; accepted: box")
        else:
            raise ScriptError(f"fix {fix.id} {fix.style}: '{name}' is not known to the import")
    if not found.parts:
        raise ScriptError(f"fix {fix.id} {fix.style}: nothing deforms")
    return found


def berendsen(script: "Script", fix: Fix) -> Deform:
    """fix press/berendsen: a pressure along all axes, or along some."""
    o = Options(fix, fix.words)
    found = Deform(remap="x")
    while o.more():
        name = str(o.word())
        if name in ("iso", "aniso", "x", "y", "z"):
            first, last, gain = o.value(), o.value(), o.value()
            if first != last:
                raise ScriptError(f"fix {fix.id} {fix.style}: a pressure that changes from {first:g} to {last:g} has no translation; phases of several pressures do that")
            axes = "xyz" if name in ("iso", "aniso") else name
            style = "pressure/mean" if name == "iso" else "pressure"
            found.parts.update({axis: (style, [float(first), float(gain)]) for axis in axes})
        elif name in ("couple", "dilate", "modulus"):
            if name == "couple" and o.word() != "none":
                raise ScriptError(f"fix {fix.id} {fix.style}: couple has no translation; accepted: iso, or axes by themselves")
        else:
            raise ScriptError(f"fix {fix.id} {fix.style}: '{name}' is not known to the import")
    if not found.parts:
        raise ScriptError(f"fix {fix.id} {fix.style}: nothing is pressed")
    return found


def change_box(script: "Script", words: Sequence[Word]) -> None:
    """The command change_box, before particles move."""
    deck = script.deck
    if deck.box is None or len(words) < 2:
        raise ScriptError("change_box: a group and what changes are expected, after the box")
    low, high = (list(corner) for corner in deck.box.bounds())
    lean = list(deck.lean)
    old = list(low), list(high), list(lean)
    k = 1
    while k < len(words):
        name = str(words[k])
        if name in ("ortho", "triclinic", "set", "remap"):
            if name == "set":
                old = list(low), list(high), list(lean)
            elif name == "remap":
                _remap(script, old, (low, high, lean))
            k += 1
            continue
        if deck.moved():
            raise ScriptError("change_box: a box that changes at once during a run has no translation; fix deform changes it in time")
        if name == "boundary":
            deck.boundary = [str(word) for word in words[k + 1:k + 4]]
            k += 4
        elif name == "units":
            k += 2
        elif name in ("x", "y", "z") and words[k + 1] in ("final", "delta", "scale"):
            axis, style = "xyz".index(name), words[k + 1]
            a, b = float(number(words[k + 2])), float(number(words[k + 3])) if style != "scale" else 0.0
            middle, half = (low[axis] + high[axis]) / 2, (high[axis] - low[axis]) / 2
            low[axis], high[axis] = (a, b) if style == "final" else (low[axis] + a, high[axis] + b) if style == "delta" else (middle - a * half, middle + a * half)
            k += 4 if style != "scale" else 3
        elif name in TILTS and words[k + 1] in ("final", "delta"):
            at = list(TILTS).index(name)
            lean[at] = float(number(words[k + 2])) + (lean[at] if words[k + 1] == "delta" else 0.0)
            k += 3
        else:
            raise ScriptError(f"change_box: '{name}' has no translation; accepted: x, y, z, xy, xz, yz with final, delta, scale, and boundary, ortho, triclinic, set, remap")
    if any(a >= b for a, b in zip(low, high)):
        raise ScriptError("change_box: a lower bound is above the upper one")
    deck.box = Region("block", [value for pair in zip(low, high) for value in pair], script.place)
    deck.lean = lean


def _remap(script: "Script", old: Any, new: Any) -> None:
    """Moves placed particles along with the box, each at the same place between its borders."""
    for p in script.deck.particles:
        z = (p.x[2] - old[0][2]) / (old[1][2] - old[0][2])
        y = (p.x[1] - old[0][1] - old[2][2] * z) / (old[1][1] - old[0][1])
        x = (p.x[0] - old[0][0] - old[2][0] * y - old[2][1] * z) / (old[1][0] - old[0][0])
        (low, high, lean) = new
        p.x = (low[0] + x * (high[0] - low[0]) + lean[0] * y + lean[1] * z, low[1] + y * (high[1] - low[1]) + lean[2] * z, low[2] + z * (high[2] - low[2]))


# ---- the section `cell`

def add_cell(b: "Builder") -> None:
    """The paths of the box by phases. Lengths follow from one to the next."""
    found = list(b.timeline.of(Deform))
    lean = b.units.vector(b.deck.lean, "length")
    if not found and not any(lean):
        return
    assert b.deck.box is not None
    low, high = b.deck.box.bounds()
    length = [float(h) - float(a) for a, h in zip(low, high)]
    tilt = {name: b.deck.lean[k] for k, name in enumerate(TILTS)}
    paths: dict[int, Optional[tuple[dict[str, Any], bool]]] = {0: None}
    for fix in found:
        first, last = b.timeline.interval(fix)
        time = sum(b.timeline.runs[k].steps * float(b.timeline.runs[k].dt) for k in b.timeline.acts[fix])
        components = _components(b, fix, length, tilt, time)
        if paths.get(first) is not None:
            raise ScriptError(f"{fix.place.file}:{fix.place.line}: two fixes deform the box in one run")
        paths[first] = (components, fix.data.remap == "x")
        if last + 1 < len(b.timeline.phases):
            paths.setdefault(last + 1, None)
        b.exact(fix)
    for phase, entry in sorted(paths.items()):
        if entry is None:
            names = [name for other in paths.values() if other is not None for name in other[0]] or ["xx"]
            cell: dict[str, Any] = {"components": {names[0]: quantity(0.0, "rate")}}
        else:
            cell = {_path(entry[0]): _keys(entry[0])}
            if not entry[1]:
                cell["carried"] = False
        if phase == 0:
            b.case["cell"] = cell | ({"lean": lean} if any(lean) else {})
        else:
            b.sets[phase]["cell"] = cell


def _path(components: dict[str, Any]) -> str:
    if "mean" in components:
        return "isotropic"
    name, value = next(iter(components.items()))
    return "simple_shear" if len(components) == 1 and name in TILTS and isinstance(value, Quantity) else "components"


def _keys(components: dict[str, Any]) -> dict[str, Any]:
    path = _path(components)
    if path == "isotropic":
        return {"pressure": components["mean"]}
    if path == "simple_shear":
        name, rate = next(iter(components.items()))
        return {"rate": rate, "flow": name[0], "gradient": name[1]}
    return components


def _per_second(b: "Builder", rate: float) -> Quantity:
    return quantity(float(f"{b.units.si(rate, 'rate'):.12g}"), "rate")


def _pascal(b: "Builder", stress: float) -> Expression:
    return Expression(f"{plain(float(b.units.si(stress, 'pressure')))} Pa")


def _components(b: "Builder", fix: Fix, length: list[float], tilt: dict[str, float], time: float) -> dict[str, Any]:
    """What the fix imposes; changes the lengths and tilts to those at its end."""
    data: Deform = fix.data
    pressed = [name for name, (style, _) in data.parts.items() if style.startswith("pressure")]
    _periodic(b, fix)
    if pressed:
        b.approximate(fix, f"the stress along {', '.join(pressed)} is reached by a controller without a gain, which takes the stiffness of the packing")
    if any(data.parts.get(axis, ("", []))[0] == "pressure/mean" for axis in "xyz"):
        if set(data.parts) != set("xyz") or len(pressed) != 3:
            raise ScriptError(f"{fix.place.file}:{fix.place.line}: pressure/mean is accepted along all three axes")
        return {"mean": _pascal(b, data.parts["x"][1][0])}
    rates: dict[str, float] = {}
    for k, axis in enumerate("xyz"):
        style, values = data.parts.get(axis, ("", []))
        if style and style not in ("volume", "pressure"):
            rates[axis] = _axis_rate(b, fix, axis, style, values, length[k], time)
    follow = [axis for axis in "xyz" if data.parts.get(axis, ("", []))[0] == "volume"]
    if follow and not rates:
        raise ScriptError(f"{fix.place.file}:{fix.place.line}: 'volume' needs an axis that deforms")
    rates.update({axis: -sum(rates.values()) / len(follow) for axis in follow})
    made: dict[str, Any] = {2 * axis: _per_second(b, -rate) for axis, rate in rates.items()}
    for name, (style, values) in data.parts.items():
        if style == "pressure":
            made[name if name in TILTS else 2 * name] = _pascal(b, values[0])
    for name, (across, up) in TILTS.items():
        if name in data.parts and data.parts[name][0] != "pressure":
            rate = _shear_rate(data.parts[name], length[up], tilt[name], time)
            made[name] = _per_second(b, rate)
            tilt[name] += rate * length[up] * time
            if "xyz"[up] in rates or "xyz"[across] in rates:
                b.approximate(fix, f"the shear rate of {name} is constant here while the lengths change")
    for k, axis in enumerate("xyz"):
        length[k] *= math.exp(rates.get(axis, 0.0) * time)
    if data.remap == "x":
        b.approximate(fix, "remap x: the dashpots of contacts see the flow of the box here; there they see the other part of the velocities alone")
    elif data.remap == "none":
        b.approximate(fix, "remap none: particles that cross a border get its velocity here, and keep theirs there")
    b.approximate(fix, "in a box that deforms forces use velocities of the full step (integrator verlet)")
    return made


def _periodic(b: "Builder", fix: Fix) -> None:
    for name in fix.data.parts:
        for axis in name:
            if "p" not in b.deck.boundary["xyz".index(axis)]:
                raise ScriptError(f"{fix.place.file}:{fix.place.line}: the box deforms along {axis}, where it is not periodic; walls that move do that here")


def _axis_rate(b: "Builder", fix: Fix, axis: str, style: str, values: list[float], length: float, time: float) -> float:
    """The constant rate of the logarithm of a length that ends at the same length."""
    if style == "trate":
        return values[0]
    end = {"erate": lambda: 1 + values[0] * time, "vel": lambda: 1 + values[0] * time / length, "scale": lambda: values[0], "final": lambda: (values[1] - values[0]) / length,
           "delta": lambda: 1 + (values[1] - values[0]) / length}[style]()
    if end <= 0:
        raise ScriptError(f"{fix.place.file}:{fix.place.line}: the length along {axis} ends at {end:.3g} of that at its start")
    rate = math.log(end) / time
    off = max(abs((1 + (end - 1) * k / 50) / math.exp(rate * time * k / 50) - 1) for k in range(51))
    b.approximate(fix, f"the length along {axis} changes at a constant rate of its logarithm here, and by equal amounts there: the same length at the end, {100 * off:.2g} % apart at most between")
    return rate


def _shear_rate(part: tuple[str, list[float]], length: float, tilt: float, time: float) -> float:
    style, values = part
    return {"erate": lambda: values[0], "vel": lambda: values[0] / length, "final": lambda: (values[0] - tilt) / (length * time), "delta": lambda: values[0] / (length * time)}[style]()
