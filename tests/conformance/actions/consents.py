from __future__ import annotations

import datetime

from tests.conformance.actions import Example, planned, rows
from tests.support.people import acting
from tournaments.events.models import Tournament
from tournaments.people import consent

FIRST = {"number": 1}
GIVEN = {"consent_on": "2026-05-01", "consent_source": "paper", "shows_photo": True}


def _consenting() -> Tournament:
    event = planned()
    day = datetime.date(2026, 5, 1)
    consent.record(acting(), event.entries.get(number=1), consent_on=day, consent_source="paper")
    return event


rows(
    RecordConsent=lambda: Example(planned(), GIVEN, api=FIRST, page=FIRST),
    WithdrawConsent=lambda: Example(_consenting(), {}, api=FIRST, page=FIRST),
)
