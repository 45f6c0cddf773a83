# SPDX-License-Identifier: BSD-3-Clause
"""Formulas of variables: operators of one precedence go from the left (2^3^2 is 64), a sign binds most (-2^2 is 4), log has the base 10."""
from __future__ import annotations

import math
import random
import re
from typing import Any, Callable, NamedTuple, Protocol

from .errors import ScriptError, Unknown


class Tree(NamedTuple):
    """A part of a formula: a kind, and what belongs to it."""
    kind: str  # number, sign, not, operator, call, variable, reference, word
    name: str
    parts: tuple


class Scope(Protocol):
    """What formulas refer to."""
    def variable(self, name: str) -> float: ...
    def word(self, name: str) -> float: ...
    def group_value(self, function: str, words: list[str]) -> float: ...
    def note_random(self) -> None: ...


PRECEDENCE = {"||": 1, "|^": 1, "&&": 2, "==": 3, "!=": 3, "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6, "^": 7}
DEEPEST = 60  # levels of parentheses, and of variables in variables
LONGEST = 500  # numbers, names and signs of a formula
_TOKEN = re.compile(r"\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*(?:\[[^\]]*\])*)|(\|\||\|\^|&&|==|!=|<=|>=|[-+*/%^()<>!,])|(\S))")


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens = []
    at = 0
    text = text.rstrip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None or found[4]:
            raise ScriptError(f"formula '{text}': '{text[at:].strip()[:1]}' has no meaning here")
        tokens.append(("number", found[1]) if found[1] else ("name", found[2]) if found[2] else ("sign", found[3]))
        at = found.end()
    return tokens


class _Parser:
    def __init__(self, text: str):
        self.text, self.tokens, self.at, self.depth = text, _tokens(text), 0, 0
        if len(self.tokens) > LONGEST:
            raise ScriptError(f"a formula has {len(self.tokens)} parts; accepted: {LONGEST}")

    def peek(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) and self.tokens[self.at][0] == "sign" else ""

    def wrong(self, why: str) -> ScriptError:
        return ScriptError(f"formula '{self.text}': {why}")

    def take(self, sign: str) -> None:
        if self.peek() != sign:
            raise self.wrong(f"'{sign}' is missing")
        self.at += 1

    def expression(self, least: int = 1) -> Tree:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.wrong("too many levels of parentheses")
        left = self.operand()
        while PRECEDENCE.get(self.peek(), 0) >= least:
            sign = self.peek()
            self.at += 1
            left = Tree("operator", sign, (left, self.expression(PRECEDENCE[sign] + 1)))
        self.depth -= 1
        return left

    def operand(self) -> Tree:
        sign = self.peek()
        if sign in ("-", "+", "!") and sign:
            self.at += 1
            self.depth += 1
            if self.depth > DEEPEST:
                raise self.wrong("too many signs")
            inner = self.operand()
            self.depth -= 1
            return inner if sign == "+" else Tree("sign" if sign == "-" else "not", "", (inner,))
        if sign == "(":
            self.at += 1
            inner = self.expression()
            self.take(")")
            return inner
        if self.at >= len(self.tokens) or sign:
            raise self.wrong("a value is missing")
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return Tree("number", text, ())
        if self.peek() == "(" and text[:2] not in ("v_", "c_", "f_"):
            return self.call(text)
        if text.startswith("v_"):
            return Tree("variable", text[2:].split("[")[0], ())
        if text[:2] in ("c_", "f_"):
            return Tree("reference", text, ())
        return Tree("word", text, ())

    def call(self, name: str) -> Tree:
        self.take("(")
        parts = []
        if self.peek() != ")":
            parts.append(self.expression())
            while self.peek() == ",":
                self.at += 1
                parts.append(self.expression())
        self.take(")")
        return Tree("call", name, tuple(parts))


def parse(text: str) -> Tree:
    """The tree of a formula. ScriptError if it is none."""
    parser = _Parser(text)
    tree = parser.expression()
    if parser.at < len(parser.tokens):
        raise parser.wrong(f"'{parser.tokens[parser.at][1]}' is not expected")
    return tree


def _round(x: float) -> float:
    """As LIGGGHTS rounds: 2.5 to 3, -2.5 to -2."""
    return float(math.ceil(x) if x - math.floor(x) >= 0.5 else math.floor(x))


# name -> number of arguments, function
FUNCTIONS: dict[str, tuple[int, Callable[..., float]]] = {
    "sqrt": (1, math.sqrt), "exp": (1, math.exp), "ln": (1, math.log), "log": (1, math.log10), "abs": (1, abs), "sin": (1, math.sin),
    "cos": (1, math.cos), "tan": (1, math.tan), "asin": (1, math.asin), "acos": (1, math.acos), "atan": (1, math.atan),
    "atan2": (2, math.atan2), "ceil": (1, math.ceil), "floor": (1, math.floor), "round": (1, _round),
}
CONSTANTS = {"PI": math.pi}
OF_GROUPS = ("count", "mass", "charge", "xcm", "vcm", "fcm", "bound", "gyration", "ke", "angmom", "torque", "inertia", "omega")
OF_VECTORS = ("sum", "min", "max", "ave", "trap", "slope", "gmask", "rmask", "grmask", "next", "is_active", "is_defined", "is_available", "ramp", "stagger",
              "logfreq", "stride", "vdisplace", "swiggle", "cwiggle")


def _operate(sign: str, a: float, b: float) -> float:
    if sign in "/%" and b == 0:
        raise ScriptError("a formula divides by zero")
    if sign == "^":
        if a == 0 and b < 0 or a < 0 and b != math.floor(b):
            raise ScriptError("a formula takes a power that has no value")
        return float(a ** b)
    return float({"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a / b, "%": lambda: math.fmod(a, b), "==": lambda: a == b,
                  "!=": lambda: a != b, "<": lambda: a < b, "<=": lambda: a <= b, ">": lambda: a > b, ">=": lambda: a >= b,
                  "&&": lambda: a != 0 and b != 0, "||": lambda: a != 0 or b != 0, "|^": lambda: (a != 0) != (b != 0)}[sign]())


def evaluate(tree: Tree, scope: Scope) -> float:
    """The value of a formula now. Unknown if only a run knows it, ScriptError if there is none."""
    try:
        return _evaluate(tree, scope)
    except (ValueError, OverflowError):
        raise ScriptError("a formula has no finite value") from None


def _evaluate(tree: Tree, scope: Scope) -> float:
    kind, name, parts = tree
    if kind == "number":
        return float(name)
    if kind == "sign":
        return -_evaluate(parts[0], scope)
    if kind == "not":
        return float(_evaluate(parts[0], scope) == 0)
    if kind == "operator":
        return _operate(name, _evaluate(parts[0], scope), _evaluate(parts[1], scope))
    if kind == "variable":
        return scope.variable(name)
    if kind == "word":
        return CONSTANTS[name] if name in CONSTANTS else scope.word(name)
    if kind == "reference":
        raise Unknown(name)
    if name in FUNCTIONS:
        count, function = FUNCTIONS[name]
        if len(parts) != count:
            raise ScriptError(f"a formula calls {name} with {len(parts)} values; accepted: {count}")
        return float(function(*(_evaluate(part, scope) for part in parts)))
    if name in ("random", "normal") and len(parts) == 3:
        low, high, seed = (_evaluate(part, scope) for part in parts)
        scope.note_random()
        draw = random.Random(int(seed))
        return draw.uniform(low, high) if name == "random" else draw.gauss(low, high)
    if name in OF_GROUPS:
        return scope.group_value(name, [part.name for part in parts])
    if name in OF_VECTORS:
        raise Unknown(f"{name}()")
    raise ScriptError(f"a formula calls '{name}', which is no function of LIGGGHTS")


class NoFormula(Exception):
    """A formula that is no function of time for scree."""


SAME_NAME = {"sqrt", "exp", "sin", "cos", "tan", "atan", "abs", "floor", "ceil", "round"}


def as_function_of_time(tree: Tree, scope: Any, dt: float) -> str:
    """The formula as scree writes it, with `time` for the time and all parentheses. NoFormula if scree has no words for a part."""
    kind, name, parts = tree

    def part(k: int) -> str:
        return as_function_of_time(parts[k], scope, dt)

    if kind == "number":
        return repr(float(name))
    if kind == "sign":
        return f"(0 - {part(0)})"
    if kind == "operator" and name in "+-*/^":
        return f"({part(0)} {name} {part(1)})"
    if kind == "variable":
        return as_function_of_time(scope.formula(name), scope, dt)
    if kind == "word" and name == "time":
        return "(time / 1 s)"
    if kind == "word" and name in ("step", "elapsed", "elaplong"):
        return f"(time / ({dt!r} s))"
    if kind == "word" and name in ("dt", "PI"):
        return repr(_evaluate(tree, scope))
    if kind == "call" and name in SAME_NAME:
        return f"{name}({part(0)})"
    if kind == "call" and name == "ln":
        return f"log({part(0)})"
    if kind == "call" and name in ("random", "normal"):
        raise NoFormula("random numbers")
    raise NoFormula(name or kind)


def depends_on_time(tree: Tree, scope: Any, depth: int = 0) -> bool:
    """Whether the value of a formula changes while a run goes on."""
    kind, name, parts = tree
    if depth > DEEPEST:
        return True
    if kind == "variable":
        formula = scope.formula(name)
        return formula is not None and depends_on_time(formula, scope, depth + 1)
    if kind == "reference":
        return True
    if kind == "word":
        return name not in CONSTANTS and name != "dt"
    return any(depends_on_time(part, scope, depth + 1) for part in parts)
