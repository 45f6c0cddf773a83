# SPDX-License-Identifier: BSD-3-Clause
"""What a case is: a function with a name that writes an input, runs scree on it and adds rows to the table.

    @case("glass_pair", "Two glass balls at +-10 m/s", wrong=("young: 48 GPa", "young: 48.1 GPa"))
    def glass_pair(s):
        out = s.collide(INPUT)[0]
        s.near("peak force [N]", out["peak_force"], expected, rel=1e-6, source="Hertz 1882", reason="...")

`wrong` is a text of the input and what to put in its place: `verify.py --wrong` does so and demands that a row fails.
"""
import math

from faults import FAULTS

QUICK, FULL = "quick", "full"
# What the expected value is. A property holds whatever the parameters: symmetry, conservation, equal bits.
CLOSED_FORM, CODE, EXPERIMENT = "closed form or exact property", "another code or our own integration", "experiment"
PASS, FAIL, FAULT, REPORT = "pass", "FAIL", "known fault", "report"

cases = {}


class Case:
    def __init__(self, name, what, function, tier, wrong):
        self.name, self.what, self.function, self.tier, self.wrong = name, what, function, tier, wrong


def case(name, what, *, wrong, tier=QUICK):
    def add(function):
        if name in cases:
            raise ValueError(f"two cases are called {name}")
        cases[name] = Case(name, what, function, tier, wrong)
        return function
    return add


class Row:
    """One line of the table. `known_fault` names the entry of faults.py that explains why it fails today."""

    def __init__(self, case_name, quantity, got, expected, difference, tolerance, good, words):
        self.case, self.quantity, self.got, self.expected = case_name, quantity, got, expected
        self.difference, self.tolerance = difference, tolerance
        self.source, self.reason = words.get("source", ""), words.get("reason", "")
        self.kind, self.known_fault = words.get("kind", CLOSED_FORM), FAULTS.get(words.get("known_fault"), "")
        self.good, self.seconds = good, 0.0
        if self.known_fault:
            self.verdict = FAIL if good else FAULT
            if good:
                self.reason = "passes although its fault stands in verify/faults.py: take the line away"
        else:
            self.verdict = REPORT if good is None else PASS if good else FAIL


class Rows:
    """The rows of one case, and the ways to make them."""

    def __init__(self, case_name):
        self.case_name, self.rows = case_name, []

    def add(self, quantity, got, expected, difference, tolerance, good, **words):
        unknown = set(words) - {"source", "reason", "kind", "known_fault"}
        if unknown:
            raise TypeError(f"{self.case_name}: a row has no {', '.join(unknown)}")
        self.rows.append(Row(self.case_name, quantity, got, expected, difference, tolerance, good, words))

    def near(self, quantity, got, expected, *, rel=None, within=None, **words):
        """|got - expected| <= rel |expected|, or <= within; not a number is never near."""
        bound = rel * abs(expected) if within is None else within
        off = got - expected
        shown = off / expected if within is None and expected else off
        tolerance = f"{rel:.3g} rel." if within is None else f"{within:.3g}"
        self.add(quantity, got, expected, shown, tolerance, math.isfinite(off) and abs(off) <= bound, **words)

    def at_most(self, quantity, got, limit, **words):
        self.add(quantity, got, f"<= {limit:.10g}", got - limit, "0", math.isfinite(got) and got <= limit, **words)

    def at_least(self, quantity, got, limit, **words):
        self.add(quantity, got, f">= {limit:.10g}", got - limit, "0", math.isfinite(got) and got >= limit, **words)

    def same(self, quantity, got, expected, **words):
        self.add(quantity, got, expected, 0.0 if got == expected else math.nan, "0", got == expected, **words)

    def report(self, quantity, got, note, **words):
        self.add(quantity, got, "", math.nan, "", None, reason=note, **words)
