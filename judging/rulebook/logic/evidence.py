"""Evidence of findings and entered facts in words, for pages and papers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from engine.errors import EngineError
from engine.exact import NumberError, read_stored
from engine.family import Ruleset, ruleset
from engine.play.events import event_from_list
from engine.sentences import Sentence
from engine.sentences import gettext_noop as _
from engine.tiles.tile import format_tiles
from judging.law.facts import Fact, FactType
from judging.law.infractions import claimable, in_force
from judging.law.kinds import facts
from judging.law.kinds.fault import FAULT
from tournaments.game.terms import events
from tournaments.game.terms.circumstances import Circumstance, circumstances
from tournaments.game.terms.hands import WINDS, winds_by_letter
from tournaments.game.terms.numbers import exact
from tournaments.game.terms.reader import Phrase, Reader, pgettext_noop
from tournaments.game.terms.rules import pattern_name
from tournaments.game.terms.sentences import say
from tournaments.game.terms.tiles import groups_of

SeatNames = Mapping[int, str]
"""Seat -> player's name."""

SUITS: dict[str, Phrase] = {"m": _("Characters"), "p": _("Dots"), "s": _("Bamboos")}
KONGS: dict[str, Phrase] = {
    "concealed": _("concealed kong"),
    "direct": _("kong of a discard"),
    "fresh": _("kong added with the tile just drawn"),
    "late": _("kong added later"),
}

LABELS: dict[str, Phrase] = {
    "hand": _("Hand"),
    "waits": _("Waits"),
    "reading": _("Reading"),
    "patterns": _("Patterns"),
    "value": pgettext_noop("worth of a hand", "Value"),
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


def evidence_of(evidence: Mapping[str, Any], names: SeatNames, ruleset_name: str, reader: Reader) -> ShownEvidence:
    name, value = str(evidence["label"]), evidence["value"]
    show = _SHOWN.get(evidence["kind"])
    label = reader.say(LABELS.get(name, name))
    if show is not None:
        return show(label, value, names, ruleset_name, reader)
    if isinstance(value, list):
        # A record of an earlier engine may hold kinds that this one no longer writes.
        return ShownEvidence("list", label, [EvidenceLine(" ".join(map(str, each))) for each in value])
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


def _numbers(label: str, value: Any, names: SeatNames, ruleset_name: str, reader: Reader) -> ShownEvidence:
    rules = ruleset(ruleset_name)
    numbers = [(_number_name(str(name), names, rules, reader), _written(number)) for name, number in value.items()]
    return ShownEvidence("numbers", label, numbers)


def _written(number: Any) -> Any:
    """A number in the reader's form; any other value (the name of a limit) unchanged."""
    try:
        return exact(read_stored(number))
    except NumberError:
        return number


def _number_name(name: str, names: SeatNames, rules: Ruleset, reader: Reader) -> str:
    """The name of a number: a player for ``seat 1``, a form or pattern for its id, else its own."""
    seat = _SEAT.fullmatch(name)
    if seat is not None:
        return names.get(int(seat[1]), name)
    return pattern_name(rules, name, reader) if name in rules.family.names else reader.gettext(name.replace("_", " "))


def _lines(line: Callable[..., EvidenceLine], kind: str = "list") -> Callable[..., ShownEvidence]:
    def show(label: str, value: Any, *context: Any) -> ShownEvidence:
        return ShownEvidence(kind, label, [line(each, *context) for each in value])

    return show


def _award(award: Any, _names: SeatNames, ruleset_name: str, reader: Reader) -> EvidenceLine:
    code, value, *times = award
    name = pattern_name(ruleset(ruleset_name), str(code), reader)
    return EvidenceLine(f"{name} {value}" if not times or times[0] == 1 else f"{name} {value} × {times[0]}")


def _sum(item: Mapping[str, Any], _names: SeatNames, ruleset_name: str, reader: Reader) -> EvidenceLine:
    said = say(Sentence.from_dict(item), reader, rules=ruleset(ruleset_name))
    return EvidenceLine(f"{said} {item['clause'].replace('_', ' ')}")


def event_line(item: Any, names: SeatNames, _ruleset: str, reader: Reader) -> EvidenceLine:
    """An event of the record in words with its tiles; any other value unchanged."""
    try:
        event = event_from_list(item)
    except EngineError:
        return EvidenceLine(str(item))
    text, tiles = events.event_in_words(event, reader, names)
    return EvidenceLine(text, format_tiles(tiles) if tiles else "")


def _lock(item: Mapping[str, Any], names: SeatNames, _ruleset: str, reader: Reader) -> EvidenceLine:
    """A lock of the timeline: player, kind, tile, first and last event."""
    text = reader.word(events.LOCKS, str(item["kind"]))
    if item["seat"] in names:
        text = after_name(names[item["seat"]], text, reader)
    if item.get("until") is not None:
        text = reader.gettext("%(lock)s, from event %(since)s to %(until)s") % {
            "lock": text, "since": item["since"] + 1, "until": item["until"] + 1,
        }  # fmt: skip
    elif item.get("since") is not None:
        text = reader.gettext("%(lock)s, since event %(since)s") % {"lock": text, "since": item["since"] + 1}
    return EvidenceLine(text, str(item.get("tile") or ""))


def transfer(stored: Mapping[str, Any], names: SeatNames, reader: Reader) -> tuple[str, str, str, str]:
    """(from, to, amount, reason and clause) with names; nobody is a dash."""
    source, target = (_who(stored[end], names) for end in ("from", "to"))
    reason = reader.word_or_text(events.REASONS, str(stored.get("reason") or ""))
    told = ", ".join(each for each in (reason, stored.get("clause")) if each)
    return source, target, exact(read_stored(stored["amount"])), told


def numbered_seat(name: str, seat: int, reader: Reader) -> str:
    """A player with the number of the seat, for an unknown wind."""
    return reader.gettext("%(name)s, seat %(number)s") % {"name": name, "number": seat + 1}


def seat_labels(names: SeatNames, dealer: int | None, reader: Reader) -> list[tuple[int, str]]:
    """Seats with players and winds if the dealer is known, else numbered in turn order."""
    if dealer is None:
        return [(seat, numbered_seat(name, seat, reader)) for seat, name in sorted(names.items())]
    return [(seat, f"{name}, {reader.gettext(WINDS[(seat - dealer) % 4])}") for seat, name in sorted(names.items())]


def _who(seat: int | None, names: SeatNames) -> str:
    return "–" if seat is None else names.get(seat, str(seat + 1))


_SHOWN: dict[str, Callable[..., ShownEvidence]] = {
    "tiles": _tiles,
    "reading": _tiles,
    "numbers": _numbers,
    "transfers": lambda label, value, names, _ruleset, reader: ShownEvidence(
        "transfers", label, [transfer(each, names, reader) for each in value]
    ),
    "awards": _lines(_award),
    "choices": _lines(lambda each, _names, _ruleset, reader: EvidenceLine(reader.gettext(each))),
    "events": _lines(event_line, "steps"),
    "locks": _lines(_lock, "steps"),
    "sums": _lines(_sum),
}


def choices(fact: Fact[Any], rules: Ruleset, seats: Sequence[tuple[int, str]], reader: Reader) -> list[tuple[str, str]]:
    """(value, label) of the answers to a fact with choices."""
    if fact.type in (FactType.SEAT, FactType.SEATS):
        beside = [(value, reader.gettext(words)) for value, words in fact.choices]
        return [*((str(seat), name) for seat, name in seats), *beside]
    if fact.type is FactType.WIND:
        return winds_by_letter(reader)
    if fact.type is FactType.PATTERNS:
        return [(row.id, pattern_name(rules, row.id, reader)) for row in rules.patterns]
    if fact is FAULT:
        return [(code, reader.gettext(row["title"])) for code, row in claimable(rules).items()]
    return [(value, reader.gettext(words)) for value, words in fact.choices]


def answers(claim: Mapping[str, Any], names: SeatNames, rules: Ruleset, reader: Reader) -> list[ShownEvidence]:
    """Each question with its entered answer, then the record of play."""
    found: list[ShownEvidence] = []
    if claim.get("seat") is not None:
        found.append(ShownEvidence("text", reader.gettext("Which player?"), _who(claim["seat"], names)))
    witnesses = claim.get("witnesses") or {}
    for name, value in (claim.get("facts") or {}).items():
        fact, statements = facts()[name], witnesses.get(name)
        if value is not None or not statements:
            found += _answer(fact, value, names, rules, reader)
        if statements:
            label = reader.gettext(fact.question)
            if value is not None:
                label = reader.gettext("Witnesses on: %(question)s") % {"question": label}
            found.append(ShownEvidence("text", label, statements_in_words(fact, statements, names, rules, reader)))
    log = claim.get("log")
    if log is not None:
        dealt = [(seat, str(hand)) for seat, hand in enumerate(log.get("deal") or ()) if str(hand).strip("?")]
        if dealt:
            known = [EvidenceLine(_who(seat, names), hand) for seat, hand in dealt]
            found.append(ShownEvidence("list", reader.gettext("Starting hands"), known))
        played = [event_line(each, names, rules.name, reader) for each in log.get("events") or ()]
        found.append(ShownEvidence("record", reader.gettext("Record of play"), played))
    if claim.get("event") is not None:
        disputed = event_line(claim["event"], names, rules.name, reader)
        found.append(ShownEvidence("list", reader.gettext("Event in dispute"), [disputed]))
    return found


def _answer(fact: Fact[Any], value: Any, names: SeatNames, rules: Ruleset, reader: Reader) -> list[ShownEvidence]:
    label, none = reader.gettext(fact.question), reader.gettext("None")
    if value is None:
        return [ShownEvidence("text", label, reader.gettext("Nobody knows"))]
    if fact.type in (FactType.TILE, FactType.TILES, FactType.HAND):
        return [_tiles(label, value) if value else ShownEvidence("text", label, none)]
    if fact.type is FactType.HANDS:
        return [
            ShownEvidence("list", label, [EvidenceLine(_who(at, names), hand) for at, hand in enumerate(value) if hand])
        ]
    if fact.type is FactType.SUITS:
        suits = [
            EvidenceLine(after_name(_who(at, names), reader.say(SUITS[suit]), reader))
            for at, suit in enumerate(value)
            if suit
        ]
        return [ShownEvidence("list", label, suits)]
    if fact.type is FactType.KONGS:
        return [ShownEvidence("list", label, [_kong(each, names, reader) for each in value] or [EvidenceLine(none)])]
    if fact.type is FactType.EVENTS:
        return [ShownEvidence("steps", label, [event_line(each, names, rules.name, reader) for each in value])]
    if fact.type is FactType.CIRCUMSTANCES:
        asked = [one for one in circumstances(rules, reader) if one.name in value]
        return [circumstance(one, value[one.name], reader) for one in asked] or [ShownEvidence("text", label, none)]
    return [ShownEvidence("text", label, _word(fact, value, names, rules, reader))]


def answer_in_words(
    name: str, value: Any, names: SeatNames, rules: Ruleset, reader: Reader
) -> Iterator[tuple[str, str]]:
    """(question, answer) of a fact as plain text; of circumstances the name of each instead of the question."""
    for shown in _answer(facts()[name], value, names, rules, reader):
        lines = shown.value if isinstance(shown.value, list) else [EvidenceLine(str(shown.value))]
        yield shown.label, ", ".join(" ".join(filter(None, line)) for line in map(astuple, lines))


def statements_in_words(
    fact: Fact[Any], statements: Sequence[Mapping[str, Any]], names: SeatNames, rules: Ruleset, reader: Reader
) -> str:
    """The statements of witnesses about a fact, as a sentence."""
    phrases = [_statement(fact, each, names, rules, reader) for each in statements]
    differ = len({str(each["value"]) for each in statements if each["value"] is not None}) > 1
    template = _("Witnesses differ: %(statements)s.") if differ else _("Witnesses: %(statements)s.")
    return reader.gettext(template) % {"statements": ", ".join(phrases)}


def _statement(fact: Fact[Any], statement: Mapping[str, Any], names: SeatNames, rules: Ruleset, reader: Reader) -> str:
    name, value = statement.get("name") or _who(statement["seat"], names), statement["value"]
    if value is None:
        return reader.gettext("%(name)s does not know") % {"name": name}
    if fact.type is FactType.FLAG:
        template = _("%(name)s says yes") if value else _("%(name)s says no")
        return reader.gettext(template) % {"name": name}
    answers = [answer for _question, answer in answer_in_words(fact.name, value, names, rules, reader)]
    return reader.gettext("%(name)s says %(answer)s") % {"name": name, "answer": ", ".join(answers)}


def witnesses_of(
    claims: Iterable[Mapping[str, Any]], names: SeatNames, rules: Ruleset, reader: Reader
) -> Iterator[str]:
    """Each question about which witnesses have spoken, with what they say."""
    for claim in claims:
        for name, statements in (claim.get("witnesses") or {}).items():
            fact = facts()[name]
            sentence = statements_in_words(fact, statements, names, rules, reader)
            yield after_question(reader.gettext(fact.question), sentence, reader)


QUESTION_MARKS = ("?", "\N{FULLWIDTH QUESTION MARK}")


def after_question(question: str, answer: str, reader: Reader) -> str:
    """A question or label with its answer on one line."""
    return f"{question} {answer}" if question.endswith(QUESTION_MARKS) else after_name(question, answer, reader)


def after_name(name: str, said: str, reader: Reader) -> str:
    """A name or label with what is said of it, on one line."""
    return reader.gettext("%(who)s: %(what)s") % {"who": name, "what": said}


def _word(fact: Fact[Any], value: Any, names: SeatNames, rules: Ruleset, reader: Reader) -> str:
    if fact.type is FactType.FLAG:
        return reader.gettext("Yes") if value else reader.gettext("No")
    if fact.type is FactType.NUMBER:
        return str(value)
    if fact is FAULT:
        # One that is not in force, or follows from other claims, is no choice and has a name all the same.
        titles = {row["code"]: row["title"] for row in (*rules.family.infractions, *in_force(rules).values())}
        return reader.gettext(titles.get(str(value), str(value)))
    words = dict(choices(fact, rules, sorted(names.items()), reader))
    if isinstance(value, list):
        return ", ".join(words.get(str(each), str(each)) for each in value) or reader.gettext("Nobody")
    return words.get(str(value), str(value))


def _kong(kong: Sequence[Any], names: SeatNames, reader: Reader) -> EvidenceLine:
    seat, kind = kong[:2]
    feeder, out = kong[2] if len(kong) > 2 else None, kong[3] if len(kong) > 3 else ()
    more = [] if feeder is None else [reader.gettext("fed by %(name)s") % {"name": _who(feeder, names)}]
    if out:
        more.append(reader.gettext("won before: %(names)s") % {"names": ", ".join(_who(each, names) for each in out)})
    return EvidenceLine(", ".join([after_name(_who(seat, names), reader.word(KONGS, kind), reader), *more]))


def circumstance(one: Circumstance, value: Any, reader: Reader) -> ShownEvidence:
    if value is None:
        return ShownEvidence("text", one.label, reader.gettext("Nobody knows"))
    if one.kind in ("tile", "tiles"):
        return _tiles(one.label, value)
    if value is True:
        return ShownEvidence("text", one.label, reader.gettext("Yes"))
    return ShownEvidence("text", one.label, dict(one.options).get(str(value), str(value)))
