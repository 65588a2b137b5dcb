"""Fees of the public site: they stay at the mirror, as registrations do, and payments are never replaced."""

import pytest

from tests.support.people import acting, small_tournament
from tests.tournaments.exchange.test_mirrors import LINK, TwoSites, deliver, sites, start  # noqa: F401 - a fixture
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.categories import Category
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.questions import EntryQuestion
from tournaments.events import services as events
from tournaments.events.models import Tournament
from tournaments.exchange.models import Mirror, Publication
from tournaments.exchange.services import publishing
from tournaments.fees import services as fees
from tournaments.fees.models import Fee, Payment

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def hall() -> Tournament:
    return small_tournament(4, slug="hall")


def there() -> Tournament:
    return Tournament.objects.get(slug="spring-open")


def make_fees() -> None:
    """Make a fee for everybody, one of the juniors and one of the guests, and one of a dinner."""
    ada, event = acting("ada"), there()
    fees.set_up(ada, event, currency="EUR", issuer="The club")
    juniors, guests = (
        Category.objects.create(tournament=event, number=number, name=name)
        for number, name in enumerate(("Juniors", "Guests"), 1)
    )
    dinner = EntryQuestion.objects.create(tournament=event, number=1, label="Dinner", kind="checkbox")
    fees.add(ada, event, label="Entry", amount=4000)
    fees.add(ada, event, label="Entry", amount=1000, category=juniors)
    fees.add(ada, event, label="Entry", amount=2000, category=guests)
    fees.add(ada, event, label="Dinner", amount=2500, question=dinner)


def listed(sites: TwoSites) -> list[tuple]:  # noqa: F811
    with sites.there():
        return list(Fee.objects.values_list("label", "amount", "category__name", "question__label"))


def test_fees_stay_with_the_categories_and_questions_that_they_are_for(hall, sites):  # noqa: F811
    with sites.there():
        make_fees()
    # In the hall the number of the juniors is another one.
    for number, name in enumerate(("Seniors", "Juniors"), 1):
        Category.objects.create(tournament=hall, number=number, name=name)
    start(hall, sites)
    assert deliver(hall, sites).problem == ""
    kept = [("Entry", 4000, None, None), ("Entry", 1000, "Juniors", None), ("Dinner", 2500, None, "Dinner")]
    assert listed(sites) == kept
    with sites.there():
        assert there().fee_desk.issuer == "The club"
    Category.objects.create(tournament=hall, number=3, name="Guests")
    events.announce(acting(), hall, text="Lunch at noon")
    assert deliver(hall, sites).problem == ""
    with sites.there():
        assert there().announcements.count() == 1
    assert listed(sites) == kept
    Category.objects.filter(tournament=hall, name="Juniors").delete()
    events.announce(acting(), hall, text="Dinner at six")
    assert deliver(hall, sites).problem == ""
    assert listed(sites) == [kept[0], kept[2]]
    with sites.there():
        removed = AuditEntry.objects.filter(action="fees.remove_without_category")
        assert sorted(row.before["amount"] for row in removed) == [1000, 2000]
        assert {(row.actor_name, str(row.reason)) for row in removed} == {("mirror", "Category removed")}


def test_a_delivery_does_not_replace_payments_that_were_made_after_the_key(hall, sites):  # noqa: F811
    start(hall, sites)
    with sites.there():
        entry = Entry.objects.create(tournament=there(), number=1, family_name="Berg", given_name="Anna")
        make_fees()
        fees.pay(acting("ada"), entry, amount=4000, method="cash", currency="EUR")
    publication = deliver(hall, sites)
    assert publication.problem == Publication.Problem.IN_USE
    with pytest.raises(UserError, match="seated or paid for there"):
        start(hall, sites)
    with sites.there():
        assert (Payment.objects.count(), Entry.objects.count(), Mirror.objects.get().number) == (1, 1, 0)
        assert there().lent_at is None
    answer = sites.send(
        f"{LINK}mirror/",
        headers={"Authorization": f"Mirror {sites.key}", "Content-Type": "application/octet-stream"},
        body=publishing.make_delivery(hall, epoch=publication.epoch, number=9),
    )
    assert (answer.status, answer.detail[:35]) == (403, "This event has payments here. Make ")
