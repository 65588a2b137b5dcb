"""Tables of the divisions of a suit: those read from the file say what those made by adding sets say."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.reading import suit_tables as tables


def test_the_file_is_what_would_be_written_today(tmp_path: Path) -> None:
    tables.write(tmp_path / "tables")
    assert (tmp_path / "tables").read_bytes() == tables.FILE.read_bytes()


@pytest.mark.parametrize("sets", [4, 5])
def test_stored_tables_say_of_every_hand_what_made_ones_say(sets: int) -> None:
    stored = tables.StoredDivisions(tables.FILE.read_bytes())
    read = tables.StoredSuitTable(stored, sets)
    assert {packed: read[packed] for packed in stored.index if packed in read} == tables.SuitTable(0, sets)


def test_a_stored_table_knows_what_does_not_divide() -> None:
    characters = tables.suit_tables(4)[0]
    assert [packed in characters for packed in (0o2, 0o111, 0o11)] == [True, True, False]
    with pytest.raises(KeyError):
        characters[0o11]
