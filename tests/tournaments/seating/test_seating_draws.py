"""Draws: certified, explained in public, checked by anybody, improved by the one who seats."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from engine.commitments import seed_commitment
from tests.support.people import acting, people, person, seat_in_order, small_tournament
from tests.support.play import played
from tournaments.core.jobs import claim, kinds
from tournaments.core.models.jobs import Job
from tournaments.rounds.queries.field import unconfirmed_before, unplayed_before
from tournaments.rounds.services import rounds
from tournaments.seating.logic.certificate import loads
from tournaments.seating.logic.drawing import repeats_more
from tournaments.seating.logic.schedule import ALGORITHM_VERSION
from tournaments.seating.logic.verify import verify
from tournaments.seating.models.draws import SeatingDraw, SeedCommitment
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import draw_records, seating, wishes
from tournaments.seating.services.sealed import seal
from tournaments.seating.views.swap_board import board_of

pytestmark = pytest.mark.django_db

SHEETS = ((60, 20, -30, -50), (10, 10, -8, -12), (40, 8, -8, -40), (30, 10, -10, -30))


def client_of(name):
    client = Client()
    client.force_login(person(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def event():
    tournament = small_tournament(16, rounds=3)
    people(tournament)
    return tournament


def _drawn(event, **options):
    drafts = seating_drafts.generate(acting("sue"), event, rounds=list(event.rounds.order_by("number")), **options)
    return drafts, SeatingDraw.objects.get(tournament=event)


def test_every_draw_keeps_a_certificate_that_stands(event):
    drafts, draw = _drawn(event, seed="spring")
    value = loads(draw.certificate)
    assert [check.passed for check in verify(value)] == [True] * 5
    assert (draw.number, draw.kind, draw.seed, draw.template) == (1, "fixed", "spring", "rotation")
    assert list(draw.seatings.order_by("round__number")) == drafts
    assert value["rounds"][0] == [
        [seat.entry.number for seat in drafts[0].seats.filter(table_number=table).order_by("wind")]
        for table in range(1, 5)
    ]


def test_players_see_the_draw_whole_once_its_rounds_are_published(event):
    drafts, draw = _drawn(event, seed="spring")
    address = draw.get_absolute_url()
    assert Client().get(address).status_code == 404
    assert client_of("petra").get(address).status_code == 404
    assert client_of("sue").get(address).status_code == 200
    for draft in drafts:
        seating.publish(acting("sue"), draft)
    page = Client().get(address)
    assert page.status_code == 200
    assert page.context["worth"][:2] == [
        "Nobody meets the same opponent twice.",
        "Two players who never meet share at least 6 opponents.",
    ]
    assert page.context["map"].size == 16
    assert not page.context["may_improve"]
    file = Client().get(reverse("event_draw_certificate", args=[event.slug, 1]))
    assert file.content.decode() == draw.certificate


def test_anybody_checks_a_certificate(event):
    _, draw = _drawn(event, seed="spring")
    address = reverse("verify_seating")
    assert Client().get(address).status_code == 200
    good = Client().post(address, {"text": draw.certificate})
    assert (good.status_code, good.context["stands"]) == (200, True)
    upload = SimpleUploadedFile("draw.json", draw.certificate.replace('"spring"', '"autumn"').encode())
    bad = Client().post(address, {"file": upload})
    assert (bad.status_code, bad.context["stands"]) == (200, False)
    assert [line.name for line in bad.context["checks"] if not line.passed] == ["draw"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "This is no JSON"),
        ("", "There is nothing to read."),
        ("[" * 100_000, "A certificate is a JSON object"),
        ('{"rounds": [], "inputs": {"improve": 5000}}', "This certificate is too large for the page"),
        ('{"rounds": [], "inputs": {"players": [1, 2, 3, 4], "rounds": 2001}}', "This certificate is too large"),
        ('{"rounds": [], "inputs": {"order": "everybody", "rounds": 1}}', "This certificate is too large"),
    ],
)
def test_what_cannot_be_checked_is_said(text, sentence):
    page = Client().post(reverse("verify_seating"), {"text": text})
    assert page.status_code == 422
    assert sentence in page.context["form"].non_field_errors()[0]


def test_sue_asks_for_a_better_one_and_it_waits_as_a_draft(event):
    _drawn(event, seed="spring")
    address = reverse("manage_draw_improve", args=[event.slug, 1])
    assert client_of("sue").post(address).status_code == 302
    job = Job.objects.get()
    assert job.kind == "seating-improve"
    Job.objects.update(params={"draw": 1, "effort": 1})
    run = claim(job.pk)
    assert run is not None
    result = kinds()["seating-improve"].work(run)
    assert result is not None
    better = SeatingDraw.objects.get(tournament=event, number=2)
    assert result.url == better.get_absolute_url()
    assert (better.seed, better.improved) == ("spring", 1)
    assert all(check.passed for check in verify(loads(better.certificate)))
    assert {row.state for row in better.seatings.all()} == {"draft"}


def test_a_swiss_round_counts_confirmed_results_and_is_certified():
    event = small_tournament(8, rounds=3)
    people(event)
    played(event, 1)
    second = event.rounds.get(number=2)
    assert (
        client_of("sue").post(reverse("manage_seating_swiss", args=[event.slug, 2]), {"setting": "fresh"}).status_code
        == 302
    )
    draft = second.seatings.get()
    assert draft.algorithm == f"{ALGORITHM_VERSION} fresh"
    # Eight players at two tables: two and two meet again whatever is drawn.
    assert draft.measures["repeats"] == 4
    assert all(check.passed for check in verify(loads(draft.draws.get().certificate)))
    assert unconfirmed_before(second) == []
    third = event.rounds.get(number=3)
    assert [round_.number for round_ in unplayed_before(third)] == [2]
    assert (
        b"Round 2 has not been played." in client_of("sue").get(reverse("manage_seating", args=[event.slug, 3])).content
    )
    rounds.start(acting(), seating.publish(acting(), draft).round)
    assert unplayed_before(third) == []
    assert [(table.round.number, table.number) for table in unconfirmed_before(third)] == [(2, 1), (2, 2)]
    page = client_of("sue").get(reverse("manage_seating", args=[event.slug, 3]))
    assert len(page.context["missing"]) == 2


def test_the_three_settings_stand_side_by_side_and_the_one_taken_is_the_one_shown():
    event = small_tournament(16, rounds=3)
    people(event)
    played(event, 1, SHEETS)
    second = event.rounds.get(number=2)
    shown = client_of("sue").post(
        reverse("manage_seating_choices", args=[event.slug, 2]), {"setting": "balanced", "in_brackets": "on"}
    )
    assert [choice.inputs.mode for _, choice, _ in shown.context["choices"]] == ["fresh", "balanced", "close"]
    assert shown.context["kept"] == [("in_brackets", "on")]
    assert not second.seatings.exists()
    taken = {"setting": "close", "seed": shown.context["seed"], "in_brackets": "on"}
    client_of("sue").post(reverse("manage_seating_swiss", args=[event.slug, 2]), taken)
    drawn = [list(table) for table in seating.plan_of(second.seatings.get()).values()]
    assert drawn == shown.context["choices"][2][2]


def test_the_draw_form_takes_seconds_an_earlier_event_and_substitutes():
    before = small_tournament(16, slug="autumn")
    seating.publish(acting(), seat_in_order(before.rounds.get(number=1)))
    event = small_tournament(16, rounds=3)
    people(event)
    event.entries.filter(number=16).update(status="waiting")
    address = reverse("manage_seating_draw", args=[event.slug, 1])
    posted = {
        "draw-rounds": [1, 2, 3],
        "draw-fill": "substitutes",
        "draw-substitutes": [16],
        "draw-earlier": "autumn",
        "draw-improve": "5",
    }
    response = client_of("sue").post(address, posted)
    job = Job.objects.get()
    assert (response.status_code, response.headers["Location"]) == (302, job.get_absolute_url())
    assert (job.params["draw"], job.params["effort"]) == (1, 5)
    inputs = loads(event.draws.get().certificate)["inputs"]
    assert inputs["substitutes"] == [16]
    assert len(inputs["constraints"]["met_before"]) == 24


def test_the_ruleset_says_whether_substitutes_come_first(event):
    sue = client_of("sue")
    address = reverse("manage_seating", args=[event.slug, 1])
    assert sue.get(address).context["draw_form"]["fill"].value() == "substitutes"
    event.rulesets.update(parameters={"short_table": "three_play"})
    assert sue.get(address).context["draw_form"]["fill"].value() == "sit_out"


def test_intervals_in_groups_of_tables_by_the_form(event):
    address = reverse("manage_seating_standings", args=[event.slug, 1])
    client_of("sue").post(address, {"standings-mode": "interval", "standings-block": "2"})
    plan = seating.plan_of(event.rounds.get(number=1).seatings.get())
    assert [{entry.number for entry in table} for table in plan.values()] == [
        {1, 3, 5, 7},
        {2, 4, 6, 8},
        {9, 11, 13, 15},
        {10, 12, 14, 16},
    ]


def test_every_wish_has_its_cost(event):
    event.entries.filter(number__lte=5).update(club="Dragons")
    event.separate = ["club"]
    event.save()
    one, two = event.entries.filter(number__gte=15)
    wishes.add_constraint(acting(), event, kind="forbidden_pair", entry=one, other=two)
    _drawn(event, seed="spring")
    address = reverse("manage_draw_prices", args=[event.slug, 1])
    draw = event.draws.get()
    assert client_of("sue").get(address).status_code == 405
    assert client_of("sue").get(draw.get_absolute_url()).context["costs"] == []
    answer = client_of("sue").post(address)
    job = Job.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, job.get_absolute_url())
    # A second click finds the work that is under way.
    assert client_of("sue").post(address).headers["Location"] == job.get_absolute_url()
    run = claim(job.pk)
    assert run is not None
    result = kinds()["seating-prices"].work(run)
    assert result is not None
    assert result.url == draw.get_absolute_url()
    names = {"club": "Players of one club apart", "forbidden": "Pairs that never meet"}
    more = repeats_more(draw.value)
    assert client_of("sue").get(result.url).context["costs"] == [(names[kind], more[kind]) for kind in names]


def test_the_cost_of_a_wish_is_stated_in_repeats_to_whoever_seats(event):
    one, two = event.entries.filter(number__gte=15)
    wishes.add_constraint(acting(), event, kind="forbidden_pair", entry=one, other=two)
    _drawn(event, seed="spring")
    draw = event.draws.get()
    sue = client_of("sue")

    def told(repeats):
        draw_records.price(acting("sue"), draw, repeats={"forbidden": repeats})
        return " ".join(sue.get(draw.get_absolute_url()).content.decode().split())

    assert "<dt>Pairs that never meet</dt> <dd> 1 repeat more than without it </dd>" in told(1)
    assert "<dt>Pairs that never meet</dt> <dd> 3 repeats more than without it </dd>" in told(3)
    assert "<dt>Pairs that never meet</dt> <dd> no more repeats than without it </dd>" in told(-1)
    assert "than without it" not in client_of("petra").get(draw.get_absolute_url()).content.decode()


def test_wishes_of_one_draw_are_listed_on_the_page_of_its_round(event):
    event.entries.filter(number__lte=5).update(club="Dragons")
    event.separate = ["club"]
    event.save()
    one, two = event.entries.filter(number__gte=15)
    wishes.add_constraint(acting(), event, kind="forbidden_pair", entry=one, other=two)
    shown = client_of("sue").get(reverse("manage_seating", args=[event.slug, 1])).context["wishes"]
    assert shown == [("Players of one club apart", 1), ("Pairs that never meet", 1)]


def test_a_round_on_top_of_played_ones_is_measured_together_with_them():
    event = small_tournament(17, rounds=3)
    people(event)
    seating.publish(acting(), seat_in_order(event.rounds.get(number=1)), leave_out=True)
    draft = seating_drafts.by_standings(acting(), event.rounds.get(number=2), mode="snake", block=2, sit_out=True)
    page = client_of("sue").get(draft.draws.get().get_absolute_url())
    # Without results the order is that of the numbers; who has not sat out yet does now, the last: 16, not 17.
    assert page.context["how"][:2] == [
        "Each group of 2 tables was formed for itself.",
        "The standings were dealt to the 2 tables forwards and backwards in turn, so that all tables are about equally"
        " strong.",
    ]
    assert page.context["over"] == "Measured together with the rounds before."
    assert page.context["worth"][0].startswith("7 pairs meet more than once")
    assert page.context["worth"][-1] == "1 sit out in each of these rounds, in turn."


def test_the_public_page_checks_a_round_by_the_standings_and_finds_a_false_one(event):
    draft = seating_drafts.by_standings(acting(), event.rounds.get(number=1), mode="snake")
    text = draft.draws.get().certificate
    good = Client().post(reverse("verify_seating"), {"text": text})
    assert (good.context["stands"], good.context["checks"][-1].name) == (True, "draw")
    false = Client().post(reverse("verify_seating"), {"text": text.replace('"snake"', '"interval"')})
    assert [check.name for check in false.context["checks"] if not check.passed] == ["inputs", "draw"]


def test_rounds_added_to_played_ones_can_be_searched_on_and_keep_their_commitment(event):
    seating.publish(acting(), seat_in_order(event.rounds.get(number=1)))
    of_old = SeedCommitment.objects.create(
        tournament=event, sealed_seed=seal("olga's"), commitment=seed_commitment("olga's")
    )
    seating_drafts.generate(acting("sue"), event, rounds=list(event.rounds.filter(number__gt=1)))
    job = seating_drafts.search_on(acting("sue"), event.draws.get(), 1)
    run = claim(job.pk)
    assert run is not None
    kinds()["seating-improve"].work(run)
    better = event.draws.get(number=2)
    value = loads(better.certificate)
    assert (better.kind, value["commitment"], value["inputs"]["improve"]) == ("added", of_old.commitment, 1)
    assert all(check.passed for check in verify(value))


def test_an_earlier_event_says_how_many_pairs_it_brings_and_one_without_any_is_refused(event):
    before = small_tournament(16, slug="autumn")
    seating.publish(acting(), seat_in_order(before.rounds.get(number=1)))
    small_tournament(4, slug="strangers").entries.update(family_name="Body")
    sue, asked = client_of("sue"), reverse("manage_seating_earlier", args=[event.slug])
    said = {slug: sue.get(asked, {"draw-earlier": slug}).content.decode() for slug in ("autumn", "strangers", "")}
    assert said == {
        "autumn": "24 pairs of players met there.",
        "strangers": "No two players of this event met in “Spring Open”.",
        "": "Players are matched by EMA number, else by name.",
    }
    assert client_of("petra").get(asked, {"earlier": "autumn"}).status_code == 403
    for name in ("manage_seating_swiss", "manage_seating_choices"):
        values = {"setting": "close", "in_brackets": "on", "earlier": "strangers"}
        refused = sue.post(reverse(name, args=[event.slug, 2]), values)
        form = refused.context["swiss_form"]
        assert (refused.status_code, form.errors) == (422, {"earlier": [said["strangers"]]})
        assert form["in_brackets"].value()


def test_pairs_of_the_event_before_that_meet_again_are_named_on_the_seating_page(event):
    before = small_tournament(16, slug="autumn")
    seating.publish(acting(), seat_in_order(before.rounds.get(number=1)))
    first = event.rounds.get(number=1)
    draft = seating_drafts.generate(acting(), event, rounds=[first], seed="s", earlier=before)[0]
    page = client_of("sue").get(reverse("manage_seating", args=[event.slug, 1]))
    assert page.context["broken"] == []
    east = [entries[0].number for entries in seating.plan_of(draft).values()]
    # Of four tables two change a player each, so that somebody meets a neighbour of autumn again.
    one = next(n for n in range(1, 17) if n not in east and (n - 1) // 4 == (east[0] - 1) // 4)
    other = seating.plan_of(draft)[1][1].number
    tried = {figure.key: (figure.before, figure.after) for figure in board_of(draft, [(one, other)]).figures}
    assert tried["met_before"][0] == 0 < tried["met_before"][1]
    swapped = seating.swap(acting(), draft, first=event.entries.get(number=one), second=event.entries.get(number=other))
    page = client_of("sue").get(reverse("manage_seating", args=[event.slug, 1]) + f"?version={swapped.version}")
    ((_asked, _group, pairs),) = page.context["broken"]
    numbers = {tuple(sorted((a.number, b.number))) for a, b in pairs}
    assert tuple(sorted((one, east[0]))) in numbers
