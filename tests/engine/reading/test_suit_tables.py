"""Tables of the divisions of a suit: those read from files say what those made here say."""

from __future__ import annotations

import pytest

from engine.reading import suit_tables as tables


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tables.StoredDivisions:
    path = tmp_path_factory.mktemp("tables") / "suit_tables.data"
    tables.write(path)
    return tables.StoredDivisions(path.read_bytes())


@pytest.mark.parametrize(("sets", "suit"), [(4, 0), (4, 2), (5, 0)])
def test_stored_tables_say_of_every_hand_what_made_ones_say(
    stored: tables.StoredDivisions, sets: int, suit: int
) -> None:
    made = tables.suit_tables(sets)[suit]
    read = tables.StoredSuitTable(stored, sets, 9 * suit)
    assert {packed: read[packed] for packed in stored.index if packed in read} == made


def test_a_stored_table_knows_what_does_not_divide(stored: tables.StoredDivisions) -> None:
    characters = tables.StoredSuitTable(stored, 4, 0)
    assert [packed in characters for packed in (0o2, 0o111, 0o11)] == [True, True, False]
    with pytest.raises(KeyError):
        characters[0o11]
