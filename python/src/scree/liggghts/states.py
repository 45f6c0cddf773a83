# SPDX-License-Identifier: BSD-3-Clause
"""A loop that ends in a state, `if "${ke} < 1e-6" then "jump SELF done"`, as the condition of a phase."""
from __future__ import annotations

import re
from typing import TYPE_CHECKING, Optional

from .errors import ScriptError
from .units import Quantity

if TYPE_CHECKING:
    from .script import Script

SERIES = {"ke": ("kinetic", "torque"), "erotate/sphere": ("rotational", "torque"), "erotate": ("rotational", "torque")}


def state_of_series(condition: str, script: "Script") -> Optional[tuple[str, str, Quantity]]:
    """(column, below or above, limit) of a comparison of a kinetic energy with a number; None for others."""
    found = re.fullmatch(r"\s*\$?\{?(\w+)\}?\s*(<=|<|>=|>)\s*(\S+)\s*", condition)
    if not found:
        return None
    name, sign, limit = found.groups()
    try:
        text = script.variables.formula(name.removeprefix("v_")).name if not name.startswith("c_") else name
        value = script.variables.immediate(limit)
    except (ScriptError, Exception):  # noqa: BLE001 - a limit that only a run knows is no limit here
        return None
    compute = script.deck.computes.get(text.removeprefix("c_"), "").split()
    column = SERIES.get(compute[0]) if compute else SERIES.get(text)
    if column is None:
        return None
    si = script.deck.units.si(value, column[1])
    si.kind = "energy"
    return column[0], "below" if sign.startswith("<") else "above", si
