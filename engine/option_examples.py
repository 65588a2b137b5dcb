"""Examples of options: cases of which the engine says something else under another value (``<family>/options.toml``).

A row of the file has the ``subject`` of an option, and ``needs``: options with the values under which it applies. Its
example is a case of the batch commands (``score``, ``waits``, ``pay``, ``replay``), a ``match`` (final points of a
table) or ``walls`` (throws of the dice), the ``ruleset`` and ``parameters`` under which it is asked, and two
``values``; or the ``pattern`` whose own example shows it. Examples by claims stand in ``judging/law/<family>``. A
``fact`` is for people: the program does nothing else with it, and no house rule changes it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.errors import EngineError
from engine.family import RuleFamily, Ruleset, family_named, ruleset
from engine.match.progress import MORE
from engine.match.scoring import score_table
from engine.pattern_examples import example_win
from engine.play.procedure import procedure_of
from engine.play.table import Phase, Replay, replay
from engine.play.visibility import visible_to
from engine.records.cases import locks_of, read_events, read_start
from engine.records.declared_cases import answer_pay
from engine.records.event_log import format_event
from engine.records.hand_cases import read_score_case, read_waits_case
from engine.scoring.score import ScoredHand, score
from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _
from engine.tiles.hand import Hand
from engine.tiles.seats import Wind
from engine.tiles.tile import UNKNOWN, format_tiles

SUBJECTS: Final = ("scoring", "play", "penalties", "match")

WINDS_OF_ROUNDS: Final = tuple(Wind)

NOTHING: Final = "nothing"
NULL: Final = "null"
"""Written for None, which TOML cannot write: as the value of an option, and in a case."""


class OptionExample(NamedTuple):
    """Case and two values of the option under which it has different answers."""

    kind: str
    ruleset: str
    values: tuple[Any, Any]
    case: Mapping[str, Any]
    parameters: Mapping[str, Any] = {}

    def rules(self, name: str, value: object) -> Ruleset:
        return ruleset(self.ruleset, {**self.parameters, name: None if value == NOTHING else value})


@dataclass(frozen=True)
class OptionRow:
    subject: str
    needs: Mapping[str, tuple[Any, ...]]
    fact: bool
    setting: bool
    """True if the event sets it itself, so that no house rule changes it."""
    example: OptionExample | None


KINDS: Final = ("score", "waits", "pay", "replay", "match", "walls", "claim")


@cache
def option_rows(family: str) -> dict[str, OptionRow]:
    """Option -> its row, in the order of the file; empty for a family without the file."""
    rule_family = family_named(family)
    path = rule_family.folder / "options.toml" if rule_family is not None else Path()
    if rule_family is None or not path.exists():
        return {}
    rows = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: _read_row(rule_family, name, row) for name, row in rows.items()}


def _read_row(family: RuleFamily, name: str, row: Mapping[str, Any]) -> OptionRow:
    needs = {needed: tuple(values) for needed, values in row.get("needs", {}).items()}
    return OptionRow(
        row.get("subject", ""),
        needs,
        row.get("fact", False),
        row.get("setting", False),
        read_example(family, name, row),
    )


def read_example(family: RuleFamily, name: str, row: Mapping[str, Any]) -> OptionExample | None:
    name_of_rules, parameters = row.get("ruleset", family.default_ruleset), row.get("parameters", {})
    if "pattern" in row:
        return _make_pattern_example(name, row["pattern"], name_of_rules, parameters)
    kind = next((kind for kind in KINDS if kind in row), None)
    if kind is None:
        return None
    first, second = row["values"]
    return OptionExample(kind, name_of_rules, (first, second), _replace_null(row[kind]), parameters)


def _replace_null(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _replace_null(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_replace_null(inner) for inner in value]
    return None if value == NULL else value


def _make_pattern_example(name: str, code: str, rules: str, parameters: Mapping[str, Any]) -> OptionExample:
    edition = ruleset(rules, parameters)
    line = next(row.example for row in edition.patterns if row.id == code)
    win = example_win(rules, code, line)
    value = edition.option(name)
    worth = value if isinstance(value, int) else 0
    case = {"hand": line, "by": win.by.value, "seat_wind": win.seat.letter, "context": dict(win.flags)}
    return OptionExample("score", rules, (worth, worth + 1), case, parameters)


def describe(example: OptionExample, name: str, value: object) -> tuple[Sentence, ...]:
    rules = example.rules(name, value)
    changed = {**example.parameters, name: None if value == NOTHING else value}
    case = {**example.case, "ruleset": example.ruleset, "parameters": changed}
    try:
        return tuple(_ANSWERS[example.kind](rules, case))
    except EngineError as error:
        return (_("Not possible: %(reason)s.", reason=error.message),)


SEATS_FROM_1: Final = "1234"
MAX_LINES: Final = 16
"""Lines of a record shown; of a longer one the last."""


def format_example(example: OptionExample) -> list[str]:
    """Return the lines of an example in the notation of our logs, seats counted from 1; of a hand or claim none."""
    case = example.case
    if example.kind == "match":
        return [" ".join(map(str, case["points"])) + (f" + {case['sticks']}" if case.get("sticks") else "")]
    if example.kind == "walls":
        return ["+".join(map(str, throw)) for throw in case["throws"]]
    if example.kind == "pay":
        return [_format_hand(hand["events"]) for hand in case["hands"]]
    if example.kind != "replay":
        return []
    position = case.get("position", {})
    seats = [
        seat_row.get("hand") if isinstance(seat_row, dict) else seat_row
        for seat_row in position.get("seats", case.get("deal", ()))
    ]
    held = [f"{seat}: {hand}" for seat, hand in enumerate(seats, 1) if hand and hand.strip("?")]
    lines = [*held, *(format_event(event, SEATS_FROM_1) for event in read_events(case))]
    return lines if len(lines) <= MAX_LINES else ["…", *lines[-MAX_LINES:]]


def _format_hand(events: Sequence[Any]) -> str:
    words = []
    for kind, seat, *details in events:
        if kind == "kong":
            kong_kind, *fed = details
            remarks = [kong_kind, *(f"from {SEATS_FROM_1[source]}" for source in fed if source is not None)]
        else:
            source, worth = details
            remarks = [source if isinstance(source, str) else f"from {SEATS_FROM_1[source]}"]
            remarks += [f"{name} {SEATS_FROM_1[n] if name == 'liable' else n}" for name, n in worth.items()]
        words.append(" ".join([SEATS_FROM_1[seat], kind, *remarks]))
    return "; ".join(words) or "–"


def compare_answers(example: OptionExample, name: str) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
    """Return the sentences of each value that the other one lacks."""
    first, second = (describe(example, name, value) for value in example.values)
    return tuple(line for line in first if line not in second), tuple(line for line in second if line not in first)


def _describe_score(rules: Ruleset, case: Mapping[str, Any]) -> Iterator[Sentence]:
    hand, win, _rules = read_score_case(case)
    scored = score(hand, win, rules)
    if not scored.complete:
        yield _("The hand is not complete.")
        return
    for reason in scored.reasons if not scored.win else ():
        yield _("The win does not count: %(reason)s.", reason=reason.message)
    yield _("The hand is worth %(value)s.", value=rules.family.value_in_words(scored.value))
    for award in scored.awards:
        yield _("%(pattern)s counts %(value)s.", pattern=award.pattern, value=award.total)
    yield from _describe_payments(scored)


PAYERS: Final = {
    "discarder": gettext_noop("The discarder pays %(n)s"),
    "each": gettext_noop("Every other player pays %(n)s"),
    "dealer": gettext_noop("The dealer pays %(n)s"),
    "others": gettext_noop("The others pay %(n)s each"),
    "feeder": gettext_noop("The player who fed the tile pays %(n)s"),
}


def _describe_payments(scored: ScoredHand) -> Iterator[Sentence]:
    for payer, amount in scored.payments.items() if scored.win else ():
        yield Sentence(PAYERS[payer], {"n": amount})


def _describe_waits(rules: Ruleset, case: Mapping[str, Any]) -> Iterator[Sentence]:
    hand, special, _rules = read_waits_case(case)
    waits = rules.waits(Hand(hand.concealed, hand.melds, hand.flowers), special)
    if waits.tiles:
        yield _("The hand waits for %(tiles)s.", tiles=format_tiles(waits.tiles))
    else:
        yield _("The hand is not ready.")


def _describe_settlement(rules: Ruleset, case: Mapping[str, Any]) -> Iterator[Sentence]:
    answer: dict[str, Any] = answer_pay(case)
    for hand in answer["hands"]:
        yield from _describe_points(hand["deltas"])
        after = hand["after"]
        yield _("The next dealer is %(seat)s.", seat=after["dealer"])
        if after["counters"]:
            yield _("Counters in the next hand: %(n)s.", n=after["counters"])
        if after["deposits"]:
            yield _("Points in sticks left on the table: %(n)s.", n=after["deposits"])


def _describe_points(deltas: Sequence[int]) -> Iterator[Sentence]:
    for seat, points in enumerate(deltas):
        if points:
            yield _("%(seat)s: %(points)s", seat=seat, points=f"{points:+}".replace("-", "−"))


def _describe_replay(rules: Ruleset, case: Mapping[str, Any]) -> Iterator[Sentence]:
    played = replay(read_start(case), read_events(case))
    if played.stopped_at is not None:
        breach = played.stopped_at.breaches[0]
        yield _("Not allowed: %(reason)s (%(clause)s).", reason=breach.message, clause=breach.clause)
        return
    yield _("All moves are allowed.")
    yield from _describe_end(played)


def _describe_end(played: Replay) -> Iterator[Sentence]:
    final = played.final
    yield from _describe_points(final.deltas)
    for seat, player in enumerate(visible_to(final, "public").players):
        if player.ready:
            yield _("%(seat)s stays ready as declared.", seat=seat)
        if any(UNKNOWN in meld.tiles for meld in player.melds):
            yield _("The concealed kong of %(seat)s lies face down.", seat=seat)
    for lock in locks_of(final):
        if "clause" in lock:
            yield _("%(seat)s may not win on every tile (%(clause)s).", seat=lock["seat"], clause=lock["clause"])
    if final.phase is Phase.FLOWERS:
        yield _("%(seat)s is the next to lay out flowers.", seat=final.turn)
    if final.ended is None:
        return
    following = procedure_of(final.ruleset).next_hand(final)
    if following is None:
        yield _("The match is over.")
    else:
        yield _("The next dealer is %(seat)s.", seat=following.get("dealer", final.setup.dealer))


def _describe_match(rules: Ruleset, case: Mapping[str, Any]) -> Iterator[Sentence]:
    plan = rules.match
    results = score_table(case["points"], plan.scoring, case.get("sticks", 0), case.get("fines", ()))
    for seat, result in enumerate(results):
        yield _("%(seat)s: score %(score)s.", seat=seat, score=_format_number(result.score))
        if result.table_points:
            yield _("%(seat)s: table points %(points)s.", seat=seat, points=_format_number(result.table_points))
    if plan.scoring.start_points:
        yield _("Each player starts with %(n)s points.", n=plan.scoring.start_points)
    if plan.minutes is not None:
        yield _("A round lasts %(n)s minutes.", n=plan.minutes)
    if plan.appeal_minutes is not None:
        yield _("A ruling can be appealed for %(n)s minutes after the session.", n=plan.appeal_minutes)
    after = MORE[plan.time_rule]
    if after < 0:
        yield _("The hand in play at the end of the time does not count.")
    else:
        yield _("Hands after the one in play at the end of the time: %(n)s.", n=after)
    yield _("Prevalent winds: %(n)s.", n=plan.prevalent_winds)
    yield _("Places go by %(criteria)s.", criteria=", ".join(metric.replace("_", " ") for metric in plan.ranking))
    for wind in WINDS_OF_ROUNDS[: plan.prevalent_winds]:
        yield _("Order of the players in round %(n)s: %(seats)s.", n=int(wind) + 1, seats=list(plan.seats(wind)))


def _describe_walls(rules: Ruleset, case: Mapping[str, Any]) -> Iterator[Sentence]:
    play, dealer = procedure_of(rules), case.get("dealer", 0)
    broken = play.wall_break(case["throws"], dealer)
    yield _("The wall of %(seat)s is broken after %(n)s stacks.", seat=broken.seat, n=broken.stacks)
    for seat, stacks in enumerate(play.wall_lengths(dealer)):
        yield _("The wall of %(seat)s has %(n)s stacks.", seat=seat, n=stacks)
    for seat, wind in enumerate(play.seat_winds(case["throws"], dealer)):
        yield _("The seat wind of %(seat)s is %(wind)s.", seat=seat, wind=wind.letter)


_ANSWERS: Final[Mapping[str, Callable[[Ruleset, Mapping[str, Any]], Iterator[Sentence]]]] = {
    "score": _describe_score,
    "waits": _describe_waits,
    "pay": _describe_settlement,
    "replay": _describe_replay,
    "match": _describe_match,
    "walls": _describe_walls,
}


def _format_number(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.4f}".rstrip("0")
