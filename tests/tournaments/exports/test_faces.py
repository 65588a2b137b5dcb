"""Faces for papers are unpacked once for a folder of data; without them the packed ones serve."""

import pytest

from tournaments.exports import faces


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_papers_take_the_faces_that_are_unpacked(folder):
    assert faces.rules().count(".woff2") == faces.rules().count("file://") == 3
    assert (faces.unpack(), faces.unpack()) == (3, 0)
    assert faces.rules().count(f'url("file://{folder}/faces/source-s') == 3
    assert {path.read_bytes()[:4] for path in (folder / "faces").iterdir()} <= {b"OTTO", b"\0\1\0\0"}


def test_a_folder_that_takes_no_files_is_no_hindrance(folder):
    (folder / "faces").write_text("in the way", encoding="utf-8")
    assert faces.unpack() == 0
    assert faces.rules().count(".woff2") == 3
