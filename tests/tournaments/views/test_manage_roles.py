"""Who opens which of the organiser's pages: every address under /manage/ is asked by everybody of the cast."""

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from tests.support.people import ROLES, acting, people, person, seat_in_order, small_tournament
from tournaments.models import Membership, ScoreLine, SeatingConstraint, Tournament
from tournaments.permissions import ACTIONS, ALL_ACTIONS, SITE_ACTIONS, allowed_actions, can
from tournaments.services import registration, teams

pytestmark = pytest.mark.django_db


def manage_patterns() -> list[URLPattern]:
    found = [
        p for p in get_resolver().url_patterns if isinstance(p, URLPattern) and (p.name or "").startswith("manage")
    ]
    return [p for p in found if "slug" in p.pattern.converters]


NAMES = sorted({pattern.name for pattern in manage_patterns()})


@pytest.fixture
def event() -> Tournament:
    tournament = small_tournament(8)
    people(tournament)
    seat_in_order(tournament.rounds.get(number=1))
    return tournament


def address(event: Tournament, name: str) -> str:
    pattern = next(pattern for pattern in manage_patterns() if pattern.name == name)
    known = {
        "slug": event.slug,
        "number": 1,
        "version": 1,
        "stage": 1,
        "table": 1,
        "log": 1,
        "membership": Membership.objects.filter(tournament=event).latest("pk").pk,
    }
    if "team" in pattern.pattern.converters:
        known["team"] = (event.teams.first() or teams.add(acting(), event, name="Dragons")).pk
    if "pk" in pattern.pattern.converters:
        known["pk"] = ScoreLine.objects.create(
            tournament=event,
            entry=event.entries.get(number=1),
            scope=ScoreLine.Scope.OVERALL,
            unit=ScoreLine.Unit.POINTS,
            kind=ScoreLine.Kind.PENALTY,
            amount_numerator=-10,
            reason="late",
        ).pk
    if "constraint" in pattern.pattern.converters:
        first, second = event.entries.all()[:2]
        known["constraint"] = registration.add_constraint(
            acting(), event, kind=SeatingConstraint.Kind.FORBIDDEN_PAIR, entry=first, other=second
        ).pk
    return reverse(name, kwargs={key: known[key] for key in pattern.pattern.converters if key in known})


def client_of(name: str) -> Client:
    client = Client()
    client.force_login(person(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_every_page_of_the_organiser_asks_for_a_permission():
    views = {
        p.name: p.callback for p in manage_patterns() if p.callback.__module__.startswith("tournaments.views.manage")
    }
    assert [name for name, view in views.items() if required(view) is None] == []


def required(view: object) -> str | None:
    """The action that a view asks for, through the decorators around it."""
    while view is not None:
        action = getattr(view, "required_action", None)
        if action is not None:
            return str(action)
        view = getattr(view, "__wrapped__", None)
    return None


@pytest.mark.parametrize("method", ["get", "post"])
def test_outsiders_and_players_stay_outside(event, method):
    """Nobody of them changes anything, so that all addresses are tried on one event."""
    urls = {name: address(event, name) for name in NAMES}
    before = event.audit_entries.count()
    otto, petra = client_of("otto"), client_of("petra")
    found = {name: [getattr(client, method)(url).status_code for client in (otto, petra)] for name, url in urls.items()}
    assert found == {name: [403, 403] for name in NAMES}
    Tournament.objects.filter(pk=event.pk).update(published=False)
    assert {name: getattr(otto, method)(url).status_code for name, url in urls.items()} == dict.fromkeys(NAMES, 404)
    assert event.audit_entries.count() == before


def test_visitors_are_sent_to_sign_in(event):
    answers = {name: Client().get(address(event, name)) for name in NAMES}
    found = {name: (each.status_code, each.headers.get("Location", "").split("?")[0]) for name, each in answers.items()}
    wrong = {name: one for name, one in found.items() if one not in [(302, reverse("login")), (405, "")]}
    assert wrong == {}


@pytest.mark.parametrize("name", NAMES)
def test_each_role_opens_what_its_row_of_the_table_says(event, name):
    pattern = next(pattern for pattern in manage_patterns() if pattern.name == name)
    action = required(pattern.callback)
    assert action is not None
    url = address(event, name)
    for who, role in ROLES.items():
        expected = role == "director" or (role is not None and action in ACTIONS[role])
        status = client_of(who).get(url).status_code
        assert (status != 403) is (expected or status == 405), (who, status)


def test_an_outsider_of_another_tournament_is_an_outsider_here(event):
    other = small_tournament(4, slug="other")
    Membership.objects.create(tournament=other, user=person("otto"), role="director")
    assert can(person("otto"), "tournament.edit", other)
    assert not can(person("otto"), "manage.view", event)


def test_a_closed_account_may_do_nothing(event):
    olga = person("olga")
    assert allowed_actions(olga, event) == ALL_ACTIONS
    olga.is_active = False
    assert allowed_actions(olga, event) == frozenset()
    assert not can(olga, "manage.view", event)


def test_only_staff_makes_tournaments(event):
    assert {"tournaments.create", "site.events.import"} == SITE_ACTIONS
    assert not can(person("olga"), "tournaments.create")
    assert can(person("ada"), "tournaments.create")
    assert client_of("olga").get(reverse("manage_new")).status_code == 403
    assert client_of("ada").get(reverse("manage_new")).status_code == 200


def test_an_action_that_does_not_exist_is_a_bug_not_a_no(event):
    with pytest.raises(KeyError):
        can(person("olga"), "entries.edti", event)
