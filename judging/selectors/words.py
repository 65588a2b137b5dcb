"""Findings, proposals and evidence in the reader's language, with the players' names in place of seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError
from engine.events import event_from_list
from engine.family import ruleset
from engine.tiles import format_tiles
from judging.law.findings import clause_text
from judging.law.sentences import Sentence
from judging.models import Case, Ruling
from tournaments import replay_words
from tournaments.rule_names import pattern_name
from tournaments.selectors import replay
from tournaments.templatetags.tiles import groups_of

VERDICTS = {"holds": (_("Holds"), "ok"), "fails": (_("Fails"), "danger"), "undecided": (_("Undecided"), "warn")}

PENALTIES: dict[str, str | Promise] = {
    "none": _("No penalty"),
    "note": _("A word to the player"),
    "warning": _("Warning"),
    "serious_warning": _("Serious warning"),
    "refused": _("The call is refused"),
    "taken_back": _("It is taken back"),
    "corrected": _("It is corrected"),
    "call_stands": _("The call stands"),
    "forced_discard": _("The tile must be discarded"),
    "forced_win": _("The win must be taken"),
    "right_lost": _("The right is lost"),
    "not_ready": _("Counts as not ready"),
    "dead_hand": _("Dead hand"),
    "open_dead_hand": _("Dead hand"),
    "hidden_dead_hand": _("Dead hand, not announced"),
    "payment": _("Payment"),
    "fine": _("Fine"),
    "points": _("Points off"),
    "deduction": _("Points off"),
    "fine_dead_hand": _("Fine and dead hand"),
    "fine_replay": _("Fine, and the hand is played again"),
    "chombo": _("Chombo"),
    "table_points": _("Table points off"),
    "late_steps": _("Penalty by the minutes late"),
    "hand_void": _("The hand is void"),
    "hand_drawn": _("The hand is drawn"),
    "end_hand": _("The hand ends"),
    "replay": _("The hand is played again"),
    "session_lost": _("The session is lost"),
    "substitute": _("A substitute plays on"),
    "disqualified": _("Disqualification"),
    "disqualification": _("Disqualification"),
    "referee": _("The referee decides"),
    "stands": _("The claim stands"),
}
"""The words of the infraction tables on the page; one without a text here shows itself."""

NOTES: dict[str, str | Promise] = {
    "session_lost": _("the session is lost"),
    "substitute": _("a substitute plays on"),
    "disqualified": _("disqualification"),
    "warning": _("warning"),
}
"""What a penalty asks of the director beside points: nothing of it is done by itself."""

WITHOUT_FAULT = ("stands", "corrected", "refused")
"""Penalties of proposals without an infraction: what becomes of a claim where nobody is at fault."""

LABELS: dict[str, str | Promise] = {
    "hand": _("Hand"),
    "waits": _("Waits"),
    "reading": _("Reading"),
    "patterns": _("Patterns"),
    "value": _("Value"),
    "payments": _("Payments"),
}


def penalty_name(proposal: Mapping[str, Any]) -> str:
    """The penalty with its points and what else it asks for: ``Fine: −10; the session is lost``."""
    word = str(PENALTIES.get(proposal["penalty"], str(proposal["penalty"]).replace("_", " ")))
    amounts = [Fraction(str(line["amount"])) for line in proposal.get("ledger") or ()]
    amounts += [
        -Fraction(str(t["amount"])) for t in proposal.get("transfers") or () if t["from"] == proposal.get("seat")
    ]
    total = sum(amounts, Fraction(0))
    if total:
        word = f"{word}: {total.numerator:,}" if total.denominator == 1 else f"{word}: {float(total)}"
    more = [str(NOTES.get(note, note)) for note in proposal.get("notes") or () if note != proposal["penalty"]]
    if proposal.get("refund_kongs"):
        more.append(gettext("kong income of the hand goes back"))
    return "; ".join([word, *more])


@dataclass(frozen=True)
class ShownEvidence:
    """Evidence ready for a template. `kind` picks its form; tiles that cannot be drawn are shown as text."""

    kind: str
    label: str
    value: Any


@dataclass(frozen=True)
class ShownFinding:
    """A finding ready for a template; `kind` is the chip's colour, `href` the clause on the rules page.

    `also` are further findings that say the same under other clauses.
    """

    verdict: str
    label: str
    kind: str
    clause: str
    text: str
    message: str
    evidence: tuple[ShownEvidence, ...]
    missing: tuple[str, ...]
    href: str
    seat: str
    also: tuple[ShownFinding, ...] = ()


def by_weight(findings: Iterable[ShownFinding]) -> tuple[list[ShownFinding], list[ShownFinding]]:
    """What decides (failing first, then undecided) and what holds, each in the order of the rulebook.

    Several clauses that wait for the same answer are one entry: the first, with the others as its `also`.
    """
    listed = list(findings)
    open_questions: dict[tuple[str, str], list[ShownFinding]] = {}
    for one in listed:
        if one.verdict == "undecided":
            open_questions.setdefault((one.seat, one.message), []).append(one)
    undecided = [replace(first, also=tuple(others)) for first, *others in open_questions.values()]
    deciding = [*(one for one in listed if one.verdict == "fails"), *undecided]
    return deciding, [one for one in listed if one.verdict == "holds"]


def seat_names(case: Case) -> dict[int, str]:
    """Seat -> player's name."""
    return {party.seat: party.entry.name for party in case.parties.select_related("entry")}


def say(stored: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """A stored sentence translated, with names for seats; an older or foreign record shows its English text."""
    sentence = stored.get("sentence")
    if not sentence:
        return str(stored.get("message", ""))
    return Sentence.from_dict(sentence).render(gettext, lambda seat: names.get(seat, str(seat + 1)))


def clause_href(ruleset_name: str, clause: str) -> str:
    """The clause on the page of the ruleset's clauses."""
    return f"{reverse('rule_clauses', args=[ruleset_name])}#{anchor(clause)}" if clause else ""


def anchor(clause: str) -> str:
    """The id of a clause on its page: ``MCR-6.8 points`` -> ``MCR-6.8``.

    >>> anchor("MCR-6.8 points")
    'MCR-6.8'
    """
    return clause.split()[0].rstrip(",") if clause else ""


def shown(finding: Mapping[str, Any], names: Mapping[int, str], ruleset_name: str) -> ShownFinding:
    """A finding in the reader's language."""
    label, kind = VERDICTS[finding["verdict"]]
    seat = finding.get("seat")
    clause = str(finding.get("clause") or "")
    return ShownFinding(
        verdict=finding["verdict"],
        label=str(label),
        kind=kind,
        clause=clause,
        text=gettext(text) if (text := clause_text(clause) or str(finding.get("text") or "")) else "",
        message=say(finding, names),
        evidence=tuple(_evidence(each, names, ruleset_name) for each in finding.get("evidence") or () if each["value"]),
        missing=tuple(finding.get("missing") or ()),
        href=clause_href(ruleset_name, clause),
        seat="" if seat is None else names.get(seat, ""),
    )


def _evidence(evidence: Mapping[str, Any], names: Mapping[int, str], ruleset_name: str) -> ShownEvidence:
    kind, value = evidence["kind"], evidence["value"]
    name = str(evidence["label"])
    label = str(LABELS.get(name, gettext(name)))
    if kind in ("tiles", "reading"):
        return ShownEvidence("tiles" if _drawable(value) else "text", label, value)
    if kind == "numbers" and isinstance(value, Mapping):
        return ShownEvidence(
            "numbers", label, [(gettext(str(name).replace("_", " ")), number) for name, number in value.items()]
        )
    if kind == "transfers":
        return ShownEvidence("transfers", label, [_transfer(each, names) for each in value])
    if kind == "awards" and isinstance(value, list):
        return ShownEvidence("list", label, [_award(each, ruleset_name) for each in value])
    if kind == "choices" and isinstance(value, list):
        return ShownEvidence("list", label, [gettext(each) for each in value])
    if kind == "events" and isinstance(value, list):
        return ShownEvidence("list", label, [_event_words(each, names) for each in value])
    if kind == "locks" and isinstance(value, list):
        return ShownEvidence("list", label, [_lock_words(each, names) for each in value])
    if kind == "text" and isinstance(value, list):
        return ShownEvidence("list", label, [" ".join(map(str, each)) for each in value])
    return ShownEvidence("text", label, value)


def _award(award: Any, ruleset_name: str) -> str:
    """A counted pattern as the batch format has it (id, value, times) with its name."""
    code, value, *times = award
    name = pattern_name(ruleset(ruleset_name), str(code))
    return f"{name} {value}" if not times or times[0] == 1 else f"{name} {value} × {times[0]}"


def _event_words(item: Any, names: Mapping[int, str]) -> str:
    """An event of the record: who, what, which tiles; what is no event shows itself."""
    try:
        event = event_from_list(item)
    except EngineError:
        return str(item)
    text, tiles = replay.sentence(event)
    seat = getattr(event, "seat", None)
    if seat is not None and seat in names:
        text = text.replace(gettext("Seat %(seat)s: %(what)s") % {"seat": seat + 1, "what": ""}, f"{names[seat]}: ")
    return f"{text} {format_tiles(tiles)}" if tiles else text


def _lock_words(item: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """A line of the timeline of locks: whose, which, because of which tile, from which event to which."""
    text = replay_words.word(replay_words.LOCKS, str(item["kind"]))
    if item["seat"] in names:
        text = f"{names[item['seat']]}: {text}"
    if item.get("tile"):
        text = f"{text} {item['tile']}"
    if item.get("until") is not None:
        return gettext("%(lock)s, from event %(since)s to %(until)s") % {
            "lock": text, "since": item["since"] + 1, "until": item["until"] + 1,
        }  # fmt: skip
    if item.get("since") is not None:
        return gettext("%(lock)s, since event %(since)s") % {"lock": text, "since": item["since"] + 1}
    return text


def _transfer(transfer: Mapping[str, Any], names: Mapping[int, str]) -> tuple[str, str, Any, str]:
    source, target = (_who(transfer[end], names) for end in ("from", "to"))
    return source, target, transfer["amount"], gettext(str(transfer.get("reason", "")).replace("_", " "))


def _who(seat: int | None, names: Mapping[int, str]) -> str:
    """The player of a transfer; what is paid to nobody is a dash."""
    return "–" if seat is None else names.get(seat, str(seat + 1))


def _drawable(value: Any) -> bool:
    if not isinstance(value, str) or not value:
        return False
    try:
        groups_of(value)
    except EngineError:
        return False
    return True


def transfers_of(ruling: Ruling) -> list[tuple[str, str, Any, str]]:
    """(from, to, amount, reason) of the ruling's payments with the players' names."""
    names = seat_names(ruling.case)
    return [_transfer(each, names) for each in ruling.transfers]
