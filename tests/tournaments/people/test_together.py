"""Two organisers link the same players at the same moment: one person, and a whole log. Real threads."""

from functools import partial

import pytest

from tests.support.people import acting, person
from tests.support.seasons import played
from tests.support.together import together
from tournaments.core import audit
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.people import services
from tournaments.people.models import Person, PersonEntry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

NAMES = ("Ida Leitner", "Rosa Lind", "Olaf Berg", "Uwe Sand")


def test_two_who_link_at_once_make_one_person():
    for slug, day in (("spring", "2026-05-02"), ("summer", "2026-07-02")):
        played(slug, [(30, 10, -10, -30)], NAMES, day=day)
    person("olga")
    pairs = [
        [Entry.objects.select_related("tournament").get(tournament__slug=slug, number=1) for slug in order]
        for order in (("spring", "summer"), ("summer", "spring"))
    ]
    outcomes = together(*(partial(services.link, acting(), entry=entry, same_as=same_as) for entry, same_as in pairs))
    assert not [outcome for outcome in outcomes if isinstance(outcome, UserError)]
    assert [services.list_codes(held) for held in Person.objects.all()] == [["spring/1", "summer/1"]]
    assert PersonEntry.objects.count() == 2
    assert [audit.broken_at(event) for event in Tournament.objects.all()] == [None, None]
