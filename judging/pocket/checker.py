"""The hand checker as the page's script draws it without the server: the same question, press and answer, as values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from engine.tiles.hand import Hand
from engine.tiles.melds import Meld
from engine.tiles.tile import Tile, format_tile
from judging.pocket.folder import reader_of, version
from tournaments.checker.answer import AwardLine, HandAnswer, ReadingLines, answer, palette
from tournaments.checker.question import HandQuestion
from tournaments.wording.game.circumstances import circumstances, places
from tournaments.wording.game.reader import Reader
from tournaments.wording.game.rules import worth_heading
from tournaments.wording.game.tiles import groups_of, name_of

Drawn = dict[str, Any]
"""A row of tiles: their codes in ``groups``, and what they are called, ``names``."""


def checked(asked: dict[str, Any]) -> dict[str, Any]:
    """The case after the press of a button, and the answer to it.

    `asked` has the ``language`` and ``sent``, the form's texts by their names, with the button that was pressed. Of the
    form come back ``query`` (the case's address), ``hand``, ``to``, the ``tray`` of tiles to take away, the
    ``palette``, the ``places`` and the ``fields``; ``problem``, ``position``, ``read_from`` and ``other_wins`` stand
    below the hand.
    """
    reader = reader_of(asked["language"])
    question = HandQuestion.read(asked["sent"]).pressed(asked["sent"])
    found = answer(question, reader)
    fields = circumstances(question.rules, reader)
    return {
        "engine": version(),
        "query": question.query(),
        "ruleset": question.ruleset,
        "hand": question.hand,
        "to": question.to,
        "tray": _tray(found.hand, reader) if found.hand is not None else [],
        "palette": [[[format_tile(tile), name_of(tile, reader), free] for tile, free in row] for row in palette(found)],
        "places": places(fields, reader),
        "fields": [{**asdict(one), "value": question.context.get(one.name, "")} for one in fields],
        "problem": found.problem,
        "position": found.position,
        "read_from": question.read_from,
        "other_wins": [[format_tile(tile), name_of(tile, reader), query] for tile, query in question.other_wins],
        "worth": worth_heading(question.rules, reader),
        "answer": _answer(found, reader),
    }


def drawn(value: str | Hand | Meld | Iterable[Tile], reader: Reader) -> Drawn:
    """A row of tiles for a page's script."""
    groups = groups_of(value)
    return {
        "groups": [
            ["back" if at in back else format_tile(one) for at, one in enumerate(shown)] for shown, back in groups
        ],
        "names": "; ".join(", ".join(name_of(one, reader) for one in shown) for shown, _hidden in groups),
    }


def _tray(hand: Hand, reader: Reader) -> list[dict[str, Any]]:
    """A button for each tile or meld, with the place that the form sends."""
    winning = [("w", "win", (hand.winning,))] if hand.winning is not None else []
    shown: list[tuple[str, str, Meld | tuple[Tile, ...]]] = [
        *((f"c{at}", "", (tile,)) for at, tile in enumerate(hand.concealed)),
        *((f"m{at}", "meld", meld) for at, meld in enumerate(hand.melds)),
        *winning,
        *((f"f{at}", "flower", (tile,)) for at, tile in enumerate(hand.flowers)),
    ]
    return [{"place": place, "kind": kind, "tiles": drawn(value, reader)} for place, kind, value in shown]


def _answer(found: HandAnswer, reader: Reader) -> dict[str, Any]:
    waits = found.waits
    return {
        "empty": found.empty,
        "missing": found.missing,
        "lead": found.lead,
        "verdict": found.verdict,
        "brief": found.brief,
        "value": found.value,
        "payments": found.payments,
        "reasons": found.reasons,
        "reading": _groups(found.reading, reader),
        "awards": [_award(one, reader) for one in found.awards],
        "not_counted": found.not_counted,
        "steps": found.steps,
        "others": [_other(one, reader) for one in found.others],
        "others_title": found.others_title,
        "tiles": drawn(waits.tiles, reader) if waits is not None and waits.tiles else None,
        "ready": waits is None or waits.ready,
        "forms": found.forms,
        "case_line": found.case_line,
    }


def _award(line: AwardLine, reader: Reader) -> dict[str, Any]:
    return {**asdict(line), "tiles": _groups(line.tiles, reader)}


def _other(lines: ReadingLines, reader: Reader) -> dict[str, Any]:
    awards = ", ".join(f"{one.name} {one.total}" for one in lines.awards)
    return {"groups": _groups(lines.groups, reader), "awards": awards, "total": lines.total}


def _groups(groups: Iterable[Iterable[Tile]], reader: Reader) -> list[Drawn]:
    return [drawn(group, reader) for group in groups]
