"""Events that are both on loan and mirrored: the file comes back, and no delivery replaces what has come back."""

from __future__ import annotations

import pytest

from tests.support.people import acting, people, person, small_tournament
from tests.support.play import published, released
from tests.tournaments.exchange.test_loans import lent, read
from tests.tournaments.exchange.test_mirrors import LINK, TwoSites, deliver, sites, start  # noqa: F401 - a fixture
from tournaments.core.audit.hash_chain import broken_at
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.registration import Application
from tournaments.entries.services import applications, players
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack
from tournaments.exchange.models import Publication
from tournaments.exchange.queries import describe_publication
from tournaments.exchange.services import event_files, loans, mirroring, privacy
from tournaments.results.models.results import TableResult
from tournaments.webhooks.services import hooks

pytestmark = [pytest.mark.django_db]

LENT_LINK = LINK.replace("spring-open", "lent-open")


def there() -> Tournament:
    return Tournament.objects.get(slug="lent-open")


def make_key(sites: TwoSites) -> None:  # noqa: F811
    sites.key = mirroring.make_key(acting("ada"), there())


@pytest.mark.parametrize("key_first", [True, False])
def test_the_file_of_a_mirrored_event_comes_back_and_ends_its_deliveries(sites, key_first):  # noqa: F811
    with sites.there():
        people(small_tournament(8, slug="lent-open"))
        hook = hooks.add(
            acting("ada"), there(), address="https://chat.example/hook", style="json", kinds=["seating"], language="en"
        )
        if key_first:
            make_key(sites)
        content = lent(there())
        make_key(sites)
        hooks.remove(acting("ada"), there(), hook)
        assert broken_at(there()) is None
        in_site_log = AuditEntry.objects.filter(tournament=None).values_list("action", flat=True)
        assert {"mirror.key", "webhooks.remove"} <= {*in_site_log}
    person("ada")
    hall = event_files.restore(acting("ada"), event=read(content), hall=True)
    start(hall, sites, LENT_LINK)
    released(hall, 1)
    assert deliver(hall, sites).problem == ""
    released(hall, 2)
    back = pack(Tournament.objects.get(pk=hall.pk), loan=True)
    with sites.there():
        assert there().entries.count() == 8
        loans.bring_back(acting("ada"), there(), event=read(back))
        assert TableResult.objects.filter(table__round__tournament=there()).count() == 4
        log = AuditEntry.objects.filter(tournament=there()).count()
    players.edit(acting(), hall.entries.get(number=1), club="Harbour")
    assert deliver(hall, sites).problem == Publication.Problem.TAKEN_OVER
    with pytest.raises(UserError, match="seated or paid for there"):
        start(hall, sites, LENT_LINK)
    with sites.there():
        assert (there().lent_at, there().entries.filter(club="Harbour").exists()) == (None, False)
        assert (AuditEntry.objects.filter(tournament=there()).count(), broken_at(there())) == (log, None)


def register(slug: str) -> Application:
    tournament = Tournament.objects.get(slug=slug)
    applications.set_desk(acting("ada"), tournament, facts={"is_open": True})
    tournament.refresh_from_db()
    facts = {"given_name": "Petra", "family_name": "Quist", "shown": "full"}
    return applications.apply(acting("petra"), tournament, facts=facts)


def test_a_mirror_erases_its_registrations_while_the_hall_publishes(sites):  # noqa: F811
    event = small_tournament(8, slug="hall")
    with sites.there():
        applied = register("spring-open")
        small_tournament(8, slug="lent-open")
        of_lent = register("lent-open")
        lent(there())
    start(event, sites)
    deliver(event, sites)
    with sites.there():
        with pytest.raises(UserError, match="played in the hall"):
            privacy.erase_registration(acting("ada"), of_lent)
        privacy.erase_registration(acting("ada"), applied, reason="asked")
        assert [row.tournament for row in Application.objects.all()] == [there()]
        assert broken_at(Tournament.objects.get(slug="spring-open")) is None
    players.edit(acting(), event.entries.get(number=1), club="Harbour")
    assert deliver(event, sites).problem == ""


def test_what_is_changed_after_an_event_was_taken_back_stays(sites):  # noqa: F811
    event = small_tournament(8, slug="hall")
    people(event)
    released(event, 1)
    start(event, sites)
    deliver(event, sites)
    with sites.there():
        mirror = Tournament.objects.get(slug="spring-open")
        loans.take_back(acting("ada"), mirror, reason="the laptop is broken")
        players.add(acting("ada"), mirror, family_name="Late")
    with pytest.raises(UserError, match="seated or paid for there"):
        start(event, sites)
    with sites.there():
        mirror.refresh_from_db()
        assert mirror.entries.filter(family_name="Late").exists()
        loans.lend(acting("ada"), mirror)
    # Its organiser has given it away again.
    start(event, sites)
    assert deliver(event, sites).problem == ""


def test_a_delivery_does_not_replace_rounds_that_were_seated_after_the_key(sites):  # noqa: F811
    event = small_tournament(8, slug="hall")
    start(event, sites)
    with sites.there():
        people(small_tournament(4, slug="lent-open"))
        make_key(sites)
    start(event, sites, LENT_LINK)
    with sites.there():
        published(there().rounds.get(number=1))
    assert deliver(event, sites).problem == Publication.Problem.IN_USE
    state = describe_publication(event)
    assert state is not None
    assert "Make an empty one there" in state.problem
    with sites.there():
        assert there().entries.count() == 4
