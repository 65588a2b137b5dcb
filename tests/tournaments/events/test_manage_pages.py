"""The organiser's pages at work: each form is filled as a person would, and what went wrong stays on the page."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from engine.errors import RulesetError
from tests.support.people import acting, people, person, signed_in, small_tournament
from tests.support.play import played, released
from tests.support.remembered import remembered
from tests.support.rows import rows_of
from tournaments.accounts.models import Membership, User
from tournaments.core.permissions import ALL_ACTIONS, can, list_allowed_actions
from tournaments.entries.services import players as registration
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.standings.queries.standings import compute_standings

pytestmark = pytest.mark.django_db

rows = rows_of(__file__)


def at(name: str, event: Tournament, *args: object) -> str:
    return reverse(name, args=[event.slug, *args])


def words(response: Any) -> str:
    text = re.sub(r"<[^>]*>", " ", response.content.decode())
    return re.sub(r"\s+", " ", text)


@pytest.fixture
@remembered
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
    "shown_names": "names",
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


@rows
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
    typed = {
        name: NEW[name] for name in ("name", "time_zone", "print_languages", "confirmations", "entry_by", "shown_names")
    }
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


def test_a_start_is_typed_and_shown_in_the_time_of_the_place(event, olga):
    olga.post(at("manage_round_edit", event, 1), {"starts_at": "2026-05-02T10:00", "minutes": "75"})
    first = event.rounds.get(number=1)
    assert (first.starts_at.isoformat(), first.minutes) == ("2026-05-02T08:00:00+00:00", 75)
    assert 'value="2026-05-02T10:00"' in olga.get(at("manage_round", event, 1)).text


def test_olga_chooses_among_those_who_share_the_last_place_of_the_cut(event, olga):
    olga.post(at("manage_stages", event), {"name": "Final", "cut_to": "4", "carry": "1/2", "rounds": "2"})
    final = event.stages.get(number=2)
    assert (final.cut_to, str(final.carry), event.rounds.count()) == (4, "1/2", 5)
    assert "Finish round 1 before the cut" in words(olga.get(at("manage_stage_cut", event, 2), follow=True))
    played(event, 1, [(0, 0, 0, 0)] * 2)
    event.rounds.filter(number__lt=4).update(state=Round.State.FINISHED)
    shown = {"shown": [str(number) for number in range(1, 9)]}
    assert "Place 1 is shared" in words(olga.post(at("manage_stage_cut", event, 2), shown))
    olga.post(at("manage_stage_cut", event, 2), shown | {"chosen": ["1", "3", "5", "7"]})
    assert [row.entry.number for row in final.stage_entries.all()] == [1, 3, 5, 7]


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


def test_a_role_is_that_of_one_event_and_a_closed_account_may_do_nothing(event):
    other = small_tournament(4, slug="other")
    Membership.objects.create(tournament=other, user=person("otto"), role="director")
    assert (can(person("otto"), "tournament.edit", other), can(person("otto"), "manage.view", event)) == (True, False)
    olga = person("olga")
    assert list_allowed_actions(olga, event) == ALL_ACTIONS
    with pytest.raises(KeyError):
        can(olga, "entries.edti", event)
    olga.is_active = False
    assert (list_allowed_actions(olga, event), can(olga, "manage.view", event)) == (frozenset(), False)


def test_olga_says_which_account_a_player_holds_and_that_it_is_not_theirs(event, olga):
    address = reverse("manage_entry_account", args=[event.slug, 3])
    assert olga.post(address, {"account-account": "nobody"}).status_code == 422
    assert olga.post(address, {"account-account": "Ren"}).status_code == 302
    assert event.entries.get(number=3).account == person("ren")
    assert "plays as 3" in " ".join(olga.get(reverse("manage_roles", args=[event.slug])).content.decode().split())
    olga.post(reverse("manage_entry_account_remove", args=[event.slug, 3]))
    assert event.entries.get(number=3).account is None


def test_rules_that_were_read_are_read_again_after_a_change_and_unreadable_ones_not_saved() -> None:
    event = small_tournament()
    ruleset = event.ruleset
    assert (ruleset.scoring.divisor, ruleset.scoring is ruleset.scoring) == (1, True)
    scoring = {**ruleset.match_scoring, "divisor": 100}
    changed = event_services.change_rules(acting("olga"), event, rules={"match_scoring": scoring})
    assert changed.scoring.divisor == 100
    ruleset.match_scoring = scoring
    ruleset.save()
    assert ruleset.scoring.divisor == 100
    ruleset.match_scoring = {"divisor": 0}
    with pytest.raises(RulesetError):
        ruleset.save()
