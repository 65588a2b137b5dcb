from __future__ import annotations

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from judging.cases.models import ClaimRecord, Ruling
from judging.cases.services import appeals, cases, rulings
from judging.cases.services.rulings import Measure
from judging.desk import services as desk
from tests.support.cases import FALSE_WIN, case_with_facts, facts, fine, ruled
from tests.support.people import acting, people
from tests.support.remembered import remembered
from tests.support.tables import enter, playing, table_of
from tournaments.core.audit import broken_at
from tournaments.core.errors import UserError
from tournaments.results.services import results
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries.standings import compute_standings

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def counting(tournament):
    """(player, amount, unit, scope, kind) of the valid lines that no sheet wrote, in order."""
    lines = ScoreLine.objects.filter(tournament=tournament, voided_at=None).exclude(kind="result").order_by("pk")
    return [(line.entry.number, int(line.amount), line.unit, line.scope, line.kind) for line in lines]


def test_a_case_keeps_who_sat_where():
    case, record = case_with_facts()
    assert [(party.seat, party.entry.number, party.concerned) for party in case.parties.all()] == [
        (0, 1, False),
        (1, 2, True),
        (2, 3, False),
        (3, 4, False),
    ]
    assert (case.number, record.verdict, record.clauses) == (1, "fails", " MCR-6.2  MCR-6.8 points ")


def test_a_call_has_one_case_and_ends_with_the_ruling():
    tournament = playing()
    call = desk.make(acting("petra"), table_of(tournament, 2))
    first = cases.open_case(acting("ren"), tournament, kind="win", call=call)
    again = cases.open_case(acting("olga"), tournament, kind="fault", call=call)
    call.refresh_from_db()
    assert (first.pk, call.state, call.taken_by.username) == (again.pk, "arrived", "ren")
    ruled(first, facts(first))
    call.refresh_from_db()
    assert call.state == "closed"


def test_the_same_facts_sent_twice_are_stored_once():
    case, _record = case_with_facts()
    key = "9d0e6a52-54a5-4a0a-9d3b-0d4f6f0f3c11"
    assert facts(case, key=key).pk == facts(case, key=key).pk
    assert ClaimRecord.objects.count() == 2


def test_a_ruling_fines_and_gives_time_in_one_step():
    case, record = case_with_facts(proposals=[fine(-10, minutes=4)])
    ruling = ruled(case, record)
    assert counting(case.tournament) == [(2, -10, "points", "table", "penalty")]
    assert table_of(case.tournament).extra_seconds == 240
    assert (ruling.hand_effect, ruling.minutes, ruling.payments, len(ruling.transfers)) == ("dead_hand", 4, "none", 3)
    assert [(s.entry.number, s.infraction, s.penalty) for s in ruling.sanctions.all()] == [
        (2, "false_hu_points", "payment")
    ]
    assert broken_at(case.tournament) is None
    with pytest.raises(IntegrityError), transaction.atomic():
        Ruling.objects.create(case=case, number=2, claim=record)


def test_a_fine_shows_in_the_standings_and_goes_with_the_next_ruling():
    tournament = playing()
    people(tournament)
    result = enter(table_of(tournament), (40, 30, -30, -40))
    results.confirm_sheet(acting("olga"), result)

    def total(number):
        entry = tournament.entries.get(number=number)
        return next(row for row in compute_standings(tournament).individual if row.key == entry.pk).values["total"]

    assert total(2) == 30
    case, record = case_with_facts(tournament)
    ruled(case, record)
    assert total(2) == 20
    ruled(case, record, fine(-5), reason="The first amount was wrong.")
    assert total(2) == 25


def test_superseding_takes_back_lines_and_minutes_and_keeps_the_old_ruling():
    case, record = case_with_facts(proposals=[fine(-10, minutes=5)])
    old = ruled(case, record)
    new = ruled(case, record, fine(-20, minutes=2), reason="Second offence overlooked.")
    old.refresh_from_db()
    assert (old.in_force, new.supersedes, old.superseded_by, new.number) == (False, old, new, 2)
    assert counting(case.tournament) == [(2, -20, "points", "table", "penalty")]
    assert table_of(case.tournament).extra_seconds == 120
    voided = ScoreLine.objects.get(voided_at__isnull=False)
    assert voided.void_reason == "Superseded: Second offence overlooked."


def test_a_ruling_of_ones_own_and_a_change_need_a_reason():
    case, record = case_with_facts()
    with pytest.raises(UserError, match="why you do not follow"):
        rulings.rule_on_case(
            acting("ren"), case, claim=record, measures=[Measure(fine(-5), as_proposed=False)], based_on=case.version
        )
    ruled(case, record)
    with pytest.raises(UserError, match="why the ruling is changed"):
        ruled(case, record, fine(-20))
    with pytest.raises(UserError, match="Choose a measure"):
        ruled(case, record, fine(penalty="referee"), reason="It is proposed.")
    assert Ruling.objects.count() == 1


def test_what_the_law_has_not_decided_needs_a_reason():
    case, record = case_with_facts(findings=[FALSE_WIN | {"verdict": "undecided", "infraction": None}], proposals=[])
    with pytest.raises(UserError, match="do not decide"):
        rulings.rule_on_case(acting("ren"), case, claim=record, measures=[], based_on=case.version, reason=" ")
    assert ruled(case, record, reason="Nobody saw it.").undecided is True


def test_a_failed_booking_leaves_nothing():
    case, record = case_with_facts()
    broken = fine(ledger=[{"seat": 1, "column": "table", "amount": 0, "reason": "nothing"}], minutes=3)
    with pytest.raises(UserError):
        ruled(case, record, broken)
    assert (Ruling.objects.count(), counting(case.tournament), table_of(case.tournament).extra_seconds) == (0, [], 0)


def test_without_a_table_a_penalty_counts_overall_and_minutes_are_refused():
    tournament = playing()
    late = tournament.entries.get(number=5)
    case = cases.open_case(acting("ren"), tournament, kind="fault", players=[late])
    record = facts(case, findings=[], proposals=[])
    ruled(case, record, fine(-30, seat=0, transfers=[]))
    assert counting(tournament) == [(5, -30, "points", "overall", "penalty")]
    with pytest.raises(UserError, match="need a table"):
        ruled(case, record, fine(-30, seat=0, transfers=[], minutes=2), reason="more time")


def test_table_points_are_taken_where_the_penalty_says_so():
    case, record = case_with_facts()
    line = {"seat": 1, "column": "overall", "unit": "table_points", "amount": "-1/2", "reason": "conduct"}
    ruled(case, record, fine(penalty="table_points", transfers=[], ledger=[line]))
    written = ScoreLine.objects.exclude(kind="result").get()
    assert (written.unit, float(written.amount)) == ("table_points", -0.5)


def test_a_case_is_dropped_with_a_reason_unless_ruled():
    case, record = case_with_facts()
    dropped = cases.drop(acting("ren"), case, reason="They agreed.")
    assert dropped.state == "dropped"
    with pytest.raises(UserError, match="dropped"):
        ruled(case, record)
    other, record = case_with_facts(case.tournament, table=2)
    ruled(other, record)
    with pytest.raises(UserError, match="in force"):
        cases.drop(acting("ren"), other, reason="They agreed.")


@pytest.fixture
@remembered
def appealed():
    tournament = playing()
    accounts = people(tournament)
    case, record = case_with_facts(tournament)
    ruling = ruled(case, record)
    player = tournament.entries.get(number=2)
    return accounts, case, record, ruling, player


def test_a_referee_decides_appeals_once_named_head_referee(appealed):
    accounts, case, _record, ruling, player = appealed
    accounts["sue"].memberships.create(tournament=case.tournament, role="referee")
    appeal = appeals.file_appeal(acting("ren"), ruling, by_entry=player, grounds="I had eight points.")
    with pytest.raises(UserError, match="Whoever ruled"):
        appeals.decide(acting("ren"), appeal, state="upheld", decision="I was right.")
    with pytest.raises(UserError, match="in words"):
        appeals.decide(acting("olga"), appeal, state="upheld", decision=" ")
    for state in ("upheld", "withdrawn"):
        with pytest.raises(UserError, match="by the head referee"):
            appeals.decide(acting("sue"), appeal, state=state, decision="No.")
    desk.set_desk(acting("olga"), case.tournament, head_referee=accounts["sue"], appeal_minutes=20)
    assert appeals.decide(acting("sue"), appeal, state="upheld", decision="No.").state == "upheld"


def test_a_new_ruling_decides_the_open_appeal(appealed):
    _accounts, case, record, ruling, player = appealed
    appeal = appeals.file_appeal(acting("ren"), ruling, by_entry=player, grounds="I had eight points.")
    with pytest.raises(UserError, match="only the head referee"):
        ruled(case, record, fine(-5), reason="Too hard.")
    new = ruled(case, record, fine(-5), by="olga", reason="The eighth point was the last tile.")
    appeal.refresh_from_db()
    case.refresh_from_db()
    assert (appeal.state, appeal.new_ruling, case.state) == ("changed", new, "ruled")


def test_an_appeal_comes_in_time_from_a_player_of_the_case(appealed):
    _accounts, case, _record, ruling, player = appealed
    with pytest.raises(UserError, match="Only a player of the case"):
        appeals.file_appeal(acting("ren"), ruling, by_entry=case.tournament.entries.get(number=7), grounds="I saw it.")
    Ruling.objects.update(appeal_until=timezone.now() - datetime.timedelta(minutes=1))
    ruling.refresh_from_db()
    with pytest.raises(UserError, match="time for an appeal is over"):
        appeals.file_appeal(acting("ren"), ruling, by_entry=player, grounds="I had eight points.")
    appeals.file_appeal(
        acting("ren"), ruling, by_entry=player, grounds="Eight.", late_reason="The referee was called away."
    )
    with pytest.raises(UserError, match="open already"):
        appeals.file_appeal(acting("ren"), ruling, by_entry=player, grounds="Again.", late_reason="x")


def test_a_chombo_after_the_game_costs_its_points_in_score():
    tournament = playing(family="riichi")
    people(tournament)
    sheet = enter(table_of(tournament), (45000, 35000, 25000, 15000))
    results.confirm_sheet(acting("olga"), sheet)
    case, record = case_with_facts(tournament)
    line = {"seat": 1, "column": "overall", "unit": "score", "amount": -20000, "reason": "Chombo"}
    ruled(case, record, fine(penalty="chombo", hand="replay", transfers=[], ledger=[line]))
    entry = tournament.entries.get(number=2)
    row = next(row for row in compute_standings(tournament).individual if row.key == entry.pk)
    assert row.values["total"] == 5 + 5 - 20
