from __future__ import annotations

from typing import Any

from tests.conformance.actions import Example, being_played, example, planned, rows
from tests.support.people import acting, people, person, small_tournament
from tests.support.photos import photo_of_a_sheet
from tournaments.core import pictures
from tournaments.core.models.site import SiteAddress
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import applications, categories, mailings, players, portraits, questions, teams
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.results.services import ledger
from tournaments.seating.services import wishes

FIRST = {"number": 1}


def _event(**facts: Any) -> Tournament:
    event = planned()
    event.entries.update(**facts)
    return event


def _of_player(body: dict[str, Any] | None = None, *, event: Tournament | None = None, **more: Any) -> Example:
    return Example(event or _event(), body or {}, api=FIRST, page=FIRST, **more)


QUESTION = {"label": "Meal", "kind": "choice", "choices": "Rice\nNoodles", "required": True, "public": True}


def _asking() -> Tournament:
    event = _event()
    questions.add(acting(), event, **QUESTION)
    return event


MAILING = {"groups": ["field", "pending"], "language": "en", "subject": "{event}", "text": "Dear {name}: bring cash."}


def _mailing_to() -> Tournament:
    """An event of a site that sends e-mail, with one person who has an address."""
    event = _event()
    SiteAddress.objects.create(pk=1, address="https://mahjong.example")
    applications.set_desk(acting(), event, facts={"is_open": True, "asks": {"email": "asked"}})
    facts = {"given_name": "Petra", "family_name": "Quist", "email": "petra@example.org"}
    applications.admit(acting(), applications.apply(acting(), event, facts=facts, language="en"))
    return event


@example("RetryMailing")
def retry_mailing() -> Example:
    event = _mailing_to()
    mailings.send(acting(), event, key="first", **MAILING)
    event.mailings.get().emails.update(state="failed")
    return _of_player(event=event)


@example("AddEntry")
def add() -> Example:
    event = _with_team()
    questions.add(acting(), event, **QUESTION)
    categories.add(acting(), event, name="Juniors")
    body = {"number": 40, "family_name": "Quist", "given_name": "Petra", "country": "NOR", "club": "Harbour"}
    more = {"team": "T01", "ema_number": "07010001", "status": "waiting", "from_round": 2, "note": "Vegetarian."}
    more |= {"answers": {"1": "Rice"}, "categories": [1]}
    return Example(event, body | more, wrong={"answers": [({"1": "Bread"}, None)]})


@example("EditEntry")
def edit() -> Example:
    event = _with_team()
    body = {"number": 40, "family_name": "Quist", "team": "T01", "ema_number": "07010001", "note": "Vegetarian."}
    return _of_player(body, event=event, wrong={"answers": [({"9": "Rice"}, None)]})


@example("ReturnEntry")
def return_() -> Example:
    event = _event()
    players.drop(acting(), event.entries.get(number=1), from_round=1)
    return _of_player({"from_round": 2}, event=event)


@example("SubstituteEntry")
def substitute() -> Example:
    event = _event()
    players.add(acting(), event, family_name="Waits", status=Entry.Status.WAITING)
    return _of_player({"from_round": 1, "stand_in": 9, "in_competition": True}, event=event)


@example("UnlinkAccount")
def unlink_account() -> Example:
    event = _event()
    players.link_account(acting(), event.entries.get(number=1), user=person("petra"))
    return _of_player({"reason": "A mistake."}, event=event)


@example("LetIn")
def let_in() -> Example:
    event = _event()
    event.entries.filter(number=1).update(status=Entry.Status.WAITING)
    return Example(event, {"count": 1}, page=FIRST)


@example("RemovePortrait")
def remove_portrait() -> Example:
    event = _event()
    small = pictures.downscale(photo_of_a_sheet(), portraits.SIDE)
    portraits.keep(acting(), event.entries.get(number=1), small=small)
    return _of_player(event=event)


@example("ErasePerson")
def erase_person() -> Example:
    event = _event()
    other = event.entries.get(number=2)
    Entry.objects.filter(pk=other.pk).update(note="Shares a room with Given01 Family01.")
    unknown = ["note"]
    return _of_player(
        {"reason": "Asked for.", "texts": [f"entry.{other.pk}.note"]},
        event=event,
        wrong={"texts": [(unknown, {"texts": unknown})]},
    )


@example("EraseName")
def erase_name() -> Example:
    event = _event()
    announced = event_services.announce(acting(), event, text="Greta Guest brings lunch.")
    unknown = ["note"]
    return Example(
        event,
        {"name": "Greta Guest", "texts": [f"announcement.{announced.pk}.text"], "reason": "Asked for."},
        wrong={"texts": [(unknown, {"texts": unknown})]},
    )


@example("CloseCheckIn")
def close_check_in() -> Example:
    event = _event()
    event.entries.filter(number=1).update(status=Entry.Status.REGISTERED)
    return Example(event)


@example("AddKnownPeople")
def add_known_people() -> Example:
    past = small_tournament(1, slug="last-year")
    people(past)
    player = past.entries.get()
    player.family_name = "Rossi"
    player.save()
    body = {"people": [{"event": "last-year", "number": 1}]}
    wrong = [([], {}), ([{"event": "last-year", "number": 2}], {"person": "last-year 2"})]
    return Example(_event(), body, form={"person": "last-year 1"}, wrong={"people": wrong})


def _with_team() -> Tournament:
    event = _event()
    teams.add(acting(), event, name="Winds")
    return event


@example("EditTeam")
def edit_team() -> Example:
    event = _with_team()
    body = {"name": "Dragons", "code": "D", "country": "ITA"}
    return Example(event, body, api={"code": "T01"}, page={"team": event.teams.get().pk})


@example("AssignTeam")
def assign_team() -> Example:
    event = _with_team()
    return Example(event, {"team": "T01"}, api=FIRST, page={"team": event.teams.get().pk}, form=FIRST)


@example("DropTeam")
def drop_team() -> Example:
    event = _with_team()
    event.entries.filter(number=1).update(team=event.teams.get())
    body = {"from_round": 2, "reason": "A train to catch."}
    return Example(event, body, api={"code": "T01"}, page={"team": event.teams.get().pk})


@example("RemoveTeam")
def remove_team() -> Example:
    event = _with_team()
    return Example(event, api={"code": "T01"}, page={"team": event.teams.get().pk})


@example("AddConstraint")
def add_constraint() -> Example:
    body = {"kind": "fixed_table", "entry": 1, "table_number": 2, "reason": "A wheelchair."}
    return Example(_event(), body)


@example("RemoveConstraint")
def remove_constraint() -> Example:
    event = _event()
    made = wishes.add_constraint(acting(), event, kind="referee", entry=event.entries.get(number=1))
    return Example(event, api={"pk": made.pk}, page={"pk": made.pk})


def _waiting_registration() -> Example:
    event = _event()
    applications.set_desk(acting(), event, facts={"is_open": True, "fee": "40 €", "looks_first": True})
    sent = {"given_name": "Petra", "family_name": "Quist", "shown": "full"}
    applications.apply(acting("petra"), event, facts=sent)
    return Example(event)


def _withheld() -> Example:
    """A registration beyond the site's budget of e-mails."""
    example = _waiting_registration()
    SiteAddress.objects.create(pk=1, address="https://mahjong.example")
    example.scope.applications.update(state="unconfirmed", email="petra@example.org")
    return example


def _of_registration(body: dict[str, Any] | None = None, **more: Any) -> Example:
    return _of_player(body, event=_waiting_registration().scope, **more)


@example("AddLine")
def add_line() -> Example:
    event = being_played()
    body = {"kind": "bonus", "entry": 1, "amount": "1/2", "unit": "points", "scope": "hand", "round": 1, "table": 1}
    return Example(event, {**body, "hand": 3, "reason": "As ruled.", "clause": "MCR-7.2"})


@example("VoidLine")
def void_line() -> Example:
    event = _event()
    first = event.entries.get(number=1)
    line = ledger.add(acting(), event, amount=-10, unit="score", reason="Late.", entry=first)
    return Example(event, {"reason": "The train was late."}, api={"pk": line.pk}, page={"pk": line.pk})


rows(
    DropEntry=lambda: _of_player({"from_round": 2, "reason": "A train to catch."}),
    LinkAccount=lambda: _of_player({"account": "petra"}),
    SetWaiting=lambda: _of_player({"waiting": True}, form={"waiting": "yes"}),
    RemoveEntry=lambda: _of_player(),
    CheckInEntry=lambda: _of_player({"present": False}, form={"present": "no"}),
    CheckInAll=lambda: Example(_event(status=Entry.Status.REGISTERED)),
    AddTeam=lambda: Example(_event(), {"name": "Winds", "code": "W", "country": "FRA"}),
    SetRegistration=lambda: Example(_event(), {"facts": {"asks": {"club": "asked"}}}),
    SendMailing=lambda: Example(_mailing_to(), MAILING | {"key": "of-the-form", "expected": 1}),
    AddQuestion=lambda: Example(_event(), QUESTION | {"position": 2}),
    EditQuestion=lambda: _of_player(
        {"label": "Lunch", "choices": "Rice\nNoodles\nBread", "required": True, "position": 2},
        event=_asking(),
        prefix="q1",
        form={"kind": "choice"},
    ),
    RemoveQuestion=lambda: _of_player(event=_asking()),
    AdmitRegistration=lambda: _of_registration({"join": 2}),
    AdmitAllRegistrations=_waiting_registration,
    SendConfirmations=lambda: Example(_withheld().scope),
    TakeBackRegistrations=lambda: Example(_mailing_to(), {"numbers": "1", "keep_players": False}),
    RefuseRegistration=lambda: _of_registration({"reason": "All places are taken."}),
    WithdrawRegistration=lambda: _of_registration({"reason": "They called."}),
    EraseRegistration=lambda: _of_registration({"reason": "Asked for."}),
    MarkFeePaid=lambda: _of_registration({"paid": True}, form={"paid": "yes"}),
)


@example("NameCountry")
def name_country() -> Example:
    event = _event()
    players.edit(acting(), event.entries.get(number=1), country="Hungry")
    return Example(event, {"text": "Hungry", "country": "HU"}, wrong={"text": [("Austria", None)]})
