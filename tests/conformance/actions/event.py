from __future__ import annotations

from typing import Any

from django.utils import timezone

from tests.conformance.actions import MISSING, Example, being_played, example, planned, rows
from tests.support.mirror_site import start_mirror
from tests.support.people import acting, people, person, small_tournament
from tests.support.play import played
from tournaments.accounts.models import Membership
from tournaments.core import jobs
from tournaments.events import services
from tournaments.events.forms import SettingsForm
from tournaments.events.models import Tournament
from tournaments.exchange.models import SealedBackup
from tournaments.exchange.services import event_files, loans, mirroring, removal, sealed_backups
from tournaments.exchange.services import publishing as mirror_publishing
from tournaments.results.services import open_tables
from tournaments.standings.services import publishing

COLUMNS = {"columns": "Rank = place\nPlayer = name"}


def _played() -> Tournament:
    """One round, played, with every sheet confirmed."""
    made = planned(rounds=1)
    played(made, 1)
    made.refresh_from_db()
    return made


def _rehearsal() -> Tournament:
    """Rehearsal, a state that events have from their creation."""
    made = event_files.copy(acting(), tournament=small_tournament(), slug="trial", rehearsal=True)
    people(made)
    return made


ANNOUNCEMENT = {"text": "Lunch at noon.", "level": "important"}


def _announcing() -> Tournament:
    event = planned()
    services.announce(acting(), event, **ANNOUNCEMENT)
    return event


@example("EditAnnouncement")
def edit_announcement() -> Example:
    at = {"api": {"number": 1}, "page": {"number": 1}}
    times = {"starts_at": "2026-05-02T10:00:00+02:00", "ends_at": "2026-05-02T12:00:00+02:00"}
    form = {"starts_at": "2026-05-02T10:00", "ends_at": "2026-05-02T12:00"}
    return Example(_announcing(), ANNOUNCEMENT | {"text": "Lunch at one."} | times, **at, form=form, prefix="a1")


@example("EditEvent")
def editplanned() -> Example:
    event = planned()
    stored = SettingsForm(instance=event)
    form = {name: stored[name].value() for name in stored.fields if stored[name].value() not in (None, False)}
    wrong = {
        "facts": [(MISSING, {"name": ""}), ("nonsense", None)],
        "waiting": [("perhaps", None)],
        "reason": [("x" * 1001, None)],
    }
    body = {"facts": {"place": "Hall 2"}, "reason": "Moved."}
    return Example(event, body, form={**form, "place": "Hall 2"}, wrong=wrong)


@example("ChangeRules")
def change_rules() -> Example:
    rules = {"tie_breaks": ["total"]}
    form = {"tie_breaks": "Total score", "table_points": "4 2 1 0", "start_points": "0"}
    wrong = {"rules": [("none", {**form, "oka": "many"})]}
    return Example(planned(), {"rules": rules, "reason": "A slip."}, form=form, wrong=wrong)


HOUSE_RULE: dict[str, Any] = {"clause": "MCR-6.8", "text": "A false win costs 5.", "option": "false_hu_payment"}


def _agreed(**more: Any) -> Example:
    event = planned()
    services.set_house_rule(acting(), event, value=5, **HOUSE_RULE)
    return Example(event, api={"number": 1}, page={"number": 1}, **more)


rows(
    AddHouseRule=lambda: Example(
        planned(),
        {**HOUSE_RULE, "value": 5},
        form={**HOUSE_RULE, "number": "5"},
        wrong={
            "clause": [("MCR-99", {**HOUSE_RULE, "clause": "MCR-99", "number": "5"})],
            "option": [("luck", {**HOUSE_RULE, "option": "luck", "number": "5"})],
            "value": [("many", {**HOUSE_RULE, "number": "many"})],
        },
    ),
    ChangeHouseRule=lambda: _agreed(
        body={"text": "A false win costs 10.", "value": 10},
        prefix="h1",
        form={**HOUSE_RULE, "text": "A false win costs 10.", "number": "10"},
        wrong={
            "clause": [("MCR-99", {**HOUSE_RULE, "clause": "MCR-99", "number": "5"})],
            "option": [("luck", {**HOUSE_RULE, "option": "luck", "number": "5"})],
            "value": [("many", {**HOUSE_RULE, "number": "many"})],
        },
    ),
    RemoveHouseRule=lambda: _agreed(body={"reason": "Agreed."}, prefix="r1"),
)


@example("EndCeremony")
def end_ceremony() -> Example:
    event = _played()
    publishing.start_ceremony(acting(), event)
    return Example(event)


@example("AcceptOpenItems")
def accept_open_items() -> Example:
    event = being_played()
    return Example(event, {"step": "certificates", "reason": "The sheets follow."})


@example("ChooseFederation")
def choose_federation() -> Example:
    body = {"federation": "ema", "columns": [["Rank", "place"], ["Player", "name"]], "qualification": True}
    wrong = {
        "columns": [([["Rank"]], {"columns": "Rank"}), ([["Rank", "shoe"]], {"columns": "Rank = shoe"})],
        "limits": [("many", {**COLUMNS, "players": "many"})],
    }
    return Example(planned(), body, form=COLUMNS, wrong=wrong)


@example("RemoveEvent")
def removeplanned() -> Example:
    event = planned()
    run = jobs.claim(removal.make_backup(acting(), event).pk)
    assert run is not None
    jobs.perform(run)
    return Example(event, {"name": "Spring Open", "reason": "Made twice."})


@example("RevokeRole")
def revoke_role() -> Example:
    event = planned()
    held = Membership.objects.get(tournament=event, user__username="sam")
    return Example(event, {"user": "sam", "role": "scorer"}, page={"membership": held.pk})


@example("PrintDocument")
def print_document() -> Example:
    event = being_played()
    body = {"document": "score-sheets", "round": 1, "paper": "letter", "players": ""}
    return Example(event, body, wrong={"document": [("x" * 41, {}), ("no-such-paper", {})]})


def _evening() -> Tournament:
    made = planned()
    open_tables.set_up(acting(), made, is_open=True, newcomers=True)
    made.refresh_from_db()
    return made


@example("AbandonTable")
def abandon_table() -> Example:
    event = _evening()
    sitters = list(event.entries.order_by("number")[:4])
    open_tables.open_table(acting(), event, sitters=sitters)
    return Example(event, api={"number": 1, "table": 1}, page={"number": 1})


@example("ArrangeHall")
def arrange_hall() -> Example:
    event = being_played()
    form = {"row_1": "1", "column_1": "1", "row_2": "1", "column_2": "3"}
    wrong = {
        "places": [
            ([[1, 1, 1], [1, 1, 2]], {**form, "column_2": "1"}),
            ([[1, 1]], {**form, "column_2": ""}),
            ([[1, 0, 1]], {**form, "row_1": "0"}),
        ]
    }
    return Example(event, {"places": [[1, 1, 1], [2, 1, 3]]}, form=form, wrong=wrong)


rows(
    AddAnnouncement=lambda: Example(planned(), ANNOUNCEMENT),
    RemoveAnnouncement=lambda: Example(_announcing(), api={"number": 1}, page={"number": 1}),
    PublishEvent=lambda: Example(planned(), {"published": False}, form={"published": "no"}),
    SetState=lambda: Example(planned(), {"state": "running"}),
    HideStandings=lambda: Example(planned(), {"hidden": True, "from_round": 2}, form={"hidden": "1"}),
    StartCeremony=lambda: Example(_played(), form={"of": "players", "begin": "3"}),
    CopyEvent=lambda: Example(planned(), {"slug": "again", "name": "Spring Open again", "rehearsal": True}),
    PlayRehearsal=lambda: Example(_rehearsal(), {"whole": True}),
    RemoveRehearsal=lambda: Example(_rehearsal()),
    ArchiveEvent=lambda: Example(planned(), {"archived": True}, form={"archived": "yes"}),
    BackUpEvent=lambda: Example(planned()),
    GrantRole=lambda: Example(planned(), {"user": person("otto").username, "role": "scorer"}),
    SetUpEvening=lambda: Example(planned(), {"is_open": True, "newcomers": False}),
    OpenTable=lambda: Example(
        _evening(),
        {"players": ["1", "2", "3", "Nina Falk"], "name": "Window"},
        wrong={"players": [(["1", "2", "3"], {}), (["1", "2", "3", "99"], {}), (["1", "2", "3", "x" * 121], {})]},
    ),
)


def _lent() -> Tournament:
    event = planned()
    loans.lend(acting(), event)
    return event


def _unseated() -> Tournament:
    event = planned()
    event.rounds.all().delete()
    return event


def _with_key() -> Tournament:
    event = _unseated()
    mirroring.make_key(acting(), event)
    return event


def _published_elsewhere() -> Tournament:
    event = planned()
    mirror_publishing.start(acting(), event, address=start_mirror(), key="a key of the other site")
    return event


def _with_sealed_backup() -> Tournament:
    event = _with_key()
    SealedBackup.objects.create(mirror=event.mirror, content=b"sealed", size=6, received_at=timezone.now())
    return event


def _sending_backups() -> Tournament:
    event = _published_elsewhere()
    sealed_backups.keep(acting(), event, passphrase="nine gates in the hall")
    return event


rows(
    KeepSealedBackup=lambda: Example(
        _published_elsewhere(), {"passphrase": "nine gates in the hall", "repeated": "nine gates in the hall"}
    ),
    StopSealedBackup=lambda: Example(_sending_backups()),
    DeleteSealedBackup=lambda: Example(_with_sealed_backup()),
    LendEvent=lambda: Example(planned()),
    TakeBackEvent=lambda: Example(_lent(), {"reason": "The laptop stayed at home."}),
    MakeMirrorKey=lambda: Example(_unseated()),
    RevokeMirrorKey=lambda: Example(_with_key()),
    StartPublishing=lambda: Example(planned(), {"address": start_mirror(), "key": "a key of the other site"}),
    StopPublishing=lambda: Example(_published_elsewhere()),
)
