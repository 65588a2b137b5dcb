"""Draws: certified, explained in public, checked by anybody, improved by the one who seats."""

import gzip
import json
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from engine.commitments import seed_commitment
from tests.support.people import acting, people, seat_in_order, signed_in, small_tournament
from tests.support.play import played, published
from tests.support.remembered import remembered
from tests.support.rows import rows_of
from tournaments.core.jobs import claim, map_job_kinds
from tournaments.core.models.jobs import Job
from tournaments.entries.models.entries import Entry
from tournaments.rounds.models import Seating
from tournaments.rounds.queries.participants import list_unconfirmed_tables_before, list_unstarted_rounds_before
from tournaments.rounds.services import rounds
from tournaments.seating.logic.certificate import parse_certificate
from tournaments.seating.logic.drawing import compute_extra_repeats
from tournaments.seating.logic.schedule import ALGORITHM_VERSION
from tournaments.seating.logic.verify import verify
from tournaments.seating.models.draws import SeatingDraw, SeedCommitment
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import draw_records, seating, swaps, wishes
from tournaments.seating.services.sealed import seal
from tournaments.seating.services.seating import read_plan
from tournaments.seating.text.draws import explain_unavoidable_repeats
from tournaments.seating.views.explain_round import explain_round, map_pairs_met_again
from tournaments.seating.views.figures import compute_quality, describe_breaks
from tournaments.seating.views.heat_map import build_heat_map
from tournaments.seating.views.swap_board import build_board

pytestmark = pytest.mark.django_db

SHEETS = ((60, 20, -30, -50), (10, 10, -8, -12), (40, 8, -8, -40), (30, 10, -10, -30))


def _drawn(event, **options):
    drafts = seating_drafts.generate(acting("sue"), event, rounds=list(event.rounds.order_by("number")), **options)
    return drafts, SeatingDraw.objects.get(tournament=event)


def at(event, name, *numbers):
    return reverse(name, args=[event.slug, *numbers])


def done(kind):
    """The job's work, done at once."""
    return map_job_kinds()[kind].work(claim(Job.objects.get(kind=kind).pk))


def stands(draw):
    return all(check.passed for check in verify(parse_certificate(draw.certificate)))


def test_every_draw_keeps_a_certificate_and_players_see_it_whole_once_its_rounds_are_published(event):
    drafts, draw = _drawn(event, seed="spring")
    assert (draw.number, draw.kind, draw.seed, draw.template) == (1, "fixed", "spring", "rotation")
    assert list(draw.seatings.order_by("round__number")) == drafts
    assert stands(draw)
    tables = [drafts[0].seats.filter(table_number=table).order_by("wind") for table in range(1, 5)]
    assert parse_certificate(draw.certificate)["rounds"][0] == [
        [seat.entry.number for seat in table] for table in tables
    ]
    address = draw.get_absolute_url()
    assert {name: signed_in(name).get(address).status_code for name in (None, "petra", "sue")} == {
        None: 404, "petra": 404, "sue": 200,
    }  # fmt: skip
    for draft in drafts:
        seating.publish(acting("sue"), draft)
    page = Client().get(address)
    assert page.status_code == 200
    assert page.context["worth"][:2] == [
        "Nobody meets the same opponent twice.",
        "Two players who never meet share at least 6 opponents.",
    ]
    assert (page.context["map"].size, page.context["may_improve"]) == (16, False)
    assert Client().get(at(event, "event_draw_certificate", 1)).content.decode() == draw.certificate


LARGE = "This certificate is too large"
CERTIFICATES = Path(__file__).parents[2] / "data" / "certificates.json.gz"
UNCHECKED = {
    "{": "Not valid JSON",
    "": "There is nothing to read.",
    "[" * 100_000: "A certificate is a JSON object",
    '{"rounds": [], "inputs": {"improve": 5000}}': f"{LARGE} for the page",
    '{"rounds": [], "inputs": {"players": [1, 2, 3, 4], "rounds": 2001}}': LARGE,
    '{"rounds": [], "inputs": {"order": "everybody", "rounds": 1}}': LARGE,
}


def test_anybody_checks_a_certificate_and_what_cannot_be_checked_is_said(event):
    def checked(**sent):
        page = Client().post(address, sent)
        return page.context["stands"], [line.name for line in page.context["checks"] if not line.passed]

    address = reverse("verify_seating")
    draft = seating_drafts.draft_by_standings(acting(), event.rounds.get(number=1), mode="snake")
    text = draft.draws.get().certificate
    assert checked(text=text) == (True, [])
    assert checked(text=text.replace('"snake"', '"interval"')) == (False, ["inputs", "draw"])
    event.draws.all().delete()
    _, draw = _drawn(event, seed="spring")
    assert Client().get(address).status_code == 200
    forged = SimpleUploadedFile("draw.json", draw.certificate.replace('"spring"', '"autumn"').encode())
    assert (checked(text=draw.certificate), checked(file=forged)) == ((True, []), (False, ["draw"]))
    for text, sentence in UNCHECKED.items():
        page = Client().post(address, {"text": text})
        assert page.status_code == 422
        assert sentence in page.context["form"].non_field_errors()[0]
    chosen = json.loads(gzip.decompress(CERTIFICATES.read_bytes()))["chosen-32-of-5"]
    assert checked(text=chosen) == (False, ["draw"])
    page = Client().post(address, {"text": chosen}).content.decode()
    assert "Not everything in the certificate can be checked here." in page
    assert page.count("not known") == 1


def test_sue_asks_for_a_better_one_which_waits_as_a_draft_and_keeps_its_commitment(event):
    seating.publish(acting(), seat_in_order(event.rounds.get(number=1)))
    sealed = {"sealed_seed": seal("olga's"), "commitment": seed_commitment("olga's")}
    of_old = SeedCommitment.objects.create(tournament=event, **sealed)
    seating_drafts.generate(acting("sue"), event, rounds=list(event.rounds.filter(number__gt=1)))
    assert signed_in("sue").post(at(event, "manage_draw_improve", 1)).status_code == 302
    Job.objects.update(params={"draw": 1, "effort": 1})
    result, better = done("seating-improve"), event.draws.get(number=2)
    assert result.url == better.get_absolute_url()
    assert (better.seed, better.improved, better.kind) == ("olga's", 1, "added")
    value = parse_certificate(better.certificate)
    assert (value["commitment"], value["inputs"]["improve"], stands(better)) == (of_old.commitment, 1, True)
    assert {row.state for row in better.seatings.all()} == {"draft"}


def test_a_swiss_round_counts_confirmed_results_and_is_certified():
    event = small_tournament(8, rounds=3)
    people(event)
    played(event, 1)
    second, third = event.rounds.get(number=2), event.rounds.get(number=3)
    sue, page = signed_in("sue"), at(event, "manage_seating", 3)
    assert sue.post(at(event, "manage_seating_swiss", 2), {"setting": "fresh"}).status_code == 302
    draft = second.seatings.get()
    # Eight players at two tables: two and two meet again whatever is drawn.
    assert (draft.algorithm, draft.measures["repeats"]) == (f"{ALGORITHM_VERSION} fresh", 4)
    assert stands(draft.draws.get())
    assert (
        list_unconfirmed_tables_before(second),
        [round_.number for round_ in list_unstarted_rounds_before(third)],
    ) == ([], [2])
    assert b"Round 2 has not been played." in sue.get(page).content
    rounds.start(acting(), seating.publish(acting(), draft).round)
    assert list_unstarted_rounds_before(third) == []
    assert [(table.round.number, table.number) for table in list_unconfirmed_tables_before(third)] == [(2, 1), (2, 2)]
    assert len(sue.get(page).context["missing"]) == 2


def test_the_three_settings_stand_side_by_side_and_the_one_taken_is_the_one_shown():
    event = small_tournament(16, rounds=3)
    people(event)
    played(event, 1, SHEETS)
    second, sue, brackets = event.rounds.get(number=2), signed_in("sue"), {"in_brackets": "on"}
    shown = sue.post(at(event, "manage_seating_choices", 2), {"setting": "balanced"} | brackets)
    assert [choice.inputs.mode for _, choice, _ in shown.context["choices"]] == ["fresh", "balanced", "close"]
    assert (shown.context["kept"], second.seatings.exists()) == ([("in_brackets", "on")], False)
    taken = {"setting": "close", "seed": shown.context["seed"]} | brackets
    sue.post(at(event, "manage_seating_swiss", 2), taken)
    drawn = [list(table) for table in seating.read_plan(second.seatings.get()).values()]
    assert drawn == shown.context["choices"][2][2]


def test_the_draw_form_takes_seconds_an_earlier_event_and_substitutes():
    before = small_tournament(16, slug="autumn")
    seating.publish(acting(), seat_in_order(before.rounds.get(number=1)))
    event = small_tournament(16, rounds=3)
    people(event)
    event.entries.filter(number=16).update(status="waiting")
    sue, page = signed_in("sue"), at(event, "manage_seating", 1)
    assert sue.get(page).context["draw_form"]["fill"].value() == "substitutes"
    event.rulesets.update(parameters={"short_table": "three_play"})
    assert sue.get(page).context["draw_form"]["fill"].value() == "sit_out", "the ruleset says what comes first"
    posted = {"rounds": [1, 2, 3], "fill": "substitutes", "substitutes": [16], "earlier": "autumn", "improve": "5"}
    answer = sue.post(at(event, "manage_seating_draw", 1), {f"draw-{name}": value for name, value in posted.items()})
    job = Job.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, job.get_absolute_url())
    assert (job.params["draw"], job.params["effort"]) == (1, 5)
    inputs = parse_certificate(event.draws.get().certificate)["inputs"]
    assert (inputs["substitutes"], len(inputs["constraints"]["met_before"])) == ([16], 24)


def test_every_wish_has_its_cost_in_repeats_for_whoever_seats(event):
    event.entries.filter(number__lte=5).update(club="Dragons")
    event.separate = ["club"]
    event.save()
    one, two = event.entries.filter(number__gte=15)
    wishes.add_constraint(acting(), event, kind="forbidden_pair", entry=one, other=two)
    sue, names = signed_in("sue"), {"club": "Players of one club apart", "forbidden": "Pairs that never meet"}
    assert sue.get(at(event, "manage_seating", 1)).context["wishes"] == [(name, 1) for name in names.values()]
    _, draw = _drawn(event, seed="spring")
    address, page = at(event, "manage_draw_prices", 1), draw.get_absolute_url()
    assert sue.get(address).status_code == 405
    assert sue.get(page).context["costs"] == []
    answer = sue.post(address)
    job = Job.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, job.get_absolute_url())
    # A second click finds the work that is under way.
    assert sue.post(address).headers["Location"] == job.get_absolute_url()
    assert done("seating-prices").url == page
    more = compute_extra_repeats(draw.value)
    assert sue.get(page).context["costs"] == [(names[kind], more[kind]) for kind in names]
    for repeats, words in ((1, "1 repeat more"), (3, "3 repeats more"), (-1, "no more repeats")):
        draw_records.price(acting("sue"), draw, repeats={"forbidden": repeats})
        told = " ".join(sue.get(page).content.decode().split())
        assert f"<dt>Pairs that never meet</dt> <dd> {words} than without it </dd>" in told
    assert "than without it" not in signed_in("petra").get(page).content.decode()


def test_a_round_on_top_of_played_ones_is_measured_together_with_them():
    event = small_tournament(17, rounds=3)
    people(event)
    seating.publish(acting(), seat_in_order(event.rounds.get(number=1)), leave_out=True)
    draft = seating_drafts.draft_by_standings(acting(), event.rounds.get(number=2), mode="snake", block=2, sit_out=True)
    page = signed_in("sue").get(draft.draws.get().get_absolute_url())
    # Without results the order is that of the numbers; who has not sat out yet does now, the last: 16, not 17.
    assert page.context["how"][:2] == [
        "Each group of 2 tables was formed for itself.",
        "The standings were dealt to the 2 tables forwards and backwards in turn, so that all tables are about equally"
        " strong.",
    ]
    assert page.context["over"] == "Measured together with the rounds before."
    assert page.context["worth"][0].startswith("7 pairs meet more than once")
    assert page.context["worth"][-1] == "1 sit out in each of these rounds, in turn."


def test_an_earlier_event_says_how_many_pairs_it_brings_and_one_without_any_is_refused(event):
    before = small_tournament(16, slug="autumn")
    seating.publish(acting(), seat_in_order(before.rounds.get(number=1)))
    small_tournament(4, slug="strangers").entries.update(family_name="Body")
    sue, asked = signed_in("sue"), at(event, "manage_seating_earlier")
    said = {slug: sue.get(asked, {"draw-earlier": slug}).content.decode() for slug in ("autumn", "strangers", "")}
    assert said == {
        "autumn": "24 pairs of players met there.",
        "strangers": "No two players of this event met in “Spring Open”.",
        "": "Players are matched by EMA number, else by name.",
    }
    assert signed_in("petra").get(asked, {"earlier": "autumn"}).status_code == 403
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
    assert signed_in("sue").get(at(event, "manage_seating", 1)).context["broken"] == []
    east = [entries[0].number for entries in seating.read_plan(draft).values()]
    # Of four tables two change a player each, so that somebody meets a neighbour of autumn again.
    one = next(n for n in range(1, 17) if n not in east and (n - 1) // 4 == (east[0] - 1) // 4)
    other = seating.read_plan(draft)[1][1].number
    tried = {figure.key: (figure.before, figure.after) for figure in build_board(draft, [(one, other)]).figures}
    assert tried["met_before"][0] == 0 < tried["met_before"][1]
    swapped = seating.swap(acting(), draft, first=event.entries.get(number=one), second=event.entries.get(number=other))
    page = signed_in("sue").get(at(event, "manage_seating", 1) + f"?version={swapped.version}")
    ((_asked, _group, pairs),) = page.context["broken"]
    numbers = {tuple(sorted((a.number, b.number))) for a, b in pairs}
    assert tuple(sorted((one, east[0]))) in numbers


def publish_all(drafts):
    for draft in drafts:
        seating.publish(acting(), draft)


@remembered
def drawn(players, rounds, slug="spring-open"):
    event = small_tournament(players, rounds=rounds, slug=slug)
    publish_all(seating_drafts.generate(acting(), event, rounds=list(event.rounds.order_by("number")), seed="s"))
    return event


def again_of(told):
    return [(first.number, second.number, rounds) for first, second, rounds, _why in told["again"]]


def test_a_fixed_draw_tells_the_construction_the_lottery_and_where_counting_forces_repeats():
    told = explain_round(drawn(16, 3), 3)
    assert told["how"] == [
        "These rounds were drawn at once, before the first of them; results play no part in it.",
        "One round was designed, and everybody moves up one place for the next.",
        "A lot decided who is which number in it; its seed is published, so anybody can repeat it.",
    ]
    assert told["aims"][0].startswith("Meetings of the same two: a second meeting weighs 1")
    assert told["worth"][0] == "Nobody meets the same opponent twice."
    assert (told["again"], told["changes"], told["draw"].number) == ([], [], 1)
    told = explain_round(drawn(4, 2, slug="small"), 2)
    why = "In 2 rounds everybody has 6 opponents, but there are only 3 others."
    assert [(rounds, said) for _first, _second, rounds, said in told["again"]] == [((1, 2), why)] * 6
    assert told["worth"][0] == "6 pairs meet more than once, 6 repeats in all; no seating of this size has fewer."


def test_wishes_are_told_with_their_weight():
    event = small_tournament(16, rounds=2)
    event.separate = ["country"]
    event.save()
    Entry.objects.filter(tournament=event, number__lte=4).update(country="Denmark")
    publish_all(seating_drafts.generate(acting(), event, rounds=list(event.rounds.order_by("number")), seed="s"))
    told = explain_round(event, 1)
    assert told["aims"][0] == ("A same-country meeting counts a tenth of a repeat.")
    assert any(line.startswith("Meetings between players of one country (1 countries): 0") for line in told["worth"])


CLOSE = [
    "Players who stood close to each other were put together, where possible with new opponents.",
    "Closeness in the standings mattered most here, new opponents less.",
]
PLACES = [
    ("standings", "The first four of the standings sit at one table, the next four at the next, and so on."),
    ("interval", "With 2 tables, the first table has the places 1, 3, 5 and 7, and so on"),
    ("snake", "The standings were dealt to the 2 tables forwards and backwards in turn"),
]


def test_a_round_by_results_tells_its_order_and_the_places_of_those_who_meet_again():
    event = small_tournament(8, rounds=2)
    played(event, 1)
    second = event.rounds.get(number=2)
    seating.publish(acting(), seating_drafts.draft_swiss(acting(), second, DrawOptions(setting="close", seed="s")))
    told = explain_round(event, 2)
    assert told["how"][:2] == CLOSE
    assert "An earlier meeting counts as much as 10 places between the two." in told["aims"][0]
    assert [why.startswith("They stood at places ") for *_pair, why in told["again"]] == [True] * 4
    for mode, sentence in PLACES:
        seating.publish(acting(), seating_drafts.draft_by_standings(acting(), second, mode=mode))
        told = explain_round(event, 2)
        assert told["how"][0].startswith(sentence)
        assert told["aims"][0] == "Earlier meetings are not looked at: the same players may meet again."
        assert {"put them at one table" in why for *_pair, why in told["again"]} == {True}
    page = Client().get(event.draws.order_by("number")[1].get_absolute_url())
    assert page.context["how"][0].startswith(PLACES[0][1])
    again = page.context["again"]
    assert [rounds for _first, _second, rounds, _why in again] == [(1, 2)] * len(again)
    assert "Their places, 1 and " in page.text


def test_a_random_draw_on_top_of_played_rounds_is_told_as_such():
    event = small_tournament(16, rounds=2)
    published(event.rounds.get(number=1))
    publish_all(seating_drafts.generate(acting(), event, rounds=[event.rounds.get(number=2)], seed="s"))
    told = explain_round(event, 2)
    assert told["how"][0] == (
        "The rounds before were kept; the new ones were drawn on top of them, without regard to the standings."
    )
    assert told["again"] == []


def test_a_change_by_hand_is_told_and_explains_the_pairs_it_brought():
    event = drawn(16, 2)
    second = event.rounds.get(number=2)
    before = seating.read_plan(event.rounds.get(number=1).current_seating)[1]
    now = seating.read_plan(second.current_seating)
    there = {entry.number: table for table, entries in now.items() for entry in entries}
    first, partner = before[0].number, before[1].number
    chair = next(entry.number for entry in now[there[first]] if entry.number != first)
    swaps.store(acting("sue"), second.current_seating, swaps=[(partner, chair)], seen_state="published")
    told = explain_round(event, 2)
    assert len(told["changes"]) == 1
    assert told["changes"][0].startswith("Changed chairs by hand after the draw: ")
    assert (min(first, partner), max(first, partner), (1, 2)) in again_of(told)
    assert {why for *_pair, why in told["again"]} == {"They came to one table by a change by hand after the draw."}
    # The draw stays the one that is explained, though the version it made is superseded.
    assert told["draw"].number == 1


def test_a_seating_without_a_draw_tells_where_it_came_from():
    event = small_tournament(16, rounds=2)
    for number in (1, 2):
        published(event.rounds.get(number=number))
    for source, sentence in (
        (Seating.Source.SCHEDULE, "The seating was made elsewhere and entered as it was written."),
        (Seating.Source.MANUAL, "The organisers seated this round by hand."),
        (Seating.Source.IMPORTED, "The seating came with the file of the event."),
    ):
        Seating.objects.update(source=source)
        told = explain_round(event, 2)
        assert (told["how"], [why for *_pair, why in told["again"]]) == ([sentence], [sentence] * 24)


def test_the_page_is_public_with_the_round_and_not_before():
    event = small_tournament(8, rounds=2)
    address = reverse("event_round_explained", args=[event.slug, 1])
    assert Client().get(address).status_code == 404
    published(event.rounds.get(number=1))
    text = Client().get(address).text
    assert "Seating of round 1 explained" in text
    assert "Nobody in this round had met an opponent before." in text
    assert address in Client().get(reverse("event_round_seating", args=[event.slug, 1])).text


@rows_of(__file__)
def test_what_counting_and_theory_forbid(players, rounds, sentence):
    assert explain_unavoidable_repeats(players, rounds) == sentence
    assert map_pairs_met_again((((1, 2, 3, 4),), ((1, 2, 5, 6),), ((2, 1, 7, 8),)), [1, 2, 5]) == {(1, 2): (1, 2, 5)}


def test_a_draw_whose_draft_was_changed_by_hand_is_public_with_the_changed_version():
    event = small_tournament(16, rounds=1)
    (draft,) = seating_drafts.generate(acting(), event, rounds=[event.rounds.get(number=1)], seed="s")
    newer = swaps.store(acting("sue"), draft, swaps=[(1, 2)], seen_state="draft")
    draw = event.draws.get()
    assert Client().get(draw.get_absolute_url()).status_code == 404
    seating.publish(acting(), newer)
    page = Client().get(draw.get_absolute_url())
    assert (page.status_code, page.context["again"]) == (200, [])
    assert newer.origin == draft


@pytest.fixture
@remembered
def with_five_french():
    tournament = small_tournament(16, rounds=3)
    tournament.separate = ["country"]
    tournament.save()
    tournament.entries.filter(number__lte=5).update(country="FRA")
    return tournament


def _entries(event):
    return {entry.number: entry for entry in event.entries.all()}


def test_figures_are_those_of_the_rounds_so_far_and_of_all_seated_rounds(with_five_french):
    first, second = (seat_in_order(with_five_french.rounds.get(number=number)) for number in (1, 2))
    found, rounds, _drawn = compute_quality(first.round, read_plan(first), _entries(with_five_french))
    figures = {figure.key: figure for figure in found}
    assert rounds == [1, 2]
    assert (figures["repeats"].before, figures["repeats"].after, figures["repeats"].bound) == (0, 24, 0)
    # Five of a country at four tables meet once in each round; here four of them sit together.
    country = figures["country"]
    assert (country.before, country.bound_before, country.after, country.bound) == (6, 1, 12, 2)
    assert compute_quality(second.round, read_plan(second), _entries(with_five_french))[1] == [1, 2]
    seat_in_order(second.round)
    assert compute_quality(second.round, read_plan(second), _entries(with_five_french))[1] == [1, 2]


def test_broken_wishes_are_named_with_their_players(with_five_french):
    one, two, nine = (with_five_french.entries.get(number=number) for number in (1, 2, 9))
    wishes.add_constraint(acting(), with_five_french, kind="forbidden_pair", entry=one, other=two)
    wishes.add_constraint(acting(), with_five_french, kind="fixed_table", entry=nine, table_number=1)
    breaks = [
        {"kind": "country", "name": "FRA", "pairs": [[1, 2], [2, 99]]},
        {"kind": "forbidden", "name": "", "pairs": [[1, 2]]},
        {"kind": "fixed table", "name": "", "pairs": [[9, 9]]},
    ]
    assert describe_breaks(breaks, _entries(with_five_french)) == [
        ("Players of one country apart", "FRA", [(one, two)]),
        ("Pairs that never meet", "", [(one, two)]),
        ("Players with a table of their own", "", [(nine, nine)]),
    ]


TWICE = (((1, 2, 3, 4),), ((1, 2, 3, 5),))


def test_every_pair_is_one_square_of_its_level():
    drawn = build_heat_map(TWICE, {2: Entry(number=2, family_name="Berg", given_name="Petra")})
    assert drawn.people.split("\n") == ["1", "2 Petra Berg", "3", "4", "5"]
    assert [(times, pairs) for times, pairs, *_drawn in drawn.levels] == [(0, 1), (1, 6), (2, 3), (3, 0)]
    assert drawn.levels[1][2] == "M3 0h1M4 0h1M3 1h1M4 1h1M3 2h1M4 2h1"
    assert drawn.levels[2][2] == "M1 0h1M2 0h1M2 1h1"
    assert drawn.again == ((1, 2, 2), (1, 3, 2), (2, 3, 2))
    assert (drawn.more, drawn.fewer) == ("", "")
    often = build_heat_map((((1, 2, 3, 4),),) * 5, {})
    assert [(pairs, opacity) for _times, pairs, _path, opacity in often.levels] == [(0, 0), (0, 0.3), (0, 0.65), (6, 1)]
    assert often.again[0] == (1, 2, 5)
    # What swaps change is drawn on both sides of the diagonal.
    drawn = build_heat_map((((1, 2, 3, 5),),), {}, (((1, 2, 3, 4),),))
    assert drawn.more == "".join(f"M{j} {i}h1v1h-1z" for i, j in ((0, 4), (1, 4), (2, 4), (4, 0), (4, 1), (4, 2)))
    assert drawn.fewer == "".join(f"M{j} {i}h1v1h-1z" for i, j in ((0, 3), (1, 3), (2, 3), (3, 0), (3, 1), (3, 2)))


def test_the_edges_bear_at_most_eight_numbers():
    field = build_heat_map((tuple((n, n + 1, n + 2, n + 3) for n in range(1, 400, 4)),), {})
    assert [number for _, number in field.ticks] == [50, 100, 150, 200, 250, 300, 350, 400]
    assert field.ticks[0] == (49.5, 50)
    assert [number for _, number in build_heat_map((((1, 2, 3, 4),),), {}).ticks] == [1, 2, 3, 4]
