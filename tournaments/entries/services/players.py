from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.accounts.models import User
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError, clean_fields
from tournaments.core.models import refusals
from tournaments.core.models.log import AuditEntry
from tournaments.core.text.names import choose_leading_name
from tournaments.duplicate.models.deals import BoardSet
from tournaments.entries.fields import NAMES, TYPED
from tournaments.entries.known_people import KnownPerson
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.models.registration import Application
from tournaments.entries.queries import has_place, query_live_seats, query_rounds_with_sheet
from tournaments.entries.services import portraits
from tournaments.events.models import Tournament
from tournaments.events.queries import find_current_round


@change("entries.add", gettext_noop("Player added"))
def add(
    change: Change,
    tournament: Tournament,
    *,
    number: int | None = None,
    status: str = Entry.Status.REGISTERED,
    from_round: int | None = None,
    reason: str = "",
    **values: Any,
) -> Entry:
    """Add a player, by default with the next free number and from the first round not yet started.

    Raises `UserError` for a taken number, a missing name, another event's team, or once entries have closed.
    """
    if status not in (Entry.Status.REGISTERED, Entry.Status.WAITING, Entry.Status.CHECKED_IN):
        raise UserError(_("A new player is registered, waiting or checked in."), field="status")
    if status != Entry.Status.WAITING:
        _refuse_when_closed(tournament)
    entry = Entry(
        tournament=tournament,
        number=number or compute_next_number(tournament),
        status=status,
        from_round=from_round or get_first_open_round(tournament),
        **clean(values),
    )
    return store(change, entry)


@change("entries.add_known", gettext_noop("Players of earlier events entered"))
def add_known(change: Change, tournament: Tournament, *, people: Sequence[KnownPerson]) -> list[Entry]:
    """Add people with their values of earlier events. Raises `UserError` if nobody was chosen."""
    if not people:
        raise UserError(_("Choose the players to enter."))
    entries = []
    for person in people:
        entry = add(change.by, tournament, **person.values)
        portraits.carry(change, entry, earlier=person.entries)
        entries.append(entry)
    return entries


@change("entries.edit", gettext_noop("Player changed"))
def edit(change: Change, entry: Entry, *, number: int | None = None, reason: str = "", **values: Any) -> Entry:
    """Change a player's fields. Raises `UserError` as `add` does."""
    cleaned = clean(values)
    try:
        with transaction.atomic(), change.edit(entry):
            if number is not None:
                entry.number = number
            for name, value in cleaned.items():
                # A name given by the program is a translatable sentence; an unchanged text from a form keeps it.
                if getattr(entry, name) != value:
                    setattr(entry, name, value)
            _check(entry)
    except IntegrityError as error:
        raise _build_conflict_error(entry) from error
    return entry


@change("entries.drop", gettext_noop("Player dropped out"))
def drop(change: Change, entry: Entry, *, from_round: int, reason: str = "") -> Entry:
    """Drop a player, who plays no round from `from_round` on; results stay. Raises `UserError`."""
    if entry.status == Entry.Status.DROPPED:
        change.nothing()
        return entry
    _refuse_played(entry, from_round)
    with change.edit(entry):
        entry.status, entry.dropped_from_round = Entry.Status.DROPPED, from_round
    return entry


@change("entries.remove", gettext_noop("Player removed"))
def remove(change: Change, entry: Entry) -> None:
    """Delete an entry made by mistake. Raises `UserError` once it was seated or paid."""
    uses = (entry.seats, entry.result_seats, entry.score_lines, entry.forfeits, entry.substitutes)
    if any(rows.exists() for rows in uses):
        raise UserError(
            _("%(name)s has been seated and stays in the records; drop the player instead.") % {"name": entry}
        )
    if entry.payments.exists():
        raise UserError(_("%(name)s has paid and stays in the records; drop the player instead.") % {"name": entry})
    for sent in Application.objects.filter(entry=entry):
        with change.edit(sent):
            sent.state, sent.entry, sent.offered_until = Application.State.WITHDRAWN, None, None
    change.delete(entry)


@change("entries.status", gettext_noop("Waiting list changed"))
def set_waiting(change: Change, entry: Entry, *, waiting: bool) -> Entry:
    """Move a player between waiting list and field. Raises `UserError` for one who is seated or has dropped."""
    if entry.status not in (Entry.Status.WAITING, Entry.Status.REGISTERED, Entry.Status.CHECKED_IN):
        raise UserError(_("%(name)s cannot be moved between the field and the waiting list.") % {"name": entry})
    if waiting == (entry.status == Entry.Status.WAITING):
        change.nothing()
        return entry
    if waiting and query_rounds_with_sheet(entry).exists():
        raise UserError(_("%(name)s has played and stays in the records; drop the player instead.") % {"name": entry})
    if waiting and query_live_seats(entry).exists():
        raise UserError(_("%(name)s sits in a published seating; drop the player or swap first.") % {"name": entry})
    if not waiting:
        _refuse_when_closed(entry.tournament, since=entry.created_at)
    with change.edit(entry):
        entry.status = Entry.Status.WAITING if waiting else Entry.Status.REGISTERED
        if not waiting and not entry.seats.exists():
            entry.from_round = get_first_open_round(entry.tournament)
    return entry


@change("entries.let_in", gettext_noop("Players of the waiting list let in"))
def let_in(change: Change, tournament: Tournament, *, count: int) -> list[Entry]:
    """Move the first `count` players of the waiting list into the field, in order of joining it."""
    waiting = tournament.entries.filter(status=Entry.Status.WAITING).order_by("created_at", "number")
    chosen = list(waiting[:count])
    if len(chosen) < count:
        raise UserError(_("Only %(count)s wait.") % {"count": len(chosen)})
    for entry in chosen:
        set_waiting(change.by, entry, waiting=False)
        for sent in Application.objects.filter(entry=entry).exclude(offered_until=None):
            with change.edit(sent):
                sent.offered_until = None
    if not chosen:
        change.nothing()
    return chosen


def compute_next_number(tournament: Tournament) -> int:
    """Return the number after all ever given: those of removed players are on badges, and come back with an undo."""
    highest = tournament.entries.aggregate(highest=Max("number"))["highest"] or 0
    log = AuditEntry.objects.filter(tournament=tournament, object_type="entry", before__has_key="number")
    former = (number for number in log.values_list("before__number", flat=True) if isinstance(number, int))
    return max(highest, *former, 0) + 1


def get_first_open_round(tournament: Tournament) -> int:
    """Return the first round that has not started, else the last round."""
    if (ready := find_current_round(tournament).first_to_come) is not None:
        return ready.number
    return tournament.rounds.aggregate(last=Max("number"))["last"] or 1


def _refuse_when_closed(tournament: Tournament, since: datetime.datetime | None = None) -> None:
    """Raise `UserError` once entries to duplicate boards are closed, unless the player has waited `since` before."""
    by = since or timezone.now()
    closed = tournament.board_sets.filter(withdrawn_at=None, entries_close_at__lte=by).first()
    if closed is not None and closed.entries_close_at is not None:
        closing_time = timezone.localtime(closed.entries_close_at, ZoneInfo(tournament.time_zone))
        raise UserError(
            _("Entries to the duplicate boards closed on %(at)s. Put the player on the waiting list, as a substitute.")
            % {"at": f"{closing_time:%Y-%m-%d %H:%M}"},
            field="status",
        )


def _refuse_played(entry: Entry, from_round: int) -> None:
    played = query_rounds_with_sheet(entry).filter(number__gte=from_round).order_by("-number").first()
    if played is not None:
        raise UserError(
            _("%(name)s's table has handed in its sheet of round %(round)s; choose a later round.")
            % {"name": choose_leading_name(entry), "round": played.number},
            field="from_round",
        )


def clean(values: dict[str, Any]) -> dict[str, Any]:
    unknown = set(values) - {*TYPED, "answers", "categories"}
    if unknown:
        raise TypeError(f"not fields of an entry: {', '.join(sorted(unknown))}")
    cleaned = {name: value.strip() if isinstance(value, str) else value for name, value in values.items()}
    if "ema_number" in cleaned:
        cleaned["ema_number"] = cleaned["ema_number"] or None
    return cleaned


def _check(entry: Entry) -> None:
    team: Team | None = entry.team
    if team is not None and team.tournament_id != entry.tournament_id:
        raise UserError(_("That team belongs to another tournament."), field="team")
    if team is not None:
        refuse_full_team(entry, team)
    if entry.categories and set(entry.categories) - set(entry.tournament.categories.values_list("number", flat=True)):
        raise UserError(_("Choose categories of this event."), field="categories")
    if not any(getattr(entry, name) for name in NAMES):
        raise UserError(refusals.NAME, field="family_name")
    clean_fields(entry, "tournament", "team", "substitute_for")


def refuse_full_team(entry: Entry, team: Team) -> None:
    """Raise `UserError` for a player who needs a place in a full team; a substitute takes another's."""
    if entry.status == Entry.Status.SUBSTITUTE or team.members.filter(pk=entry.pk).exists() or has_place(team, entry):
        return
    raise UserError(
        _("Team “%(name)s” has its %(count)s players. Move one of them first, or choose another team.")
        % {"name": team.name, "count": team.tournament.team_size},
        field="team",
    )


def store(change: Change, entry: Entry) -> Entry:
    _check(entry)
    try:
        with transaction.atomic():
            return change.create(entry)
    except IntegrityError as error:
        raise _build_conflict_error(entry) from error


def _build_conflict_error(entry: Entry) -> UserError:
    others = Entry.objects.filter(tournament_id=entry.tournament_id).exclude(pk=entry.pk)
    by_number = others.filter(number=entry.number).first()
    if by_number is not None:
        return UserError(
            _("Number %(number)s belongs to %(name)s.") % {"number": entry.number, "name": by_number.name},
            field="number",
        )
    by_ema = others.filter(ema_number=entry.ema_number).first() if entry.ema_number else None
    if by_ema is not None:
        return UserError(
            _("EMA number %(number)s belongs to %(name)s.") % {"number": entry.ema_number, "name": by_ema},
            field="ema_number",
        )
    return UserError(_("A player needs a name and a number of their own."))


@change("entries.link_account", gettext_noop("Account of the player named"))
def link_account(change: Change, entry: Entry, *, user: User) -> Entry:
    """Link the player's account. Raises `UserError` if either is linked at the event."""
    if entry.account_id == user.pk:
        change.nothing()
        return entry
    if entry.account_id is not None:
        raise UserError(_("The player has an account already; take that link away first."), field="account")
    linked = Entry.objects.filter(tournament=entry.tournament_id, account=user).first()
    if linked is not None:
        raise UserError(
            _("“%(account)s” is the account of %(name)s.") % {"account": user, "name": linked}, field="account"
        )
    with change.edit(entry):
        entry.account = user
    return entry


@change("entries.unlink_account", gettext_noop("Account taken away from the player"))
def unlink_account(change: Change, entry: Entry, *, reason: str = "") -> Entry:
    """Unlink the account. Raises `UserError` for one's own while boards are sealed: they could be opened then."""
    if entry.account is None:
        change.nothing()
        return entry
    person = change.user
    sealed = BoardSet.objects.filter(tournament=entry.tournament_id, withdrawn_at=None, seed="").exists()
    if sealed and person is not None and person.pk == entry.account_id:
        raise UserError(_("Boards of this event are sealed: somebody else takes the link of your account away."))
    with change.edit(entry):
        entry.account = None
    return entry
