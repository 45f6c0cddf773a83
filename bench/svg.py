# SPDX-License-Identifier: BSD-3-Clause
"""Small plots as SVG: dots on a logarithmic axis, stacked bars, lines. Panels stand above each other."""
import math
from xml.sax.saxutils import escape

# Told apart by the colour-blind, dark enough on white; the same as those of src/io/plot.c.
PALETTE = ["#0072b2", "#d55e00", "#009e73", "#aa4499", "#c98a00", "#3a9bd9", "#555555"]
WIDTH, LEFT, RIGHT = 760, 150, 30
STYLE = ("<style>text{font-family:sans-serif;font-size:12px;fill:#333}.title{font-size:17px;font-weight:bold}"
         ".head{font-weight:bold}.small{font-size:11px}</style>")


class Page:
    def __init__(self, title, subtitle):
        self.out, self.y = [], 62
        self.text(18, 28, title, cls="title")
        self.text(18, 46, subtitle, cls="small")

    def text(self, x, y, words, anchor="start", cls="body"):
        self.out.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{cls}">{escape(str(words))}</text>')

    def line(self, x1, y1, x2, y2, colour="#ddd", width=1.0, dash=""):
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        self.out.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
                        f'stroke-width="{width}"{extra}/>')

    def dot(self, x, y, colour):
        self.out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{colour}"/>')

    def bar(self, x1, x2, y, height, colour):
        self.out.append(f'<rect x="{x1:.1f}" y="{y:.1f}" width="{max(0.0, x2 - x1):.1f}" height="{height}" fill="{colour}"/>')

    def head(self, words, legend=()):
        """Heading of the next panel and its legend: (name, colour)."""
        self.y += 26
        self.text(18, self.y, words, cls="head")
        x = 18
        self.y += 6
        for k, (name, colour) in enumerate(legend):
            if x + 30 + 7 * len(name) > WIDTH - RIGHT or k == 0:
                x, self.y = 18, self.y + 16
            self.bar(x, x + 12, self.y - 10, 11, colour)
            self.text(x + 17, self.y, name)
            x += 34 + 7 * len(name)
        self.y += 10

    def save(self, path):
        height = self.y + 20
        body = "\n".join(self.out)
        with open(path, "w") as f:
            f.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
                    f'height="{height:.0f}">\n{STYLE}\n<rect width="{WIDTH}" height="{height:.0f}" fill="white"/>\n'
                    f"{body}\n</svg>\n")


def log_ticks(low, high):
    steps = (1, 2, 5) if high / low < 300 else (1,)
    return [s * 10.0 ** e for e in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1) for s in steps
            if low <= s * 10.0 ** e * 1.0001 and s * 10.0 ** e <= high * 1.0001]


def log_range(values):
    low, high = min(values) / 1.15, max(values) * 1.15
    below, above = 10.0 ** math.floor(math.log10(low)), 10.0 ** math.floor(math.log10(high))
    return (max(s * below for s in (1, 2, 5) if s * below <= low * 1.0001),
            min(s * above for s in (1, 2, 5, 10) if s * above >= high * 0.9999))


def tidy(v):
    return f"{v / 1e6:g} M" if v >= 1e6 else f"{v / 1e3:g} k" if v >= 1e4 else f"{v:.3g}" if v < 1000 else f"{v:g}"


def dots(page, heading, unit, rows, names, log=True, ideal=None):
    """rows: (label, {name: value}); a dot for each, the value beside that of names[0]."""
    colour = {n: PALETTE[k % len(PALETTE)] for k, n in enumerate(names)}
    used = [n for n in names if any(n in values for _, values in rows)]
    page.head(heading, [(n, colour[n]) for n in used])
    every = [v for _, values in rows for v in values.values()]
    low, high = log_range(every) if log else (0.0, 1.15 * max(every + [ideal or 0.0]))

    def x(v):
        share = math.log(v / low) / math.log(high / low) if log else (v - low) / (high - low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    top, bottom = page.y, page.y + 24 * len(rows)
    for t in log_ticks(low, high) if log else [k * 10 ** math.floor(math.log10(high)) / 2 for k in range(21)]:
        if t <= high * 1.0001:
            page.line(x(t), top, x(t), bottom)
            page.text(x(t), bottom + 15, tidy(t), "middle", "small")
    if ideal:
        page.line(x(ideal), top, x(ideal), bottom, "#333", 1, "4 3")
    for k, (label, values) in enumerate(rows):
        y = top + 24 * k + 12
        page.text(LEFT - 10, y + 4, label, "end")
        page.line(x(min(values.values())), y, x(max(values.values())), y, "#999")
        for n in reversed(used):
            if n in values:
                page.dot(x(values[n]), y, colour[n])
        if used[0] in values:
            page.text(x(values[used[0]]), y - 6, f"{values[used[0]]:.3g}", "middle", "small")
    page.text((LEFT + WIDTH - RIGHT) / 2, bottom + 30, unit, "middle")
    page.y = bottom + 34


def stacks(page, heading, unit, rows, names, marks=()):
    """rows: (label, {name: value}, {mark: value}); stacked bars with marks across them."""
    colour = {n: PALETTE[k % len(PALETTE)] for k, n in enumerate(names)}
    page.head(heading, [(n, colour[n]) for n in names] + [(m, c) for m, c in marks])
    high = 1.08 * max([sum(values.values()) for _, values, _ in rows] + [m for *_, at in rows for m in at.values()])

    def x(v):
        return LEFT + v / high * (WIDTH - LEFT - RIGHT)

    top, bottom = page.y, page.y + 24 * len(rows)
    step = 10 ** math.floor(math.log10(high))
    step = step / 5 if high / step < 2 else step / 2 if high / step < 5 else step
    for k in range(int(high / step) + 1):
        page.line(x(k * step), top, x(k * step), bottom)
        page.text(x(k * step), bottom + 15, tidy(k * step), "middle", "small")
    for k, (label, values, at) in enumerate(rows):
        y, start = top + 24 * k + 4, 0.0
        page.text(LEFT - 10, y + 12, label, "end")
        for n in names:
            page.bar(x(start), x(start + values.get(n, 0.0)), y, 15, colour[n])
            start += values.get(n, 0.0)
        for m, c in marks:
            if m in at:
                page.line(x(at[m]), y - 3, x(at[m]), y + 18, c, 3)
    page.text((LEFT + WIDTH - RIGHT) / 2, bottom + 30, unit, "middle")
    page.y = bottom + 34


def lines(page, heading, x_label, series, height=190):
    """series: (name, [(x, y)]); both axes logarithmic."""
    page.head(heading, [(n, PALETTE[k % len(PALETTE)]) for k, (n, _) in enumerate(series)])
    points = [p for _, s in series for p in s]
    (x0, x1), (y0, y1) = log_range([p[0] for p in points]), log_range([p[1] for p in points])
    left, top, bottom = 60, page.y, page.y + height

    def x(v):
        return left + math.log(v / x0) / math.log(x1 / x0) * (WIDTH - left - RIGHT)

    def y(v):
        return bottom - math.log(v / y0) / math.log(y1 / y0) * height

    for t in log_ticks(x0, x1):
        page.line(x(t), top, x(t), bottom)
        page.text(x(t), bottom + 15, tidy(t), "middle", "small")
    for t in log_ticks(y0, y1):
        page.line(left, y(t), WIDTH - RIGHT, y(t))
        page.text(left - 6, y(t) + 4, tidy(t), "end", "small")
    for k, (_, s) in enumerate(series):
        for a, b in zip(s, s[1:]):
            page.line(x(a[0]), y(a[1]), x(b[0]), y(b[1]), PALETTE[k % len(PALETTE)], 2)
        for p in s:
            page.dot(x(p[0]), y(p[1]), PALETTE[k % len(PALETTE)])
    page.text((left + WIDTH - RIGHT) / 2, bottom + 30, x_label, "middle")
    page.y = bottom + 34
