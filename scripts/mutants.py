# SPDX-License-Identifier: BSD-3-Clause
"""Small changes to the physics of a law, or to the engine, one at a time: what scripts/mutate.py compiles and tests.

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
    "place": "a component, an end or an index for another one",
    "omission": "a statement left out",
}
LAW_KINDS = [k for k in KINDS if k not in ("place", "omission")]

# Beside the laws: what mixes materials, makes effective radii and masses, moves particles and clumps, and books energies: headers that are
# compiled with the laws. File: functions, or None for all.
ELSEWHERE = {
    "src/laws/list/registry.c": ["scree_mix_apply", "scree_pairing_of"],
    "src/batch/batch.h": ["rolling_inertia", "effective", "set_motion", "derive", "set_wall_contact", "put_force"],
    "src/particle_loops/particle_loops.h": None,
    "src/particle_loops/body_loops.h": None,
    "src/kernels/late_power.h": None,
    "src/kernels/ledger_sums.h": None,
}
# No physics: what laws are made of, and what they share with the engine.
NO_LAW = {"all.h", "contact.h", "extra.h", "law.h", "law_set.h", "registry.h", "slot.h", "table.h", "user_laws.h"}

# The engine: what moves bodies and walls, finds contacts, stores states and divides them among ranks.
ENGINE = tuple("src/" + room for room in "step particles clumps wall_motion wall_contacts forces kernels bonds heat wear liquid force_fields coarse_graining convex insertion outlets measure checks stability step_limit search skin pairs regions geometry checkpoint domain "
               "partition".split())
# And of other rooms what meshes, shapes, cells and times are made of, by their names.
ALSO = set("bvh.c mesh.c mesh_cells.c mesh_mass.c mesh_split.c polygon.c shape.c cell.c depth.c particle.c size.c time_table.c law_set.c".split())
# Without the files that write messages, and without channels, whose tests have an engine of their own (tests/extra).
NO_ENGINE = {"channels.c", "kernels.c", "kernels_choose.c", "audit.c", "audit_fit.c", "audit_bonds.c", "partition_serial.c"}
# And without the keys of the input.
INPUT = re.compile(r"\w+_keys\.c|check_\w+\.c|temperature_tables\.c")
# Tests by the files that they are about, the most likely first; the first pattern that fits. test_determinism, which has the digests of some scenes, only where no
# bit may change; elsewhere it would see everything and say nothing.
SUBJECTS = [
    (r"law_set\.c", "test_audit test_law_engine test_law_restitution test_lab test_host"),
    (r"time_table\.c", "test_time_tables test_motion_table"),
    (r"/(size|shape)\.c", "test_insert test_bodies test_rigid"),
    (r"(state/(cell|depth)|/particle)\.c", "test_periodic_walls test_alarm test_host test_ledger test_particle_lists"),
    (r"/(bvh|mesh|mesh_(cells|mass|split)|polygon)\.c", "test_mesh test_mesh_file test_wall_shapes test_mesh_touch test_mesh_energy test_surface test_stl"),
    (r"clumps/", "test_bodies test_symmetry test_rigid test_groups test_fixed test_insert bodies clump_groups"),
    (r"bonds/|agglomerate", "test_bond_step test_bond_lost test_bond_walls test_bond_host test_fragments "
     "test_bond_input test_known_energy test_symmetry mpi_sums mpi_checkpoint bonds"),
    (r"wear", "test_wear wear"),
    (r"liquid", "test_liquid_bridges liquid wet_changes"),
    (r"force_fields/", "force_fields"),
    (r"coarse_graining/", "test_coarse_graining"),
    (r"convex/(least|depth|point_depth)", "test_convex_kinds test_convex_round test_convex_least test_mesh_deep test_mesh_convex test_convex test_polyhedra "
     "test_convex_walls test_convex_sheets test_length_unit"),
    (r"convex/", "test_convex_apart test_length_unit test_convex test_convex_kinds test_convex_round test_convex_bodies test_convex_surface test_convex_walls test_convex_reach convex convex_walls"),
    (r"outlets/recycle", "recycle"),
    (r"heat/|temperature", "test_heat test_heat_host test_temperature_classes test_heat_mistakes test_symmetry test_heat_laws mpi_sums heat temperature_classes"),
    (r"between_walls", "test_start_walls"),
    (r"wall_corners", "test_wall_corners test_wall_drive driven_walls"),
    (r"wall_drive", "test_wall_drive test_movable_walls test_time_tables test_symmetry test_fixed mpi_sums driven_walls"),
    (r"wall_loads", "test_motion_table test_walls test_wall_drive mpi_sums test_movable_walls test_symmetry driven_walls"),
    (r"wall_shared", "test_rims test_surface test_start_walls test_walls test_wall_books test_holes"),
    (r"wall_touch", "test_motion_table test_walls test_bond_walls test_surface test_rims test_wall_drive test_ledger test_fixed test_wall_books test_convex_walls"),
    (r"wall_(motion|contacts)/", "test_walls test_wall_drive test_movable_walls test_motion_table test_time_tables test_surface test_symmetry "
     "test_ledger test_fixed test_start_walls test_wall_books test_holes test_convex_sheets fast_walls driven_walls"),
    (r"step/pack", "test_pack"),
    (r"regions/|outlets/", "test_outlets test_insert test_face test_probe test_ledger test_phases refill"),
    (r"step/(setup|events|recompute)", "test_outlets test_insert test_start test_phases test_groups test_ledger test_host test_bodies test_movable_walls test_wall_drive test_heat test_bond_host phases refill"),
    (r"insertion/dense_fill", "test_pack test_insert test_convex_fills"),
    (r"insertion/", "test_insert test_face test_groups test_start refill"),
    (r"particles/(group|outside_forces|damping|gravity|particle_sum)", "test_groups test_damping test_bodies test_host test_hooks test_time_tables "
     "test_symmetry mpi_sums groups"),
    (r"measure/probe", "test_probe test_series"),
    (r"checks/alarm", "test_alarm test_walls test_start bad_numbers"),
    (r"checks/audit_cell", "test_periodic_walls test_movable_walls"),
    (r"checks/balance_alarm", "test_alarm test_ledger test_known_energy"),
    (r"step_limit/", "test_known_limits test_step_limit auto_step auto_step_breaks test_audit_fit test_audit test_bond_step test_start test_surface bad_numbers"),
    (r"checks/|stability/", "test_step_limit test_audit_fit test_audit test_ledger test_start test_surface test_bond_step bad_numbers"),
    (r"forces/contacts\.c", "test_ledger test_known_energy test_wall_drive test_turning test_movable_walls test_symmetry test_alarm test_host test_wall_books test_want_energy test_step_memory mpi_sums"),
    (r"lost_contacts", "test_bond_lost test_known_energy test_ledger mpi_sums test_bond_walls test_fixed test_bond_host liquid"),
    (r"one_contact", "test_lab test_law_engine test_law_restitution test_bond_laws test_audit"),
    (r"contact_rows", "test_vtp test_bond_walls test_bond_lost test_host test_walls"),
    (r"(step|measure|particles|forces|kernels)/", "test_ledger test_turning test_known_energy test_alarm test_hooks test_collisions test_planar test_symmetry test_host test_fixed test_walls test_particle_lists test_bond_lost test_fragments test_wall_books"),
    (r"(search|skin|pairs)/", "test_rebuild test_skin_check test_crowd test_crowd_bodies test_grid test_bvh test_surface test_particle_lists test_walls test_cell test_determinism "
     "test_rims mpi_pairs"),
    (r"geometry/wall_", "test_sphere_walls test_periodic_walls test_rims test_walls test_audit test_audit_fit test_vtp test_skin_check test_movable_walls test_convex_round sphere_walls"),
    (r"mesh_history", "test_mesh_history test_mesh_energy test_walls test_surface test_known_energy"),
    (r"geometry/mesh_convex", "test_mesh_deep test_length_unit test_mesh_convex test_convex_sheets test_convex_walls"),
    (r"geometry/", "test_mesh_touch test_mesh_energy test_holes test_walls test_surface test_known_energy test_wall_books test_length_unit test_mesh_deep test_mesh_convex test_convex_sheets"),
    (r"checkpoint/", "test_checkpoint test_saved test_law_engine test_bond_host test_host_edges mpi_checkpoint mpi_resume resume"),
    (r"(domain|partition)/", "mpi_partition mpi_route mpi_sums mpi_pairs mpi_totals mpi_checkpoint"),
]

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
    "c->dt": "c->begins",
    "c->begins": "c->dt",
    "c->move_x": "c->turn_x",
    "c->turn_x": "c->move_x",
    "pair->e_star": "pair->g_star",
    "pair->g_star": "pair->e_star",
    "pair->young[0]": "pair->young[1]",
    "pair->young[1]": "pair->young[0]",
    "SCREE_PI": "3.0",
    "k1": "k2", "k2": "k1", "f1": "f2", "f2": "f1",
    "r_eff": "(2.0 * r_eff)", "m_eff": "(2.0 * m_eff)",
    "ra": "rb", "rb": "ra", "ma": "mb", "mb": "ma", "la": "lb", "lb": "la",
}
PLACES = {"x": "y", "y": "z", "z": "x", "a": "b", "b": "a", "fx": "fy", "fy": "fz", "fz": "fx", "tx": "ty", "ty": "tz", "tz": "tx", "xy": "xz",
          "xz": "yz", "yz": "xy", "v": "w", "w": "v", "min": "max", "max": "min", "low": "high", "high": "low", "first": "last", "last": "first"}
ENDS = {"a": "b", "b": "a", "low": "high", "high": "low", "i": "k", "k": "i", "first": "last", "last": "first"}
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
    for m in re.finditer(r"^(?:SCREE_LAW|static inline|static|scree_\w+|double|void|bool|size_t|uint\d+_t|int)\b[^;{}=\"#]*?(\w+)\([^;{}\"]*?\)\s*\{", text, re.M):
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
    if t.kind != "number" or not re.search(r"[.eE]", t.text) or t.text.startswith("0x"):
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


def exchanged(run, i):
    """x for y, one end of a pair for the other, an index for the next one: after . or ->, or in square brackets."""
    t, before = run[i], run[i - 1].text if i else ""
    if t.kind == "name" and before in (".", "->") and t.text in PLACES:
        yield t.at, t.end, PLACES[t.text], "place"
    elif t.text in ("0", "1", "2") and before == "[" and i + 1 < len(run) and run[i + 1].text == "]" and (i < 2 or run[i - 2].kind == "name"):
        yield t.at, t.end, "1" if t.text == "0" else "0", "place"
    elif t.kind == "name" and i and before in ("(", ",", "+", "-", "*") and t.text in ENDS and (i + 1 == len(run) or run[i + 1].text in ",)+-*;."):
        yield t.at, t.end, ENDS[t.text], "place"


def omitted(run, text):
    """A sum or a stored member that is not changed, a call that is not made."""
    at, end = run[0].at, run[-1].end
    if run[0].text in ("if", "else", "return", "do", "switch", "case", "default", "break", "continue") or run[0].kind != "name":
        return
    ops = [t.text for t in run if t.text in ("=", "+=", "-=", "*=", "|=", "&=")]
    member = len(run) > 2 and run[1].text in (".", "->", "[")
    called = len(run) > 2 and run[1].text == "(" and matching(run, 1, 1) == len(run) - 1
    if called and not re.match(r"scree_(report|free|array_(free|push|reserve|resize))|__builtin_prefetch|assert|mem(cpy|set)", run[0].text):
        yield at, end, "", "omission"
    elif ops and (ops[0] != "=" or member):
        yield at, end, "", "omission"


def changes(text, at, end, engine=False):
    runs = list(statements(tokens_of(text, at, end)))
    for run, after in zip(runs, runs[1:] + [[]]):
        chooses_words = engine and run[0].text == "if" and any(t.kind == "text" for t in after)
        if not wanted(run) or chooses_words or (engine and re.match(r"(scree_)?(report|say|warn)", run[0].text)):
            continue
        if engine:
            yield from omitted(run, text)
            for i in range(len(run)):
                yield from exchanged(run, i)
        else:
            yield from assigned(run, text)
        for i in range(len(run)):
            for rule in (numbers, operators, calls):
                yield from rule(run, i)
            if not engine:
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
    text, engine = Path(root, file).read_text(), is_engine(file)
    found = [] if names or engine else list(mixings(text))
    for name, at, end in bodies(text, names):
        if not name.endswith(("_problem", "_clear", "_destroy", "_free", "_warn", "_audit")):
            found += changes(text, at, end, engine)
    out, seen = [], {}
    for at, end, new, kind in sorted(set(found)):
        change = described(text, at, end, new)
        seen[change] = seen.get(change, 0) + 1
        if seen[change] > 1:
            change += " (%d)" % seen[change]
        out.append(Mutant(file, at, end, new, kind, change))
    return out


def is_engine(file):
    return (file.startswith(ENGINE) or Path(file).name in ALSO) and file not in ELSEWHERE


def engine_files(root):
    """Sources of the engine but the kernels, which contain the laws and whose headers are in ELSEWHERE."""
    files = (str(p.relative_to(root)) for p in sorted(Path(root, "src").rglob("*.c")) if p.name not in NO_ENGINE and not INPUT.fullmatch(p.name))
    return [file for file in files if is_engine(file)]


def subject_of(file):
    """Names of the tests of a file of the engine: the one of its name, if there is one, and those of its subject."""
    return ["test_" + Path(file).stem] + next(tests for pattern, tests in SUBJECTS if re.search(pattern, file)).split()


def law_files(root):
    return sorted(str(p.relative_to(root)) for p in Path(root, "src/laws").rglob("*.h") if p.name not in NO_LAW)


def engine_mutants(root):
    """{file: its mutants} of the engine."""
    return {file: mutants_of(root, file) for file in engine_files(root)}


def all_mutants(root):
    """{file: its mutants} of all laws and of what mixes materials and makes effective radii and masses."""
    files = {file: mutants_of(root, file) for file in law_files(root)}
    files.update({file: mutants_of(root, file, names) for file, names in ELSEWHERE.items()})
    return files


def key_of(mutant):
    """What lists and results know it by, wherever its file and its line are."""
    return Path(mutant.file).name, mutant.change


def drawn(mutant):
    """The order in which mutants are drawn, by a hash of the change: so the choice does not depend on where in the file a line stands,
    and stays the same when another one is added."""
    return hashlib.sha256("".join(key_of(mutant)).encode()).hexdigest()


def chosen(mutants, limit):
    """At most `limit`, kind by kind in turn."""
    kinds = list(KINDS)
    if mutants and is_engine(mutants[0].file): # of most files only a few are taken: not always of the same kinds
        turn = int(hashlib.sha256(Path(mutants[0].file).name.encode()).hexdigest(), 16) % len(kinds)
        kinds = kinds[turn:] + kinds[:turn]
    queues = [sorted((m for m in mutants if m.kind == kind), key=drawn) for kind in kinds]
    picked = []
    while len(picked) < limit and any(queues):
        for queue in queues:
            if queue and len(picked) < limit:
                picked.append(queue.pop(0))
    return sorted(picked, key=lambda m: (m.at, m.end, m.new))


def mutated(root, mutant):
    text = Path(root, mutant.file).read_text()
    return text[:mutant.at] + mutant.new + text[mutant.end:]
