"""Tables of the divisions of a suit: those read from the file say what those made by adding sets say."""

from __future__ import annotations

from pathlib import Path

from engine.reading import suit_tables as tables


def test_the_file_is_what_would_be_written_today(tmp_path: Path) -> None:
    tables.write(tmp_path / "tables")
    assert (tmp_path / "tables").read_bytes() == tables.FILE.read_bytes()


def test_stored_tables_say_of_every_hand_what_made_ones_say() -> None:
    stored = tables.suit_tables().dots
    moved = tables.generate_divisions(9, 5)
    assert {packed: stored[packed] for packed in moved} == {packed: tuple(found) for packed, found in moved.items()}


def test_honours_divide_as_pieces_added_to_nothing_do() -> None:
    honours = tables.suit_tables().honours
    made = tables.generate_divisions(27, 5)
    # Each hand with one tile more than divides, and with one East more, which seldom does.
    asked = [*made, *(packed + 1 for packed in made if packed & 7 < 4)]
    assert [honours[packed] for packed in asked if packed.bit_count() < 12] == [
        tuple(made.get(packed, ())) for packed in asked if packed.bit_count() < 12
    ]


def test_a_stored_table_knows_what_does_not_divide() -> None:
    characters = tables.suit_tables().characters
    assert [characters.divides(packed) for packed in (0o2, 0o111, 0o11)] == [True, True, False]
    assert characters[0o11] == ()
