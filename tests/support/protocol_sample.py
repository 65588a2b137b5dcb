"""The protocol of a case with all that can be on it, from the law's own words and rows that were never saved."""

from __future__ import annotations

import datetime

from engine.family import ruleset
from judging.cases.models import Appeal, Case, ClaimRecord, Ruling, Sanction
from judging.cases.queries.appeals import AppealDeadline
from judging.cases.queries.pages import CasePage, FactsDetails, RulingDetails
from judging.law import decide, examine, read_claim
from judging.law.examples import load_examples
from judging.law.stored import StoredProposal
from judging.rulebook.text import evidence
from judging.rulebook.text import findings as words
from tournaments.accounts.models import User
from tournaments.core.printing.documents import Leaf, PaperHeading
from tournaments.core.text.rules import find_ruleset_title
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable, Round
from tournaments.standings.models import ScoreLine

AT = datetime.datetime(2026, 11, 21, 11, 42, tzinfo=datetime.UTC)
CLAIMED = "mcr-win-far"
"""A win that is none: the hand with its tiles, a dead hand, three payments."""


def protocol(heading: PaperHeading, names: list[str]) -> list[Leaf]:
    """A ruling that was changed on appeal, and the one before it."""
    example = next(each for each in load_examples("mcr") if each.id == CLAIMED)
    claim, rules = read_claim(example.to_claim()), ruleset(example.ruleset)
    found = examine(claim)
    proposals = [each.to_dict() for each in decide(claim, found)]
    seats, by = dict(enumerate(names)), User(username=names[0])
    event = Tournament(slug="nordic", name=heading.event, family="mcr")
    case = Case(
        tournament=event, number=12, kind="win", round=Round(number=4), table=GameTable(number=47), hand=12,
        note="Called with all hands shown. " * 4, state=Case.State.RULED, opened_by=by, opened_at=AT,
    )  # fmt: skip
    record = ClaimRecord(
        case=case, number=2, claim=example.to_claim(), engine_version="1", recorded_by=by, recorded_at=AT
    )
    facts = FactsDetails(
        record, find_ruleset_title(example.ruleset), [], evidence.describe_answers(record.claim, seats, rules),
        [words.describe_finding(each.to_dict(), seats, rules) for each in found],
        [words.describe_proposal(each, seats) for each in proposals],
    )  # fmt: skip
    rulings = [_ruling(case, record, proposals, seats, by, number) for number in (2, 1)]
    otherwise = ["An answer of today that is longer than a line of the page has room for. " * 2]
    shown = CasePage(case, seats, facts, rulings, otherwise, [], [])
    values = {"heading": heading, "paper": True, "case": case, "shown": shown, "ruled_on": [facts], "names": names}
    return [Leaf("ruling_protocol", values)]


def _ruling(
    case: Case, record: ClaimRecord, proposals: list[StoredProposal], seats: dict[int, str], by: User, number: int
) -> RulingDetails:
    entries = [Entry(number=118 + seat, romanised_name=name) for seat, name in seats.items()]
    ruling = Ruling(
        case=case, number=number, claim=record, in_force=number == 2, as_proposed=number == 1, note="Play goes on.",
        reason="The tiles were seen by the whole table. " * 3, payments=Ruling.Payments.LEDGER,
        transfers=proposals[0]["transfers"], decided_by=by, decided_at=AT,
    )  # fmt: skip
    sanction = Sanction(
        entry=entries[1], title=proposals[0]["title"], clause=proposals[0]["clause"], proposal=proposals[0], repeat=1
    )
    lines = [
        ScoreLine(entry=entry, amount_numerator=amount, amount_denominator=1, unit="points", scope="table")
        for entry, amount in ((entries[1], -30), (entries[0], 10))
    ]
    appeal = Appeal(
        ruling=ruling, by_entry=entries[1], filed_at=AT, grounds="The hand was not finished. " * 3, decided_at=AT,
        state=Appeal.State.UPHELD, decision="The ruling stands. " * 2, decided_by=by,
    )  # fmt: skip
    return RulingDetails(
        ruling, [sanction], lines, [], [],
        [evidence.describe_transfer(each, seats) for each in ruling.transfers],
        words.list_payments(ruling.transfers, seats), [appeal] if number == 1 else [], AppealDeadline(30, AT), [],
    )  # fmt: skip
