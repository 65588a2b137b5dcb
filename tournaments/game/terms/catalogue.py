"""English texts of the game that are data: `manage.py makemessages` takes them into the catalogues from here."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from engine.family import families
from engine.tiles.tile import LANGUAGES, UNKNOWN, tile_name


def rule_texts() -> Iterator[str]:
    """What the families' files say in English only: presets, options with their units, faults and clauses."""
    for family in families().values():
        for preset in family.presets.values():
            yield preset["title"]
            if "event" in preset:
                yield preset["event"]["label"]
        for option in dataclasses.fields(family.parameters):
            yield option.metadata["label"]
            if option.metadata["unit"]:
                yield option.metadata["unit"]
        yield from (row["title"] for row in family.infractions)
        yield from (row["customary"] for row in family.infractions if "customary" in row)
        yield from (clause.text for clause in family.clauses.values())


def names_lacking_in(tongue: str) -> Iterator[str]:
    """The English names that pages translate for a language: of patterns and terms that lack it, and of tiles."""
    for family in families().values():
        yield from (names["en"] for names in family.names.values() if "en" in names and tongue not in names)
    if tongue not in LANGUAGES:
        yield from map(tile_name, range(UNKNOWN + 1))
