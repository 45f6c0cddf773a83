# SPDX-License-Identifier: BSD-3-Clause
"""A small run for the tests of scree view, and the program that shows it."""
import os
import re
import signal
import subprocess

SCREE = os.environ["SCREE"]
# Spheres of two materials in a box: the first has a known place; the others fall.
CASE = """
title: Falling <b>spheres</b> & "more"
time: {end: 0.02 s, dt: 20 us}
gravity: [0, 0, -9.81]
domain: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}
materials:
  glass: {density: 2500 kg/m3, young: 5 MPa, poisson: 0.2}
  steel: {density: 7800 kg/m3, young: 5 MPa, poisson: 0.3}
contacts:
  - {between: [any, any], normal: hertz, tangential: mindlin, restitution: 0.5, friction: 0.3}
insertion:
  - {name: big, fill: random, region: {box: {min: [0.04, 0.04, 0.04], max: [0.06, 0.06, 0.06]}}, diameter: 18 mm, count: 1, material: steel}
  - {name: small, fill: random, region: {box: {min: [0.005, 0.005, 0.0005], max: [0.095, 0.095, 0.012]}}, diameter: 4 mm, count: 300, material: glass}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: steel}
output:
  series: {every: 1 ms}
  vtk: {every: 5 ms, contacts: true}
"""


def make_run(folder, *options):
    with open("case.yaml", "w", encoding="utf-8") as file:
        file.write(CASE)
    subprocess.run([SCREE, "run", "case.yaml", "--out", folder, "--threads", "1", "--quiet", *options], check=True,
                   stdout=subprocess.DEVNULL)


class View:
    """scree view (or another command that prints an address), until the end of a with statement."""

    def __init__(self, *words):
        self.process = subprocess.Popen([SCREE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.said = ""
        while True:
            line = self.process.stderr.readline()
            self.said += line
            found = re.search(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})\n", line)
            if found or not line:
                break
        assert found, "no address: " + self.said
        self.address, self.port, self.token = found.group(0).strip(), int(found.group(1)), found.group(2)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            self.status = self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        self.process.stdout.close()
        self.process.stderr.close()
