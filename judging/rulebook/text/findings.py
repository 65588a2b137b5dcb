"""Findings and proposals in the reader's language, with players' names for seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, Literal

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.exact import read_stored
from engine.family import Ruleset
from engine.sentences import Sentence
from judging.law.findings import get_clause_text
from judging.law.penalties import HAND_EFFECTS as HANDS_BY_WORD
from judging.law.penalties import REFEREE_DECIDES
from judging.law.stored import StoredBreakingPoint, StoredFinding, StoredProposal, StoredTransfer
from judging.rulebook.text import effects
from judging.rulebook.text.evidence import (
    EvidenceText,
    append_to_name,
    append_to_question,
    describe_answer_as_text,
    describe_evidence,
    describe_transfer,
)
from judging.rulebook.text.hands import CONTINUES, HAND_EFFECTS, OF_PLAYER
from tournaments.core.text.numbers import format_exact, format_signed
from tournaments.core.text.sentences import in_words
from tournaments.core.text.words import Words, describe_term
from tournaments.standings.models import ScoreLine

VERDICTS = {"holds": (_("Valid"), "ok"), "fails": (_("Not valid"), "danger"), "undecided": (_("Undecided"), "warn")}

PENALTIES: Words = {
    "none": _("No penalty"),
    "note": _("A word to the player"),
    "warning": _("Warning"),
    "serious_warning": _("Serious warning"),
    "refused": _("The claim is refused"),
    "withdrawn": _("The call is withdrawn"),
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
    "substitute": _("A substitute plays"),
    "substitute_later": _("A substitute comes in later"),
    "disqualified": _("Disqualification"),
    "disqualification": _("Disqualification"),
    "referee": _("The referee decides"),
    "stands": _("The claim stands"),
}

HAND_OF_WORD = {
    word: hand for word, hand in HANDS_BY_WORD.items() if word not in ("none", "chombo", "forced_discard", "forced_win")
}
"""Penalties whose word says what becomes of the hand -> its effect."""

NOTES: Words = {
    "warning": _("warning"),
    "taken_back": _("the meld is taken back"),
    "shown_tiles_discarded": _("the tiles shown are the player's next discards, one a turn, from right to left"),
    "stick_stays": _("the stick stays on the table"),
    "neighbour_picks": _("the right neighbour pulls the tile to be discarded out of the hand"),
}

UNITS: Words = dict(ScoreLine.Unit.choices)
COLUMNS: Words = dict(ScoreLine.Scope.choices)

KONG_REFUND = "kong_refund"
"""Reason of a payment that gives kong income back (Sichuan): no part of the price of the fault."""

WITHOUT_FAULT = ("stands", "corrected", "refused", "withdrawn", "taken_back", "hand_drawn", "referee", "none")
"""Penalties of proposals without an infraction: the outcome where nobody is at fault."""


def name_penalty(proposal: StoredProposal) -> str:
    """Return the penalty with its points and further effects: ``Fine: −10; the session is lost``."""
    measure = describe_term(PENALTIES, str(proposal["penalty"]))
    amounts = [read_stored(line["amount"]) for line in proposal.get("ledger") or ()]
    paid = [row for row in proposal.get("transfers") or () if row["from"] == proposal.get("seat")]
    back = sum((read_stored(row["amount"]) for row in paid if row.get("reason") == KONG_REFUND), Fraction(0))
    amounts += [-read_stored(row["amount"]) for row in paid if row.get("reason") != KONG_REFUND]
    total = sum(amounts, Fraction(0))
    if total:
        measure = append_to_name(measure, format_exact(total))
    places = [effects.describe_effect(place) for place in proposal.get("place_in_event") or ()]
    more = [describe_term(NOTES, note) for note in proposal.get("notes") or () if note != proposal["penalty"]]
    if back:
        more.append(gettext("kong income of the hand goes back: %(points)s") % {"points": format_exact(-back)})
    if proposal.get("refund_kongs"):
        more.append(gettext("kong income of the hand goes back (the kongs are not entered yet)"))
    if places and not total:
        # Name the forfeited session, not the measure.
        phrase = "; ".join([*places, *more])
        return phrase[:1].upper() + phrase[1:]
    return "; ".join([measure, *more, *places])


STANDARD: Final = "standard"
NO_EFFECT: Final = "none"
"""Choices of a proposal beside its options, which have numbers."""


def list_measures(proposal: StoredProposal) -> list[tuple[str, str]]:
    """Return choices: the standard (not "the referee decides"), each option by its number, no penalty."""
    standard = (STANDARD, gettext("%(penalty)s (proposed)") % {"penalty": name_penalty(proposal)})
    options = enumerate(proposal.get("options") or ())
    return [
        *([] if is_left_open(proposal) else [standard]),
        *(
            (str(index), name_penalty(option))
            for index, option in options
            if not is_left_open(option) and option["penalty"] != NO_EFFECT
        ),
        (NO_EFFECT, gettext("No penalty")),
    ]


def is_left_open(proposal: StoredProposal) -> bool:
    return bool(proposal.get("penalty") == REFEREE_DECIDES)


def describe_appeal_until(minutes: int, until: str) -> str:
    if until:
        return gettext("appeal until %(until)s") % {"until": until}
    return ngettext(
        "appeal until %(number)s minute after the end of the session",
        "appeal until %(number)s minutes after the end of the session",
        minutes,
    ) % {"number": minutes}


def list_effects(proposal: StoredProposal, names: Mapping[int, str]) -> dict[str, list[str]]:
    """Return effects of a sanction on hand, payments, ledger and place in the event, by the key of a slip's line."""
    hand = str(proposal.get("hand") or CONTINUES)
    paid = [describe_transfer(row, names) for row in proposal.get("transfers") or ()]
    entered = []
    for line in proposal.get("ledger") or ():
        unit = describe_term(UNITS, str(line.get("unit") or "points"))
        name, amount = names.get(line["seat"], ""), format_signed(read_stored(line["amount"]))
        entered.append(f"{name} {amount} {unit}, {describe_term(COLUMNS, line['column'])}")
    return {
        "the_hand": [describe_hand_effect(hand, names.get(proposal["seat"], ""))],
        "payments": [f"{source} → {target} {amount}" for source, target, amount, _reason in paid],
        "ledger": entered,
        "also": effects.list_all_consequences(proposal, names.get(proposal["seat"], "")),
    }


def describe_hand_effect(hand: str, player: str) -> str:
    if player and hand in OF_PLAYER:
        return OF_PLAYER[hand] % {"player": player}
    return describe_term(HAND_EFFECTS, hand)


@dataclass(frozen=True)
class ProposalText:
    """A proposal against a player, or for a claim without a fault; `instead` are the options."""

    name: str
    title: str
    penalty: str
    clause: str
    repeat: int
    hand: str
    transfers: list[tuple[str, str, str, str]]
    instead: list[str]
    consequences: list[str]
    infraction: str = ""
    fault: bool = False
    changes: tuple[str, ...] = ()
    """Unasked answers that would change it, with what they lead to."""
    paid: tuple[str, ...] = ()
    says_hand: bool = False

    @property
    def ruling(self) -> str:
        """The measure, the hand and the payments in one line, nothing twice."""
        parts = [self.title, *([self.penalty] if self.fault or not self.title else [])]
        parts += [] if self.says_hand else [self.hand]
        return " · ".join(dict.fromkeys((*parts, *self.paid)))


def describe_proposal(proposal: StoredProposal, names: Mapping[int, str], rules: Ruleset | None = None) -> ProposalText:
    """Return a proposal in the reader's language; with the rules also the answers that would change it."""
    hand, penalty = str(proposal.get("hand") or CONTINUES), str(proposal["penalty"])
    seat, points = proposal["seat"], proposal.get("breaking_points")
    return ProposalText(
        name=names.get(seat, ""),
        title=gettext(proposal["title"]) if proposal.get("title") else "",
        penalty=name_penalty(proposal),
        clause=str(proposal.get("clause") or ""),
        repeat=int(proposal.get("repeat") or 0),
        hand=describe_hand_effect(hand, names.get(seat, "")),
        transfers=[describe_transfer(row, names) for row in proposal.get("transfers") or ()],
        instead=list(dict.fromkeys(name_penalty(option) for option in proposal.get("options") or ())),
        consequences=effects.list_all_consequences(proposal, names.get(proposal["seat"], "")),
        infraction=str(proposal.get("infraction") or ""),
        fault=bool(proposal.get("infraction")),
        paid=_add_up(proposal, names),
        says_hand=not proposal.get("infraction") or HAND_OF_WORD.get(penalty) == hand,
        changes=() if rules is None else tuple(describe_changes(points, names, rules, seat)),
    )


def describe_changes(
    points: Iterable[StoredBreakingPoint] | None, names: Mapping[int, str], rules: Ruleset, seat: int | None = None
) -> Iterator[str]:
    """Each answer that would change a proposal, with the ruling that follows; `seat`: the one that it is about."""
    for point in points or ():
        then = []
        for follower in point["then"]:
            text = describe_proposal(follower, names)
            then.append(append_to_name(text.name, text.ruling) if follower["seat"] != seat else text.ruling)
        by_question: dict[str, list[str]] = {}
        for value in point["values"]:
            for question, answer in describe_answer_as_text(point["fact"], value, names, rules):
                by_question.setdefault(question, []).append(answer)
        answers = "; ".join(append_to_question(question, ", ".join(named)) for question, named in by_question.items())
        ruling = "; ".join(then) or gettext("the facts must be examined again")
        yield gettext("%(answer)s → %(ruling)s") % {"answer": answers, "ruling": ruling}


def _add_up(proposal: StoredProposal, names: Mapping[int, str]) -> tuple[str, ...]:
    totals: dict[tuple[str, str], Fraction] = {}
    for row in proposal.get("transfers") or ():
        source, target, *_rest = describe_transfer(row, names)
        totals[source, target] = totals.get((source, target), Fraction(0)) + read_stored(row["amount"])
    return tuple(f"{source} → {target} {format_exact(total)}" for (source, target), total in totals.items())


@dataclass(frozen=True)
class FindingText:
    """A finding for a template; `kind` is the chip's colour, `href` the page of the clause, `also` further findings
    that say the same under other clauses.
    """

    verdict: str
    label: str
    kind: str
    clause: str
    text: str
    message: str
    evidence: tuple[EvidenceText, ...]
    missing: tuple[str, ...]
    href: str
    seat: str
    also: tuple[FindingText, ...] = ()


def split_by_weight(findings: Iterable[FindingText]) -> tuple[list[FindingText], list[FindingText]]:
    """Return deciding and holding findings, each once in order; those that wait for one answer are joined as `also`."""
    listed = list(findings)
    open_questions: dict[tuple[str, str], list[FindingText]] = {}
    for finding in listed:
        if finding.verdict == "undecided":
            open_questions.setdefault((finding.seat, finding.message), []).append(finding)
    undecided = [replace(first, also=tuple(others)) for first, *others in open_questions.values()]
    deciding = [*(finding for finding in listed if finding.verdict == "fails"), *undecided]
    passed = {(finding.seat, finding.message): finding for finding in reversed(listed) if finding.verdict == "holds"}
    return deciding, list(reversed(passed.values()))


@dataclass(frozen=True)
class CaseHeading:
    kind: str
    label: str
    name: str
    message: str
    clause: str = ""


def list_headings(findings: Iterable[FindingText], proposals: Sequence[ProposalText]) -> list[CaseHeading]:
    """Return a line of the decision for each player, else the open finding; a passed check where nothing is decided."""
    deciding, holding = split_by_weight(findings)
    first = next(iter([*deciding, *holding]), None)
    if first is None:
        return []
    if not proposals:
        return [CaseHeading(first.kind, first.label, first.seat, first.message)]
    return [
        CaseHeading(first.kind, first.label, proposal.name, proposal.ruling, proposal.clause) for proposal in proposals
    ]


def say_sentence(stored: Mapping[str, Any], names: Mapping[int, str], rules: Ruleset | None = None) -> str:
    """Translate a stored sentence with names for seats and, given rules, for patterns; an older one is English."""
    sentence = stored.get("sentence")
    if not sentence:
        return str(stored.get("message", ""))
    parsed = Sentence.from_dict(sentence)
    return in_words(parsed, lambda seat: names.get(seat, str(seat + 1)), rules)


def name_row(clause: str) -> str:
    """Return a clause with the row of its table in words.

    >>> name_row("MCR-6.8 wrong_tile")
    'MCR-6.8 wrong tile'
    """
    return clause.replace("_", " ")


def get_no_address(_clause: str) -> str:
    return ""


def describe_finding(
    finding: StoredFinding,
    names: Mapping[int, str],
    rules: Ruleset,
    page_of: Callable[[str], str] = get_no_address,
) -> FindingText:
    """Return a finding in the reader's language; `page_of` gives the address of its clause."""
    label, kind = VERDICTS[finding["verdict"]]
    seat = finding.get("seat")
    clause = str(finding.get("clause") or "")
    return FindingText(
        verdict=finding["verdict"],
        label=str(label),
        kind=kind,
        clause=clause,
        text=gettext(text) if (text := get_clause_text(clause) or str(finding.get("text") or "")) else "",
        message=say_sentence(finding, names, rules),
        evidence=tuple(
            describe_evidence(row, names, rules.name) for row in finding.get("evidence") or () if row["value"]
        ),
        missing=tuple(finding.get("missing") or ()),
        href=page_of(clause),
        seat="" if seat is None else names.get(seat, ""),
    )


@dataclass(frozen=True)
class SeatPayment:
    """Points that a player pays and gets by a ruling; both are at least 0."""

    seat: int
    name: str
    pays: Fraction
    gets: Fraction

    @property
    def balance(self) -> Fraction:
        return self.gets - self.pays


def list_payments(transfers: Sequence[StoredTransfer], names: Mapping[int, str]) -> list[SeatPayment]:
    """Return payments and receipts of each player, in the order of the seats; what nobody gets is a deposit.

    >>> [line] = list_payments([{"from": 1, "to": 0, "amount": 10}, {"from": 2, "to": 1, "amount": 30}], {1: "petra"})
    >>> line.pays, line.gets, line.balance
    (Fraction(10, 1), Fraction(30, 1), Fraction(20, 1))
    """

    def total(end: Literal["from", "to"], seat: int) -> Fraction:
        return sum((read_stored(row["amount"]) for row in transfers if row[end] == seat), Fraction(0))

    return [SeatPayment(seat, name, total("from", seat), total("to", seat)) for seat, name in sorted(names.items())]
