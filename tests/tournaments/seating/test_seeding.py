"""Draws seeded by ratings: order and pots, the ratings that the certificate keeps, who has none, and changes since."""

import datetime
import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import released
from tests.support.remembered import remembered
from tests.support.seasons import played
from tests.support.verifier import digest_of, lines_of, sealed, verifier
from tournaments.core.errors import UserError
from tournaments.core.permissions import SCOPES
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.exchange.bundle_parts import map_part_checks
from tournaments.exchange.document.archive import pack, unpack
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.exchange.services import event_files
from tournaments.exchange.verification.checks import check_bundle_lines as check_bundle
from tournaments.exchange.verification.lines import FAILED
from tournaments.people import consent, ratings, seeding
from tournaments.people.models import PersonEntry
from tournaments.rounds.models import Seating
from tournaments.seasons import services as seasons
from tournaments.seasons.models import Season
from tournaments.seating.logic.constraints import Constraints
from tournaments.seating.logic.drawing import draw
from tournaments.seating.logic.draws import FixedInputs
from tournaments.seating.logic.seeding import Seeding, group_into_pots
from tournaments.seating.logic.verify import verify
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.queries.outdated import list_differences
from tournaments.seating.services import drafts, promises, seating, swiss_jobs
from tournaments.seating.views.ratings_used import count_changed_ratings, describe_ratings_used

pytestmark = pytest.mark.django_db
SEASON = "season/club-league"
RATINGS = {1: 148400, 2: 149467, 3: 150533, 4: 151600, 5: 148400, 6: 149467, 7: 150533}
NAMES = [f"Given{number:02} Family{number:02}" for number in range(1, 9)]


@remembered
def league() -> Tournament:
    """An event of eight in a club's league, in whose first event the later numbers of 1 to 7 were better."""
    event = small_tournament(8)
    people(event)
    club = seasons.create(acting(), name="Club league", published=True, rule={"rating": "elo"})
    before = played("winter", [(-30, -10, 10, 30)], NAMES[:4], day="2026-01-02")
    more = played("january", [(-30, -10, 10, 30)], [*NAMES[4:7], "Somebody Else"], day="2026-01-20")
    for row in (before, more):
        seasons.add_event(acting(), club, tournament=row)
    return event


def seeded(source: str = SEASON) -> DrawOptions:
    return DrawOptions(seed="olga", seeding=seeding.find_seeding(event_of(), source))


def event_of() -> Tournament:
    return Tournament.objects.get(slug="spring-open")


def order_of(draft: Seating) -> list[int]:
    return list(certificate_of(draft)["inputs"]["order"])


def certificate_of(draft: Seating) -> dict[str, Any]:
    return json.loads(draft.draws.get().certificate)


def test_a_swiss_round_begins_in_the_order_of_the_ratings_and_keeps_them() -> None:
    league()
    draft = drafts.draft_swiss(acting(), event_of().rounds.get(number=1), seeded())
    # 1516, 1505.33, 1494.67, 1484 in each table from the last to the first; Somebody Else is not here, 8 has no rating.
    stored = certificate_of(draft)["inputs"]["seeding"]
    assert stored == {
        "source": SEASON,
        "system": "elo",
        "hundredths": {str(number): rating for number, rating in RATINGS.items()},
    }
    assert order_of(draft) == [4, 3, 7, 2, 6, 1, 5, 8]
    assert not list_differences(event_of())
    assert [line.passed for line in verify(certificate_of(draft)) if line.name in ("seeding", "draw")] == [True, True]
    page = signed_in("sue").get(f"/t/spring-open/draws/{draft.draws.get().number}/").text
    assert [text in page for text in ("Ratings used: Club league", "1,516", "no rating", "Quarter")] == [
        True, True, True, False,
    ]  # fmt: skip


def test_ratings_order_those_who_share_a_place() -> None:
    league()
    released(event_of(), 1, ((60, 20, -30, -50), (60, 20, -30, -50)))
    draft = drafts.draft_swiss(acting(), event_of().rounds.get(number=2), seeded())
    # Places are shared by 1 and 5, 2 and 6, 3 and 7, 4 and 8. Equal ratings by number; 8 has none.
    assert order_of(draft) == [1, 5, 2, 6, 3, 7, 4, 8]
    assert not list_differences(event_of())
    swapped = {number: -number for number in range(1, 9)}
    again = DrawOptions(seed="olga", seeding=Seeding("site", "openskill", swapped | {8: 100, 5: 200}))
    other = drafts.draft_swiss(acting(), event_of().rounds.get(number=2), again)
    assert order_of(other) == [5, 1, 2, 6, 3, 7, 8, 4]
    assert not list_differences(event_of())
    seating.publish(acting(), other)
    bundle = build_public_bundle(event_of())
    assert lines_of(bundle) == []
    assert [line for line in lines_of(bundle, outcome="in order") if "others by rating" in line] != []
    assert [line for line in check_bundle(bundle, parts=map_part_checks()) if line.outcome == FAILED] == []


def forged(bundle: dict[str, Any], change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """The public part with a changed certificate of its first draw, all digests made anew."""
    certificate = json.loads(bundle["draws"][0]["certificate"])
    change(certificate)
    certificate["inputs_digest"] = digest_of(certificate["inputs"])
    text = json.dumps(certificate)
    copy: dict[str, Any] = json.loads(json.dumps(bundle))
    copy["draws"][0]["certificate"] = text
    copy["claims"]["draws"][0]["links"] = [hashlib.sha256(text.encode()).hexdigest()]
    return sealed(copy)


def exchange_ratings(one: str, other: str) -> Callable[[dict[str, Any]], None]:
    def change(certificate: dict[str, Any]) -> None:
        stated = certificate["inputs"]["seeding"]["hundredths"]
        stated[one], stated[other] = stated[other], stated[one]

    return change


def test_forged_ratings_of_a_swiss_round_are_found() -> None:
    league()
    draft = drafts.draft_swiss(acting(), event_of().rounds.get(number=1), seeded())
    seating.publish(acting(), draft)
    bundle = build_public_bundle(event_of())
    assert lines_of(bundle) == []
    other = forged(bundle, exchange_ratings("4", "1"))
    assert [line for line in lines_of(other) if "they stand otherwise" in line] != []
    failed = [line.place for line in check_bundle(other, parts=map_part_checks()) if line.outcome == FAILED]
    assert failed == ["draw 1, seeding"]


def test_rounds_drawn_together_begin_with_one_of_each_quarter_at_each_table() -> None:
    league()
    rounds = list(event_of().rounds.order_by("number"))
    asked = seeding.find_seeding(event_of(), SEASON)
    first, *later = drafts.generate(acting(), event_of(), rounds=rounds, seed="olga", seeding=asked)
    # By rating: 4 3 | 7 2 | 6 1 | 5 8.
    quarter = {4: 1, 3: 1, 7: 2, 2: 2, 6: 3, 1: 3, 5: 4, 8: 4}
    tables = certificate_of(first)["rounds"][0]
    assert [sorted(quarter[number] for number in table) for table in tables] == [[1, 2, 3, 4]] * 2
    for draft in (first, *later):
        seating.publish(acting(), draft)
    page = Client().get(f"/t/spring-open/draws/{first.draws.get().number}/").text
    assert ("Each table of the first round has one player of each quarter" in page, "Quarter" in page) == (True, True)
    bundle = build_public_bundle(event_of())
    assert lines_of(bundle) == []
    good = lines_of(bundle, outcome="in order")
    assert [line for line in good if "one player of each pot" in line or "the seed shuffles" in line] == [
        "draw 1: each table of the first round has one player of each pot of the ratings",
        "draw 1: the seed shuffles the players into these numbers",
    ]
    other = forged(bundle, exchange_ratings("4", "7"))
    assert [line for line in lines_of(other) if "draw 1" in line] != []
    failed = [line.place for line in check_bundle(other, parts=map_part_checks()) if line.outcome == FAILED]
    assert failed == ["draw 1, draw"]


@settings(max_examples=15, deadline=None)
@given(st.integers(8, 41), st.data())
def test_pots_with_any_field_ratings_and_wishes(count: int, data: st.DataObject) -> None:
    """Both programs find the same draw in its certificate; each table of the first round has one of each pot."""
    numbers = range(1, count + 1)
    rated = data.draw(st.dictionaries(st.sampled_from(numbers), st.integers(-900, 900), min_size=1))
    clubs = data.draw(st.dictionaries(st.sampled_from(numbers), st.sampled_from(["a", "b"]), max_size=5))
    fixed = data.draw(st.sampled_from([{}, {numbers[0]: 1}]))
    inputs = FixedInputs(
        "fixed",
        players=tuple(numbers),
        rounds=3,
        constraints=Constraints(clubs=clubs, fixed_tables=fixed),
        seeding=Seeding("site", "openskill", rated),
    )
    value = draw(inputs, "olga").certificate()
    pots = group_into_pots(numbers, rated, count // 4)
    assert [sorted(pots[number] for number in table) for table in value["rounds"][0]] == [[0, 1, 2, 3]] * (count // 4)
    assert [line.sentence for line in verify(json.loads(json.dumps(value))) if not line.passed] == []
    report = verifier().Report()
    said: list[str] = []
    report.say = lambda outcome, text: said.append(outcome)
    report.check_fixed(json.loads(json.dumps(value)))
    assert "wrong" not in said


def agree(entry: Entry) -> Any:
    return consent.record(acting(), entry, consent_on=datetime.date(2026, 1, 1), consent_source="paper")


def link(event: Tournament, number: int, person: Any) -> None:
    PersonEntry.objects.filter(entry=event.entries.get(number=number)).delete()
    PersonEntry.objects.create(entry=event.entries.get(number=number), person=person)


def site_list() -> dict[int, Any]:
    """The event, two players of which consent: 3 and 4 of the winter; their people by number."""
    event = league()
    winter = Tournament.objects.get(slug="winter")
    consenting = {number: agree(winter.entries.get(number=number)) for number in (3, 4)}
    for number, person in consenting.items():
        link(event, number, person)
    ratings.store_stale()
    return consenting


def test_only_who_consents_and_is_linked_has_a_rating_of_the_site() -> None:
    consenting = site_list()
    asked = seeding.find_seeding(event_of(), "site")
    assert (asked.source, asked.system, sorted(asked.ratings)) == ("site", "openskill", [3, 4])
    draft = drafts.draft_swiss(acting(), event_of().rounds.get(number=1), seeded("site"))
    assert order_of(draft) == [4, 3, 1, 2, 5, 6, 7, 8]
    address = f"/t/spring-open/draws/{draft.draws.get().number}/"
    seating.publish(acting(), draft)
    before = certificate_of(draft)

    def show() -> list[tuple[int, float | None]]:
        return [(row.number, row.rating) for row in Client().get(address).context["ratings"].rows[:3]]

    assert show() == [(4, asked.ratings[4] / 100), (3, asked.ratings[3] / 100), (1, None)]
    assert "not public" not in Client().get(address).text
    consent.withdraw(acting(), consenting[4].links.first().entry)
    assert show() == [(4, None), (3, asked.ratings[3] / 100), (1, None)]
    assert Client().get(address).text.count("not public") == 1
    # The certificate stays what was drawn from: a number, and the rating that its player had in public.
    assert certificate_of(draft) == before
    ratings.store_stale()
    assert sorted(seeding.find_seeding(event_of(), "site").ratings) == [3]
    again = drafts.draft_swiss(acting(), event_of().rounds.get(number=1), seeded("site"))
    assert order_of(again) == [3, 1, 2, 4, 5, 6, 7, 8]
    assert lines_of(build_public_bundle(event_of())) == []
    players.edit(acting(), event_of().entries.get(number=3), initials_only=True)
    assert show() == [(4, None), (3, None), (1, None)]


def test_a_rating_would_give_a_name_away_that_the_event_hides() -> None:
    site_list()
    players.edit(acting(), event_of().entries.get(number=4), initials_only=True)
    assert sorted(seeding.find_seeding(event_of(), "site").ratings) == [3]
    assert sorted(seeding.find_seeding(event_of(), SEASON).ratings) == [1, 2, 3, 5, 6, 7]


def test_an_unlinked_player_keeps_the_rating_of_the_draw_only() -> None:
    site_list()
    draft = drafts.draft_swiss(acting(), event_of().rounds.get(number=1), seeded("site"))
    PersonEntry.objects.filter(entry=event_of().entries.get(number=3)).delete()
    assert sorted(seeding.find_seeding(event_of(), "site").ratings) == [4]
    assert order_of(draft) == [4, 3, 1, 2, 5, 6, 7, 8]
    assert not list_differences(event_of())


def test_a_draft_from_ratings_of_before_says_so_and_stays_as_drawn() -> None:
    league()
    draft = drafts.draft_swiss(acting(), event_of().rounds.get(number=1), seeded())
    before = certificate_of(draft)
    sue, address = signed_in("sue"), "/t/spring-open/manage/rounds/1/seating/"
    said = "other ratings now than in this draft"
    assert said not in sue.get(address).text
    february = played("february", [(-30, -10, 10, 30)], [NAMES[3], NAMES[2], NAMES[1], NAMES[7]], day="2026-02-02")
    seasons.add_event(acting(), Season.objects.get(), tournament=february)
    assert "4 players have other ratings now" in sue.get(address).text
    assert said in sue.get(f"/t/spring-open/draws/{draft.draws.get().number}/").text
    assert (certificate_of(draft), list_differences(event_of())) == (before, ())
    seating.publish(acting(), draft)
    assert said not in sue.get(address).text
    assert lines_of(build_public_bundle(event_of())) == []


def test_other_numbers_since_the_draw_change_nothing() -> None:
    league()
    draft = drafts.draft_swiss(acting(), event_of().rounds.get(number=1), seeded())
    for was, now in ((4, 99), (8, 4), (99, 8)):
        players.edit(acting(), event_of().entries.get(number=was), number=now)
    assert not list_differences(event_of())
    used = describe_ratings_used(draft.draws.get())
    assert [(row.number, row.entry.number, row.rating) for row in used.rows if row.number in (4, 8)] == [
        (4, 8, 1516), (8, 4, None),
    ]  # fmt: skip
    assert count_changed_ratings(draft.draws.get()) == 0
    seating.publish(acting(), draft)
    assert lines_of(build_public_bundle(event_of())) == []


def test_the_ratings_of_a_draw_come_back_with_the_event_file() -> None:
    league()
    draft = drafts.draft_swiss(acting(), event_of().rounds.get(number=1), seeded())
    seating.publish(acting(), draft)
    read, problems = unpack(pack(event_of()))
    assert (read is not None, problems) == (True, [])
    copy = event_files.restore(acting(), event=read, slug="copy")
    assert copy.draws.get().certificate == draft.draws.get().certificate
    assert not list_differences(copy)
    assert Client().get("/t/spring-open/check/bundle.json").status_code in (200, 503)


REFUSED = {
    "brackets": ("equal players drawn among themselves", lambda: swiss(replace(seeded(), in_brackets=True))),
    "nobody": ("None of these players has a rating", lambda: swiss(DrawOptions(seeding=Seeding("site", "elo", {})))),
    "unknown": ("no such public list", lambda: seeding.find_seeding(event_of(), "season/no-such")),
    "site": ("being computed", lambda: seeding.find_seeding(event_of(), "site")),
}


def swiss(options: DrawOptions, number: int = 1) -> Seating:
    return drafts.draft_swiss(acting(), event_of().rounds.get(number=number), options)


@pytest.mark.parametrize("case", sorted(REFUSED))
def test_refusals(case: str) -> None:
    league()
    text, ask = REFUSED[case]
    with pytest.raises(UserError, match=text):
        ask()


def test_rounds_that_follow_others_and_promised_ones_are_not_seeded() -> None:
    league()
    asked = seeding.find_seeding(event_of(), SEASON)
    promises.seal(
        acting(),
        event_of(),
        rounds=[event_of().rounds.get(number=2)],
        way="swiss",
        options={"setting": "balanced", "in_brackets": False},
    )
    released(event_of(), 1)
    with pytest.raises(UserError, match="Nothing was promised of ratings"):
        swiss(replace(seeded(), seed=""), 2)
    with pytest.raises(UserError, match="these rounds follow seated ones"):
        drafts.generate(acting(), event_of(), rounds=[event_of().rounds.get(number=3)], seeding=asked)
    promised = swiss(DrawOptions(), 2)
    seating.publish(acting(), promised)

    def change(certificate: dict[str, Any]) -> None:
        certificate["inputs"]["seeding"] = asked.as_dict()

    bundle = build_public_bundle(event_of())
    assert lines_of(bundle) == []
    said = lines_of(forged(bundle, change))
    assert [line for line in said if "way, settings, rounds and version are as promised" in line] != []


def test_form_and_api_offer_the_lists_of_the_game() -> None:
    league()
    page = signed_in("sue").get("/t/spring-open/manage/rounds/1/seating/").text
    assert page.count('<option value="season/club-league">Club league</option>') == 2
    assert '<option value="site">' not in page
    data = {"setting": "balanced", "ratings": SEASON, "seeded": "on"}
    refused = signed_in("sue").post("/t/spring-open/manage/rounds/1/seating/swiss/", data)
    assert (refused.status_code, "Choose start numbers or ratings, not both." in refused.text) == (422, True)
    browser = program("sue", scopes=tuple(SCOPES), days=1)
    address = "/api/v1/tournaments/spring-open/rounds/1/swiss/"
    wrong = browser.post(address, {"setting": "close", "ratings": "season/other"}, format="json")
    assert (wrong.status_code, wrong.json()["field"]) == (400, "ratings")
    made = browser.post(address, {"setting": "close", "ratings": SEASON}, format="json")
    assert made.status_code == 200
    assert order_of(event_of().rounds.get(number=1).seatings.get()) == [4, 3, 7, 2, 6, 1, 5, 8]
    Season.objects.update(published=False)
    assert "season/club-league" not in signed_in("sue").get("/t/spring-open/manage/rounds/1/seating/").text


def test_a_job_draws_by_the_ratings_of_its_start() -> None:
    league()
    job = swiss_jobs.draw_later(acting(), event_of().rounds.get(number=1), seeded())
    Season.objects.update(published=False)
    _round, options = swiss_jobs.read_options(job)
    assert options.seeding == Seeding(
        SEASON, "elo", {1: 148400, 2: 149467, 3: 150533, 4: 151600, 5: 148400, 6: 149467, 7: 150533}
    )


def test_a_search_that_goes_on_keeps_the_pots() -> None:
    rated = {number: 100 * number for number in range(1, 20)}
    inputs = FixedInputs(
        "fixed", players=tuple(range(1, 25)), rounds=4, improve=1, seeding=Seeding("site", "openskill", rated)
    )
    value = draw(inputs, "olga").certificate()
    pots = group_into_pots(range(1, 25), rated, 6)
    assert [sorted(pots[number] for number in table) for table in value["rounds"][0]] == [[0, 1, 2, 3]] * 6
    assert [line.sentence for line in verify(json.loads(json.dumps(value))) if not line.passed] == []
