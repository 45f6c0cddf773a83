#!/usr/bin/env pvpython
# SPDX-License-Identifier: BSD-3-Clause
"""Shows the files of a scree run in ParaView, from 5.9 on.

    paraview --script=CASE.out/view.py       opens the run; or in ParaView: File > Load State, view.py
    pvpython CASE.out/view.py --picture a.png [--movie b.avi] [--state c.pvsm] [more options]

On a machine without a screen: xvfb-run -a -s -noreset pvpython CASE.out/view.py ...
Particles are spheres of their size and convex bodies have their surfaces, coloured by their speed; walls are translucent; with --chains contacts are tubes as thick as
their normal force.
"""
import argparse
import glob
import os
import re
import sys

from paraview.simple import *  # noqa: F403

GREY = [0.75, 0.75, 0.78]
UNIT = {"velocity": "m/s", "omega": "rad/s", "force": "N", "torque": "N m", "radius": "m", "mass": "kg", "normal_force": "N"}


def options():
    p = argparse.ArgumentParser(prog="view.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("folder", nargs="?", help="folder of the run, that of this file if not given")
    p.add_argument("--picture", metavar="FILE.png")
    p.add_argument("--movie", metavar="FILE", help="FILE.avi or FILE.ogv, or FILE.png for a picture of each time")
    p.add_argument("--state", metavar="FILE.pvsm", help="a state file for ParaView")
    p.add_argument("--time", type=float, help="of the picture, s; the last one if not given")
    p.add_argument("--colour", default="velocity", metavar="ARRAY", help="array of the particles that gives the colour")
    p.add_argument("--range", type=float, nargs=2, metavar=("LOW", "HIGH"), help="of the colours")
    p.add_argument("--from", dest="eye", type=float, nargs=3, default=[0.4, -1.0, 0.35], metavar=("X", "Y", "Z"),
                   help="direction from which to look")
    p.add_argument("--size", type=int, nargs=2, default=[1000, 800], metavar=("WIDTH", "HEIGHT"), help="pixels")
    p.add_argument("--rate", type=int, default=20, help="pictures per second of the movie")
    p.add_argument("--chains", action="store_true", help="show contacts (output.vtk.contacts) instead of solid particles")
    in_window = os.path.basename(sys.argv[0] or "") in ("", "paraview") or "__file__" not in globals()
    return p.parse_args([] if in_window else None)


def reader(path):
    r = PVDReader(registrationName=os.path.basename(path)[:-4], FileName=path)
    r.UpdatePipeline()
    return r


def some_times(source):
    """Up to ten times of a reader, the first and the last among them."""
    times = list(source.TimestepValues) or [0.0]
    return [times[round(k * (len(times) - 1) / 9)] for k in range(10)] if len(times) > 10 else times


def colour_by(shown, view, source, kind, array, o):
    """Colours from 0 or the smallest value to the median of the largest values of the times, so that a fast start hides nothing."""
    data = source.PointData if kind == "POINTS" else source.CellData
    low, high = [], []
    for t in some_times(source):
        source.UpdatePipeline(t)
        info = data.GetArray(array)
        if info:
            several = info.GetNumberOfComponents() > 1
            a, b = info.GetRange(-1) if several else info.GetRange()
            low, high = low + [a], high + [b]
    ColorBy(shown, (kind, array, "Magnitude") if several else (kind, array))
    colours = GetColorTransferFunction(array)
    colours.ApplyPreset("Viridis (matplotlib)", True)
    least = min(low)
    colours.RescaleTransferFunction(*(o.range or [0.0 if several else least, sorted(high)[len(high) // 2] or 1.0]))
    bar = GetScalarBar(colours, view)
    bar.Title, bar.ComponentTitle = f"{array} [{UNIT[array]}]" if array in UNIT else array, ""
    bar.TitleColor = bar.LabelColor = [0, 0, 0]
    shown.SetScalarBarVisibility(view, True)


def bounds_of(source):
    """Box of the source at its first and last time; None if it is empty."""
    boxes = []
    for t in {some_times(source)[0], some_times(source)[-1]}:
        source.UpdatePipeline(t)
        b = source.GetDataInformation().GetBounds()
        boxes += [b] if b[0] <= b[1] else []
    return [f(b[k] for b in boxes) for k, f in enumerate([min, max] * 3)] if boxes else None


def diagonal(b):
    return sum((b[k + 1] - b[k]) ** 2 for k in (0, 2, 4)) ** 0.5


def convex_shapes(folder):
    """Numbers of the shapes whose bodies have surfaces."""
    found = sorted(glob.glob(os.path.join(glob.escape(folder), "bodies_*.vtp")))
    if not found or not os.path.exists(os.path.join(folder, "surfaces.pvd")):
        return []
    with open(found[0], "rb") as f:
        head = f.read().split(b"<Piece", 1)[0]
    return sorted({int(k) for k in re.findall(rb'Name="surface_(\d+)(?:_\d+)?"', head)})


def show_surfaces(view, folder, o):
    """The surfaces of convex bodies, with the colours of the particles where they have that array too."""
    surfaces = reader(os.path.join(folder, "surfaces.pvd"))
    shown = Show(surfaces, view)
    shown.SetRepresentationType("Surface")
    shown.Opacity = 0.15 if o.chains else 1.0
    info = surfaces.CellData.GetArray(o.colour)
    if o.chains or not info:
        shown.ColorArrayName = ["CELLS", ""]
        shown.DiffuseColor = GREY
    else:
        ColorBy(shown, ("CELLS", o.colour, "Magnitude") if info.GetNumberOfComponents() > 1 else ("CELLS", o.colour))


def show_particles(view, folder, o):
    path = os.path.join(folder, "particles.pvd")
    if not os.path.exists(path):
        return None
    particles = reader(path)
    convex, spheres, scale = convex_shapes(folder), particles, "radius"
    if convex:  # the spheres around bodies that have surfaces get no size
        show_surfaces(view, folder, o)
        spheres, scale = Calculator(registrationName="spheres", Input=particles), "sphere_radius"
        spheres.AttributeType, spheres.ResultArrayName = "Point Data", scale
        size = "radius"
        for k in convex:
            size = f"if(abs(shape-{k}) < 0.5, 0, {size})"
        spheres.Function = f"if(body < 0.5, radius, {size})"
    shown = Show(spheres, view)
    shown.SetRepresentationType("Point Gaussian")
    shown.ScaleByArray = 1
    shown.SetScaleArray = ["POINTS", scale]
    shown.UseScaleFunction = 0
    shown.GaussianRadius = 1.0
    shown.Opacity = 0.15 if o.chains else 1.0
    if o.chains:
        shown.ColorArrayName = ["POINTS", ""]
        shown.DiffuseColor = GREY
        return particles
    array = particles.PointData.GetArray(o.colour)
    if not array:
        names = ", ".join(particles.PointData.keys())
        sys.exit(f"view.py: the particles have no array '{o.colour}'; they have {names}")
    colour_by(shown, view, particles, "POINTS", o.colour, o)
    return particles


def show_walls(view, folder):
    walls = []
    for path in sorted(glob.glob(os.path.join(glob.escape(folder), "wall_*.pvd"))):
        walls.append(reader(path))
        shown = Show(walls[-1], view)
        shown.SetRepresentationType("Surface")
        shown.ColorArrayName = ["POINTS", ""]
        shown.DiffuseColor = GREY
        shown.Opacity = 0.25
    return walls


def show_chains(view, folder, o):
    path = os.path.join(folder, "contacts.pvd")
    if not os.path.exists(path):
        sys.exit(f"view.py: there is no {path}; it is written with output: {{vtk: {{every: ..., contacts: true}}}}")
    contacts = reader(path)
    across = diagonal(bounds_of(contacts) or [0, 1, 0, 1, 0, 1])
    points = CellDatatoPointData(registrationName="contact forces", Input=contacts)
    tubes = Tube(registrationName="force chains", Input=points)
    tubes.Scalars = ["POINTS", "normal_force"]
    tubes.VaryRadius = "By Scalar"
    tubes.Radius = 2e-4 * across
    tubes.RadiusFactor = 40.0
    shown = Show(tubes, view)
    colour_by(shown, view, contacts, "CELLS", "normal_force", o)
    ColorBy(shown, ("POINTS", "normal_force"))


def look_at(view, sources, walls, eye):
    """Everything fits into the picture, but for walls that are much larger than the rest, such as planes."""
    boxes = [b for b in map(bounds_of, sources) if b]
    size = max(map(diagonal, boxes), default=float("inf"))
    boxes += [b for b in map(bounds_of, walls) if b and diagonal(b) <= 3 * size]
    view.CameraFocalPoint, view.CameraPosition, view.CameraViewUp = [0, 0, 0], eye, [0, 0, 1]
    if boxes:
        view.SMProxy.ResetCamera([f(b[k] for b in boxes) for k, f in enumerate([min, max] * 3)])
    else:
        ResetCamera(view)


def main():
    o = options()
    here = os.path.dirname(os.path.abspath(__file__)) if "__file__" in globals() else os.getcwd()
    folder = os.path.abspath(o.folder or here)
    if not glob.glob(os.path.join(glob.escape(folder), "*.pvd")):
        sys.exit(f"view.py: there are no .pvd files in {folder}; they are written with output: {{vtk: {{every: ...}}}}")
    view = GetActiveViewOrCreate("RenderView")
    view.ViewSize = o.size
    view.UseColorPaletteForBackground = 0
    view.Background = [1, 1, 1]
    view.OrientationAxesLabelColor = [0, 0, 0]
    particles = show_particles(view, folder, o)
    walls = show_walls(view, folder)
    if o.chains:
        show_chains(view, folder, o)
    scene = GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    times = list(GetTimeKeeper().TimestepValues) if GetTimeKeeper().TimestepValues else [0.0]
    scene.AnimationTime = times[-1]
    look_at(view, [particles] if particles else [], walls, o.eye)
    if o.time is not None:
        scene.AnimationTime = min(times, key=lambda t: abs(t - o.time))
    Render(view)
    if o.picture:
        SaveScreenshot(o.picture, view, ImageResolution=o.size)
    if o.movie:
        SaveAnimation(o.movie, view, ImageResolution=o.size, FrameRate=o.rate, FrameWindow=[0, len(times) - 1])
    if o.state:
        SaveState(o.state)


main()
