# SPDX-License-Identifier: BSD-3-Clause
"""Panels above each other, drawn by matplotlib: dots on one axis, stacked bars, lines. Without matplotlib there is no figure."""
import os

try:
    import matplotlib
    matplotlib.use("svg")
    import matplotlib.pyplot
    from matplotlib import ticker
except ImportError:
    matplotlib = None

# Told apart by the colour-blind, dark enough on white; the same as those of src/tools/plot/plot.c.
PALETTE = ["#0072b2", "#d55e00", "#009e73", "#aa4499", "#c98a00", "#3a9bd9", "#555555"]
WIDTH, ROW, AROUND = 7.6, 0.24, 1.1  # inch: of the page, of a row of a panel, heading and axis of a panel
# Texts stay texts, and the same figures give the same file.
STYLE = {"font.family": "sans-serif", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
         "axes.axisbelow": True, "grid.color": "#dddddd", "legend.frameon": False, "svg.fonttype": "none", "svg.hashsalt": "scree"}


def tidy(v, _=None):
    return f"{v / 1e6:g} M" if v >= 1e6 else f"{v / 1e3:g} k" if v >= 1e4 else f"{v:.3g}" if v < 1000 else f"{v:g}"


def log_axis(axis, values):
    """1, 2 and 5 of each decade where there are few of them."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5) if max(values) < 300 * min(values) else (1,)))
    axis.set_major_formatter(tidy)
    axis.set_minor_locator(ticker.NullLocator())


class Page:
    def __init__(self, title, subtitle):
        self.title, self.subtitle, self.panels = title, subtitle, []

    def add(self, heading, height, draw):
        """draw(axes) fills a panel of this height in inches."""
        self.panels.append((heading, height, draw))

    def save(self, path):
        """Returns the name of the file, or why there is none."""
        if not matplotlib:
            return f"no {os.path.basename(path)}: matplotlib is missing (Debian package: python3-matplotlib)"
        heights = [height + AROUND for _, height, _ in self.panels]
        with matplotlib.rc_context(STYLE):
            figure = matplotlib.pyplot.figure(figsize=(WIDTH, sum(heights) + 0.6), layout="constrained")
            figure.suptitle(f"{self.title}\n\n", x=0.02, ha="left", weight="bold", size=13)
            figure.text(0.02, 1 - 0.45 / figure.get_figheight(), self.subtitle, ha="left")
            every = figure.subplots(len(self.panels), squeeze=False, gridspec_kw={"height_ratios": heights})[:, 0]
            for axes, (heading, _, draw) in zip(every, self.panels):
                draw(axes)
                handles, names = axes.get_legend_handles_labels()
                lines = (len(names) + 4) // 5
                axes.set_title(heading, loc="left", weight="bold", size=10, pad=6 + 14 * lines)
                if names:
                    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0, ncols=5, borderpad=0.2)
            figure.savefig(path, metadata={"Date": None})
            matplotlib.pyplot.close(figure)
        return os.path.basename(path)


def dots(page, heading, unit, rows, names, log=True, ideal=None):
    """rows: (label, {name: value}); a dot for each, the value beside that of the first name."""
    used = [n for n in names if any(n in values for _, values in rows)]

    def draw(axes):
        for k, n in enumerate(used):
            at = [(values[n], y) for y, (_, values) in enumerate(rows) if n in values]
            axes.plot(*zip(*at), "o", color=PALETTE[names.index(n) % len(PALETTE)], label=n, zorder=10 - k)
        for y, (_, values) in enumerate(rows):
            axes.hlines(y, min(values.values()), max(values.values()), color="#999999", linewidth=1)
            if used[0] in values:
                axes.annotate(f"{values[used[0]]:.3g}", (values[used[0]], y), (0, 4), textcoords="offset points",
                              ha="center", size=8)
        if ideal:
            axes.axvline(ideal, color="#333333", linestyle="--", linewidth=1)
        every = [v for _, values in rows for v in values.values()]
        if log:
            log_axis(axes.xaxis, every)
        else:
            axes.set_xlim(0.0, 1.15 * max(every + [ideal or 0.0]))
        label_rows(axes, unit, rows)

    page.add(heading, ROW * len(rows), draw)


def label_rows(axes, unit, rows):
    axes.set_yticks(range(len(rows)), [row[0] for row in rows])
    axes.set_ylim(len(rows) - 0.4, -0.8)
    axes.grid(False, axis="y")
    axes.set_xlabel(unit)


def stacks(page, heading, unit, rows, names, marks=()):
    """rows: (label, {name: value}, {mark: value}); stacked bars with marks across them."""
    def draw(axes):
        start = [0.0] * len(rows)
        for k, n in enumerate(names):
            widths = [values.get(n, 0.0) for _, values, _ in rows]
            axes.barh(range(len(rows)), widths, 0.65, start, color=PALETTE[k % len(PALETTE)], label=n)
            start = [a + b for a, b in zip(start, widths)]
        for m, colour in marks:
            at = [(values[m], y) for y, (_, _, values) in enumerate(rows) if m in values]
            if at:
                axes.plot(*zip(*at), "|", color=colour, label=m, markersize=15, markeredgewidth=2.5)
        axes.set_xlim(0.0, 1.05 * max(start + [m for *_, values in rows for m in values.values()]))
        label_rows(axes, unit, rows)

    page.add(heading, ROW * len(rows), draw)


def lines(page, heading, x_label, series):
    """series: (name, [(x, y)]); both axes logarithmic."""
    def draw(axes):
        for k, (name, points) in enumerate(series):
            axes.plot(*zip(*points), "o-", color=PALETTE[k % len(PALETTE)], label=name)
        points = [p for _, s in series for p in s]
        log_axis(axes.xaxis, [p[0] for p in points])
        log_axis(axes.yaxis, [p[1] for p in points])
        axes.set_xlabel(x_label)

    page.add(heading, 1.9, draw)
