"""Rulings that lose a session or disqualify, in the standings and on the pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from judging.cases import files as exports
from judging.cases import papers
from judging.cases.models import Case, Ruling, RulingForfeit
from judging.cases.queries import judgments, pages
from judging.cases.services import cases, rulings
from judging.cases.services.rulings import Measure
from judging.templatetags.judging import penalty
from tests.support.cases import at
from tests.support.people import acting, people, signed_in
from tests.support.remembered import remembered
from tests.support.tables import enter, playing, table_of
from tournaments.core.audit import broken_at
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.core.printing.registry import Order
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.seating.services import substitutes
from tournaments.standings.models import Forfeit
from tournaments.standings.queries.standings import compute_standings

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@remembered
def playing_by(preset: str = "mcr-2006", family: str = "mcr", scoring: dict[str, object] | None = None) -> Tournament:
    tournament = playing(family=family)
    people(tournament)
    rules = tournament.ruleset
    rules.preset = preset
    rules.match_scoring = scoring or rules.match_scoring
    rules.save(update_fields=["preset", "match_scoring"])
    return tournament


def case_of(tournament: Tournament, fault: str, number: int = 2, **facts: Any) -> Case:
    case = cases.open_case(acting("ren"), tournament, kind="fault", table=table_of(tournament))
    judged = judgments.judge(
        case, {"kind": "fault", "seat": number - 1, "facts": {"fault": fault, "established": True, **facts}}
    )
    cases.record_claim(acting("ren"), case, judged)
    return case


def ruled(case: Case, *proposals: dict[str, Any], as_proposed: bool = True, **kwargs: Any) -> Ruling:
    case.refresh_from_db()
    record = case.claims.order_by("-number").first()
    chosen = [Measure(each, as_proposed) for each in proposals or record.proposals]
    return rulings.rule_on_case(acting("ren"), case, claim=record, measures=chosen, based_on=case.version, **kwargs)


def nothing(case: Case, reason: str) -> Ruling:
    case.refresh_from_db()
    record = case.claims.order_by("-number").first()
    return rulings.rule_on_case(
        acting("ren"), case, claim=record, measures=[], based_on=case.version, as_proposed=False, reason=reason
    )


def numbers(tournament: Tournament) -> list[tuple[int, int, object, object]]:
    """(place, player, table points, total) in the order of the standings."""
    known = dict(tournament.entries.values_list("pk", "number"))
    rows = compute_standings(tournament).individual
    return [(row.place, known[row.key], row.values.get("table_points"), row.total) for row in rows]


def of(tournament: Tournament, number: int) -> tuple[int, int, object, object]:
    return next(row for row in numbers(tournament) if row[1] == number)


def confirm(tournament: Tournament, points: tuple[int, ...], table: int = 1) -> None:
    results.confirm_sheet(acting("olga"), enter(table_of(tournament, table), points))


def test_sixteen_minutes_late_in_mcr_from_the_ruling_to_the_next() -> None:
    """MCR-7.3, 8.8: Ren rules, Olga seats a substitute, the sheets come in; then he was in time after all."""
    tournament = playing_by()
    absent = tournament.entries.get(number=2)
    case = case_of(tournament, "lateness", minutes=16)
    ruled(case)
    assert [(f.entry, f.kind, f.clause, f.reason) for f in Forfeit.objects.all()] == [
        (absent, "session_lost", "MCR-8.8", "Came late")
    ]
    assert pages.list_empty_chairs(pages.make_case_page(case)) == [(absent, 1, True)]
    substitutes.substitute(acting("olga"), absent, from_round=1, family_name="Standby")
    assert pages.list_empty_chairs(pages.make_case_page(case)) == []
    confirm(tournament, (10, 40, -20, -30))
    confirm(tournament, (60, 20, -20, -60), table=2)
    assert numbers(tournament) == [
        (1, 5, 4, 60),
        (2, 6, 2, 20),
        (3, 1, 2, 10),
        (4, 3, 1, -20),
        (4, 7, 1, -20),
        (6, 2, 0, 0),
        (7, 4, 0, -30),
        (8, 8, 0, -60),
    ]
    nothing(case, "His watch was right; the hall's clock was not.")
    assert Forfeit.objects.get().void_reason == "Superseded: His watch was right; the hall's clock was not."
    assert numbers(tournament) == [
        (1, 5, 4, 60),
        (2, 9, 4, 40),
        (3, 6, 2, 20),
        (4, 1, 2, 10),
        (5, 3, 1, -20),
        (5, 7, 1, -20),
        (7, 4, 0, -30),
        (8, 8, 0, -60),
        (0, 2, 0, 0),
    ]
    done = AuditEntry.objects.filter(tournament=tournament, action__startswith="forfeits.")
    assert [(entry.action, entry.actor_name) for entry in done.order_by("sequence")] == [
        ("forfeits.add", "ren"),
        ("forfeits.void", "ren"),
    ]
    assert broken_at(tournament) is None


def test_the_second_session_lost_under_the_supplement_is_the_last() -> None:
    """MCR-E16: two such sessions and the player is out, with the first ruling counted from the earlier round."""
    tournament = playing_by("mcr-mil-2025")
    entry, second = tournament.entries.get(number=2), tournament.rounds.get(number=2)
    Forfeit.objects.create(
        tournament=tournament, entry=entry, round=second, kind="session_lost", reason="Lateness", chair="last"
    )
    ruled(case_of(tournament, "lateness", minutes=16))
    assert of(tournament, 2)[0] == 0
    entry.refresh_from_db()
    assert (entry.status, entry.dropped_from_round) == ("dropped", 2)


def test_a_missed_session_in_riichi() -> None:
    """RI-7.3, RI-8.8: eleven minutes; a substitute plays and the player has -15,000 points and -15,000 uma."""
    tournament = playing_by("riichi-ema-2016", "riichi")
    confirm(tournament, (45000, 35000, 25000, 15000))
    before = compute_standings(tournament)
    case = case_of(tournament, "lateness", minutes=11)
    ruled(case)
    assert [of(tournament, number)[3] for number in (1, 2, 3, 4)] == [30, -30, -10, -30]
    later = next(o for o in case.claims.get().proposals[0]["options"] if o["penalty"] == "substitute_later")
    ruled(case, later, as_proposed=False, reason="The substitute came in for the second hand.")
    assert [of(tournament, number)[3] for number in (1, 2, 3, 4)] == [30, -30, 0, -20]
    nothing(case, "He was in time.")
    assert compute_standings(tournament) == before


def test_a_lost_session_and_its_fine_under_the_riichi_competition_rules() -> None:
    """RCR 3.2, RI-E13: 48,000 before uma beside the missed session; the three present share 15, 5 and -5."""
    scoring = {
        "start_points": 30000, "divisor": 1000, "uma": [15, 5, -5, -15], "leftover": "first", "fines": "before",
    }  # fmt: skip
    tournament = playing_by("riichi-rcr-2024", "riichi", scoring)
    confirm(tournament, (45000, 35000, 25000, 15000))
    ruled(case_of(tournament, "lateness", minutes=16))
    assert [of(tournament, number)[3] for number in (1, 2, 3, 4)] == [30, -78, 0, -20]


def test_cheating_in_mcr_takes_the_player_out_of_the_order() -> None:
    """MCR-7.4 row 14, MCR-8.9; superseded, the player has place and chair again."""
    tournament = playing_by()
    confirm(tournament, (10, 40, -20, -30))
    before = compute_standings(tournament)
    case = case_of(tournament, "cheating")
    ruled(case)
    assert (numbers(tournament)[0], numbers(tournament)[-1]) == ((1, 1, 2, 10), (0, 2, 4, 40))
    assert tournament.entries.get(number=2).dropped_from_round == 2
    ((_player, from_round, _one_session),) = pages.list_empty_chairs(pages.make_case_page(case))
    assert from_round == 2
    nothing(case, "It was his neighbour.")
    assert compute_standings(tournament) == before
    entry = tournament.entries.get(number=2)
    assert (entry.status, entry.dropped_from_round) == (Entry.Status.CHECKED_IN, None)


def test_cheating_in_riichi_puts_the_player_last() -> None:
    """RI-7.4 row 24 as EMA 5.5 and 5.8 have it."""
    tournament = playing_by("riichi-ema-2016", "riichi")
    confirm(tournament, (45000, 35000, 25000, 15000))
    ruled(case_of(tournament, "cheating", number=1))
    assert [row for row in numbers(tournament) if row[0]][-1] == (4, 1, None, 30)


def test_a_session_is_lost_once_and_only_in_a_round() -> None:
    tournament = playing_by()
    case = case_of(tournament, "lateness", minutes=16)
    ruled(case)
    with pytest.raises(UserError, match="has lost the session of round 1 already"):
        ruled(case_of(tournament, "lateness", minutes=16))
    assert (Ruling.objects.count(), RulingForfeit.objects.count()) == (1, 1)
    nowhere = cases.open_case(acting("ren"), tournament, kind="fault", players=[tournament.entries.get(number=3)])
    cases.record_claim(acting("ren"), nowhere, judgments.judge(
        nowhere, {"kind": "fault", "seat": 0, "facts": {"fault": "lateness", "established": True, "minutes": 16}}
    ))  # fmt: skip
    with pytest.raises(UserError, match="names no round"):
        ruled(nowhere)
    assert Forfeit.objects.count() == 1


def test_a_disqualification_after_the_last_round_needs_no_substitute() -> None:
    tournament = playing_by()
    for number in (3, 2):
        rounds.remove(acting("olga"), tournament.rounds.get(number=number))
    confirm(tournament, (10, 40, -20, -30))
    case = case_of(tournament, "cheating")
    ruled(case)
    assert pages.list_empty_chairs(pages.make_case_page(case)) == []
    assert numbers(tournament)[-1][:2] == (0, 2)


LATE = {"kind": "fault", "seat": "1", "fault": "lateness", "established": "yes", "minutes": "16"}
NOTHING = "For Given02 Family02 the session counts 0 points and 0 table points, whoever plays it."
RANKED = "A substitute is ranked at the table, so that the others get their places, and has no standing."


def page(client: Client, name: str, event: Tournament, *args: object) -> str:
    answer = client.get(at(name, event, *args))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def late(event: Tournament, ren: Client) -> Case:
    """Ren has recorded on the pages that player 2 was sixteen minutes late, and rules (MCR-7.3, MCR-8.8)."""
    ren.post(at("manage_case_new", event), {"kind": "fault", "round_number": "1", "table_number": "1"})
    facts = at("manage_case_facts", event, 1)
    key = str(ren.get(facts).context["form"]["key"].value())
    answer = ren.post(facts, LATE | {"check": "1"}, headers={"HX-Request": "true"}).content.decode()
    assert (answer.count(NOTHING), answer.count(RANKED)) == (1, 1)
    assert ren.post(facts, LATE | {"record": "1", "key": key}).status_code == 302
    assert NOTHING in page(ren, "manage_case", event, 1)
    sent = {"based_on": Case.objects.get().version, "choice_0": "standard"}
    assert ren.post(at("manage_case_rule", event, 1), sent).status_code == 302
    return Case.objects.get()


def test_the_case_leads_the_director_to_the_substitute(event: Tournament, late: Case, ren: Client) -> None:
    assert Forfeit.objects.get().entry.number == 2
    substitute, olga = at("manage_entry_substitute", event, 2), signed_in("olga")
    ren_sees = page(ren, "manage_case", event, 1)
    assert "Ask the director to seat a substitute on the player's page." in ren_sees
    assert (substitute in ren_sees, substitute in page(olga, "manage_case", event, 1)) == (False, True)
    seated = olga.post(substitute, {"substitute-from_round": "1", "substitute-reason": "case 1",
                                    "substitute-family_name": "Standby"})  # fmt: skip
    assert seated.url == at("manage_entry", event, 9)
    assert substitute not in page(olga, "manage_case", event, 1)


def test_protocol_export_api_and_players_page_say_what_is_lost(
    event: Tournament, late: Case, ren: Client, client: Client
) -> None:
    event.refresh_from_db()
    (leaf,) = papers.protocol(Order(event, "", late.round, subject=late))
    (shown,) = leaf.values["shown"].rulings
    assert shown.consequences == [NOTHING, RANKED]
    assert [penalty(sanction) for sanction in shown.sanctions] == ["The session is lost and counts nothing"]
    assert exports.export_case(late)["rulings"][0]["forfeits"] == [
        {"player": 2, "round": 1, "kind": "session_lost", "points": 0, "uma": 0, "table_points": 0,
         "clause": "MCR-8.8", "valid": True},
    ]  # fmt: skip
    (measure,) = ren.get(reverse("api-case", args=[event.slug, 1])).json()["rulings"][0]["measures"]
    assert [(each["kind"], each["clause"]) for each in measure["place_in_event"]] == [("session_lost", "MCR-8.8")]
    for table in (1, 2):
        results.confirm_sheet(acting("olga"), enter(table_of(event, table), (10, 40, -20, -30)))
    rounds.release(acting("olga"), rounds.finish(acting("olga"), event.rounds.get(number=1)))
    the_case, public = at("manage_case", event, 1), page(client, "event_player", event, 2)
    assert (at("event_rulebook_clause", event, "MCR-8.8") in public, the_case in public) == (True, False)
    assert the_case in page(ren, "event_player", event, 2)
    assert the_case in page(ren, "manage_ledger", event)
