# SPDX-License-Identifier: BSD-3-Clause
"""Checks calls between the files of src: check_symbols.py BUILD. Prints one line for each circle and for each call that goes up, exit code 1
if there are any.

The symbols of the object files in BUILD are read by nm: a file points to another one if it uses a function or a variable of it. No files may
point to each other in a circle, and none to a file of a folder that stands above or beside its own in check_layers.py.
"""
import json
import os
import re
import subprocess
import sys

from check_layers import RANK, folder_of

DEFINED = set("TDBRVWC")


def objects(build):
    """Name of the source, such as src/wall_contacts/wall_touch, and the object files made from it: kernels.c has several."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        for command in json.load(file):
            out = re.search(r" -o (\S+)", command["command"]).group(1)
            match = re.search(r"/(src/.*)\.c\.o$", out)
            # The tests have a library of their own with the same sources.
            if match and not out.startswith("tests"):
                yield match.group(1), os.path.join(build, out)


def arrows(build):
    """{source: {source that it uses: one of the symbols}}"""
    home, wanted = {}, []
    for source, path in objects(build):
        out = subprocess.run(["nm", "--extern-only", path], check=True, stdout=subprocess.PIPE, text=True).stdout
        for *_, kind, symbol in (line.split() for line in out.splitlines() if not line.endswith(":")):
            if kind == "U":
                wanted.append((source, symbol))
            elif kind in DEFINED:
                home.setdefault(symbol, source)
    graph = {source: {} for source in home.values()}
    for source, symbol in wanted:
        target = home.get(symbol, source)
        if target != source:
            graph.setdefault(source, {}).setdefault(target, symbol)
    return graph


def circles(graph):
    """The sets of more than one file in which each reaches every other (Tarjan, SIAM J. Comput. 1 (1972) 146)."""
    order, low, stack, found = {}, {}, [], []

    def visit(node):
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in graph.get(node, ()):
            if other not in order:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == order[node]:
            part = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(part) > 1:
                found.append(sorted(part))

    for node in sorted(graph):
        if node not in order:
            visit(node)
    return found


def main(build):
    graph = arrows(build)
    if len(graph) < 2:
        print(f"{build}: {len(graph)} object files of src only")
        return 1
    wrong = ["circle: " + ", ".join(f"{a} -> {b} ({graph[a][b]})" for a in part for b in sorted(graph[a]) if b in part)
             for part in circles(graph)]
    for source, used in sorted(graph.items()):
        own = RANK[folder_of(source + ".c")]
        wrong += [f"{source}.c uses {symbol} of {target}.c, which is above or beside it" for target, symbol in sorted(used.items())
                  if folder_of(target + ".c") != folder_of(source + ".c") and RANK[folder_of(target + ".c")] >= own]
    print("\n".join(wrong) if wrong else f"calls go downward in {len(graph)} files, none in a circle")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.setrecursionlimit(10000)
    sys.exit(main(sys.argv[1]))
