#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The documentation site, made from docs/, and the check of its links.

    site.py check          every link and anchor of the pages, of README and CONTRIBUTING; every page is in the navigation,
                           each promise has a test that exists, scree has the keys of
                           docs/coming_from.md, and the figures of docs/tested.md are those of the files that it names
    site.py figures        writes these figures; `./dev docs` calls it
    site.py build FOLDER   the site in FOLDER (MkDocs Material and KaTeX, as Debian 12 has them); `./dev site` calls it

The pages are written for readers of the source tree too, so before MkDocs sees them they are copied and changed: links to files
outside of docs lead to copies of these files, named blocks of code get their name as a title, and lists are separated from
their paragraphs. The navigation is docs/index.md: each heading is a group, each list item an entry.
"""
from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import tested  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
HERE = pathlib.Path(__file__).resolve().parent
KATEX = pathlib.Path("/usr/share/javascript/katex")
LINK = re.compile(r"(?<!\\)(\[(?:[^\[\]]|\[[^\]]*\])*\])\(([^()\s]+)\)")
LANGUAGES = {".yaml": "yaml", ".py": "python", ".sh": "bash", ".c": "c", ".h": "c", ".cpp": "cpp", ".in": "text", ".txt": "text"}


def pages() -> list[pathlib.Path]:
    """The pages of the site: parts of the pages of laws are not pages."""
    return sorted(p for p in DOCS.rglob("*.md") if p.parent != DOCS / "laws/prose")


def prose_lines(text: str) -> list[tuple[int, str]]:
    """Number and text of the lines outside of blocks of code; code within a line is left out."""
    lines, fence, blank, code = [], "", True, False
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r" *(```+|~~~+)", line)
        if mark and (not fence or line.strip() == fence):
            fence = "" if fence else mark[1]
        elif not fence:
            indented = line.startswith("    ")
            code = indented and (code or blank)
            if not code:
                lines.append((number, re.sub(r"(`+).*?\1", lambda m: "`" * len(m[0]), line)))
            blank = not line.strip() or (blank and indented)
    return lines


def plain(title: str) -> str:
    """The text of a heading without marks."""
    return re.sub(r"[`*]|\\(?=[_*])", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)).strip()


def anchors(text: str) -> dict[str, str]:
    """For each anchor that a page has on the site: the one it has in viewers of the source tree."""
    found: dict[str, str] = {}
    lines = dict(prose_lines(text))
    for number, whole in enumerate(text.splitlines(), 1):
        title = re.match(r"#+ +(.*)", whole)
        if title and number in lines:
            words = re.sub(r"[^\w\s-]", "", plain(title[1])).strip().lower()
            name = re.sub(r"[-\s]+", "-", words)
            again = name
            count = 0
            while again in found:
                count += 1
                again = f"{name}_{count}"
            found[again] = re.sub(r"\s", "-", words) + (f"-{count}" if count else "")
    return found


def navigation() -> list[tuple[str, list[tuple[str, str]]]]:
    """The groups of docs/index.md, with title and path of each page; the pages of single laws follow by themselves."""
    groups: list[tuple[str, list[tuple[str, str]]]] = []
    for line in (DOCS / "index.md").read_text().splitlines():
        if heading := re.match(r"## (.*)", line):
            groups.append((heading[1], []))
        elif (entry := re.match(r"- \[([^\]]*)\]\(([^)#]*)\)", line)) and groups:
            groups[-1][1].append((entry[1].replace("`", ""), os.path.normpath(DOCS / entry[2])))
    listed = {path for _, entries in groups for _, path in entries}
    laws = next(entries for name, entries in groups if name == "Laws")
    for page in pages():
        if page.parent == DOCS / "laws" and str(page) not in listed:
            laws.append((plain(page.read_text().splitlines()[0].lstrip("# ")), str(page)))
    return groups


def check() -> list[str]:
    """What is wrong with the links and the navigation."""
    wrong = []
    heads: dict[pathlib.Path, dict[str, str]] = {}
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *pages()]:
        text = page.read_text()
        for number, line in prose_lines(text):
            place = f"{page.relative_to(ROOT)}:{number}"
            for _, link in LINK.findall(line):
                if re.match(r"https?://|mailto:", link):
                    continue
                path, _, anchor = link.partition("#")
                target = pathlib.Path(os.path.normpath(page.parent / path)) if path else page
                if not target.exists() or not target.is_relative_to(ROOT):
                    wrong.append(f"{place}: link to nothing: {link}")
                elif target.is_dir() and page.is_relative_to(DOCS) and target.is_relative_to(DOCS):
                    wrong.append(f"{place}: link to a folder of pages, which has no page itself: {link}")
                elif anchor:
                    known = heads.setdefault(target, anchors(target.read_text()))
                    if anchor not in known:
                        wrong.append(f"{place}: no such heading in {target.relative_to(ROOT)}: {link}")
                    elif known[anchor] != anchor:
                        wrong.append(f"{place}: this heading is #{known[anchor]} in the source tree and #{anchor} on the site; give it a simpler title")
    listed = [path for _, entries in navigation() for _, path in entries]
    for path in sorted(set(listed)):
        if listed.count(path) > 1:
            wrong.append(f"docs/index.md: {os.path.relpath(path, DOCS)} is listed twice")
    wrong += [f"{page.relative_to(ROOT)}: not in the lists of docs/index.md, so not in the navigation"
              for page in pages() if page != DOCS / "index.md" and str(page) not in listed]
    return wrong


def check_promises() -> list[str]:
    """What docs/promises.md says without a test, or with a function that its test does not have."""
    wrong, granted = [], True
    for number, line in enumerate((DOCS / "promises.md").read_text().splitlines(), 1):
        granted = granted and line != "## What is not promised"
        tests = re.findall(r"\]\(\.\./(tests/[^)]*)\)(?:: ((?:`\w+`(?:, )?)+))?", line)
        if line.startswith("- ") and granted and not tests:
            wrong.append(f"docs/promises.md:{number}: this promise has no test")
        for path, names in tests:
            text = (ROOT / path).read_text() if (ROOT / path).exists() else ""
            wrong += [f"docs/promises.md:{number}: {path} has no {name}" for name in re.findall(r"\w+", names)
                      if not re.search(rf"\b{name}\b\(", text)]
    return wrong


def check_names() -> list[str]:
    """Which keys, laws and parameters of docs/coming_from.md scree does not have, by its own reference pages."""
    known, wrong, section = set(), [], ""
    for line in (DOCS / "reference/input.md").read_text().splitlines():
        section = line[3:] if line.startswith("## ") else section
        known.add(section)
        if key := re.match(r"\| `(\w+)` \|", line):
            known.add(f"{section}.{key[1]}")
    for page in (DOCS / "laws").glob("*.md"):
        law = ""
        for line in page.read_text().splitlines():
            if heading := re.match(r"## (\w+) \(\w+\)", line):
                law = heading[1]
                known.add(f"law {law}")
            elif key := re.match(r"\| `(\w+)` \|", line):
                known.update((f"{law}.{key[1]}", f"materials.{key[1]}"))
    commands = set(re.findall(r'\{"(\w+)",', (ROOT / "cli/main.c").read_text()))
    for number, line in enumerate((DOCS / "coming_from.md").read_text().splitlines(), 1):
        cells = line.split(" | ")
        if line.startswith("| ") and len(cells) == 2:
            for name in re.findall(r"`([^`]*)`", cells[1]):
                command = re.match(r"scree (\w+)", name)
                if not (command and command[1] in commands) and name not in known:
                    wrong.append(f"docs/coming_from.md:{number}: scree has no {name}")
    return wrong


def address(target: pathlib.Path) -> str:
    """Where a file of the source tree is in the folder of staged pages."""
    if target == ROOT / "CONTRIBUTING.md":
        return "contributing.md"
    if target == ROOT / "README.md":
        return "index.md"
    if target.is_relative_to(DOCS):
        return str(target.relative_to(DOCS))
    copied = target.suffix in (".svg", ".png", ".md")
    return "source/" + str(target.relative_to(ROOT)) + ("" if copied else "/index.md" if target.is_dir() else ".md")


def stage(folder: pathlib.Path) -> None:
    """Writes the pages as MkDocs needs them, and what they lead to outside of docs."""
    outside: set[pathlib.Path] = set()

    def restage(page: pathlib.Path, text: str) -> str:
        def relink(m: re.Match) -> str:
            path, mark, anchor = m[2].partition("#")
            if not path or re.match(r"https?:|mailto:", m[2]):
                return m[0]
            target = pathlib.Path(os.path.normpath(page.parent / path))
            if not target.is_relative_to(DOCS) and target not in (ROOT / "CONTRIBUTING.md", ROOT / "README.md"):
                outside.add(target)
            here = pathlib.PurePath(address(page)).parent
            return f"{m[1]}({os.path.relpath(address(target), here)}{mark}{anchor})"

        prose = {number for number, _ in prose_lines(text)}
        lines: list[str] = []
        for number, line in enumerate(text.splitlines(), 1):
            if number in prose:
                item = re.match(r" *([-*]|\d+\.) ", line)
                before = lines[-1] if lines else ""
                if item and before.strip() and not re.match(r" *([-*]|\d+\.) |  ", before):
                    lines.append("")  # lists begin after an empty line
                line = LINK.sub(relink, line)
            elif named := re.match(r"```(\w+) (\S+)$", line):
                line = f'```{named[1]} title="{named[2]}"'
            lines.append(line)
        return "\n".join(lines) + "\n"

    def write(path: str, text: str) -> None:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)

    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(DOCS, folder, ignore=shutil.ignore_patterns("*.md", "prose", "errata"))
    for page in [*pages(), ROOT / "CONTRIBUTING.md"]:
        head = "---\nhide: [navigation]\n---\n" if page == DOCS / "index.md" else ""
        write(address(page), head + restage(page, page.read_text()))
    done: set[pathlib.Path] = set()
    while left := sorted(outside - done):
        for target in left:
            done.add(target)
            name = target.relative_to(ROOT)
            if target.is_dir():
                files = [p for p in sorted(target.iterdir()) if p.suffix in LANGUAGES or p.suffix in (".svg", ".md", ".stl", ".csv")]
                outside.update(p for p in files if p.suffix in LANGUAGES)
                inside = pathlib.PurePath(address(target)).parent
                items = [f"- [{p.name}]({os.path.relpath(address(p), inside)})" if p.suffix in LANGUAGES else f"- {p.name}" for p in files]
                write(address(target), f"# {name}\n\nFiles of the folder `{name}` of the source tree:\n\n" + "\n".join(items) + "\n")
            elif target.suffix == ".md":
                write(address(target), restage(target, target.read_text()))
            elif not address(target).endswith(".md"):
                (folder / address(target)).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(target, folder / address(target))
            else:
                text = target.read_text(errors="replace")
                write(address(target), f"# {name}\n\nA file of the source tree.\n\n~~~~~{LANGUAGES.get(target.suffix, 'text')}\n{text}\n~~~~~\n")
    for name in ("site.css", "formulas.js"):
        shutil.copy(HERE / name, folder / name)
    shutil.copytree(KATEX, folder / "katex", ignore=shutil.ignore_patterns("*.mjs", "katex.js", "katex.css", "*.ttf"))


def build(site: pathlib.Path) -> int:
    """MkDocs' status; warnings are errors."""
    folder = site.with_name(site.name + ".pages")
    stage(folder)
    groups = ["nav:", "  - Home: index.md"]
    for name, entries in navigation():
        groups.append(f"  - {name}:")
        groups += [f"      - {title!r}: {address(pathlib.Path(path))}" for title, path in entries]
    config = folder.with_suffix(".yml")
    config.write_text((HERE / "mkdocs.yml").read_text() + f"docs_dir: {folder}\nsite_dir: {site}\n" + "\n".join(groups) + "\n")
    return subprocess.run(["mkdocs", "build", "--strict", "--clean", "-f", str(config)]).returncode


def main() -> int:
    if sys.argv[1:] == ["check"]:
        wrong = check() + check_promises() + check_names() + tested.check()
        print("\n".join(wrong))
        return bool(wrong)
    if sys.argv[1:] == ["figures"]:
        tested.write()
        return 0
    if len(sys.argv) == 3 and sys.argv[1] == "build":
        return build(pathlib.Path(sys.argv[2]).resolve())
    print(__doc__)
    return 1


if __name__ == "__main__":
    sys.exit(main())
