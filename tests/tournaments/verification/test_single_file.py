"""The one-file verifier holds sources and tables, and nothing left over in their folders."""

import io
import zipfile

from engine.reading import suit_tables
from tournaments.verification import single_file


def test_files_left_over_by_an_earlier_version_stay_behind(tmp_path, monkeypatch):
    for name in ("tournaments/__init__.py", "engine/__init__.py", "engine/rules/mcr/clauses.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    leftover = tmp_path / "engine" / "_compiled"
    leftover.mkdir()
    (leftover / "modules.json").write_text("{}")
    (leftover / "engine.tiles.tile.cpython-311-x86_64-linux-gnu.so").touch()
    monkeypatch.setattr(single_file, "ROOT", tmp_path)
    monkeypatch.setattr(suit_tables, "FILE", tmp_path / "engine" / "reading" / "suit_tables.data")
    with zipfile.ZipFile(io.BytesIO(single_file.packed_sources(()))) as archive:
        assert archive.namelist() == [
            "engine/__init__.py",
            "engine/rules/mcr/clauses.toml",
            "tournaments/__init__.py",
            "engine/reading/suit_tables.data",
        ]
