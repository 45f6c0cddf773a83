# SPDX-License-Identifier: BSD-3-Clause
"""The figures of docs/tested.md and README: each stands in a mark <!--NAME-->FIGURE<!----> and is taken from the file that records it."""
from __future__ import annotations

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARK = re.compile(r"<!--(\w+)-->(.*?)<!---->")
PAGES = ("docs/tested.md",)


def found(path: str, pattern: str) -> re.Match:
    """Where a page of results says something, or an error that names both."""
    match = re.search(pattern, (ROOT / "docs/validation" / path).read_text())
    if not match:
        raise ValueError(f"docs/validation/{path} has no {pattern!r}")
    return match


def grouped(number: str | int) -> str:
    return f"{int(number):,}".replace(",", " ")


def count(pattern: str, files: str) -> int:
    return sum(len(re.findall(pattern, p.read_text(), re.M)) for p in (ROOT / "tests").glob(files))


def more_than(number: int) -> str:
    """Rounded down, so that it stays true where tests are added; the step grows with the number."""
    step = 50 if number > 200 else 10
    return grouped(number // step * step)


def figures() -> dict[str, str]:
    """All figures by name."""
    all_figures: dict[str, str] = {}

    def take(path: str, pattern: str) -> None:
        all_figures.update({name: grouped(text) if re.fullmatch(r"\d{4,}", text) and "date" not in name else text
                            for name, text in found(path, pattern).groupdict().items()})

    mutants = r"\*\*(?P<{0}mutants>\d+) mutants, (?P<{0}killed>\d+) killed, (?P<{0}survived>\d+) survived .*?, (?P<{0}same>\d+) change nothing .*?: score (?P<{0}score>[\d.]+ %)"
    take("mutation.md", mutants.format("law_"))
    take("mutation_engine.md", mutants.format("engine_"))
    take("mutation.md", r"--record`, (?P<law_mutants_date>[\d-]+)")
    take("mutation_engine.md", r"--record`, (?P<engine_mutants_date>[\d-]+)")
    take("cases.md", r"(?P<cases>\d+) cases, (?P<rows>\d+) rows: (?P<passed>\d+) pass, (?P<failed>\d+) fail, (?P<reported>\d+) only reported")
    take("cases.md", r"(?P<cases_date>\d{4}-\d\d-\d\d), scree")
    take("torture.md", r"(?P<kills>\d+) kills \((?P<sigterm>\d+) by SIGTERM.*?(?P<starts>\d+) starts on")
    take("torture.md", r"; (?P<torture_runs>\d+) runs\ncame to their end")
    take("torture.md", r"on (?P<torture_date>[\d-]+)\.")
    take("compose.md", r"(?P<composed>\d+) cases: (?P<composed_ended>\d+) ran to their end, (?P<composed_stopped>\d+) were stopped by an alarm in the same way each time, (?P<composed_refused>\d+) were refused, (?P<composed_differed>\d+) differed")
    take("compose.md", r"on (?P<composed_date>\d{4}-\d\d-\d\d)")
    take("test_times.md", r"`\): (?P<seconds>\d+) s of processor time for its packages, the build and (?P<tests>\d+) tests")
    readers = re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \|", (ROOT / "docs/validation/fuzz.md").read_text(), re.M)
    all_figures["fuzz_readers"] = str(len(readers))
    all_figures["fuzz_inputs"] = f"{sum(int(r[1]) for r in readers) / 1e6:.1f} million"
    all_figures["fuzz_hours"] = f"{sum(int(r[2]) for r in readers) / 3600:.1f}"
    all_figures["c_functions"] = more_than(count(r"cmocka_unit_test\w*\(", "*/*.c"))
    all_figures["python_functions"] = more_than(count(r"^ *def test_", "python/*.py"))
    all_figures["scripts"] = more_than(len(list((ROOT / "tests").glob("*/*.sh"))))
    return all_figures


def check() -> list[str]:
    """Which figures are no longer those of their files."""
    wrong, known = [], figures()
    for page in PAGES:
        text = (ROOT / page).read_text()
        for name, said in MARK.findall(text):
            if name not in known:
                wrong.append(f"{page}: there is no figure {name!r} in scripts/site/tested.py")
            elif known[name] != said and not (name in ("c_functions", "python_functions", "scripts") and still_true(said, known[name])):
                wrong.append(f"{page}: {name} is {known[name]}, not {said}; run ./dev docs")
    seconds = int(known["seconds"])
    said = re.search(r"(\d+) s of processor time", (ROOT / "README.md").read_text())
    if not said or abs(int(said[1]) - seconds) > 0.1 * seconds:
        wrong.append(f"README.md: ./dev test takes {seconds} s of processor time by docs/validation/test_times.md")
    return wrong


def still_true(said: str, known: str) -> bool:
    """'more than 900' where there are 1000 is true, and new enough."""
    a, b = (int(text.replace(" ", "")) for text in (said, known))
    return a <= b <= 1.3 * a


def write() -> None:
    known = figures()
    for page in PAGES:
        path = ROOT / page
        path.write_text(MARK.sub(lambda m: f"<!--{m[1]}-->{known[m[1]]}<!---->", path.read_text()))
