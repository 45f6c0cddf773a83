# SPDX-License-Identifier: BSD-3-Clause
"""Small changes to the physics of a law, one at a time: what scripts/mutate.py compiles and tests.

A mutant replaces one piece of the body of one function. Left alone are comments, words, messages and the conditions that
choose them, loop counts, defaults, ranges and sentences of parameters: what they say is checked elsewhere, or is no physics.
"""
import hashlib
import re
from collections import namedtuple
from pathlib import Path

# file: from the root; at, end, new: the text file[at:end] becomes new; kind: see KINDS; change: what a person reads, and
# what the list of survivors names a mutant by.
Mutant = namedtuple("Mutant", "file at end new kind change")

KINDS = {
    "offer": "what a law offers to the next: kn, kt, zeta, radius, critical, dashpot",
    "force": "forces and moments scaled",
    "energy": "energies booked, scaled or left out",
    "factor": "numeric factors and exponents",
    "power": "squares, roots, quotients",
    "sign": "signs",
    "guard": "conditions turned round or forced, least and most exchanged",
    "near": "a quantity replaced by one that is near: effective by own radius, one stiffness by another",
    "memory": "history and trims left out",
    "mixing": "mixing rules of parameters",
}

# Beside the laws: what mixes materials and makes effective radii and masses. File: functions.
ELSEWHERE = {
    "src/laws/registry.c": ["scree_mix_apply", "scree_pairing_of"],
    "src/step/batch.h": ["rolling_inertia", "effective", "set_motion", "derive", "set_wall_contact", "put_force"],
}
# No physics: what laws are made of, and what they share with the engine.
NO_LAW = {"all.h", "contact.h", "law.h", "registry.h", "table.h", "user_laws.h"}

OFFERED = "kn kt cn zeta radius critical apart".split()
FORCES = "fn fn_elastic ftx fty ftz mrx mry mrz mw overlap vn vtx wrx r_eff m_eff inertia_eff".split()
NEAR = {
    "c->r_eff": "c->ra",
    "c->m_eff": "(2.0 * c->m_eff)",
    "c->inertia_eff": "(c->m_eff * c->r_eff * c->r_eff)",
    "c->ra": "c->rb",
    "c->rb": "c->ra",
    "c->kn": "c->kt",
    "c->kt": "c->kn",
    "c->fn": "c->fn_elastic",
    "c->fn_elastic": "c->fn",
    "c->critical": "c->fn",
    "c->vn": "c->vtx",
    "c->vtx": "c->wrx",
    "c->wrx": "c->vtx",
    "c->fresh": "(1.0 - c->fresh)",
    "c->dt_pre": "c->dt_post",
    "c->dt_post": "c->dt_pre",
    "pair->e_star": "pair->g_star",
    "pair->g_star": "pair->e_star",
    "pair->young[0]": "pair->young[1]",
    "pair->young[1]": "pair->young[0]",
    "SCREE_PI": "3.0",
    "k1": "k2", "k2": "k1", "f1": "f2", "f2": "f1",
    "r_eff": "(2.0 * r_eff)", "m_eff": "(2.0 * m_eff)",
    "ra": "rb", "rb": "ra", "ma": "mb", "mb": "ma", "la": "lb", "lb": "la",
}
MIXING = {"MEAN": "MAX", "HARMONIC": "MEAN", "GEOMETRIC": "MEAN", "MIN": "MEAN", "MAX": "MEAN"}

TOKEN = re.compile(r"""
    (?P<skip>\s+|//[^\n]*|/\*.*?\*/|\\\n|\#\s*(?:define\s+\w+|undef\s+\w+|pragma[^\n]*))
  | (?P<text>"(?:\\.|[^"\\])*")
  | (?P<number>(?:\d+\.\d*|\.\d+)(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+|\d+\w*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<op>->|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\+\+|--|.)
""", re.X | re.S)
Token = namedtuple("Token", "kind text at end")
COMPARE = {"<", ">", "<=", ">=", "==", "!="}
OPEN, CLOSE = "([{", ")]}"


def tokens_of(text, at, end):
    out = []
    while at < end:
        m = TOKEN.match(text, at)
        if m.lastgroup != "skip":
            out.append(Token(m.lastgroup, m.group(), at, m.end()))
        at = m.end()
    return out


def bodies(text, names):
    """(name, start, end) of each function's body; names: of these only, or None for all."""
    for m in re.finditer(r"^(?:SCREE_LAW|static inline|static|scree_\w+|double)\b[^;{}=\"#]*?(\w+)\([^;{}\"]*?\)\s*\{", text, re.M):
        if names is None or m.group(1) in names:
            end = text.index("\n}", m.end())
            yield m.group(1), m.end(), end


def statements(tokens):
    """Runs of tokens between ; { } where no bracket is open, without for (...) and what holds words."""
    run, depth = [], 0
    for t in tokens:
        if t.text in ";{}" and depth == 0:
            if run:
                yield run
            run = []
            continue
        depth += (t.text in "([" and t.kind == "op") - (t.text in ")]" and t.kind == "op")
        run.append(t)
    if run:
        yield run


def wanted(run):
    return run[0].text not in ("for", "while", "enum", "#") and not any(t.kind == "text" for t in run)


def operand_before(run, i):
    return i > 0 and (run[i - 1].kind in ("name", "number") or run[i - 1].text in (")", "]")) and run[i - 1].text != "return"


def matching(run, i, step):
    """Index of the bracket that closes (step 1) or opens (step -1) the one at i."""
    depth = 0
    while 0 <= i < len(run):
        depth += (run[i].text in OPEN) - (run[i].text in CLOSE)
        if depth == 0:
            return i
        i += step
    return None


def condition_start(run, i):
    """Index where the condition before the ? at i begins."""
    j = i - 1
    while j >= 0:
        if run[j].text in CLOSE:
            j = matching(run, j, -1)
        elif run[j].text in ("=", "(", "[", ",", "?", ":", "return", "+=", "-=", "*=", "/="):
            break
        j -= 1
    return j + 1


def numbers(run, i):
    t = run[i]
    if t.kind != "number" or not re.search(r"[.eE]", t.text):
        return
    value = float(t.text)
    around = {run[i - 1].text if i else "", run[i + 1].text if i + 1 < len(run) else ""}
    alone = any(x in COMPARE for x in around) and not around & {"*", "/", "+", "-"}
    if value != 0.0 and 1e-3 < value < 1e6 and not alone:
        yield t.at, t.end, "%.8g" % (1.12 * value), "factor"


def operators(run, i):
    t, binary = run[i], operand_before(run, i)
    if t.text in ("+", "-"):
        if binary:
            yield t.at, t.end, "-" if t.text == "+" else "+", "sign"
        elif t.text == "-":
            yield t.at, t.end, "", "sign"
    elif t.text in ("+=", "-="):
        yield t.at, t.end, "-=" if t.text == "+=" else "+=", "sign"
    elif t.text == "/" and binary:
        yield t.at, t.end, "*", "power"
    elif t.text in ("<", ">", "<=", ">="):
        yield t.at, t.end, ">" if "<" in t.text else "<", "guard"
    elif t.text in ("==", "!="):
        yield t.at, t.end, "!=" if t.text == "==" else "==", "guard"
    elif t.text in ("&&", "||"):
        yield t.at, t.end, "||" if t.text == "&&" else "&&", "guard"
    elif t.text == "?":
        start = run[condition_start(run, i)].at
        for forced in "10":
            yield start, t.end, forced + " ?", "guard"


def calls(run, i):
    t = run[i]
    if i + 1 < len(run) and run[i + 1].text == "(":
        if t.text in ("sqrt", "scree_cube_root"):
            yield t.at, t.end, "", "power"
        elif t.text == "fabs":
            yield t.at, t.end, "", "guard"
        elif t.text in ("fmin", "fmax"):
            yield t.at, t.end, "fmax" if t.text == "fmin" else "fmin", "guard"
        elif t.text == "if" and i == 0:
            close = matching(run, i + 1, 1)
            if close:
                for forced in "10":
                    yield run[i + 1].at, run[close].end, "(%s)" % forced, "guard"


def assigned(run, text):
    """Of a whole statement: what it writes, changed or left out."""
    at, end = run[0].at, run[-1].end
    left = "".join(t.text for t in run[:next((k for k, t in enumerate(run) if t.text in ("=", "+=", "-=", "*=")), 0)])
    value = re.sub(r"^[^=]*=\s*", "", text[at:end])
    m = re.match(r"c->(\w+)$", left)
    if m and value not in ("0.0", "0"):
        field = m.group(1)
        kind = "offer" if field in OFFERED else "energy" if re.match("energy|viscous", field) else "force" if field in FORCES else None
        if kind and run[3].text == "=":
            yield at, end, "c->%s = 1.12 * (%s)" % (field, value), kind
            if kind != "force" and field != "apart":
                yield at, end, "c->%s = 0.0" % field, kind
        elif kind:
            yield at, end, "", kind
    if re.match(r"h\[\d\]$", left) or any(t.text == "*=" for t in run[1:2]):
        yield at, end, "", "memory"


def replaced(run, i, text):
    """The operand that starts at i, read: by one that is near, or squares undone."""
    t = run[i]
    if t.kind != "name" or (i and run[i - 1].text in ("->", ".")) or (i and run[i - 1].kind == "name" and run[i - 1].text != "return"):
        return
    m = re.compile(r"\w+(?:(?:->|\.)\w+(?:\[\d\])?)*").match(text, t.at)
    after = re.compile(r"\s*").match(text, m.end()).end()
    follows = text[after:after + 2]
    if follows[:1] == "(" or (follows[:1] == "=" and follows != "==") or re.match(r"[-+*/]=", follows):
        return
    if m.group() in NEAR:
        yield m.start(), m.end(), NEAR[m.group()], "near"
    square = re.compile(re.escape(m.group()) + r"\s*\*\s*" + re.escape(m.group()) + r"(?![\w(.\[]|->)").match(text, m.start())
    if square:
        yield square.start(), square.end(), m.group(), "power"


def changes(text, at, end):
    for run in statements(tokens_of(text, at, end)):
        if not wanted(run):
            continue
        yield from assigned(run, text)
        for i in range(len(run)):
            for rule in (numbers, operators, calls):
                yield from rule(run, i)
            yield from replaced(run, i, text)


def mixings(text):
    for m in re.finditer(r"\bP\(\w+, \"[^\"]*\",[^\"]*?\b(MEAN|HARMONIC|GEOMETRIC|MIN|MAX),", text):
        yield m.start(1), m.end(1), MIXING[m.group(1)], "mixing"


def described(text, at, end, new):
    """The change as a person reads it: the lines it is in, before and after."""
    first, last = text.rfind("\n", 0, at) + 1, text.find("\n", end)
    clean = lambda s: re.sub(r"\s+", " ", re.sub(r"\s*\\(?=\n|$)", "", re.sub(r"//[^\n]*", "", s))).strip()
    before, after = clean(text[first:last]), clean(text[first:at] + new + text[end:last])
    return "`%s` -> `%s`" % (before, after)


def mutants_of(root, file, names=None):
    """All of one file, in the order of their places; names: of functions."""
    text = Path(root, file).read_text()
    found = [] if names else list(mixings(text))
    for name, at, end in bodies(text, names):
        if not name.endswith("_misfit"):
            found += changes(text, at, end)
    out, seen = [], {}
    for at, end, new, kind in sorted(set(found)):
        change = described(text, at, end, new)
        seen[change] = seen.get(change, 0) + 1
        if seen[change] > 1:
            change += " (%d)" % seen[change]
        out.append(Mutant(file, at, end, new, kind, change))
    return out


def law_files(root):
    return sorted("src/laws/" + p.name for p in Path(root, "src/laws").glob("*.h") if p.name not in NO_LAW)


def all_mutants(root):
    """{file: its mutants} of all laws and of what mixes materials and makes effective radii and masses."""
    files = {file: mutants_of(root, file) for file in law_files(root)}
    files.update({file: mutants_of(root, file, names) for file, names in ELSEWHERE.items()})
    return files


def chosen(mutants, limit):
    """At most `limit`, kind by kind in turn, within a kind by a hash of the change: so the choice does not depend on where
    in the file a line stands, and stays the same when another one is added."""
    order = lambda m: hashlib.sha256((m.file + m.change).encode()).hexdigest()
    queues = [sorted((m for m in mutants if m.kind == kind), key=order) for kind in KINDS]
    picked = []
    while len(picked) < limit and any(queues):
        for queue in queues:
            if queue and len(picked) < limit:
                picked.append(queue.pop(0))
    return sorted(picked, key=lambda m: (m.at, m.end, m.new))


def mutated(root, mutant):
    text = Path(root, mutant.file).read_text()
    return text[:mutant.at] + mutant.new + text[mutant.end:]
