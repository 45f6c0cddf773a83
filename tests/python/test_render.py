# SPDX-License-Identifier: BSD-3-Clause
"""scree.render: the bytes of a picture are those that the command writes; what is refused."""
import os
import shutil
import subprocess

import pytest
import scree
from bed import BED

SCREE = os.environ["SCREE"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    where = tmp_path_factory.mktemp("render")
    (where / "bed.yaml").write_text(BED + "output: {vtk: {every: 0.5 ms}}\n" if "output:" not in BED else BED)
    scree.run(where / "bed.yaml", out=where / "bed.out", until=1e-3)
    try:
        scree.render(where / "bed.out", size=(32, 32))
    except scree.InputError as error:
        if "libpng-dev" in str(error):
            pytest.skip("built without libpng")
        raise
    return where


def test_bytes_are_those_of_the_command(folder):
    picture = scree.render(folder / "bed.out", size=(120, 90), camera=(1, -2, 0.5), colour="velocity.z", range=(None, 0.1), cut=["x>1 cm", "z<1 mm"], threads=2)
    assert isinstance(picture, scree.Picture) and picture[:8] == b"\x89PNG\r\n\x1a\n" and picture._repr_png_() == picture
    subprocess.run([SCREE, "render", folder / "bed.out", "--size", "120x90", "--camera", "1,-2,0.5", "--colour", "velocity.z", "--range", ":0.1", "--cut",
                    "x>1 cm,z<1 mm", "--out", folder / "c.png", "--quiet"], check=True)
    assert (folder / "c.png").read_bytes() == picture
    assert scree.render(folder / "bed.out", folder / "f.png", size=(120, 90), frame=0) is None
    assert (folder / "f.png").read_bytes() == scree.render(folder / "bed.out", size=(120, 90), time=0.0) != picture


def test_all_frames_and_movies(folder):
    scree.render(folder / "bed.out", folder / "all", all=True, size=(64, 48), bare=True)
    assert len(list(folder.glob("all_*.png"))) == len(scree.open(folder / "bed.out").frames)
    if shutil.which("ffmpeg"):
        scree.render(folder / "bed.out", movie=folder / "m.mp4", size=(64, 48))
        assert (folder / "m.mp4").stat().st_size > 0
    else:
        with pytest.raises(scree.InputError, match="Debian package ffmpeg"):
            scree.render(folder / "bed.out", movie=folder / "m.mp4", size=(64, 48))


@pytest.mark.parametrize(("options", "words"), [
    ({"colour": "speeed"}, "no field 'speeed'"),
    ({"quality": "best"}, "draft, usual, fine"),
    ({"size": 3}, "pixels across and down"),
    ({"size": (4, 4)}, "at least 16x16"),
    ({"camera": (1, 2)}, "three numbers"),
    ({"camera": "there"}, "--camera 'there'"),
    ({"range": (2, 1)}, "below the second"),
    ({"range": "ab3"}, "two numbers"),
    ({"frame": 99}, "there is no frame 99"),
    ({"frame": 1.5}, "whole number"),
    ({"zoom": 0}, "above 0"),
    ({"hide": [3]}, "list of texts"),
])
def test_mistakes(folder, options, words):
    with pytest.raises(scree.InputError, match=words):
        scree.render(folder / "bed.out", **options)


def test_never_over_what_is_there(folder):
    (folder / "x.png").write_bytes(b"mine")
    with pytest.raises(scree.InputError, match="there is such a file already"):
        scree.render(folder / "bed.out", folder / "x.png", size=(32, 32))
    assert (folder / "x.png").read_bytes() == b"mine"
    scree.render(folder / "bed.out", folder / "x.png", size=(32, 32), overwrite=True)
    assert (folder / "x.png").read_bytes()[:4] == b"\x89PNG"
    with pytest.raises(scree.InputError, match="no such file or folder"):
        scree.render(folder / "nothing")
