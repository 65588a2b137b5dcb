"""The organiser's pages at work: each form is filled as a person would, and what went wrong stays on the page."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from tests.support.people import acting, people, person, seat_in_order, signed_in, small_tournament
from tests.support.play import released
from tournaments.accounts.models import User
from tournaments.entries.services import players as registration
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating
from tournaments.standings.queries.standings import compute_standings
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db


def at(name: str, event: Tournament, *args: object) -> str:
    return reverse(name, args=[event.slug, *args])


def words(response: Any) -> str:
    text = re.sub(r"<[^>]*>", " ", response.content.decode())
    return re.sub(r"\s+", " ", text)


@pytest.fixture
def event(db: None) -> Tournament:
    """Eight players, nothing drawn yet."""
    tournament = small_tournament(8)
    people(tournament)
    return tournament


NEW: dict[str, Any] = {
    "preset": "riichi-ema-2016",
    "name": "Autumn Open",
    "rounds": "5",
    "time_zone": "Europe/Paris",
    "print_languages": ["en", "ja"],
    "separate": ["team"],
    "confirmations": "one",
    "entry_by": "scorers",
    "starts_on": "2026-10-03",
    "ends_on": "2026-10-04",
}


def test_one_form_makes_a_tournament():
    ada = signed_in("ada")
    response = ada.post(reverse("manage_new"), NEW | {"uma": "30, 10 −10 -30", "team_size": "4", "team_best": "3"})
    made = Tournament.objects.get()
    assert (response.status_code, response.headers["Location"]) == (302, at("manage_home", made))
    assert (made.slug, made.family, made.minutes_per_round) == ("autumn-open", "riichi", 90)
    assert (made.print_languages, made.rounds.count()) == (["en", "ja"], 5)
    scoring = made.ruleset.match_scoring
    assert (scoring["uma"], scoring["start_points"], made.ruleset.tie_breaks) == ([30, 10, -10, -30], 30000, ["total"])
    assert ada.get(at("manage_home", made)).status_code == 200


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": ""}, "This field is required."),
        ({"uma": "a b"}, "Enter numbers separated by spaces"),
        ({"tie_breaks": "beauty"}, "Unknown: beauty."),
        ({"ends_on": "2026-10-01"}, "The last day must not be before the first day."),
        ({"rounds": "0"}, "greater than or equal to 1"),
    ],
)
def test_a_wrong_form_keeps_what_was_typed(wrong, said):
    response = signed_in("ada").post(reverse("manage_new"), NEW | wrong)
    assert response.status_code == 422
    assert said in words(response)
    assert 'value="Europe/Paris" selected' in response.content.decode()
    assert Tournament.objects.count() == 0


def test_the_list_shows_ones_own_tournaments(event):
    other = small_tournament(4, slug="elsewhere")
    Tournament.objects.filter(pk=other.pk).update(name="Elsewhere Cup")
    page = words(signed_in("sam").get(reverse("manage")))
    assert "Spring Open" in page
    assert "Elsewhere Cup" not in page
    assert "New tournament" not in page


def test_the_rules_change_on_their_own_page(event, olga):
    page = olga.get(at("manage_rules", event))
    assert 'value="4 2 1 0"' in page.content.decode()
    form = {"table_points": "4 3 2 1", "uma": "", "oka": "", "tie_breaks": "table_points total", "leftover": "lost"}
    form |= {"ties": "share", "substitute_points": "replaced", "substitute_team": "on"}
    assert olga.post(at("manage_rules", event), form).status_code == 302
    rules = event.ruleset
    assert (rules.number, rules.match_scoring["table_points"]) == (1, [4, 3, 2, 1])
    policy = {"points": "replaced", "place": False, "qualify": False, "team": True, "rank_house": False}
    assert rules.substitute_policy == policy


def test_a_new_helper_gets_an_account_and_a_link_and_a_known_one_a_role_alone(event, olga):
    response = olga.post(at("manage_roles", event), {"username": "nina", "role": "scorer"}, follow=True)
    link = re.search(r"http://testserver(/\S+/)", words(response))
    assert link is not None
    nina = User.objects.get(username="nina")
    assert [m.role for m in nina.memberships.all()] == ["scorer"]
    visitor = Client()
    visitor.post(link[1])
    visitor.get(link[1])
    assert visitor.get(at("manage_home", event)).status_code == 200
    response = olga.post(at("manage_roles", event), {"username": "otto", "role": "display"}, follow=True)
    assert ("good once" in words(response), person("otto").memberships.get().role) == (False, "display")
    olga.post(at("manage_role_revoke", event, person("otto").memberships.get().pk))
    assert not person("otto").memberships.exists()


def test_a_player_without_a_name_is_asked_for_one_at_the_field(event, olga):
    add = at("manage_entry_add", event)
    refused = olga.post(add, {"club": "Winds", "status": "registered", "from_round": "1"})
    assert (refused.status_code, refused.context["form"].errors) == (422, {"family_name": ["A player needs a name."]})
    assert 'value="Winds"' in refused.content.decode()
    refused = olga.post(add, {"ema_number": "12", "family_name": "Sato", "status": "registered", "from_round": "1"})
    assert refused.context["form"].errors == {"ema_number": ["An EMA number has eight digits."]}
    japanese = olga.post(add, {"status": "registered", "from_round": "1"}, headers={"accept-language": "ja"})
    assert japanese.context["form"].errors == {"family_name": ["選手には名前が必要です。"]}
    assert event.entries.count() == 8


def test_settings_that_contradict_each_other_are_named_at_their_fields(event, olga):
    Tournament.objects.update(features=["teams"])
    typed = {name: NEW[name] for name in ("name", "time_zone", "print_languages", "confirmations", "entry_by")}
    typed |= {"starts_on": "2026-10-04", "ends_on": "2026-10-03", "minutes_per_round": "90"}
    refused = olga.post(at("manage_edit", event), typed | {"team_size": "2", "team_best": "3"})
    assert refused.context["form"].errors == {
        "ends_on": ["The last day must not be before the first day."],
        "team_best": ["Enter a number from 1 to the number of players in a team."],
    }
    right = typed | {"ends_on": "2026-10-04", "minutes_per_round": "100", "name": "Spring Open 2026"}
    assert (refused.status_code, olga.post(at("manage_edit", event), right).status_code) == (422, 302)
    event.refresh_from_db()
    assert (event.name, event.minutes_per_round, event.separate) == ("Spring Open 2026", 100, [])
    assert set(event.rounds.values_list("minutes", flat=True)) == {100}


def test_players_are_added_found_and_corrected(event, olga):
    form = {"family_name": "Satō", "given_name": "Ken", "native_name": "佐藤健", "status": "waiting", "from_round": "1"}
    add = at("manage_entry_add", event)
    assert olga.post(add, form | {"again": "yes"}).headers["Location"] == add
    ken = event.entries.get(number=9)
    found = words(olga.get(at("manage_entries", event), {"q": "佐藤"}))
    assert ("Ken Satō 佐藤健" in found, "Given01" in found) == (True, False)
    wrong = olga.post(at("manage_entry_edit", event, 9), {"number": "1", "family_name": "Satō"})
    assert (wrong.status_code, "Given01" in words(wrong)) == (422, True)
    right = {"number": "19", "family_name": "Satō", "ema_number": "07010001", "country": "Japan"}
    assert olga.post(at("manage_entry_edit", event, 9), right).headers["Location"] == at("manage_entry", event, 19)
    ken.refresh_from_db()
    assert (ken.number, ken.ema_number, ken.country, ken.native_name) == (19, "07010001", "Japan", "")
    olga.post(at("manage_entry_waiting", event, 19), {"waiting": "no"})
    ken.refresh_from_db()
    assert ken.status == "registered"


def test_a_player_leaves_is_replaced_and_comes_back(event, olga):
    seating.publish(acting("sue"), seat_in_order(event.rounds.get(number=1)))
    wrong = olga.post(at("manage_entry_substitute", event, 8), {"substitute-from_round": "1"})
    assert (wrong.status_code, "A player needs a name." in words(wrong)) == (422, True)
    assert event.entries.get(number=8).status == "checked_in"
    olga.post(at("manage_entry_drop", event, 8), {"drop-from_round": "1", "drop-reason": "ill"})
    assert "Seat substitutes for 8 Given08 Family08" in words(olga.get(at("manage_seating", event, 1)))
    guest = {"substitute-from_round": "1", "substitute-family_name": "Guest"}
    olga.post(at("manage_entry_substitute", event, 8), guest)
    assert "Start round 1" in words(olga.get(at("manage_entry", event, 9)))
    olga.post(at("manage_entry_return", event, 8), {"return-from_round": "1"})
    live = event.rounds.get(number=1).current_seating
    assert [entry.number for entry in seating.plan_of(live)[2]] == [5, 6, 7, 8]


def test_a_roster_is_shown_before_it_is_saved(event, olga):
    content = "number,name,country\n8,Ada Rossi,Italy\n9,Bo Berg,Norway\n10,,\n".encode("cp932")
    upload = SimpleUploadedFile("roster.csv", content)
    shown = olga.post(at("manage_import", event), {"file": upload})
    assert "1 new, 1 changed, 0 unchanged, 1 left out because of problems. Nothing is saved yet." in words(shown)
    assert event.entries.count() == 8
    token = re.search(r'name="confirmed" value="([^"]+)"', shown.content.decode())
    assert token is not None
    saved = olga.post(at("manage_import", event), {"confirmed": token[1]})
    assert saved.headers["Location"] == at("manage_seating", event, 1) + "#new-draft"
    assert [(e.number, e.name) for e in event.entries.filter(number__gte=8)] == [(8, "Ada Rossi"), (9, "Bo Berg")]
    forged = olga.post(at("manage_import", event), {"confirmed": token[1][:-2] + "xx"}, follow=True)
    assert "Choose the file again" in words(forged)


def test_a_team_of_a_taken_name_is_refused_with_what_was_typed(event, olga):
    for name in ("Dragons", "Winds"):
        olga.post(at("manage_teams", event), {"name": name})
    dragons, winds = event.teams.order_by("name")
    for address in (at("manage_teams", event), at("manage_team", event, winds.pk)):
        refused = olga.post(address, {"name": "Dragons", "code": "DR"})
        errors = refused.context["form"].errors
        assert (refused.status_code, errors) == (422, {"name": ["There is a team of this name or code already."]})
        assert 'value="DR"' in refused.text
    assert "<h1>Winds</h1>" in refused.text
    olga.post(at("manage_team", event, dragons.pk), {"name": "Red Dragons", "code": ""})
    assert list(event.teams.values_list("code", "name")) == [("T01", "Red Dragons"), ("T02", "Winds")]
    olga.post(at("manage_team_assign", event, winds.pk), {"number": "3"})
    assert "has members" in words(olga.post(at("manage_team_remove", event, winds.pk), follow=True))
    olga.post(at("manage_team_assign", event, winds.pk), {"number": "3", "leave": "yes"})
    olga.post(at("manage_team_remove", event, winds.pk))
    assert list(event.teams.values_list("code", flat=True)) == ["T01"]
    pair = {"kind": "forbidden_pair", "entry": 2, "other": 1}
    olga.post(at("manage_constraints", event), pair)
    again = olga.post(at("manage_constraints", event), pair)
    assert (again.status_code, "once each" in words(again)) == (422, True)
    assert [(wish.entry.number, wish.other.number) for wish in event.seating_constraints.all()] == [(1, 2)]


def test_a_round_is_drawn_swapped_published_and_withdrawn(event):
    sue, first = signed_in("sue"), event.rounds.get(number=1)
    sue.post(at("manage_seating_draw", event, 1), {"draw-rounds": [1, 2, 3], "draw-seed": "east"})
    assert Seating.objects.count() == 3
    assert "Repeated meetings" in words(sue.get(at("manage_seating", event, 1)))
    table = seating.plan_of(first.seatings.get(version=1))
    one, two = table[1][0].number, table[2][0].number
    response = sue.post(at("manage_seating_swap", event, 1, 1), {"swap-first": one, "swap-second": two})
    assert response.headers["Location"].endswith("?version=2")
    wrong = sue.post(at("manage_seating_swap", event, 1, 2), {"swap-first": one, "swap-second": "77"})
    assert (wrong.status_code, "Player 77 does not exist" in words(wrong)) == (422, True)
    sue.post(at("manage_seating_publish", event, 1, 2))
    assert first.current_seating.version == 2
    sue.post(at("manage_seating_withdraw", event, 1, 2), {"withdraw-reason": "a late player"})
    assert first.current_seating is None
    sue.post(at("manage_seating_discard", event, 1, 2))
    assert [v.state for v in first.seatings.all()] == ["superseded", "superseded"]


def test_a_pasted_schedule_that_does_not_fit_stays_on_the_page(event):
    sue, page = signed_in("sue"), at("manage_seating_schedule", event, 1)
    wrong = sue.post(page, {"schedule-text": "1 1 1 2 3 4\n1 2 5 6 7 99\n"})
    said = ("there is no player 99", "8 Given08 Family08", "1 1 1 2 3 4")
    assert (wrong.status_code, [each for each in said if each not in words(wrong)]) == (422, [])
    sue.post(page, {"schedule-text": "1 1 1 2 3 4\n1 2 5 6 7 8\n"})
    by_file = SimpleUploadedFile("s.csv", b"round,table,E,S,W,N\n2,1,1,5,2,6\n2,2,3,7,4,8\n")
    sue.post(page, {"schedule-file": by_file})
    sue.post(at("manage_seating_hand", event, 1), {"hand-text": "1 8 7 6 5\n2 4 3 2 1\n"})
    wrong = sue.post(at("manage_seating_hand", event, 1), {"hand-text": "1 8 7 6\n"})
    assert "Line 1" in words(wrong)
    assert [v.source for v in event.rounds.get(number=1).seatings.all()] == ["schedule", "manual"]
    assert event.rounds.get(number=2).seatings.count() == 1


def test_a_round_runs_from_its_page(event, olga):
    seating.publish(acting("sue"), seat_in_order(event.rounds.get(number=1)))
    olga.post(at("manage_round_edit", event, 1), {"starts_at": "2026-05-02T10:00", "minutes": "75"})
    first = event.rounds.get(number=1)
    assert (first.starts_at.isoformat(), first.minutes) == ("2026-05-02T08:00:00+00:00", 75)
    assert 'value="2026-05-02T10:00"' in olga.get(at("manage_round", event, 1)).text
    for action in ("round_start", "clock_pause", "clock_resume", "clock_restart"):
        olga.post(at(f"manage_{action}", event, 1))
    extra = at("manage_clock_extra", event, 1)
    signed_in("ren").post(extra, {"extra-table": "2", "extra-minutes": "5"})
    assert first.tables.get(number=2).extra_seconds == 300
    nowhere = olga.post(extra, {"extra-table": "9", "extra-minutes": "5"})
    assert "That table does not exist" in words(nowhere)
    refused = olga.post(at("manage_round_finish", event, 1), {})
    assert (refused.status_code, "no confirmed sheet: 1, 2" in words(refused)) == (422, True)
    olga.post(at("manage_round_finish", event, 1), {"finish-reason": "power cut"})
    olga.post(at("manage_clock_end", event, 1))
    olga.post(at("manage_round_reopen", event, 1), {"reopen-reason": "light again"})
    first.refresh_from_db()
    assert first.state == Round.State.PLAYING


def test_rounds_and_stages_are_added_and_removed(event, olga):
    olga.post(at("manage_round_add", event))
    olga.post(at("manage_stages", event), {"name": "Final", "cut_to": "4", "carry": "1/2", "rounds": "2"})
    final = event.stages.get(number=2)
    assert (final.cut_to, str(final.carry), event.rounds.count()) == (4, "1/2", 6)
    olga.post(at("manage_stage", event, 2), {"name": "Finals", "cut_to": "4", "carry": "0"})
    assert "Finish round 1 before the cut" in words(olga.get(at("manage_stage_cut", event, 2), follow=True))
    event.rounds.filter(number__lt=5).update(state=Round.State.FINISHED)
    shown = {"shown": [str(number) for number in range(1, 9)]}
    tie = olga.post(at("manage_stage_cut", event, 2), shown)
    assert "Place 1 is shared" in words(tie)
    olga.post(at("manage_stage_cut", event, 2), shown | {"chosen": ["1", "3", "5", "7"]})
    assert [row.entry.number for row in final.stage_entries.all()] == [1, 3, 5, 7]
    olga.post(at("manage_stage_remove", event, 2))
    olga.post(at("manage_round_remove", event, 4), follow=True)
    assert event.stages.count() == 1


def test_the_log_is_filtered_and_exported(event, olga):
    registration.edit(acting("olga"), event.entries.get(number=1), club="Dragons")
    registration.drop(acting("ren"), event.entries.get(number=2), from_round=1, reason="=fever")
    page = words(olga.get(at("manage_audit", event), {"who": "ren"}))
    assert "Player dropped out" in page
    assert "Player changed" not in page.split("Before and after")[0].split("Filter")[-1]
    assert "entries." not in page
    exported = json.loads(olga.get(at("manage_audit_json", event), {"action": "entries.drop"}).content)
    assert [(row["actor_name"], row["reason"]) for row in exported] == [("ren", "=fever")]
    lines = olga.get(at("manage_audit_csv", event)).content.decode("utf-8-sig").splitlines()
    assert len(lines) == 3
    assert "'=fever" in lines[2]


def test_whole_pages_open_at_every_stage(event, olga):
    """Every page of the organiser answers whatever state the event is in."""
    pages = ["home", "edit", "rules", "entries", "check_in", "teams", "constraints", "rounds", "stages"]

    def all_open() -> None:
        addresses = [at(f"manage_{name}", event) for name in pages]
        addresses += [at(f"manage_{name}", event, 1) for name in ("round", "seating", "entry")]
        assert [address for address in addresses if olga.get(address).status_code != 200] == []

    all_open()
    first = event.rounds.get(number=1)
    seating.publish(acting("sue"), seat_in_order(first))
    first.refresh_from_db()
    all_open()
    rounds.start(acting(), first)
    all_open()
    rounds.finish(acting(), first, reason="done")
    stages.add(acting(), event, name="Final", cut_to=4)
    all_open()


RULES_OF_ROUNDS_PLAYED = (
    "Play has started. A change makes a new version, needs a reason, and is seen in the log. Rounds that have started "
    "keep their start points, uma and table points; new numbers count from the next round that starts. The order of "
    "places and the rules for substitutes change the standings of all rounds at once."
)


def places(event):
    return [(row.key, row.values["table_points"], row.total) for row in compute_standings(event).individual]


def test_new_numbers_count_from_the_next_round_and_a_new_order_at_once(event, olga):
    released(event, 1)
    before = places(event)
    rules = event.ruleset.match_scoring | {"table_points": [40, 20, 10, 0]}
    event_services.change_rules(acting(), event, rules={"match_scoring": rules}, reason="as announced")
    assert places(event) == before
    event_services.change_rules(acting(), event, rules={"tie_breaks": ["total"]}, reason="as announced")
    by_total = [(row.key, row.total) for row in compute_standings(event).individual]
    assert by_total != [(key, total) for key, _table_points, total in before]
    notice = re.search(r'<p class="notice warning">(.*?)</p>', olga.get(at("manage_rules", event)).text, re.S)
    assert " ".join(notice[1].split()) == RULES_OF_ROUNDS_PLAYED
    for language in ("ja", "zh-hans", "zh-hant"):
        with translation.override(language):
            told = gettext(RULES_OF_ROUNDS_PLAYED)
        assert told != RULES_OF_ROUNDS_PLAYED
        olga.cookies["django_language"] = language
        assert told in olga.get(at("manage_rules", event)).text


def test_the_badge_names_the_role_of_the_account(event: Tournament) -> None:
    for name, badge in (("olga", "Organiser"), ("sam", "Scorer"), ("ren", "Referee")):
        assert f'<span class="chip">{badge}</span>' in signed_in(name).get(at("manage_home", event)).text
