# SPDX-License-Identifier: BSD-3-Clause
"""A script as lines and words, as LIGGGHTS reads them: continuation, comments, quotes, numbers."""
from __future__ import annotations

import re
from typing import Callable, Iterator, NamedTuple, Optional

from .errors import ScriptError


class Place(NamedTuple):
    """A line of a file of the script."""
    file: str
    line: int


class Line(NamedTuple):
    number: int
    text: str


class Word(str):
    """A word of a line; `variable` is the name of the variable that it consists of, and `quoted` says that it stood in quotes."""
    variable: Optional[str] = None
    quoted: bool = False


class Number(float):
    """A number of the script; `variable` is the name of the variable that it came from."""
    variable: Optional[str] = None


def logical_lines(text: str) -> list[Line]:
    """Joins lines that end in &. That is decided before comments are removed, so a comment may swallow the next line."""
    lines: list[Line] = []
    start = 1
    parts: list[str] = []
    for number, physical in enumerate(re.split(r"\r\n|\n|\r", text), 1):
        if not parts:
            start = number
        physical = physical.replace("\u200b", " ").replace("\ufeff", "")
        stripped = physical.rstrip()
        if stripped.endswith("&"):
            parts.append(stripped[:-1])
            continue
        lines.append(Line(start, "".join(parts) + physical))
        parts = []
    if parts:
        lines.append(Line(start, "".join(parts)))
    return lines


def _outside_quotes(text: str) -> Iterator[tuple[int, bool]]:
    """Each index with whether it stands outside of quotes; a quote itself stands inside."""
    quote = ""
    for k, letter in enumerate(text):
        if quote:
            yield k, False
            if letter == quote:
                quote = ""
        elif letter in "\"'":
            quote = letter
            yield k, False
        else:
            yield k, True


def strip_comment(text: str) -> str:
    """The text before a # outside of quotes."""
    for k, outside in _outside_quotes(text):
        if outside and text[k] == "#":
            return text[:k]
    return text


def split_words(text: str) -> list[Word]:
    """The words of a line; one in quotes may contain blanks and has no escapes."""
    words: list[Word] = []
    k = 0
    while True:
        while k < len(text) and text[k].isspace():
            k += 1
        if k == len(text):
            return words
        if text[k] in "\"'":
            mark = text[k] * 3 if text.startswith(text[k] * 3, k) else text[k]
            end = text.find(mark, k + len(mark))
            if end < 0:
                raise ScriptError(f"a quote is not closed: {text[k:k + 40]}")
            word = Word(text[k + len(mark):end])
            word.quoted = True
            k = end + len(mark)
            if k < len(text) and not text[k].isspace():
                raise ScriptError("a quote is closed, and no blank follows")
        else:
            end = k
            while end < len(text) and not text[end].isspace():
                end += 1
            word = Word(text[k:end])
            k = end
        words.append(word)


_NAME = re.compile(r"\$\{(\w+)\}$|\$(\w)$")


def substitute(text: str, value: Callable[[str], str], immediate: Callable[[str], str], everywhere: bool = False) -> str:
    """Replaces ${name}, $x and $(formula), outside of quotes unless `everywhere`."""
    out = []
    skip_to = 0
    for k, outside in _outside_quotes(text):
        if k < skip_to:
            continue
        if text[k] != "$" or not (outside or everywhere):
            out.append(text[k])
            continue
        following = text[k + 1:k + 2]
        if following == "{":
            end = text.find("}", k)
            if end < 0:
                raise ScriptError("a ${ is not closed")
            out.append(value(text[k + 2:end]))
        elif following == "(":
            end = _matching(text, k + 1)
            out.append(immediate(text[k + 2:end]))
        elif following and not following.isspace():
            end = k + 1
            out.append(value(following))
        else:
            raise ScriptError("a $ without a name of a variable")
        skip_to = end + 1
    return "".join(out)


def _matching(text: str, opening: int) -> int:
    depth = 0
    for k in range(opening, len(text)):
        depth += (text[k] == "(") - (text[k] == ")")
        if depth == 0:
            return k
    raise ScriptError("a $( is not closed")


def mark_variables(before: str, words: list[Word]) -> None:
    """Notes in each word the variable that alone it came from; `before` is the line before its variables were replaced."""
    try:
        originals = split_words(before)
    except ScriptError:
        return
    if len(originals) == len(words):
        for original, word in zip(originals, words):
            found = _NAME.match(original)
            if found and not original.quoted:
                word.variable = found[1] or found[2]


_FLOAT = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def number(word: str) -> Number:
    """The number at the start of a word, 0 if there is none: what atof reads."""
    found = _FLOAT.match(word)
    value = Number(found[0]) if found else Number(0.0)
    if found and found[0] == word:
        value.variable = getattr(word, "variable", None)
    return value


def is_number(word: str) -> bool:
    """Whether the whole word is a number."""
    return _FLOAT.fullmatch(word) is not None


def whole(word: str) -> int:
    """The whole number at the start of a word, 0 if there is none: what atoi reads."""
    found = re.match(r"[+-]?\d+", word)
    return int(found[0][:18]) if found else 0
