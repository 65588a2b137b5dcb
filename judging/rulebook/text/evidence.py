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
from tournaments.core.text.circumstances import LabelledCircumstance, list_circumstances
from tournaments.core.text.hands import list_winds_by_letter
from tournaments.core.text.numbers import format_exact
from tournaments.core.text.rules import format_pattern_name
from tournaments.core.text.sentences import in_words
from tournaments.core.text.tiles import group_tiles
from tournaments.core.text.words import Words, describe_term, describe_term_or_text

SeatNames = Mapping[int, str]

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
class EvidenceText:
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


def describe_evidence(evidence: Mapping[str, Any], names: SeatNames, ruleset_name: str) -> EvidenceText:
    name, value = str(evidence["label"]), evidence["value"]
    show = _DESCRIBERS.get(evidence["kind"])
    label = str(LABELS[name]) if name in LABELS else gettext(name)
    if show is not None:
        return show(label, value, names, ruleset_name)
    if isinstance(value, list):
        # A record of an earlier engine may hold kinds that this one no longer writes.
        return EvidenceText("list", label, [EvidenceLine(" ".join(map(str, entry))) for entry in value])
    return EvidenceText("text", label, value)


def _describe_tiles(label: str, value: Any, *_rest: Any) -> EvidenceText:
    return EvidenceText("tiles" if _is_drawable(value) else "text", label, value)


def _is_drawable(value: Any) -> bool:
    if not isinstance(value, str) or not value:
        return False
    try:
        group_tiles(value)
    except EngineError:
        return False
    return True


def _describe_numbers(label: str, value: Any, names: SeatNames, ruleset_name: str) -> EvidenceText:
    rules = ruleset(ruleset_name)
    numbers = [(_name_number(str(name), names, rules), _format_number(number)) for name, number in value.items()]
    return EvidenceText("numbers", label, numbers)


def _format_number(number: Any) -> Any:
    try:
        return format_exact(read_stored(number))
    except NumberError:
        return number


def _name_number(name: str, names: SeatNames, rules: Ruleset) -> str:
    seat = _SEAT.fullmatch(name)
    if seat is not None:
        return names.get(int(seat[1]), name)
    return format_pattern_name(rules, name) if name in rules.family.names else gettext(name.replace("_", " "))


def _make_lister(line: Callable[..., EvidenceLine], kind: str = "list") -> Callable[..., EvidenceText]:
    def show(label: str, value: Any, *context: Any) -> EvidenceText:
        return EvidenceText(kind, label, [line(entry, *context) for entry in value])

    return show


def _describe_award(award: Any, _names: SeatNames, ruleset_name: str) -> EvidenceLine:
    code, value, *times = award
    name = format_pattern_name(ruleset(ruleset_name), str(code))
    return EvidenceLine(f"{name} {value}" if not times or times[0] == 1 else f"{name} {value} × {times[0]}")


def _describe_sum(stored: Mapping[str, Any], _names: SeatNames, ruleset_name: str) -> EvidenceLine:
    sentence = in_words(Sentence.from_dict(stored), rules=ruleset(ruleset_name))
    return EvidenceLine(f"{sentence} {stored['clause'].replace('_', ' ')}")


def describe_event(stored: Any, names: SeatNames, _ruleset: str) -> EvidenceLine:
    """Return an event of the record in words with its tiles; any other value unchanged."""
    try:
        event = event_from_list(stored)
    except EngineError:
        return EvidenceLine(str(stored))
    text, tiles = play.describe_event(event, names)
    return EvidenceLine(text, format_tiles(tiles) if tiles else "")


def _describe_lock(stored: Mapping[str, Any], names: SeatNames, _ruleset: str) -> EvidenceLine:
    text = describe_term(play.LOCKS, str(stored["kind"]))
    if stored["seat"] in names:
        text = append_to_name(names[stored["seat"]], text)
    if stored.get("until") is not None:
        text = gettext("%(lock)s, from event %(since)s to %(until)s") % {
            "lock": text, "since": stored["since"] + 1, "until": stored["until"] + 1,
        }  # fmt: skip
    elif stored.get("since") is not None:
        text = gettext("%(lock)s, since event %(since)s") % {"lock": text, "since": stored["since"] + 1}
    return EvidenceLine(text, str(stored.get("tile") or ""))


def describe_transfer(stored: Mapping[str, Any], names: SeatNames) -> tuple[str, str, str, str]:
    """Return sender, receiver, amount, and reason with clause; nobody is a dash."""
    source, target = (_name_seat(stored[end], names) for end in ("from", "to"))
    reason = describe_term_or_text(play.REASONS, str(stored.get("reason") or ""))
    reasons = ", ".join(part for part in (reason, stored.get("clause")) if part)
    return source, target, format_exact(read_stored(stored["amount"])), reasons


def label_numbered_seat(name: str, seat: int) -> str:
    return gettext("%(name)s, seat %(number)s") % {"name": name, "number": seat + 1}


def label_seats(names: SeatNames, dealer: int | None) -> list[tuple[int, str]]:
    """Return seats with players and winds if the dealer is known, else numbered in turn order."""
    if dealer is None:
        return [(seat, label_numbered_seat(name, seat)) for seat, name in sorted(names.items())]
    return [(seat, f"{name}, {gettext(WIND_NAMES[(seat - dealer) % 4])}") for seat, name in sorted(names.items())]


def _name_seat(seat: int | None, names: SeatNames) -> str:
    return "–" if seat is None else names.get(seat, str(seat + 1))


_DESCRIBERS: dict[str, Callable[..., EvidenceText]] = {
    "tiles": _describe_tiles,
    "reading": _describe_tiles,
    "numbers": _describe_numbers,
    "transfers": lambda label, value, names, _ruleset: EvidenceText(
        "transfers", label, [describe_transfer(transfer_row, names) for transfer_row in value]
    ),
    "awards": _make_lister(_describe_award),
    "choices": _make_lister(lambda label, _names, _ruleset: EvidenceLine(gettext(label))),
    "events": _make_lister(describe_event, "steps"),
    "locks": _make_lister(_describe_lock, "steps"),
    "sums": _make_lister(_describe_sum),
}


def list_choices(fact: Fact[Any], rules: Ruleset, seats: Sequence[tuple[int, str]]) -> list[tuple[str, str]]:
    if fact.type in (FactType.SEAT, FactType.SEATS):
        beside = [(value, gettext(words)) for value, words in fact.choices]
        return [*((str(seat), name) for seat, name in seats), *beside]
    if fact.type is FactType.WIND:
        return list_winds_by_letter()
    if fact.type is FactType.PATTERNS:
        return [(row.id, format_pattern_name(rules, row.id)) for row in rules.patterns]
    if fact is FAULT:
        return [(code, gettext(row["title"])) for code, row in list_claimable(rules).items()]
    return [(value, gettext(words)) for value, words in fact.choices]


def describe_answers(claim: Mapping[str, Any], names: SeatNames, rules: Ruleset) -> list[EvidenceText]:
    """Return each question with its entered answer, then the record of play."""
    lines: list[EvidenceText] = []
    if claim.get("seat") is not None:
        lines.append(EvidenceText("text", gettext("Which player?"), _name_seat(claim["seat"], names)))
    witnesses = claim.get("witnesses") or {}
    for name, value in (claim.get("facts") or {}).items():
        fact, statements = load_facts()[name], witnesses.get(name)
        if value is not None or not statements:
            lines += _describe_answer(fact, value, names, rules)
        if statements:
            label = gettext(fact.question)
            if value is not None:
                label = gettext("Witnesses on: %(question)s") % {"question": label}
            lines.append(EvidenceText("text", label, describe_statements(fact, statements, names, rules)))
    log = claim.get("log")
    if log is not None:
        dealt = [(seat, str(hand)) for seat, hand in enumerate(log.get("deal") or ()) if str(hand).strip("?")]
        if dealt:
            hands = [EvidenceLine(_name_seat(seat, names), hand) for seat, hand in dealt]
            lines.append(EvidenceText("list", gettext("Starting hands"), hands))
        played = [describe_event(event, names, rules.name) for event in log.get("events") or ()]
        lines.append(EvidenceText("record", gettext("Record of play"), played))
    if claim.get("event") is not None:
        disputed = describe_event(claim["event"], names, rules.name)
        lines.append(EvidenceText("list", gettext("Event in dispute"), [disputed]))
    return lines


def _describe_answer(fact: Fact[Any], value: Any, names: SeatNames, rules: Ruleset) -> list[EvidenceText]:
    label, none = gettext(fact.question), gettext("None")
    if value is None:
        return [EvidenceText("text", label, gettext("Nobody knows"))]
    if fact.type in (FactType.TILE, FactType.TILES, FactType.HAND):
        return [_describe_tiles(label, value) if value else EvidenceText("text", label, none)]
    if fact.type is FactType.HANDS:
        return [
            EvidenceText(
                "list", label, [EvidenceLine(_name_seat(seat, names), hand) for seat, hand in enumerate(value) if hand]
            )
        ]
    if fact.type is FactType.SUITS:
        suits = [
            EvidenceLine(append_to_name(_name_seat(seat, names), str(SUITS[suit])))
            for seat, suit in enumerate(value)
            if suit
        ]
        return [EvidenceText("list", label, suits)]
    if fact.type is FactType.KONGS:
        return [EvidenceText("list", label, [_describe_kong(kong, names) for kong in value] or [EvidenceLine(none)])]
    if fact.type is FactType.EVENTS:
        return [EvidenceText("steps", label, [describe_event(event, names, rules.name) for event in value])]
    if fact.type is FactType.CIRCUMSTANCES:
        entered = [labelled for labelled in list_circumstances(rules) if labelled.name in value]
        return [describe_circumstance(labelled, value[labelled.name]) for labelled in entered] or [
            EvidenceText("text", label, none)
        ]
    return [EvidenceText("text", label, _describe_value(fact, value, names, rules))]


def describe_answer_as_text(name: str, value: Any, names: SeatNames, rules: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield question and answer of a fact as plain text; of circumstances the name of each as the question."""
    for answer in _describe_answer(load_facts()[name], value, names, rules):
        lines = answer.value if isinstance(answer.value, list) else [EvidenceLine(str(answer.value))]
        yield answer.label, ", ".join(" ".join(filter(None, line)) for line in map(astuple, lines))


def describe_statements(
    fact: Fact[Any], statements: Sequence[Mapping[str, Any]], names: SeatNames, rules: Ruleset
) -> str:
    phrases = [_describe_statement(fact, statement, names, rules) for statement in statements]
    differ = len({str(statement["value"]) for statement in statements if statement["value"] is not None}) > 1
    template = gettext("Witnesses differ: %(statements)s.") if differ else gettext("Witnesses: %(statements)s.")
    return template % {"statements": ", ".join(phrases)}


def _describe_statement(fact: Fact[Any], statement: Mapping[str, Any], names: SeatNames, rules: Ruleset) -> str:
    name, value = statement.get("name") or _name_seat(statement["seat"], names), statement["value"]
    if value is None:
        return gettext("%(name)s does not know") % {"name": name}
    if fact.type is FactType.FLAG:
        template = gettext("%(name)s says yes") if value else gettext("%(name)s says no")
        return template % {"name": name}
    answers = [answer for _question, answer in describe_answer_as_text(fact.name, value, names, rules)]
    return gettext("%(name)s says %(answer)s") % {"name": name, "answer": ", ".join(answers)}


def describe_witnesses(claims: Iterable[Mapping[str, Any]], names: SeatNames, rules: Ruleset) -> Iterator[str]:
    for claim in claims:
        for name, statements in (claim.get("witnesses") or {}).items():
            fact = load_facts()[name]
            sentence = describe_statements(fact, statements, names, rules)
            yield append_to_question(gettext(fact.question), sentence)


QUESTION_MARKS = ("?", "\N{FULLWIDTH QUESTION MARK}")


def append_to_question(question: str, answer: str) -> str:
    return f"{question} {answer}" if question.endswith(QUESTION_MARKS) else append_to_name(question, answer)


def append_to_name(name: str, text: str) -> str:
    return gettext("%(who)s: %(what)s") % {"who": name, "what": text}


def _describe_value(fact: Fact[Any], value: Any, names: SeatNames, rules: Ruleset) -> str:
    if fact.type is FactType.FLAG:
        return gettext("Yes") if value else gettext("No")
    if fact.type is FactType.NUMBER:
        return str(value)
    if fact is FAULT:
        # One that is not in force, or follows from other claims, is no choice and has a name all the same.
        titles = {row["code"]: row["title"] for row in (*rules.family.infractions, *list_infractions(rules).values())}
        return gettext(titles.get(str(value), str(value)))
    words = dict(list_choices(fact, rules, sorted(names.items())))
    if isinstance(value, list):
        return ", ".join(words.get(str(part), str(part)) for part in value) or gettext("Nobody")
    return words.get(str(value), str(value))


def _describe_kong(kong: Sequence[Any], names: SeatNames) -> EvidenceLine:
    seat, kind = kong[:2]
    feeder, out = kong[2] if len(kong) > 2 else None, kong[3] if len(kong) > 3 else ()
    more = [] if feeder is None else [gettext("fed by %(name)s") % {"name": _name_seat(feeder, names)}]
    if out:
        more.append(
            gettext("won before: %(names)s") % {"names": ", ".join(_name_seat(winner, names) for winner in out)}
        )
    return EvidenceLine(", ".join([append_to_name(_name_seat(seat, names), describe_term(KONGS, kind)), *more]))


def describe_circumstance(labelled: LabelledCircumstance, value: Any) -> EvidenceText:
    if value is None:
        return EvidenceText("text", labelled.label, gettext("Nobody knows"))
    if labelled.kind in ("tile", "tiles"):
        return _describe_tiles(labelled.label, value)
    if value is True:
        return EvidenceText("text", labelled.label, gettext("Yes"))
    return EvidenceText("text", labelled.label, dict(labelled.options).get(str(value), str(value)))
