# SPDX-License-Identifier: BSD-3-Clause
"""The JSON Schema of the input: it accepts every case of the examples, and finds mistakes where they are."""
import json
import re
import subprocess
from pathlib import Path

import pytest

from scree._jobs import find_program

jsonschema = pytest.importorskip("jsonschema")
yaml = pytest.importorskip("yaml")

SOURCE = Path(__file__).parents[2]
CASES = [p for folder in ("examples", "bench") for p in sorted((SOURCE / folder).rglob("*.yaml")) if not p.name.endswith("_targets.yaml")]


class Loader(yaml.SafeLoader):
    """YAML 1.2, as scree and language servers read it: yes and 12:30 are texts."""


Loader.yaml_implicit_resolvers = {}
for _tag, _form, _first in (("bool", r"true|false", "tf"), ("int", r"[-+]?[0-9]+", "-+0123456789"), ("null", r"~|null|", ["~", "n", ""]),
                            ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789")):
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_form})$"), list(_first))


@pytest.fixture(scope="module")
def validator():
    schema = json.loads(subprocess.run([find_program(), "schema", "--json"], capture_output=True, text=True, check=True).stdout)
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def mistakes(validator, text):
    return [".".join(map(str, error.absolute_path)) for error in validator.iter_errors(yaml.load(text, Loader))]


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.name)
def test_every_example_fits(validator, path):
    assert mistakes(validator, path.read_text()) == []


def whole(text):
    """A text that does not begin with `time` is the rest of a case."""
    return text if text.startswith("time:") else "time: {end: 1 s}\nmaterials: {g: {density: 2500, young: 5 MPa, poisson: 0.2}}\n" + text


@pytest.mark.parametrize("text, where", [
    ("gravty: [0, 0, 1]\n", ""),
    ("gravity: 9.81\n", "gravity"),
    ("search: {skin: -1}\n", "search"),
    ("walls: {f: {material: g}}\n", "walls"),  # its shape is missing
    ("walls: {f: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, sphere: {point: [0, 0, 0], radius: 1}, material: g}}\n", "walls"),
    ("contacts: [{between: any, normal: {law: hertz, restitutoin: 1}}]\n", "contacts.0.normal"),
    ("contacts: [{normal: hertz}]\n", "contacts.0"),
    ("output: {plot: 3}\n", "output"),
    ("damping: 3\n", "damping"),
    ("seed: 1.5\n", "seed"),
    ("time: {end: 1 s}\nmaterials: {g: {density: 2500, poisson: 0.2}}\n", "materials"),  # without young, or a table of it
    ("gravity: [0, -9.81]\n", "gravity"),
    ("particles: {file: a.csv, diameter: 1 mm, materil: g}\n", "particles"),
])
def test_mistakes_are_found(validator, text, where):
    assert where in mistakes(validator, whole(text))


@pytest.mark.parametrize("text", [
    "variables: {r: 2 mm, g: [0, 0, -9.81]}\ngravity: ${g}\n",
    "gravity: [0, 0, -g]\n",
    "walls:\n",  # all of them commented out
    "walls: {f: {mesh: drum.stl, material: g}}\n",  # a section by its short key
    "output: {plot: [lid fz, [a fx, a fy], {x: lid slide, y: lid fz}]}\n",
    "contacts: [{between: any, normal: none, tangential: {law: mindlin, friction: 0.3}}]\n",
    "contacts:\n",
    "contacts: {between: any, friction: 0.3}\n",
    "contacts: [{between: any, cohesion: {law: sjkr2, cohesionEnergyDensity: 1e5}}]\n",  # as the program of the law calls it
    "contacts: [{between: any, normal: {law: law_of_a_library, its_parameter: 1}}]\n",
    "variables: {how: error}\ndomain: {min: [0, 0, 0], max: [1, 1, 1], lost: '${how}'}\n",
    "time: {end: 1 s}\nmaterials: {g: {density: 2500, temperature_tables: {young: [[300 K, 5 MPa], [400 K, 1 MPa]], poisson: [[300 K, 0.2], [400 K, 0.2]], "
    "friction: [[300 K, 0.5], [400 K, 20 %]]}}}\n",
    "walls: {s: {sphere: {center: [0, 0, 1], radius: 1 cm}, material: g}}\n",  # another spelling of point
    "phases: {fill: {until: 0.1 s}, rest: {until: {below: 1 uJ, value: kinetic}, set: {gravity: [0, 0, 0]}}}\n",
])
def test_what_scree_accepts_fits(validator, text):
    assert mistakes(validator, whole(text)) == []
