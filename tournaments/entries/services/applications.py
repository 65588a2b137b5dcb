"""Registrations: send, confirm, admit or queue, change and withdraw by the person's own link.

Only `_enter` makes an entry of a registration; if the person may be entered already, the organiser decides.
"""

from __future__ import annotations

import datetime
import hmac
from collections.abc import Collection
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Actor, Change, change, next_number
from tournaments.core.errors import UserError, clean_fields
from tournaments.core.isolation import isolate_failure
from tournaments.core.text.folding import fold_search_words
from tournaments.entries.fields import OPTIONAL, REGISTRATION, SENT
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.models.registration import Application, Email, RegistrationDesk, make_own_token
from tournaments.entries.queries import (
    TO_APPROVE,
    count_places,
    find_other_application,
    find_registration_desk,
    has_place,
    is_registration_open,
    list_possible_duplicates,
    query_waiting_registrations,
)
from tournaments.entries.services import confirmations, mail
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.events.settings import DESK_FACTS
from tournaments.rounds.models import Seat


@change("registration.desk", gettext_noop("Registration set up"))
def set_desk(change: Change, tournament: Tournament, *, facts: dict[str, Any]) -> RegistrationDesk:
    """Set fields of `DESK_FACTS`. Newly free places are offered. Raises `UserError`."""
    unknown = set(facts) - set(DESK_FACTS) | set(facts.get("asks", {})) - set(OPTIONAL)
    if unknown:
        raise TypeError(f"not facts of a registration: {', '.join(sorted(unknown))}")
    desk = find_registration_desk(tournament)
    if desk is None:
        desk = change.create(RegistrationDesk(tournament=tournament, **facts))
    else:
        with change.edit(desk):
            for name, value in facts.items():
                setattr(desk, name, value)
    offer_places(change.by, tournament)
    return desk


@change("registration.apply", gettext_noop("Registration sent"))
def apply(
    change: Change, tournament: Tournament, *, facts: dict[str, Any], language: str = "", withhold_mail: bool = False
) -> Application:
    """Register a person, who waits for the link in the e-mail if the site sends mail, else for the desk.

    `withhold_mail`: the organiser sends that e-mail. Raises `UserError` if registration is closed, or was made already.
    """
    desk = find_registration_desk(tournament)
    if desk is None or not is_registration_open(desk):
        raise UserError(_("Registration is closed. Ask the organiser."))
    number = next_number(tournament.applications.all())
    application = Application(tournament=tournament, number=number, language=language, **_check_facts(facts))
    by_email = mail.can_reach(application)
    application.state = Application.State.UNCONFIRMED if by_email else Application.State.PENDING
    clean_fields(application, "tournament", "entry")
    if find_other_application(application) is not None:
        raise UserError(
            _("A player with this name or EMA number is already registered. Use your own link, or ask the organiser.")
        )
    change.create(application)
    if by_email and not withhold_mail:
        confirmations.request(application)
    return application


@change("registration.confirm", gettext_noop("Registration confirmed"))
def confirm(change: Change, application: Application, *, mail_token: str) -> Application:
    """Confirm the address by the link in the e-mail; a possible duplicate waits for the desk."""
    if not hmac.compare_digest(application.mail_token, mail_token):
        raise UserError(_("This link is not the one in the e-mail. Open the latest e-mail again."))
    is_new = application.state == Application.State.UNCONFIRMED
    if not (is_new or mail.needs_confirmation(application)):
        change.nothing()
        return application
    desk = find_registration_desk(application.tournament)
    with change.edit(application):
        application.confirmed_at = timezone.now()
        if is_new:
            application.state = Application.State.PENDING
    if not is_new:
        mail.send_place(application)
    elif desk is not None and not desk.looks_first and not list_possible_duplicates(application):
        _enter(change, application)
    return application


@change("registration.admit", gettext_noop("Registration taken"))
def admit(change: Change, application: Application, *, join: Entry | None = None) -> Application:
    """Admit a registration to the field or the waiting list, or as the entered player `join`. Raises `UserError`."""
    if application.state == Application.State.ENTERED:
        change.nothing()
        return application
    if application.state == Application.State.WITHDRAWN:
        raise UserError(_("This registration was withdrawn."))
    with change.edit(application):
        application.confirmed_at = application.confirmed_at or timezone.now()
    if join is None:
        _enter(change, application)
        return application
    if join.tournament_id != application.tournament_id or Application.objects.filter(entry=join).exists():
        raise UserError(_("Choose a player of this tournament who has not registered."), field="join")
    with change.edit(application):
        application.state, application.entry = Application.State.ENTERED, join
    _update_entry(change, application, fill_only=True)
    mail.send_entered(application)
    return application


@change("registration.admit_all", gettext_noop("All registrations taken"))
def admit_all(change: Change, tournament: Tournament) -> list[Application]:
    """Admit waiting registrations in order, without possible duplicates. Raises `UserError` if none can be entered."""
    admitted, refused = [], []
    for application in tournament.applications.filter(state__in=TO_APPROVE).order_by("created_at", "number"):
        if not list_possible_duplicates(application):
            try:
                admitted.append(admit(change.by, application))
            except UserError as error:
                refused.append(error)
    if refused and not admitted:
        raise refused[0]
    if not admitted:
        change.nothing()
    return admitted


@change("registration.take_back", gettext_noop("Approval taken back"))
def take_back(
    change: Change, tournament: Tournament, *, numbers: Collection[int], keep_players: bool = False
) -> list[Application]:
    """Let registrations wait again; players stay if `keep_players`. Raises `UserError` for one seated, or paid."""
    approved = tournament.applications.filter(number__in=numbers, state=Application.State.ENTERED)
    applications = list(approved.select_related("entry").order_by("number"))
    for application in applications:
        entry = application.entry
        with change.edit(application):
            application.state, application.entry, application.offered_until = Application.State.PENDING, None, None
        if entry is not None and not keep_players:
            registration.remove(change.by, entry)
        application.emails.filter(kind__in=mail.APPROVED, state=Email.State.WAITING).delete()
    if not applications:
        change.nothing()
    offer_places(change.by, tournament)
    return applications


@change("registration.refuse", gettext_noop("Registration refused"))
def refuse(change: Change, application: Application, *, reason: str) -> Application:
    """Refuse a registration. Raises `UserError` for an entered player."""
    if application.state == Application.State.ENTERED:
        raise UserError(_("This person is entered; drop or remove the player instead."))
    if not reason.strip():
        raise UserError(_("Say why; the person reads it."), field="reason")
    with change.edit(application):
        application.state, application.reason = Application.State.REFUSED, reason
    mail.send(application, "refused")
    return application


@change("registration.change", gettext_noop("Registration changed by its sender"))
def change_own(
    change: Change, application: Application, *, facts: dict[str, Any], withhold_mail: bool = False
) -> Application:
    """Change the person's answers; a new address must be confirmed. Raises `UserError` once play has begun."""
    _check_changeable(application)
    address = application.email
    with change.edit(application):
        for name, value in _check_facts(facts).items():
            setattr(application, name, value)
        is_new = application.email not in ("", address)
        if is_new and mail.can_reach(application):
            application.confirmed_at = None
        clean_fields(application, "tournament", "entry")
    if is_new:
        # The link in an e-mail to the former address proves nothing about this one.
        application.mail_token = make_own_token()
        application.save(update_fields=["mail_token"])
        earlier = application.emails.filter(kind=Email.CONFIRMATION, address=application.email)
        earlier.update(state=Email.State.FAILED, error="outdated")
    if application.entry is not None:
        _update_entry(change, application)
    if is_new and not withhold_mail and mail.needs_confirmation(application):
        confirmations.request(application)
    return application


@change("registration.withdraw", gettext_noop("Registration withdrawn"))
def withdraw(change: Change, application: Application, *, reason: str = "") -> Application:
    """Withdraw a registration: an entry never seated is deleted, another drops out; a free place is offered on."""
    if application.state == Application.State.WITHDRAWN:
        change.nothing()
        return application
    _check_changeable(application)
    entry = application.entry
    with change.edit(application):
        application.state, application.entry, application.offered_until = Application.State.WITHDRAWN, None, None
        application.reason = reason
    if entry is not None and (Seat.objects.filter(entry=entry).exists() or entry.payments.exists()):
        registration.drop(change.by, entry, from_round=registration.get_first_open_round(entry.tournament))
    elif entry is not None:
        registration.remove(change.by, entry)
    offer_places(change.by, application.tournament)
    return application


@change("registration.take_place", gettext_noop("Free place taken"))
def take_place(change: Change, application: Application) -> Application:
    """Accept an offered place. Raises `UserError` if the offer has lapsed."""
    if application.offered_until is None or application.offered_until <= timezone.now():
        raise UserError(_("The place is no longer kept for you; you stay on the waiting list."))
    if application.entry is None:
        raise UserError(_("This registration was withdrawn."))
    with change.edit(application):
        application.offered_until = None
    registration.set_waiting(change.by, application.entry, waiting=False)
    mail.send_entered(application)
    return application


@change("registration.offer", gettext_noop("Free place offered"))
def offer_places(change: Change, tournament: Tournament) -> int:
    """Offer free places to the waiting list in order before play, lapsed offers last; return the number offered."""
    desk = find_registration_desk(tournament)
    now, offered = timezone.now(), 0
    if desk is None or tournament.state != Tournament.State.PLANNED:
        change.nothing()
        return 0
    for late in tournament.applications.filter(offered_until__lte=now).select_related("entry"):
        with change.edit(late):
            late.offered_until = None
        if late.entry is not None:
            # The waiting list is ordered by this time, so a lapsed offer goes to the end.
            with change.edit(late.entry):
                late.entry.created_at = now
    free = count_places(desk).free
    line = list(query_waiting_registrations(tournament).filter(offered_until=None))
    for application in line if free is None else line[:free]:
        with change.edit(application):
            application.offered_until = now + datetime.timedelta(hours=desk.offer_hours)
        mail.send(application, "offer")
        offered += 1
    if not change.notes:
        change.nothing()
    return offered


@change("registration.fee", gettext_noop("Fee marked"))
def mark_paid(change: Change, application: Application, *, paid: bool) -> Application:
    """Mark the fee as paid or unpaid. Raises `UserError` if the event states amounts."""
    if application.tournament.fees.exists():
        raise UserError(_("This event has a price list. Record the payment instead."))
    with change.edit(application):
        application.fee_paid_at = (application.fee_paid_at or timezone.now()) if paid else None
    return application


def offer_everywhere() -> None:
    """Expire old offers and offer free places at all events; called by the scheduler."""
    planned = RegistrationDesk.objects.filter(tournament__state=Tournament.State.PLANNED, tournament__lent_at=None)
    for desk in planned.order_by("pk"):
        with isolate_failure("offer of free places", tournament=desk.tournament_id):
            if query_waiting_registrations(desk.tournament).exists():
                offer_places(Actor.of_task("registration"), desk.tournament)


def _enter(change: Change, application: Application) -> None:
    desk = find_registration_desk(application.tournament)
    free = count_places(desk).free if desk is not None else None
    line = query_waiting_registrations(application.tournament).exists()
    status = Entry.Status.WAITING if free == 0 or (line and free is not None) else Entry.Status.REGISTERED
    entry = registration.add(
        change.by,
        application.tournament,
        status=status,
        team=_find_team(application),
        **_collect_entry_facts(application),
    )
    if status == Entry.Status.WAITING:
        # The waiting list is in the order of registration, not of approval.
        with change.edit(entry):
            entry.created_at = application.created_at
    with change.edit(application):
        application.state, application.entry = Application.State.ENTERED, entry
    mail.send_entered(application)


def _update_entry(change: Change, application: Application, *, fill_only: bool = False) -> None:
    entry = application.entry
    if entry is None:
        return
    facts = _collect_entry_facts(application) | (
        {"team": team} if (team := _find_team(application)) is not None else {}
    )
    if fill_only:
        facts["answers"] = application.answers | entry.answers
        facts["categories"] = sorted({*application.categories, *entry.categories})
        # Keep the values that the organiser has entered.
        unchanged = {name for name, value in facts.items() if getattr(entry, name) or not value} - {
            "answers",
            "categories",
        }
        names = set() if application.shown == Application.Shown.FULL else set(application.public_names)
        facts = {name: value for name, value in facts.items() if name in names or name not in unchanged}
        if names:
            facts["romanised_name"] = ""
    if facts:
        registration.edit(change.by, entry, **facts)


def _collect_entry_facts(application: Application) -> dict[str, Any]:
    facts: dict[str, Any] = dict(application.public_names)
    return facts | {column.name: getattr(application, column.name) for column in REGISTRATION if column.fills}


def _find_team(application: Application) -> Team | None:
    """Return the team of that name with a place for the player; None lets the organiser decide."""
    key = fold_search_words(application.team_name)
    named = [team for team in application.tournament.teams.filter(search_key=key) if key]
    return next((team for team in named if has_place(team, application.entry)), None)


def _check_facts(facts: dict[str, Any]) -> dict[str, Any]:
    unknown = set(facts) - {*SENT, "answers", "categories"}
    if unknown:
        raise TypeError(f"not facts of a registration: {', '.join(sorted(unknown))}")
    return {name: value.strip() if isinstance(value, str) else value for name, value in facts.items()}


def _check_changeable(application: Application) -> None:
    if application.tournament.state != Tournament.State.PLANNED:
        raise UserError(_("The event has begun; go to the desk."))
