"""Hand checker's result: the engine's score of a case, laid out for a page in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext, ngettext

from engine.errors import EngineError, NotationError
from engine.family import Ruleset, ruleset_of
from engine.reading.decompositions import Reading
from engine.reading.waits import Waits
from engine.records.hand_cases import read_score_case, read_waits_case
from engine.scoring.patterns import Award
from engine.scoring.score import ScoredHand, score
from engine.tiles.hand import Hand
from engine.tiles.tile import FLOWERS, RED_FIVES, Tile, kind_of
from tournaments.core.text.rules import format_pattern_name, format_payment
from tournaments.core.text.sentences import HasSentence, in_words
from tournaments.game.logic.circumstances import PLACES
from tournaments.game.logic.hand_input import HandInput

CitedText = tuple[str, str]


@dataclass(frozen=True)
class AwardLine:
    code: str
    name: str
    value: int
    times: int
    total: int
    clause: str
    tiles: tuple[tuple[Tile, ...], ...]


ReadingLines = tuple[tuple[tuple[Tile, ...], ...], tuple[AwardLine, ...], int]
"""Reading of the hand: its groups, their awards and the total."""


@dataclass(frozen=True)
class HandResult:
    """Result on the page. Exactly one of `problem`, `missing`, `waits` and `scored` leads; the rest explains.

    `position` is that of the problem in the notation; `missing` counts the tiles still to come; `verdict` is the kind
    and text of a chip, `brief` the summary beside the tiles.
    """

    question: HandInput
    hand: Hand | None = None
    problem: str = ""
    position: int | None = None
    missing: int = 0
    lead: str = ""
    verdict: tuple[str, str] | None = None
    scored: ScoredHand | None = None
    waits: Waits | None = None
    value: str = ""
    brief: str = ""
    payments: tuple[str, ...] = ()
    reasons: tuple[CitedText, ...] = ()
    awards: tuple[AwardLine, ...] = ()
    reading: tuple[tuple[Tile, ...], ...] = ()
    not_counted: tuple[CitedText, ...] = ()
    steps: tuple[CitedText, ...] = ()
    others: tuple[ReadingLines, ...] = ()
    others_title: str = ""
    forms: tuple[tuple[str, int], ...] = ()
    case_line: str = ""
    used: dict[Tile, int] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        return not self.question.hand


def evaluate(question: HandInput) -> HandResult:
    """Return the result of an input. Input errors are returned as `problem`, never raised."""
    try:
        hand = Hand.parse(question.hand)
    except NotationError as error:
        position = error.at if isinstance(error.at, int) else None
        return HandResult(question, problem=_format_mistake(error.reason), position=position)
    rules = question.rules
    used = _count_used_tiles(hand)
    missing = 3 * (rules.family.sets - len(hand.melds)) + 1 - len(hand.concealed)
    if missing > 0 and len(hand.melds) <= rules.family.sets:
        lead = ngettext("%(n)s more tile makes a hand.", "%(n)s more tiles make a hand.", missing)
        return HandResult(question, hand, missing=missing, lead=lead % {"n": missing}, used=used)
    case = question.case(hand)
    try:
        if hand.winning is None:
            return _describe_waiting_hand(question, hand, case, used)
        return _describe_scored_hand(question, hand, case, used)
    except EngineError as error:
        return HandResult(question, hand, problem=_format_mistake(error), used=used)


def _format_mistake(mistake: str | HasSentence) -> str:
    """Return the error as a complete sentence; elsewhere it follows the line or file name."""
    words = in_words(mistake)
    return words[:1].upper() + words[1:]


def _describe_waiting_hand(question: HandInput, hand: Hand, case: dict[str, Any], used: dict[Tile, int]) -> HandResult:
    names = question.rules.family.circumstances._fields
    waits_case = read_waits_case({**case, **{name: value for name, value in case["context"].items() if name in names}})
    waits = waits_case.ruleset.waits(waits_case.hand, waits_case.special)
    forms = tuple((format_pattern_name(waits_case.ruleset, form), distance) for form, distance in waits.by_form.items())
    return HandResult(
        question,
        hand,
        waits=waits,
        lead=_describe_distance(waits),
        brief=gettext("Waits") if waits.tiles else "",
        forms=forms,
        case_line=_format_case(case),
        used=used,
    )


def _describe_distance(waits: Waits) -> str:
    if waits.tiles:
        return ""
    if waits.shanten <= 0:
        return gettext("No tile completes this hand.")
    text = ngettext("%(n)s exchange away from ready.", "%(n)s exchanges away from ready.", waits.shanten)
    return text % {"n": waits.shanten}


def _describe_scored_hand(question: HandInput, hand: Hand, case: dict[str, Any], used: dict[Tile, int]) -> HandResult:
    score_case = read_score_case(case)
    rules = score_case.ruleset
    scored = score(score_case.hand, score_case.win, rules)
    waits = rules.waits(score_case.hand._replace(winning=None), score_case.win.special)
    answer = HandResult(
        question,
        hand,
        scored=scored,
        verdict=_choose_verdict(scored),
        waits=waits,
        lead=_describe_distance(waits),
        reasons=tuple((in_words(reason.message), rules.cite(reason.clause)) for reason in scored.reasons),
        case_line=_format_case(case),
        used=used,
    )
    if not scored.complete:
        return replace(answer, brief=gettext("Not complete"))
    explained = scored.explain()
    value = describe_value(scored)
    others = explained.alternatives[1:]
    return replace(
        answer,
        value=value,
        brief=value if scored.win else f"{value} – " + gettext("no legal win"),
        payments=tuple(describe_payments(scored)) if scored.win else (),
        awards=award_lines(rules, scored.awards, scored.reading),
        reading=list_reading_groups(scored.reading),
        not_counted=tuple(
            (
                gettext("%(name)s: %(because)s takes its place")
                % {
                    "name": format_pattern_name(rules, pattern.pattern),
                    "because": format_pattern_name(rules, pattern.because),
                },
                rules.cite(pattern.clause),
            )
            for pattern in explained.not_counted
        ),
        steps=tuple((in_words(sentence, rules=rules), rules.cite(clause)) for sentence, clause in explained.steps),
        others=tuple(
            (list_reading_groups(scored.reading), award_lines(rules, scored.awards, scored.reading), scored.total)
            for scored in others
        ),
        others_title=ngettext("%(n)s other reading", "%(n)s other readings", len(others)) % {"n": len(others)},
    )


def _choose_verdict(scored: ScoredHand) -> tuple[str, str]:
    if scored.win:
        return "ok", gettext("Win")
    if scored.complete:
        return "danger", gettext("Complete, but no legal win")
    return "danger", gettext("Not complete")


def _count_used_tiles(hand: Hand) -> dict[Tile, int]:
    used: dict[Tile, int] = {}
    for tile in (*hand.tiles, *hand.flowers):
        used[tile] = used.get(tile, 0) + 1
    return used


def _format_case(case: dict[str, Any]) -> str:
    plain = {name: value for name, value in case.items() if value not in ("", [], {})}
    return json.dumps(plain, ensure_ascii=False)


def award_lines(rules: Ruleset, awards: Iterable[Award], reading: Reading | None) -> tuple[AwardLine, ...]:
    """Return the awards with names and tiles, most valuable first."""
    lines = [
        AwardLine(
            code=award.pattern,
            name=format_pattern_name(rules, award.pattern),
            value=award.value,
            times=award.times,
            total=award.total,
            clause=rules.cite(award.clause),
            tiles=_list_tiles(award, reading),
        )
        for award in awards
    ]
    return tuple(sorted(lines, key=lambda line: -line.total))


def _list_tiles(award: Award, reading: Reading | None) -> tuple[tuple[Tile, ...], ...]:
    """Return the sets that earned the award; none if the whole hand did."""
    if reading is None:
        return ()
    indices = sorted({index for occurrence in award.sets for index in occurrence if index < len(reading.sets)})
    return tuple(reading.sets[index].tiles for index in indices if index >= 0)


def list_reading_groups(reading: Reading | None) -> tuple[tuple[Tile, ...], ...]:
    if reading is None:
        return ()
    groups = [tuple(map(kind_of, reading.loose)), *(group.tiles for group in reading.sets)]
    if reading.pair is not None:
        groups.append((reading.pair, reading.pair))
    return tuple(group for group in groups if group)


def describe_value(scored: ScoredHand) -> str:
    """Return the value as text: "2 han, 30 fu", "5 tai", "10 points"."""
    rules = ruleset_of(scored.ruleset)
    return in_words(rules.family.value_in_words(scored.value), rules=rules)


def describe_payments(scored: ScoredHand) -> list[str]:
    return [format_payment(payer, amount) for payer, amount in scored.payments.items()]


def list_palette_rows(answer: HandResult) -> list[list[tuple[int, bool]]]:
    """Return rows of (tile, number left) for the ruleset's tiles."""
    tile_set = answer.question.rules.tile_set
    rows = [list(range(9)), list(range(9, 18)), list(range(18, 27)), list(range(27, 34)), [*RED_FIVES], [*FLOWERS]]
    free = answer.question.to not in PLACES
    return [
        [(tile, free or answer.used.get(tile, 0) < tile_set.copies[tile]) for tile in row if tile_set.copies[tile]]
        for row in rows
        if any(tile_set.copies[tile] for tile in row)
    ]
