"""Tables of the divisions of a suit: those read from files say what those made here say."""

from __future__ import annotations

import pytest

from engine.reading import suit_tables as tables


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tables.StoredDivisions:
    path = tmp_path_factory.mktemp("tables") / "suit_tables.data"
    tables.write(path)
    return tables.StoredDivisions(path.read_bytes())


@pytest.mark.parametrize("sets", [4, 5])
def test_stored_tables_say_of_every_hand_what_made_ones_say(stored: tables.StoredDivisions, sets: int) -> None:
    read = tables.StoredSuitTable(stored, sets)
    assert {packed: read[packed] for packed in stored.index if packed in read} == tables.suit_tables(sets)[0]


def test_a_stored_table_knows_what_does_not_divide(stored: tables.StoredDivisions) -> None:
    characters = tables.StoredSuitTable(stored, 4)
    assert [packed in characters for packed in (0o2, 0o111, 0o11)] == [True, True, False]
    with pytest.raises(KeyError):
        characters[0o11]
