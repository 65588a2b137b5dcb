"""*Fix a problem*: each repair at every stage of an event, its effects before, and its undo."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, person, seat_in_order, small_tournament
from tests.support.play import MCR_TABLES, published
from tests.support.release import in_full
from tests.support.remembered import remembered
from tests.support.slices import number
from tests.support.tables import enter, table_of
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Team
from tournaments.entries.services import players
from tournaments.events import services as events
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.repairs.forms.problems import FORMS, search
from tournaments.results.services import results
from tournaments.rounds.models import Round
from tournaments.rounds.services import rounds
from tournaments.seating.queries.draw_inputs import find_newest_seating
from tournaments.seating.queries.quality import map_numbers_by_table, read_plan
from tournaments.seating.services import drafts, seating
from tournaments.standings.federations.forms import load_federations
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries import federation
from tournaments.standings.queries.standings import compute_standings
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db


def draft(round_: Round) -> None:
    seat_in_order(round_)


def public(round_: Round) -> None:
    published(round_)


def playing(round_: Round) -> None:
    public(round_)
    rounds.start(acting(), round_)


def half_confirmed(round_: Round) -> None:
    playing(round_)
    one, other = round_.tables.order_by("number")
    results.confirm_sheet(acting(), results.submit_sheet(acting("sam"), one, points=MCR_TABLES[0]))
    results.submit_sheet(acting("sam"), other, points=MCR_TABLES[1])


def finished(round_: Round) -> None:
    half_confirmed(round_)
    results.confirm_sheet(acting(), round_.tables.get(number=2).results.get())
    rounds.finish(acting(), round_)


def released(round_: Round) -> None:
    finished(round_)
    rounds.release(acting(), round_)


def after_the_cut(round_: Round) -> None:
    released(round_)
    final = stages.add(acting(), round_.tournament, name="Final", cut_to=4, carry=Fraction(1))
    stages.cut(acting(), final)


def closed(round_: Round) -> None:
    after_the_cut(round_)
    events.set_state(acting(), round_.tournament, state="finished", continue_anyway="It is over.")
    events.archive(acting(), round_.tournament, archived=True)


STAGES = (draft, public, playing, half_confirmed, finished, released, after_the_cut, closed)
WITH_SHEETS = STAGES[3:]
SEATED = {
    "swap-players": {"first": 1, "second": 5, "points": "chairs"},
    "swap-tables": {"table": 1, "other": 2, "points": "chairs"},
    "winds": {"east": 2, "points": "players"},
    "replaced": {"leaves": 1, "comes": 9},
    "left": {"leaves": 1, "comes": 9, "points_to": "comes"},
    "arrived": {"comes": 10},
    "house": {"player": 2},
    "merge": {"stays": 1, "goes": 10},
}
REPAIRS: dict[str, dict[str, Any]] = {
    **SEATED,
    "move-sheet": {"table": 1, "other_round": 1, "other_table": 2},
    "take-out": {"table": 1},
    "rules": {"from_round": 1},
    "released": {"hide": "on"},
    "published": {},
}
AT = {"released": (released, after_the_cut, closed), "published": (public,)}
"""`redraw` needs a second round: see below."""
WITHOUT_EFFECT = ("arrived", "house", "merge")
"""Repairs of players who have no result yet may change nothing but the player."""
ALREADY = "This repair is undone already."


@remembered
def event_at(stage: Callable[[Round], None]) -> Tournament:
    """Event of eight players, a house substitute and one on the waiting list; its rules were corrected."""
    event = small_tournament(8, rounds=1)
    people(event)
    players.add(acting(), event, family_name="House", house=True)
    players.add(acting(), event, status="waiting", family_name="Late")
    stage(event.rounds.get(number=1))
    now = event.ruleset
    RulesetVersion.objects.create(
        tournament=event,
        number=2,
        reason="A slip.",
        preset=now.preset,
        match_scoring=now.match_scoring | {"table_points": [5, 3, 1, 0]},
        tie_breaks=now.tie_breaks,
    )
    return Tournament.objects.get(pk=event.pk)


def state(event: Tournament) -> list[object]:
    """Standings, lines that count, the federation's list, seats and people."""
    event = Tournament.objects.get(pk=event.pk)
    names = dict(event.entries.values_list("pk", "number"))
    lines = ScoreLine.objects.filter(tournament=event, voided_at=None)
    round_, standings = event.rounds.get(number=1), compute_standings(event)
    return [
        [(row.place, names[int(row.key)], row.total) for row in standings.individual],
        sorted((names[line.entry_id or 0], line.unit, line.amount) for line in lines),
        federation.build_federation_rows(
            event, load_federations()["ema"], federation.list_ranked_players(event, standings)
        ),
        map_numbers_by_table(read_plan(version)) if (version := find_newest_seating(round_)) else None,
        sorted(event.entries.values_list("number", "family_name", "status", "house", "from_round", "substitute_for")),
        [round_.state, round_.released_at is not None, event.standings_hidden, event.state, event.archived_at is None],
        sorted(round_.tables.filter(results__state__in=("entered", "confirmed")).values_list("number", flat=True)),
    ]


def client_of(name: str) -> Client:
    client = Client()
    client.force_login(person(name))
    return client


def stages_of(kind: str) -> Sequence[Callable[[Round], None]]:
    """Return the stages at which a run makes the repair: one, another in the next slice; every one in a release."""
    possible = AT.get(kind, STAGES if kind in SEATED else WITH_SHEETS)
    # Neighbours take turns, so that every stage has its repair.
    turn = (list(REPAIRS).index(kind) + number()) % len(possible)
    return possible if in_full() else possible[turn : turn + 1]


@pytest.mark.parametrize("stage", STAGES)
def test_each_repair_shows_its_effects_is_applied_and_undone(stage: Callable[[Round], None]) -> None:
    event, client = event_at(stage), client_of("olga")

    def post(page: str, *parts: Any, **sent: Any) -> Any:
        return client.post(reverse(f"manage_fix_{page}", args=[event.slug, *parts]), sent, follow=True)

    def undo_last() -> str:
        made = AuditEntry.objects.filter(tournament=event, action="repairs.make", after__has_key="undo")
        return str(list(post("undo", made.latest("sequence").sequence).context["messages"])[-1])

    first = state(event)
    if stage is closed:
        refused = post("preview", "house", player=2, reason="x")
        assert refused.context["form"].errors == {
            "__all__": ["This event is archived; reopen it first, then fix the problem."]
        }
        assert refused.context["reopen_first"]
        shown = post("preview", "reopen", reason="x")
        assert (shown.context["effects"].opened, state(event)) == (True, first)
        post("reopen", reason="Something was wrong")
    for kind, values in REPAIRS.items():
        if stage not in stages_of(kind):
            continue
        before, sent = state(event), {"round": 1, "reason": "Seen at the table", **values}
        shown = post("preview", kind, **sent)
        assert (kind, shown.status_code, shown.context["form"].errors) == (kind, 200, {})
        assert state(event) == before
        effects = shown.context["effects"]
        assert [made.entry.after["repair"] for made in post(kind, **sent).context["repairs"]][:1] == [kind]
        after = state(event)
        assert after != before, kind
        assert (kind, before[0] == after[0]) == (kind, not effects.players)
        assert (kind, sum(row not in before[2] for row in after[2])) == (kind, effects.federation)
        assert kind in WITHOUT_EFFECT or not effects.nothing, kind
        assert (undo_last(), kind) == ("The repair is undone.", kind)
        assert state(event) == before, kind
    assert undo_last() == "This repair is undone already."
    if stage is closed:
        opened = AuditEntry.objects.get(tournament=event, action="repairs.make", after__repair="reopen")
        post("undo", opened.sequence)
        assert state(event) == first


def test_points_go_to_who_sat_in_the_chair_or_stay_with_the_names() -> None:
    event, client = event_at(finished), client_of("ren")
    totals = {number: total for _place, number, total in state(event)[0]}
    sent = {"round": 1, "reason": "They told us", "first": 1, "second": 5, "points": "chairs"}
    client.post(reverse("manage_fix_swap-players", args=[event.slug]), sent)
    now = {number: total for _place, number, total in state(event)[0]}
    assert now == totals | {1: totals[5], 5: totals[1]}
    client.post(reverse("manage_fix_winds", args=[event.slug]), sent | {"east": 6, "points": "players"})
    assert {number: total for _place, number, total in state(event)[0]} == now
    table = event.rounds.get(number=1).tables.get(number=2)
    seats = table.results.get(state="confirmed").seats.order_by("wind")
    assert list(seats.values_list("entry__number", flat=True)) == [6, 7, 8, 1]


def test_a_repair_that_cannot_be_is_refused_at_its_field() -> None:
    event, client = event_at(finished), client_of("olga")

    def errors(kind: str, **sent: Any) -> dict[str, list[str]]:
        body = {"round": 1, "reason": "x", **sent}
        answer = client.post(reverse("manage_fix_preview", args=[event.slug, kind]), body)
        assert answer.status_code == 422
        return dict(answer.context["form"].errors)

    assert errors("swap-players", first=1, second=9, points="chairs") == {
        "second": ["This player has no seat in the round."]
    }
    assert errors("swap-tables", table=1, other=3, points="chairs") == {"other": ["The round has no table 3."]}
    assert errors("winds", east=1, points="chairs") == {"__all__": ["Everybody sits there already."]}
    assert errors("replaced", leaves=1, comes=5) == {
        "comes": ["This player has a seat in the round; use “Two players swapped seats”."]
    }
    assert errors("take-out", table=7) == {"table": ["Round 1 has no table 7."]}
    assert errors("merge", stays=1, goes=5) == {
        "__all__": [
            "1 Given01 Family01 and 5 Given05 Family05 both have a seat in round 1. "
            "Give one of the seats to somebody else first, or withdraw one player."
        ]
    }
    assert errors("rules", from_round=2) == {
        "from_round": ["These rounds are counted under the present rules already."]
    }


def test_a_problem_with_a_sheet_shows_the_newest_round_that_has_one() -> None:
    event, client = event_at(finished), client_of("olga")
    public(rounds.add(acting(), event.stages.get()))

    def default_rounds(kind: str) -> list[object]:
        form = client.get(reverse("manage_fix", args=[event.slug]), {"problem": kind}).context["form"]
        return [form[name].value() for name in form.fields if "round" in name]

    assert (default_rounds("move-sheet"), default_rounds("take-out"), default_rounds("winds")) == ([1, 1], [1], [2])


def test_a_late_player_takes_the_seat_of_a_house_substitute_who_takes_that_of_one_who_left() -> None:
    event = event_at(public)
    client, round_ = client_of("ren"), event.rounds.get(number=1)
    live = round_.current_seating
    assert live is not None
    event.entries.filter(number=7).update(status="dropped", dropped_from_round=1)
    seating.replace(acting(), live, leaves=event.entries.get(number=2), comes=event.entries.get(number=9))
    form = client.get(reverse("manage_fix", args=[event.slug]), {"problem": "arrived", "player": 10}).context["form"]
    assert form.initial["comes"] == "10"
    house, left = form.fields["seat"].widget.choices[1:]
    assert house == (
        "1/9",
        "Round 1, table 1, South: 9 House (Registered, house substitute);"
        " with 1 Given01 Family01, 3 Given03 Family03, 4 Given04 Family04",
    )
    back = client.get(reverse("manage_fix", args=[event.slug]), {"problem": "arrived", "player": 8}).context["form"]
    assert (
        back.fields["seat"]
        .widget.choices[2][1]
        .endswith(
            "with 5 Given05 Family05 (met before), 6 Given06 Family06 (met before), 8 Given08 Family08 (met before)"
        )
    )
    assert (left[0], form.fields["house_to"].widget.choices) == ("1/7", [("", "leaves the seat"), left])
    sent = {"comes": 10, "seat": "1/9", "house_to": "1/7", "reason": "The train was late"}
    shown = client.post(reverse("manage_fix_preview", args=[event.slug, "arrived"]), sent)
    assert shown.context["effects"].seats == ("10 Late", "7 Given07 Family07", "9 House")
    client.post(reverse("manage_fix_arrived", args=[event.slug]), sent)
    now = find_newest_seating(round_)
    assert now is not None
    assert map_numbers_by_table(read_plan(now)) == {1: (1, 10, 3, 4), 2: (5, 6, 9, 8)}
    assert event.entries.get(number=10).status == "checked_in"


def test_a_round_drawn_from_corrected_standings_is_drawn_again_until_play_starts() -> None:
    event = small_tournament(8, rounds=2)
    people(event)
    client = client_of("olga")
    released(event.rounds.get(number=1))
    two = event.rounds.get(number=2)
    drawn = drafts.draft_by_standings(acting(), two)
    seating.publish(acting(), drawn)
    before = map_numbers_by_table(read_plan(drawn))

    def post(page: str, *parts: Any, **sent: Any) -> Any:
        return client.post(reverse(f"manage_fix_{page}", args=[event.slug, *parts]), {"reason": "x", **sent})

    same = post("preview", "redraw", round=2)
    assert same.context["form"].errors == {"round": ["Round 2 was drawn from the standings as they are now."]}
    swap = {"round": 1, "first": 1, "second": 8, "points": "chairs"}
    (told,) = post("preview", "swap-players", **swap).context["effects"].draws
    assert (told.round.number, told.places[0]) == (2, ("1 Given01 Family01", 1, 7))
    post("swap-players", **swap)
    offered = client.get(reverse("manage_fix", args=[event.slug])).content.decode()
    assert "?problem=redraw&amp;round=2" in offered
    page = client.get(reverse("manage_fix", args=[event.slug]), {"problem": "redraw", "round": 2})
    (difference,) = page.context["draws"]
    effects = post("preview", "redraw", round=2).context["effects"]
    assert [table for table, _was, _now in difference.tables] == [table for _round, table, *_people in effects.tables]
    assert post("redraw", round=2).status_code == 302
    now = find_newest_seating(two)
    assert now is not None
    assert (now.state, now.draws.get().why, map_numbers_by_table(read_plan(now)) == before) == ("published", "x", False)
    assert post("preview", "redraw", round=2).status_code == 422
    made = AuditEntry.objects.filter(tournament=event, action="repairs.make", after__repair="redraw").latest("sequence")
    post("undo", made.sequence)
    again = find_newest_seating(two)
    assert again is not None
    assert (again.state, map_numbers_by_table(read_plan(again))) == ("published", before)
    rounds.start(acting(), Round.objects.get(pk=two.pk), continue_anyway="The draw stays")
    page = client.get(reverse("manage_fix", args=[event.slug]), {"problem": "redraw", "round": 2})
    assert [(one.started, one.places) for one in page.context["draws"]] == [(True, difference.places)]
    assert post("preview", "redraw", round=2).context["form"].errors == {
        "round": ["Round 2 has begun: its draw stays, and its results count as they are."]
    }


def test_words_that_people_use_lead_to_the_problem() -> None:
    asked = {
        "two people swapped seats": "swap-players",
        "they sat at the wrong table": "swap-players",
        "sub got ranked": "house",
        "uma wrong": "rules",
        "typed in the wrong round": "move-sheet",
        "席を間違えた": "swap-players",
        "遅刻した選手": "arrived",
        "ウマが間違っていた": "rules",
        "坐错桌": "swap-players",
        "成绩公布太早": "released",
        "坐錯桌": "swap-players",
        "有人中途離開": "left",
    }
    assert {words: getattr(search(words)[0], "kind", "") for words in asked} == asked
    assert search("mahjong") == []


def test_who_may_repair_and_what_each_is_offered() -> None:
    event = event_at(finished)
    page = client_of("olga").get(reverse("manage_fix", args=[event.slug])).content.decode()
    assert [str(form.title) in page and str(form.help) in html.unescape(page) for form in FORMS] == [True] * len(FORMS)
    scorer = client_of("sam").get(reverse("manage_fix", args=[event.slug]), {"q": "wrong table", "round": 1})
    assert [bool(address) for _title, _help, address in scorer.context["problems"]] == [False] * 3
    table = client_of("olga").get(reverse("manage_table", args=[event.slug, 1, 2])).content.decode()
    assert f'{reverse("manage_fix", args=[event.slug])}?round=1&amp;table=2"' in table
    answers = {
        name: [
            client_of(name).get(reverse("manage_fix", args=[event.slug]), {"problem": kind}).status_code
            for kind in ("take-out", "merge", "rules")
        ]
        for name in ("olga", "ren", "sam", "petra")
    }
    assert answers == {"olga": [200] * 3, "ren": [200, 403, 403], "sam": [403] * 3, "petra": [403] * 3}
    client_of("olga").post(reverse("manage_fix_rules", args=[event.slug]), {"from_round": 1, "reason": "A slip"})
    made = AuditEntry.objects.get(tournament=event, action="repairs.make", after__has_key="undo")
    refused = client_of("ren").post(reverse("manage_fix_undo", args=[event.slug, made.sequence]), follow=True)
    assert list(map(str, refused.context["messages"])) == ["You may not undo this kind of repair. Ask the organiser."]


def test_who_left_is_replaced_in_all_coming_rounds_and_a_member_plays_for_the_team() -> None:
    event = small_tournament(8, rounds=3)
    people(event)
    players.add(acting(), event, family_name="House", house=True)
    players.add(acting(), event, status="waiting", family_name="Reserve")
    team = Team.objects.create(tournament=event, code="A", name="Tigers")
    event.entries.filter(number=5).update(team=team)
    one, two, _three = event.rounds.order_by("number")
    playing(one)
    public(two)
    client = client_of("ren")

    def seats(round_: Round) -> list[tuple[int, ...]]:
        version = find_newest_seating(round_)
        return list(map_numbers_by_table(read_plan(version)).values()) if version else []

    before = [seats(one), seats(two)]
    left = {"round": 1, "leaves": 1, "comes": 9, "points_to": "leaves", "reason": "Taken ill"}
    client.post(reverse("manage_fix_left", args=[event.slug]), left)
    assert [seats(one), seats(two)] == [before[0], [(9, 2, 3, 4), (5, 6, 7, 8)]]
    facts = event.entries.filter(number__in=(1, 9)).order_by("number")
    known = facts.values_list("status", "dropped_from_round", "substitute_for__number", "from_round")
    assert list(known) == [("dropped", 2, None, 1), ("substitute", None, 1, 2)]
    sent = {"round": 1, "leaves": 5, "comes": 10, "for_team": "on", "reason": "Came instead"}
    client.post(reverse("manage_fix_replaced", args=[event.slug]), sent)
    reserve = event.entries.get(number=10)
    assert (seats(one)[1], reserve.team, reserve.status, reserve.dropped_from_round) == (
        (10, 6, 7, 8),
        team,
        "dropped",
        2,
    )
    made = AuditEntry.objects.filter(tournament=event, action="repairs.make", after__has_key="undo")
    for entry in made.order_by("-sequence"):
        client.post(reverse("manage_fix_undo", args=[event.slug, entry.sequence]))
    assert [seats(one), seats(two)] == before
    assert list(known.all()) == [("checked_in", None, None, 1), ("registered", None, None, 1)]
    reserve.refresh_from_db()
    assert (reserve.team, reserve.status) == (None, "waiting")


def test_a_preview_does_not_guess_a_cut_while_a_round_before_it_is_open() -> None:
    event, client = event_at(after_the_cut), client_of("olga")
    sent = {"round": 1, "table": 1, "reason": "Entered twice"}
    shown = client.post(reverse("manage_fix_preview", args=[event.slug, "take-out"]), sent)
    waiting = "Cut for “Final”: round 1 is open; look at the cut when it is finished"
    assert [(str(cut.text), cut.comes, cut.goes) for cut in shown.context["effects"].cuts] == [(waiting, (), ())]
    assert "The cut can be repeated" not in shown.content.decode()


def test_a_preview_does_not_guess_the_tables_of_a_draw_while_a_sheet_before_it_is_missing() -> None:
    event, client = small_tournament(8, rounds=2), client_of("ada")
    one, two = event.rounds.order_by("number")
    finished(one)
    drafts.draft_by_standings(acting(), two)

    def post(problem: str, **sent: Any) -> Any:
        body = {"round": 1, "table": 1, "reason": "Entered twice"} | sent
        return client.post(reverse("manage_fix_preview", args=[event.slug, problem]), body)

    shown = post("take-out")
    (draw,) = shown.context["effects"].draws
    waiting = (
        "Round 2 was drawn from standings that have changed; sheets of round 1 are missing: "
        "look at the draw when they are in"
    )
    assert (draw.waiting, draw.places, draw.tables) == (waiting, (), ())
    page = html.unescape(shown.content.decode())
    assert [page.count(text) for text in (waiting, "Places in the draw and today", "would change")] == [1, 0, 0]
    client.post(reverse("manage_fix_take-out", args=[event.slug]), {"round": 1, "table": 1, "reason": "Entered twice"})
    results.confirm_sheet(acting(), enter(table_of(event), (-50, -30, 20, 60)))
    (draw,) = client.get(reverse("manage_fix", args=[event.slug])).context["draws"]
    assert (draw.waiting, draw.places[0]) == ("", ("1 Given01 Family01", 1, 8))


def test_a_preview_names_the_rounds_in_which_a_player_who_left_keeps_the_seat() -> None:
    event, client = small_tournament(8, rounds=4), client_of("ada")
    one, two, three, _four = event.rounds.order_by("number")
    playing(one)
    public(two)
    draft(three)
    sent = {"round": 1, "leaves": 1, "points_to": "leaves", "reason": "Taken ill"}
    shown = client.post(reverse("manage_fix_preview", args=[event.slug, "left"]), sent)
    effects = shown.context["effects"]
    assert (effects.absent, effects.nothing) == ((("1 Given01 Family01", (2, 3)),), False)
    assert "Standings, seats and papers stay as they are." not in shown.content.decode()


def test_the_commonest_problem_comes_first_and_leads_to_the_correction_with_its_effects() -> None:
    event, client = event_at(after_the_cut), client_of("ren")
    address = reverse("manage_fix", args=[event.slug])
    title, _help, link = client.get(address, {"round": 1}).context["problems"][0]
    assert (title, link) == ("Wrong numbers on a sheet", reverse("manage_board", args=[event.slug]) + "?round=1")
    table = reverse("manage_table", args=[event.slug, 1, 1])
    assert table in client.get(link).content.decode()
    preview = reverse("manage_table_preview", args=[event.slug, 1, 1])
    assert f'formaction="{preview}"' in client.get(table).content.decode()
    before = state(event)
    sent = {"points_0": "-50", "points_1": "20", "points_2": "-30", "points_3": "60", "based_on": "1"}
    refused = client.post(preview, sent)
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["reason"])
    shown = client.post(preview, sent | {"reason": "Two lines were swapped."})
    effects = shown.context["effects"]
    assert {moved.name for moved in effects.players} >= {"1 Given01 Family01", "4 Given04 Family04"}
    assert [cut.waits_for for cut in effects.cuts] == [None]
    assert (effects.cuts[0].comes, effects.cuts[0].goes) != ((), ())
    assert 'value="-50"' in shown.content.decode()
    assert state(event) == before
    stored = Tournament.objects.get(pk=event.pk)
    assert (stored.confirmations, shown.context["tournament"].confirmations) == (
        event.confirmations,
        event.confirmations,
    )
    stale = client.post(preview, sent | {"based_on": "0", "reason": "Old page"})
    assert (stale.status_code, stale.context["effects"]) == (409, None)


def test_a_scorer_corrects_without_seeing_the_standings() -> None:
    event, client = event_at(finished), client_of("sam")
    table = client.get(reverse("manage_table", args=[event.slug, 1, 1]))
    assert (table.status_code, table.context["may_preview"]) == (200, False)
    assert client.post(reverse("manage_table_preview", args=[event.slug, 1, 1]), {}).status_code == 403


def test_words_for_wrong_numbers_lead_to_the_sheet() -> None:
    for words in ("wrong numbers", "we typed the wrong score", "typo on the sheet"):
        assert str(search(words)[0].title) == "Wrong numbers on a sheet", words
