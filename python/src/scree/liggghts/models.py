# SPDX-License-Identifier: BSD-3-Clause
"""Contact models: the words of pair_style and wall/gran, and the laws of scree that compute the same."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence

from .deck import Model
from .errors import ScriptError
from .lines import Word, is_number, number
from .units import Quantity

if TYPE_CHECKING:
    from .script import Script

PARTS = {"model": "normal", "tangential": "tangential", "cohesion": "cohesion", "rolling_friction": "rolling", "surface": "surface"}
NORMALS = {"hertz", "hooke", "hooke/stiffness", "hertz/stiffness", "hooke/hysteresis", "jkr", "off"}
TANGENTIALS = {"history", "no_history", "incremental_history", "off", ""}
COHESIONS = {"off", "sjkr", "sjkr2"}
ROLLINGS = {"off", "cdt", "epsd", "epsd2", "epsd3"}
SURFACES = {"default"}
SWITCHES = {"tangential_damping", "limitForce", "absolute_damping", "tangential_reduce", "ktToKnUser", "viscous", "torsionTorque", "computeElasticPotential", "computeDissipatedEnergy"}
WITHOUT_EFFECT = {"computeElasticPotential", "computeDissipatedEnergy"}


def read_words(script: "Script", words: Sequence[Word], text: str) -> Model:
    """model ... tangential ... and so on."""
    model = Model(script.place, text)
    if len(words) % 2:
        raise ScriptError(f"a contact model has {len(words)} words; accepted: pairs of a name and a value")
    for name, value in zip(words[::2], words[1::2]):
        if name in PARTS:
            setattr(model, PARTS[str(name)], str(value))
        elif name in SWITCHES:
            if name not in WITHOUT_EFFECT:
                model.switches[str(name)] = str(value)
        else:
            raise ScriptError(f"'{name} {value}' in a contact model has no translation")
    for part, chosen, accepted in (("model", model.normal, NORMALS), ("tangential", model.tangential, TANGENTIALS), ("cohesion", model.cohesion, COHESIONS),
                                  ("rolling_friction", model.rolling, ROLLINGS), ("surface", model.surface, SURFACES)):
        if chosen not in accepted:
            raise ScriptError(f"{part} {chosen} has no translation; accepted: {', '.join(sorted(a for a in accepted if a))}")
    if model.switches.get("torsionTorque", "off") == "on":
        raise ScriptError("torsionTorque on has no translation")
    return model


def read_pair_style(script: "Script", words: Sequence[Word]) -> Optional[Model]:
    """The command pair_style."""
    if not words:
        raise ScriptError("pair_style: a style is missing")
    style, text = str(words[0]), "pair_style " + " ".join(words)
    script.deck.pair_numbers = {}
    if style == "none":
        return None
    if style == "gran":
        return read_words(script, words[1:], text)
    if style == "granular":
        return Model(script.place, text, lammps=True)
    if style.startswith("gran/"):
        return read_old(script, style[5:], words[1:], text)
    raise ScriptError(f"pair_style {style}: accepted: gran, granular, gran/hooke, gran/hooke/history, gran/hertz/history")


def read_old(script: "Script", style: str, words: Sequence[Word], text: str) -> Model:
    """gran/hertz/history and its like: of LAMMPS with its coefficients, of LIGGGHTS 2 with switches."""
    parts = style.split("/")
    if len(words) >= 6 and all(is_number(word) or word == "NULL" for word in words[:6]):
        if style not in ("hooke", "hooke/history", "hertz/history"):
            raise ScriptError(f"gran/{style}; accepted: hooke, hooke/history, hertz/history")
        return lammps_numbers(script, style, words, text)
    if parts[0] not in ("hertz", "hooke"):
        raise ScriptError(f"gran/{style} has no translation")
    normal = parts[0] + ("/stiffness" if "stiffness" in parts else "/hysteresis" if "hysteresis" in parts else "")
    model = Model(script.place, text, normal=normal, tangential="history" if "history" in parts or "hysteresis" in parts else "no_history")
    flags = [number(word) for word in words if is_number(word)]
    if flags and flags[0] == 0:
        model.switches["tangential_damping"] = "off"
    if len(flags) > 1 and flags[1] != 0:
        model.cohesion = "sjkr"
    if len(flags) > 2 and flags[2] == 1:
        model.rolling = "cdt"
    named = [word for word in words if not is_number(word)]
    pairs = read_words(script, named, text) if named else model
    model.rolling, model.cohesion = (pairs.rolling if pairs.rolling != "off" else model.rolling), (pairs.cohesion if pairs.cohesion != "off" else model.cohesion)
    model.switches |= pairs.switches
    return model


def lammps_numbers(script: "Script", style: str, words: Sequence[Word], text: str) -> Model:
    """kn kt gamma_n gamma_t mu dampflag of gran/* of LAMMPS."""
    if len(words) < 6:
        raise ScriptError(f"{style}: kn kt gamma_n gamma_t mu dampflag are expected")
    normal = "lammps_hertz" if style.startswith("hertz") else "lammps_hooke"
    kn, kt, gamma, gamma_t, mu = (None if word == "NULL" else number(word) for word in words[:5])
    if kn is None or gamma is None or mu is None:
        raise ScriptError(f"gran/{style}: only kt and gamma_t may be NULL")
    _demand(kn > 0, f"gran/{style}: kn is {kn:g}", "a number above 0")
    model = Model(script.place, text, normal=normal, tangential="history" if style.endswith("history") else "no_history", lammps=True)
    kinds = ("pressure", "rate_per_length") if normal == "lammps_hertz" else ("stiffness", "rate")
    unit = script.deck.units
    model.numbers = {"stiffness": unit.si(kn, kinds[0]), "kt": unit.si(kt if kt is not None else 2 / 7 * kn, kinds[0]),
                     "damping_rate_per_length" if normal == "lammps_hertz" else "damping_rate": unit.si(gamma, kinds[1]), "friction": mu,
                     "factor": 0.0 if number(words[5]) == 0 else (gamma_t / gamma if gamma and gamma_t is not None else 0.5)}
    model.switches["rotation"] = "project"
    if "limit_damping" in words:
        model.switches["limit_damping"] = "on"
    return model


GRANULAR = {"hooke": 2, "hertz": 2, "hertz/material": 3, "jkr": 4, "dmt": 4}
GRANULAR_DAMPING = {"velocity": ("damping_coefficient", "damping"), "mass_velocity": ("damping_rate", "rate"), "viscoelastic": ("damping_rate_per_length", "rate_per_length"),
                    "tsuji": ("tsuji_restitution", "none"), "coeff_restitution": ("coeff_restitution", "none")}
TANGENTIAL_NUMBERS = {"linear_nohistory": 2, "linear_history": 3, "mindlin": 3, "mindlin/force": 3, "mindlin_rescale": 3, "mindlin_rescale/force": 3}


def _demand(holds: bool, what: str, accepted: str) -> None:
    if not holds:
        raise ScriptError(f"{what}; accepted: {accepted}")


def read_granular(script: "Script", words: Sequence[Word], text: str) -> Model:
    """The coefficients of pair_style granular: hertz/material E eta nu tangential mindlin NULL 1 0.5 damping ..."""
    model = Model(script.place, text, lammps=True)
    unit = script.deck.units
    if not words or words[0] not in GRANULAR or len(words) < GRANULAR[words[0]] + 1:
        raise ScriptError(f"granular {' '.join(words[:1])}: accepted: {', '.join(GRANULAR)} with their numbers")
    style = str(words[0])
    values = [float(number(word)) for word in words[1:GRANULAR[style] + 1]]
    _demand(0 < values[0] < math.inf, f"granular {style}: the stiffness or Young's modulus is {values[0]:g}", "a number above 0")
    if len(values) > 2:
        _demand(-1 < values[2] <= 0.5, f"granular {style}: Poisson's ratio is {values[2]:g}", "a number above -1, up to 0.5")
    rest = list(words[GRANULAR[style] + 1:])
    damping = str(rest[rest.index(Word("damping")) + 1]) if "damping" in rest[:-1] else "viscoelastic"
    if style == "hooke":
        model.normal = "lammps_hooke"
        model.numbers["stiffness"] = unit.si(values[0], "stiffness")
    elif style == "hertz":
        model.normal = "lammps_hertz"
        model.numbers["stiffness"] = unit.si(values[0], "pressure")
    else:
        young, poisson = float(unit.si(values[0], "pressure")), values[2]
        model.normal = "jkr" if style == "jkr" else "lammps_hertz"
        model.numbers |= {"young": young, "poisson": poisson, "stiffness": 2 / 3 * young / (1 - poisson ** 2), "shear": 2 * young / ((2 - poisson) * (1 + poisson))}
        if len(values) > 3:
            model.cohesion = style
            model.numbers["surface_energy"] = unit.si(values[3], "surface_energy")
    if damping not in GRANULAR_DAMPING:
        raise ScriptError(f"damping {damping}; accepted: {', '.join(GRANULAR_DAMPING)}")
    name, kind = GRANULAR_DAMPING[damping]
    model.numbers[name] = unit.si(values[1], kind)
    _granular_options(script, model, rest)
    return model


def _granular_options(script: "Script", model: Model, rest: list[Word]) -> None:
    unit = script.deck.units
    k = 0
    while k < len(rest):
        word = rest[k]
        if word == "damping":
            k += 2
        elif word == "tangential" and k + 1 < len(rest) and rest[k + 1] in TANGENTIAL_NUMBERS:
            style = str(rest[k + 1])
            numbers = rest[k + 2:k + 2 + TANGENTIAL_NUMBERS[style]]
            _demand(len(numbers) == TANGENTIAL_NUMBERS[style], f"tangential {style} has {len(numbers)} numbers", f"{TANGENTIAL_NUMBERS[style]} numbers")
            _demand(style != "linear_history" or numbers[0] != "NULL", "tangential linear_history has NULL as k_t", "a number")
            model.tangential = style
            model.numbers["friction"] = number(numbers[-1])
            model.numbers["factor"] = number(numbers[-2])
            if len(numbers) == 3 and numbers[0] != "NULL":
                model.numbers["kt"] = unit.si(number(numbers[0]), "stiffness" if style == "linear_history" else "pressure")
            k += 2 + TANGENTIAL_NUMBERS[style]
        elif word in ("rolling", "twisting") and k + 1 < len(rest):
            style = str(rest[k + 1])
            setattr(model, str(word), "off" if style == "none" else style)
            if style == "sds":
                if word == "twisting":
                    raise ScriptError("twisting sds has no translation; accepted: none, marshall")
                _demand(len(rest) >= k + 5, "rolling sds has too few numbers", "its stiffness, damping and coefficient of friction")
                model.numbers |= {"rolling_stiffness": unit.si(number(rest[k + 2]), "stiffness"), "rolling_damping_coefficient": unit.si(number(rest[k + 3]), "damping"),
                                  "rolling_friction": number(rest[k + 4])}
                k += 3
            elif style not in ("none", "marshall"):
                raise ScriptError(f"{word} {style} has no translation")
            k += 2
        elif word == "limit_damping":
            model.switches["limit_damping"] = "on"
            k += 1
        elif word == "heat" and k + 1 < len(rest) and rest[k + 1] == "none":
            k += 2
        else:
            raise ScriptError(f"'{word}' in a granular model has no translation")


def read_pair_coeff(script: "Script", words: Sequence[Word]) -> None:
    """The command pair_coeff, which says something with pair_style granular only."""
    deck = script.deck
    if deck.pair is None:
        raise ScriptError("pair_coeff before pair_style")
    if len(words) < 3 or not deck.pair.lammps or deck.pair.numbers:
        return
    model = read_granular(script, words[2:], "pair_coeff " + " ".join(words))
    from .commands import within
    for a in range(1, deck.types + 1):
        for b in range(a, deck.types + 1):
            if _star(words[0], a, deck.types, within) and _star(words[1], b, deck.types, within):
                deck.pair_numbers[(a, b)] = model


def _star(word: str, value: int, types: int, within: Callable[[int, str], bool]) -> bool:
    return True if word == "*" else within(value, word)


Get = Callable[[str, str], Quantity]


def contact(model: Model, dialect: str, get: Get, note: Callable[[str], None]) -> dict[str, Any]:
    """The entry of `contacts` for a pair. `get` gives a property of the pair in SI, `note` takes what is approximate."""
    if model.lammps:
        return _lammps_contact(model, note)
    entry: dict[str, Any] = {}
    switch = model.switches
    restitution = get("coefficientRestitution", "none") if model.normal not in ("hooke/stiffness", "hertz/stiffness", "off") else None
    if model.normal == "off":
        raise ScriptError("model off: particles without a normal force")
    if restitution is not None and restitution < 0.01:
        note(f"a restitution of {restitution:g} is taken as 0.01, the smallest that scree accepts")
        restitution = Quantity(0.01)
    end = {"end": "limit_force"} if switch.get("limitForce") == "on" else {}
    normal: dict[str, Any] = {"law": model.normal, **end}
    if model.normal == "hooke":
        normal["characteristic_velocity"] = get("characteristicVelocity", "velocity")
    elif model.normal == "hooke/stiffness":
        absolute = switch.get("absolute_damping") == "on"
        normal = {"law": "lammps_hooke", "stiffness": get("kn", "stiffness"),
                  "damping_coefficient" if absolute else "damping_rate": get("gamman_abs" if absolute else "gamman", "damping" if absolute else "rate")}
    elif model.normal == "hertz/stiffness":
        normal = {"law": "lammps_hertz", "stiffness": get("kn", "pressure"), "tangential_modulus": get("kt", "pressure"),
                  "damping_rate_per_length": get("gamman", "rate_per_length")}
    elif model.normal == "hooke/hysteresis":
        normal |= {"law": "hooke_hysteresis", "characteristic_velocity": get("characteristicVelocity", "velocity"),
                   "max_stiffness_ratio": get("coefficientMaxElasticStiffness", "none"), "adhesion_stiffness_ratio": get("coefficientAdhesionStiffness", "none"),
                   "plasticity_depth": get("coefficientPlasticityDepth", "none"), "range_check": "none"}
        normal.pop("end", None)
        if end:
            note("limitForce on with hooke/hysteresis is left out")
    elif model.normal == "jkr":
        normal |= {"surface_energy": get("cohesionEnergyDensity", "surface_energy")}
        note("the law jkr of scree is the exact one; that of LIGGGHTS-PFM differs near pull-off")
    entry["normal"] = normal if len(normal) > 1 else normal["law"]
    entry["tangential"] = _tangential(model, dialect, get, note)
    if model.cohesion != "off":
        cohesion: dict[str, Any] = {"law": model.cohesion, "cohesion_energy_density": get("cohesionEnergyDensity", "pressure")}
        if cohesion["cohesion_energy_density"] > 0:
            if switch.get("tangential_reduce") == "on":
                cohesion["tangential_reduce"] = "on"
            elif dialect == "public" and isinstance(entry["tangential"], dict):
                entry["tangential"]["limit"] = "critical"
                note("friction sees the normal force without the attraction, as in LIGGGHTS-PUBLIC; the spin after a collision agrees to 1e-4")
                if model.rolling in ("epsd", "epsd2", "epsd3"):
                    note(f"the limit of {model.rolling} counts the attraction, that of LIGGGHTS-PUBLIC the force of the normal law alone")
            if model.cohesion == "sjkr2":
                cohesion["convention"] = "original"
            entry["cohesion"] = cohesion
    if model.rolling != "off":
        entry["rolling"] = {"law": model.rolling, "convention": "original"}
        if model.rolling != "cdt":
            note(f"rolling_friction {model.rolling}: at walls LIGGGHTS scales the spin by the lever arm over the radius, some per mille; scree takes it as it is")
        entry["rolling_friction"] = get("coefficientRollingFriction", "none")
        if model.rolling in ("epsd", "epsd3"):
            entry["rolling"]["rolling_damping"] = get("coefficientRollingViscousDamping", "none")
        if model.rolling == "epsd3":
            entry["rolling"]["rolling_stiffness"] = get("rollingStiffness|coeffRollingStiffness", "none")
    if restitution is not None:
        entry["restitution"] = restitution
    if entry["tangential"] != "none":
        entry["friction"] = get("coefficientFriction", "none")
    return entry


def _tangential(model: Model, dialect: str, get: Get, note: Callable[[str], None]) -> Any:
    word = model.tangential or ("off" if dialect == "public" else "no_history")
    stiff = model.normal in ("hooke/stiffness", "hertz/stiffness")
    hertz = model.normal in ("hertz", "jkr", "hertz/stiffness")
    if word == "off":
        return "none"
    law: dict[str, Any]
    if word == "no_history":
        law = {"law": "coulomb", "limit": "absolute", "damping": "ratio" if hertz and not stiff else "normal"}
        if stiff and get("gammat", "none") != get("gamman", "none"):
            note("tangential no_history takes gamman for the sliding dashpot, LIGGGHTS gammat")
        return law
    law = {"law": "mindlin" if hertz else "linear_spring", "preset": "liggghts"}
    if word == "incremental_history":
        law["memory"] = "rescaled_on_unloading"
        note("incremental_history: the spring keeps its force while the contact stiffens and its extension while it softens, which is close to it")
    if model.normal == "hooke/stiffness":
        law["tangential_stiffness"] = get("kt", "stiffness")
    if model.switches.get("ktToKnUser") == "on":
        law["stiffness_ratio"] = Quantity(0.285714286)
    if stiff:
        law["damping"] = "normal"
        gamma_n = get("gamman_abs" if model.switches.get("absolute_damping") == "on" else "gamman", "none")
        gamma_t = get("gammat_abs" if model.switches.get("absolute_damping") == "on" else "gammat", "none")
        if gamma_n > 0:
            law["tangential_damping_factor"] = Quantity(gamma_t / gamma_n)
        elif gamma_t > 0:
            note("gammat without gamman: the tangential dashpot is left out")
    if model.switches.get("tangential_damping") == "off":
        law["tangential_damping"] = "off"
        law.pop("tangential_damping_factor", None)
    return law


TSUJI = (1.2728, -4.2783, 11.087, -22.348, 27.467, -18.022, 4.8218)


def tsuji_restitution(asked: float) -> float:
    """The restitution that damping tsuji of LAMMPS gives over a Hertz spring: its polynomial is meant for the mass of a sphere, and LAMMPS takes the effective one."""
    ratio = sum(c * asked ** k for k, c in enumerate(TSUJI)) / math.sqrt(5)
    return float(f"{math.exp(-math.pi * ratio / math.sqrt(1 - ratio * ratio)):.6g}") if 0 < ratio < 0.8 else asked


def _lammps_contact(model: Model, note: Callable[[str], None]) -> dict[str, Any]:
    numbers = {name: Quantity(value) for name, value in model.numbers.items()}
    normal: dict[str, Any] = {"law": model.normal}
    hertz = model.normal != "lammps_hooke"
    jkr, limited = model.normal == "jkr", model.switches.get("limit_damping") == "on"
    plain_hertz = not jkr and "young" in numbers and "coeff_restitution" in numbers and "kt" not in numbers and not limited
    if jkr:
        normal["surface_energy"] = numbers["surface_energy"]
        if "coeff_restitution" in numbers:
            normal["restitution"] = numbers["coeff_restitution"]
        elif "tsuji_restitution" in numbers:
            normal["restitution"] = Quantity(tsuji_restitution(numbers["tsuji_restitution"]))
    elif plain_hertz:
        normal = {"law": "hertz", "restitution": numbers["coeff_restitution"]}
    else:
        normal["stiffness"] = numbers["stiffness"]
    if not plain_hertz:
        for name, _ in list(GRANULAR_DAMPING.values())[:3 if jkr else 5]:
            if name in numbers:
                normal[name] = numbers[name]
        if limited and not jkr:
            normal["limit_damping"] = "on"
        elif limited:
            note("limit_damping with jkr is left out: the dashpot may pull at the end of a contact")
    history = model.tangential not in ("linear_nohistory", "no_history")
    tangential: Any
    if not model.tangential:
        tangential = "none"
    elif not history:
        tangential = {"law": "coulomb", "limit": "absolute", "damping": "normal"}
        if numbers["factor"] != 1:
            note(f"friction without history: the sliding dashpot is that of the normal force, that of LAMMPS {numbers['factor']:g} times it")
    else:
        mindlin = hertz and model.tangential != "linear_history"
        tangential = {"law": "mindlin" if mindlin else "linear_spring", "preset": "lammps", "damping": "normal"}
        if numbers["factor"] != 1:
            tangential["tangential_damping_factor"] = numbers["factor"]
        if model.switches.get("rotation"):
            tangential["rotation"] = model.switches["rotation"]
        if "force" in model.tangential:
            tangential["memory"] = "incremental"
        elif "rescale" in model.tangential:
            tangential["memory"] = "rescaled_on_unloading"
        if not mindlin:
            tangential["tangential_stiffness"] = numbers["kt"]
        elif not jkr and not plain_hertz:
            normal["tangential_modulus"] = numbers["kt"] if "kt" in numbers else numbers.get("shear", Quantity(2 / 7 * numbers["stiffness"]))
        elif jkr and "kt" in numbers and abs(numbers["kt"] / numbers["shear"] - 1) > 1e-3:
            note(f"k_t of the tangential model is that of the material, {numbers['shear']:.6g} Pa, and not {numbers['kt']:.6g} Pa")
    entry: dict[str, Any] = {"normal": normal, "tangential": tangential}
    if model.cohesion == "dmt":
        entry["cohesion"] = {"law": "dmt", "surface_energy": numbers["surface_energy"]}
    if model.cohesion != "off" and history and tangential != "none":
        tangential["limit"] = "critical"
        note("the limit of friction counts the dashpot of the normal force, which that of LAMMPS leaves out beside adhesion")
    if tangential != "none":
        entry["friction"] = numbers["friction"]
        note("LAMMPS takes radii as lever arms, scree the distances to the contact: spins differ by the overlap over the radius")
    if "young" in numbers and model.text.startswith("fix"):
        note("the stiffness of the wall is that of the material; LAMMPS of 29 Sep 2021, Debian's, takes 1 - nu in place of 1 - nu^2 at walls")
    if model.rolling == "sds":
        entry["rolling"] = {"law": "sds", **{name: numbers[name] for name in ("rolling_stiffness", "rolling_damping_coefficient", "rolling_friction")}, "convention": "original"}
    if model.twisting == "marshall":
        entry["twisting"] = "marshall"
    return entry


