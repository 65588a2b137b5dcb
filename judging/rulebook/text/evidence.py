"""Evidence of findings and entered facts in words, for pages and papers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError
from engine.exact import NumberError, read_stored
from engine.family import Ruleset, ruleset
from engine.play.events import event_from_list
from engine.sentences import Sentence
from engine.tiles.seats import WIND_NAMES
from engine.tiles.tile import format_tiles
from judging.law.facts import Fact, FactType
from judging.law.infractions import list_claimable, list_infractions
from judging.law.kinds import load_facts
from judging.law.kinds.fault import FAULT
from tournaments.core.text import play
from tournaments.core.text.circumstances import LabelledCircumstance, circumstances
from tournaments.core.text.hands import winds_by_letter
from tournaments.core.text.numbers import exact
from tournaments.core.text.rules import pattern_name
from tournaments.core.text.sentences import in_words
from tournaments.core.text.tiles import groups_of
from tournaments.core.text.words import Words, word, word_or_text

SeatNames = Mapping[int, str]
"""Seat -> player's name."""

SUITS: Words = {"m": _("Characters"), "p": _("Dots"), "s": _("Bamboos")}
KONGS: Words = {
    "concealed": _("concealed kong"),
    "direct": _("kong of a discard"),
    "fresh": _("kong added with the tile just drawn"),
    "late": _("kong added later"),
}

LABELS: Words = {
    "hand": _("Hand"),
    "waits": _("Waits"),
    "reading": _("Reading"),
    "patterns": _("Patterns"),
    "value": pgettext_lazy("worth of a hand", "Value"),
    "payments": _("Payments"),
}

_SEAT = re.compile(r"seat ([0-3])")


@dataclass(frozen=True)
class ShownEvidence:
    """Evidence for a template. `kind`: tiles, numbers, transfers, list, steps (a list in order), record (a long one) or
    text; tiles that cannot be drawn are text.
    """

    kind: str
    label: str
    value: Any


@dataclass(frozen=True)
class EvidenceLine:
    text: str
    tiles: str = ""


def evidence_of(evidence: Mapping[str, Any], names: SeatNames, ruleset_name: str) -> ShownEvidence:
    name, value = str(evidence["label"]), evidence["value"]
    show = _SHOWN.get(evidence["kind"])
    label = str(LABELS[name]) if name in LABELS else gettext(name)
    if show is not None:
        return show(label, value, names, ruleset_name)
    if isinstance(value, list):
        # A record of an earlier engine may hold kinds that this one no longer writes.
        return ShownEvidence("list", label, [EvidenceLine(" ".join(map(str, entry))) for entry in value])
    return ShownEvidence("text", label, value)


def _tiles(label: str, value: Any, *_rest: Any) -> ShownEvidence:
    return ShownEvidence("tiles" if _drawable(value) else "text", label, value)


def _drawable(value: Any) -> bool:
    if not isinstance(value, str) or not value:
        return False
    try:
        groups_of(value)
    except EngineError:
        return False
    return True


def _numbers(label: str, value: Any, names: SeatNames, ruleset_name: str) -> ShownEvidence:
    rules = ruleset(ruleset_name)
    numbers = [(_number_name(str(name), names, rules), _written(number)) for name, number in value.items()]
    return ShownEvidence("numbers", label, numbers)


def _written(number: Any) -> Any:
    """A number in the reader's form; any other value (the name of a limit) unchanged."""
    try:
        return exact(read_stored(number))
    except NumberError:
        return number


def _number_name(name: str, names: SeatNames, rules: Ruleset) -> str:
    """The name of a number: a player for ``seat 1``, a form or pattern for its id, else its own."""
    seat = _SEAT.fullmatch(name)
    if seat is not None:
        return names.get(int(seat[1]), name)
    return pattern_name(rules, name) if name in rules.family.names else gettext(name.replace("_", " "))


def _lines(line: Callable[..., EvidenceLine], kind: str = "list") -> Callable[..., ShownEvidence]:
    def show(label: str, value: Any, *context: Any) -> ShownEvidence:
        return ShownEvidence(kind, label, [line(entry, *context) for entry in value])

    return show


def _award(award: Any, _names: SeatNames, ruleset_name: str) -> EvidenceLine:
    code, value, *times = award
    name = pattern_name(ruleset(ruleset_name), str(code))
    return EvidenceLine(f"{name} {value}" if not times or times[0] == 1 else f"{name} {value} × {times[0]}")


def _sum(stored: Mapping[str, Any], _names: SeatNames, ruleset_name: str) -> EvidenceLine:
    sentence = in_words(Sentence.from_dict(stored), rules=ruleset(ruleset_name))
    return EvidenceLine(f"{sentence} {stored['clause'].replace('_', ' ')}")


def event_line(stored: Any, names: SeatNames, _ruleset: str) -> EvidenceLine:
    """An event of the record in words with its tiles; any other value unchanged."""
    try:
        event = event_from_list(stored)
    except EngineError:
        return EvidenceLine(str(stored))
    text, tiles = play.event_in_words(event, names)
    return EvidenceLine(text, format_tiles(tiles) if tiles else "")


def _lock(stored: Mapping[str, Any], names: SeatNames, _ruleset: str) -> EvidenceLine:
    """A lock of the timeline: player, kind, tile, first and last event."""
    text = word(play.LOCKS, str(stored["kind"]))
    if stored["seat"] in names:
        text = after_name(names[stored["seat"]], text)
    if stored.get("until") is not None:
        text = gettext("%(lock)s, from event %(since)s to %(until)s") % {
            "lock": text, "since": stored["since"] + 1, "until": stored["until"] + 1,
        }  # fmt: skip
    elif stored.get("since") is not None:
        text = gettext("%(lock)s, since event %(since)s") % {"lock": text, "since": stored["since"] + 1}
    return EvidenceLine(text, str(stored.get("tile") or ""))


def transfer(stored: Mapping[str, Any], names: SeatNames) -> tuple[str, str, str, str]:
    """(from, to, amount, reason and clause) with names; nobody is a dash."""
    source, target = (_who(stored[end], names) for end in ("from", "to"))
    reason = word_or_text(play.REASONS, str(stored.get("reason") or ""))
    reasons = ", ".join(part for part in (reason, stored.get("clause")) if part)
    return source, target, exact(read_stored(stored["amount"])), reasons


def numbered_seat(name: str, seat: int) -> str:
    """A player with the number of the seat, for an unknown wind."""
    return gettext("%(name)s, seat %(number)s") % {"name": name, "number": seat + 1}


def seat_labels(names: SeatNames, dealer: int | None) -> list[tuple[int, str]]:
    """Seats with players and winds if the dealer is known, else numbered in turn order."""
    if dealer is None:
        return [(seat, numbered_seat(name, seat)) for seat, name in sorted(names.items())]
    return [(seat, f"{name}, {gettext(WIND_NAMES[(seat - dealer) % 4])}") for seat, name in sorted(names.items())]


def _who(seat: int | None, names: SeatNames) -> str:
    return "–" if seat is None else names.get(seat, str(seat + 1))


_SHOWN: dict[str, Callable[..., ShownEvidence]] = {
    "tiles": _tiles,
    "reading": _tiles,
    "numbers": _numbers,
    "transfers": lambda label, value, names, _ruleset: ShownEvidence(
        "transfers", label, [transfer(transfer_row, names) for transfer_row in value]
    ),
    "awards": _lines(_award),
    "choices": _lines(lambda label, _names, _ruleset: EvidenceLine(gettext(label))),
    "events": _lines(event_line, "steps"),
    "locks": _lines(_lock, "steps"),
    "sums": _lines(_sum),
}


def choices(fact: Fact[Any], rules: Ruleset, seats: Sequence[tuple[int, str]]) -> list[tuple[str, str]]:
    """(value, label) of the answers to a fact with choices."""
    if fact.type in (FactType.SEAT, FactType.SEATS):
        beside = [(value, gettext(words)) for value, words in fact.choices]
        return [*((str(seat), name) for seat, name in seats), *beside]
    if fact.type is FactType.WIND:
        return winds_by_letter()
    if fact.type is FactType.PATTERNS:
        return [(row.id, pattern_name(rules, row.id)) for row in rules.patterns]
    if fact is FAULT:
        return [(code, gettext(row["title"])) for code, row in list_claimable(rules).items()]
    return [(value, gettext(words)) for value, words in fact.choices]


def answers(claim: Mapping[str, Any], names: SeatNames, rules: Ruleset) -> list[ShownEvidence]:
    """Each question with its entered answer, then the record of play."""
    lines: list[ShownEvidence] = []
    if claim.get("seat") is not None:
        lines.append(ShownEvidence("text", gettext("Which player?"), _who(claim["seat"], names)))
    witnesses = claim.get("witnesses") or {}
    for name, value in (claim.get("facts") or {}).items():
        fact, statements = load_facts()[name], witnesses.get(name)
        if value is not None or not statements:
            lines += _answer(fact, value, names, rules)
        if statements:
            label = gettext(fact.question)
            if value is not None:
                label = gettext("Witnesses on: %(question)s") % {"question": label}
            lines.append(ShownEvidence("text", label, statements_in_words(fact, statements, names, rules)))
    log = claim.get("log")
    if log is not None:
        dealt = [(seat, str(hand)) for seat, hand in enumerate(log.get("deal") or ()) if str(hand).strip("?")]
        if dealt:
            hands = [EvidenceLine(_who(seat, names), hand) for seat, hand in dealt]
            lines.append(ShownEvidence("list", gettext("Starting hands"), hands))
        played = [event_line(event, names, rules.name) for event in log.get("events") or ()]
        lines.append(ShownEvidence("record", gettext("Record of play"), played))
    if claim.get("event") is not None:
        disputed = event_line(claim["event"], names, rules.name)
        lines.append(ShownEvidence("list", gettext("Event in dispute"), [disputed]))
    return lines


def _answer(fact: Fact[Any], value: Any, names: SeatNames, rules: Ruleset) -> list[ShownEvidence]:
    label, none = gettext(fact.question), gettext("None")
    if value is None:
        return [ShownEvidence("text", label, gettext("Nobody knows"))]
    if fact.type in (FactType.TILE, FactType.TILES, FactType.HAND):
        return [_tiles(label, value) if value else ShownEvidence("text", label, none)]
    if fact.type is FactType.HANDS:
        return [
            ShownEvidence(
                "list", label, [EvidenceLine(_who(seat, names), hand) for seat, hand in enumerate(value) if hand]
            )
        ]
    if fact.type is FactType.SUITS:
        suits = [
            EvidenceLine(after_name(_who(seat, names), str(SUITS[suit]))) for seat, suit in enumerate(value) if suit
        ]
        return [ShownEvidence("list", label, suits)]
    if fact.type is FactType.KONGS:
        return [ShownEvidence("list", label, [_kong(kong, names) for kong in value] or [EvidenceLine(none)])]
    if fact.type is FactType.EVENTS:
        return [ShownEvidence("steps", label, [event_line(event, names, rules.name) for event in value])]
    if fact.type is FactType.CIRCUMSTANCES:
        entered = [labelled for labelled in circumstances(rules) if labelled.name in value]
        return [circumstance(labelled, value[labelled.name]) for labelled in entered] or [
            ShownEvidence("text", label, none)
        ]
    return [ShownEvidence("text", label, _word(fact, value, names, rules))]


def answer_in_words(name: str, value: Any, names: SeatNames, rules: Ruleset) -> Iterator[tuple[str, str]]:
    """(question, answer) of a fact as plain text; of circumstances the name of each instead of the question."""
    for answer in _answer(load_facts()[name], value, names, rules):
        lines = answer.value if isinstance(answer.value, list) else [EvidenceLine(str(answer.value))]
        yield answer.label, ", ".join(" ".join(filter(None, line)) for line in map(astuple, lines))


def statements_in_words(
    fact: Fact[Any], statements: Sequence[Mapping[str, Any]], names: SeatNames, rules: Ruleset
) -> str:
    """The statements of witnesses about a fact, as a sentence."""
    phrases = [_statement(fact, statement, names, rules) for statement in statements]
    differ = len({str(statement["value"]) for statement in statements if statement["value"] is not None}) > 1
    template = gettext("Witnesses differ: %(statements)s.") if differ else gettext("Witnesses: %(statements)s.")
    return template % {"statements": ", ".join(phrases)}


def _statement(fact: Fact[Any], statement: Mapping[str, Any], names: SeatNames, rules: Ruleset) -> str:
    name, value = statement.get("name") or _who(statement["seat"], names), statement["value"]
    if value is None:
        return gettext("%(name)s does not know") % {"name": name}
    if fact.type is FactType.FLAG:
        template = gettext("%(name)s says yes") if value else gettext("%(name)s says no")
        return template % {"name": name}
    answers = [answer for _question, answer in answer_in_words(fact.name, value, names, rules)]
    return gettext("%(name)s says %(answer)s") % {"name": name, "answer": ", ".join(answers)}


def witnesses_of(claims: Iterable[Mapping[str, Any]], names: SeatNames, rules: Ruleset) -> Iterator[str]:
    """Each question about which witnesses have spoken, with what they say."""
    for claim in claims:
        for name, statements in (claim.get("witnesses") or {}).items():
            fact = load_facts()[name]
            sentence = statements_in_words(fact, statements, names, rules)
            yield after_question(gettext(fact.question), sentence)


QUESTION_MARKS = ("?", "\N{FULLWIDTH QUESTION MARK}")


def after_question(question: str, answer: str) -> str:
    """A question or label with its answer on one line."""
    return f"{question} {answer}" if question.endswith(QUESTION_MARKS) else after_name(question, answer)


def after_name(name: str, text: str) -> str:
    """A name or label with what is said of it, on one line."""
    return gettext("%(who)s: %(what)s") % {"who": name, "what": text}


def _word(fact: Fact[Any], value: Any, names: SeatNames, rules: Ruleset) -> str:
    if fact.type is FactType.FLAG:
        return gettext("Yes") if value else gettext("No")
    if fact.type is FactType.NUMBER:
        return str(value)
    if fact is FAULT:
        # One that is not in force, or follows from other claims, is no choice and has a name all the same.
        titles = {row["code"]: row["title"] for row in (*rules.family.infractions, *list_infractions(rules).values())}
        return gettext(titles.get(str(value), str(value)))
    words = dict(choices(fact, rules, sorted(names.items())))
    if isinstance(value, list):
        return ", ".join(words.get(str(part), str(part)) for part in value) or gettext("Nobody")
    return words.get(str(value), str(value))


def _kong(kong: Sequence[Any], names: SeatNames) -> EvidenceLine:
    seat, kind = kong[:2]
    feeder, out = kong[2] if len(kong) > 2 else None, kong[3] if len(kong) > 3 else ()
    more = [] if feeder is None else [gettext("fed by %(name)s") % {"name": _who(feeder, names)}]
    if out:
        more.append(gettext("won before: %(names)s") % {"names": ", ".join(_who(winner, names) for winner in out)})
    return EvidenceLine(", ".join([after_name(_who(seat, names), word(KONGS, kind)), *more]))


def circumstance(labelled: LabelledCircumstance, value: Any) -> ShownEvidence:
    if value is None:
        return ShownEvidence("text", labelled.label, gettext("Nobody knows"))
    if labelled.kind in ("tile", "tiles"):
        return _tiles(labelled.label, value)
    if value is True:
        return ShownEvidence("text", labelled.label, gettext("Yes"))
    return ShownEvidence("text", labelled.label, dict(labelled.options).get(str(value), str(value)))
