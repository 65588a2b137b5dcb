"""Tables of the divisions of a suit: those read from files say what those made here say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.reading import suit_tables as tables


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[tables.SuitTable, ...]]:
    tables.write(tmp_path)
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    yield tables.suit_tables.__wrapped__(4)


def test_stored_tables_say_of_every_hand_what_made_ones_say(stored: tuple[tables.SuitTable, ...]) -> None:
    made = tables.suit_tables(4)
    assert [{packed: each[packed] for packed in known} for each, known in zip(stored, made, strict=True)] == list(made)


def test_a_stored_table_knows_what_does_not_divide(stored: tuple[tables.SuitTable, ...]) -> None:
    characters = stored[0]
    assert [packed in characters for packed in (0o2, 0o111, 0o11)] == [True, True, False]
    with pytest.raises(KeyError):
        characters[0o11]
