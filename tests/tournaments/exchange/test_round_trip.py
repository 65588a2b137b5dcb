"""An event leaves one site and comes back on another, on another database, byte for byte the same."""

import datetime
import json

import pytest

from tests.support.people import acting
from tests.support.whole_events import eventful, other_site
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import one_value, pack, unpack
from tournaments.exchange.document.event_1 import standings_rows
from tournaments.exchange.services import event_files
from tournaments.standings.logic import compute
from tournaments.standings.queries.standings import read

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def told(tournament):
    """The document without the time of its export."""
    whole = json.loads(one_value(tournament))
    return json.dumps(whole | {"exported_at": ""}, sort_keys=True)


def after_every_round(tournament):
    given = read(tournament)
    return [standings_rows(tournament, compute(given, after)) for after in (1, 2, 3, None)]


SEED = datetime.date.today().toordinal()
"""Another event of each family every day."""


@pytest.mark.parametrize("seed", [SEED])
@pytest.mark.parametrize("family", ["mcr", "riichi", "taiwan", "sichuan"])
def test_an_event_with_everything_in_it_comes_back(family, tmp_path, seed):
    event = eventful(family, seed)
    content, before, rows = pack(event), told(event), after_every_round(event)
    with other_site(tmp_path):
        found, problems = unpack(content)
        assert problems == []
        made = event_files.restore(acting("otto"), event=found)
        assert told(made) == before
        assert after_every_round(made) == rows
        assert AuditEntry.objects.filter(tournament=None).values_list("action", flat=True).last() == "events.restore"
        back = pack(made)
    found, problems = unpack(back)
    assert problems == []
    again = event_files.restore(acting("olga"), event=found, slug="again")
    assert told(again).replace('"slug": "again"', f'"slug": "{event.slug}"') == before
    assert Tournament.objects.get(slug="again").published == event.published
