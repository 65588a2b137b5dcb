"""The hand checker's answer: the engine's score of a case, laid out for the page."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from engine.errors import EngineError, NotationError
from engine.family import Ruleset, ruleset_of
from engine.reading.decompositions import Reading
from engine.reading.waits import Waits
from engine.records.hand_cases import read_score_case, read_waits_case
from engine.scoring.patterns import Award
from engine.scoring.score import ScoredHand, score
from engine.tiles.hand import Hand
from engine.tiles.tile import Tile, kind_of
from tournaments.forms.hand import HandQuestion
from tournaments.wording.rules import pattern_name, payment
from tournaments.wording.sentences import in_words

CitedText = tuple[str, str]
"""A sentence and its clause."""


@dataclass(frozen=True)
class AwardLine:
    """An award with the tiles that earned it."""

    code: str
    name: str
    value: int
    times: int
    total: int
    clause: str
    tiles: tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True)
class ReadingLines:
    """A way to read the hand and what it would count."""

    groups: tuple[tuple[Tile, ...], ...]
    awards: tuple[AwardLine, ...]
    total: int


@dataclass(frozen=True)
class HandAnswer:
    """What the page shows. Exactly one of `problem`, `missing`, `waits` and `scored` leads; the rest explains.

    `problem` is a mistake with its `position` in the notation; `missing` counts the tiles still to come.
    """

    question: HandQuestion
    hand: Hand | None = None
    problem: str = ""
    position: int | None = None
    missing: int = 0
    scored: ScoredHand | None = None
    waits: Waits | None = None
    value: str = ""
    payments: tuple[str, ...] = ()
    reasons: tuple[CitedText, ...] = ()
    awards: tuple[AwardLine, ...] = ()
    reading: tuple[tuple[Tile, ...], ...] = ()
    not_counted: tuple[tuple[str, str, str], ...] = ()
    steps: tuple[CitedText, ...] = ()
    others: tuple[ReadingLines, ...] = ()
    forms: tuple[tuple[str, int], ...] = ()
    case_line: str = ""
    used: dict[Tile, int] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """True while nothing has been asked."""
        return not self.question.hand


def answer(question: HandQuestion) -> HandAnswer:
    """The answer to a question. Mistakes of the person come back as `problem`, never as an exception."""
    try:
        hand = Hand.parse(question.hand)
    except NotationError as error:
        at = error.at if isinstance(error.at, int) else None
        return HandAnswer(question, problem=in_words(error.reason), position=at)
    rules = question.rules
    used = _used(hand)
    missing = 3 * (rules.family.sets - len(hand.melds)) + 1 - len(hand.concealed)
    if missing > 0 and len(hand.melds) <= rules.family.sets:
        return HandAnswer(question, hand, missing=missing, used=used)
    case = question.case(hand)
    try:
        if hand.winning is None:
            return _waiting(question, hand, case, used)
        return _scored(question, hand, case, used)
    except EngineError as error:
        return HandAnswer(question, hand, problem=in_words(error), used=used)


def _waiting(question: HandQuestion, hand: Hand, case: dict[str, Any], used: dict[Tile, int]) -> HandAnswer:
    own = question.rules.family.circumstances._fields
    asked = read_waits_case({**case, **{name: value for name, value in case["context"].items() if name in own}})
    waits = asked.ruleset.waits(asked.hand, asked.special)
    forms = tuple((pattern_name(asked.ruleset, form), distance) for form, distance in waits.by_form.items())
    return HandAnswer(question, hand, waits=waits, forms=forms, case_line=_case_line(case), used=used)


def _scored(question: HandQuestion, hand: Hand, case: dict[str, Any], used: dict[Tile, int]) -> HandAnswer:
    asked = read_score_case(case)
    rules = asked.ruleset
    scored = score(asked.hand, asked.win, rules)
    waits = rules.waits(asked.hand._replace(winning=None), asked.win.special)
    reasons = tuple((in_words(reason.message), rules.cite(reason.clause)) for reason in scored.reasons)
    if not scored.complete:
        return HandAnswer(
            question, hand, scored=scored, waits=waits, reasons=reasons, case_line=_case_line(case), used=used
        )
    explained = scored.explain()
    return HandAnswer(
        question,
        hand,
        scored=scored,
        waits=waits,
        value=value_words(scored),
        payments=tuple(payment_words(scored)),
        reasons=reasons,
        awards=award_lines(rules, scored.awards, scored.reading),
        reading=reading_groups(scored.reading),
        not_counted=tuple(
            (pattern_name(rules, one.pattern), pattern_name(rules, one.because), rules.cite(one.clause))
            for one in explained.not_counted
        ),
        steps=tuple((in_words(sentence, rules=rules), rules.cite(clause)) for sentence, clause in explained.steps),
        others=tuple(
            ReadingLines(reading_groups(one.reading), award_lines(rules, one.awards, one.reading), one.total)
            for one in explained.alternatives[1:]
        ),
        case_line=_case_line(case),
        used=used,
    )


def _used(hand: Hand) -> dict[Tile, int]:
    used: dict[Tile, int] = {}
    for tile in (*hand.tiles, *hand.flowers):
        used[tile] = used.get(tile, 0) + 1
    return used


def _case_line(case: dict[str, Any]) -> str:
    plain = {name: value for name, value in case.items() if value not in ("", [], {})}
    return json.dumps(plain, ensure_ascii=False)


def award_lines(rules: Ruleset, awards: Iterable[Award], reading: Reading | None) -> tuple[AwardLine, ...]:
    """The awards with names and tiles, the most valuable first."""
    lines = [
        AwardLine(
            code=award.pattern,
            name=pattern_name(rules, award.pattern),
            value=award.value,
            times=award.times,
            total=award.total,
            clause=rules.cite(award.clause),
            tiles=_tiles_of(award, reading),
        )
        for award in awards
    ]
    return tuple(sorted(lines, key=lambda line: -line.total))


def _tiles_of(award: Award, reading: Reading | None) -> tuple[tuple[Tile, ...], ...]:
    """The sets that earned the award; none where the whole hand did."""
    if reading is None:
        return ()
    indices = sorted({index for occurrence in award.sets for index in occurrence if index < len(reading.sets)})
    return tuple(reading.sets[index].tiles for index in indices if index >= 0)


def reading_groups(reading: Reading | None) -> tuple[tuple[Tile, ...], ...]:
    """The reading as groups of tiles: loose tiles, sets, pair."""
    if reading is None:
        return ()
    groups = [tuple(map(kind_of, reading.loose)), *(one.tiles for one in reading.sets)]
    if reading.pair is not None:
        groups.append((reading.pair, reading.pair))
    return tuple(group for group in groups if group)


def value_words(scored: ScoredHand) -> str:
    """The value in one phrase: "2 han, 30 fu", "5 tai", "10 points"."""
    rules = ruleset_of(scored.ruleset)
    return in_words(rules.family.value_in_words(scored.value), rules=rules)


def payment_words(scored: ScoredHand) -> list[str]:
    """Who pays what, a sentence each."""
    return [payment(payer, amount) for payer, amount in scored.payments.items()]
