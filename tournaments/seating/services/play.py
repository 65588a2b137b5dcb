from __future__ import annotations

import zoneinfo
from collections.abc import Iterable
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change, site_change
from tournaments.core.errors import UserError
from tournaments.core.tabular.reading import read_lines
from tournaments.entries.models.entries import Entry
from tournaments.entries.reading import roster
from tournaments.entries.reading.roster_rows import RosterRow
from tournaments.events import services as events
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.queries.participants import list_absent_players, list_players_without_seat
from tournaments.rounds.services import rounds
from tournaments.seating.queries.outdated import find_difference_of_seating
from tournaments.seating.services import drafts, seating

ROUNDS: Final = 4
"""Rounds drawn together, so that few pairs meet again; more are added during play."""
MAX_PLAYERS: Final = 400


@site_change("tournament.play", gettext_noop("Event created and round 1 started"))
def begin(change: Change, *, preset_key: str, players: str, name: str = "", time_zone: str = "UTC") -> Tournament:
    """Create a public event that plays at once; `players`: their number, or a roster as pasted text. Raises `UserError`
    naming the first row that cannot be used.
    """
    today = timezone.localdate(timezone=zoneinfo.ZoneInfo(time_zone))
    facts = {
        "starts_on": today,
        "ends_on": today,
        "time_zone": time_zone,
        "confirmations": Tournament.Confirmations.NONE,
        "entry_by": Tournament.EntryBy.TABLE_CODE,
    }
    tournament = events.create(
        change.by,
        preset_key=preset_key,
        name=name or _find_free_name(_("Evening of %(date)s") % {"date": date_format(today, "DATE_FORMAT")}),
        slug=_find_free_slug(f"evening-{today}"),
        rounds=ROUNDS,
        facts=facts,
    )
    change.tournament = tournament
    _enter(change, tournament, players)
    planned = list(tournament.rounds.select_related("stage", "tournament").order_by("number"))
    first, *_later = drafts.generate(change.by, tournament, rounds=planned)
    seating.publish(change.by, first, leave_out=True)
    events.publish(change.by, tournament, published=True)
    planned[0].refresh_from_db()
    rounds.start(change.by, planned[0])
    change.note(tournament, after={"players": tournament.entries.count()})
    tournament.refresh_from_db()
    return tournament


@change("rounds.play_on", gettext_noop("Next round started at once"))
def play_on(change: Change, tournament: Tournament, *, continue_anyway: str = "") -> Round:
    """Finish and release the round in play, then seat, publish and start the next one, added if missing. A draft that
    still fits is used, else a new one is drawn; players beyond full tables sit out. Raises `UserError` while sheets are
    missing, and `OpenItemsError` unless `continue_anyway` gives a reason.
    """
    _close_round(change, tournament, continue_anyway)
    waiting = (
        _query_rounds_of_field(tournament)
        .filter(state__in=[Round.State.PLANNED, Round.State.PUBLISHED])
        .order_by("number")
        .first()
    )
    following = waiting or rounds.add(change.by, tournament.stages.latest("number"))
    if following.state == Round.State.PLANNED:
        draft = _draft(change, following)
        seating.publish(change.by, draft, leave_out=True, continue_anyway=continue_anyway)
        following.refresh_from_db()
    rounds.start(change.by, following, continue_anyway=continue_anyway)
    change.note(following, after={"round": following.number})
    return following


@change("play.end", gettext_noop("Evening ended"))
def end(change: Change, tournament: Tournament, *, continue_anyway: str = "") -> Tournament:
    """Finish and release the round in play, remove the rounds that nobody has seen, and finish the event. Raises
    `UserError` while sheets are missing, and `OpenItemsError` unless `continue_anyway` gives a reason.
    """
    _close_round(change, tournament, continue_anyway)
    for planned in tournament.rounds.filter(state=Round.State.PLANNED).order_by("-number"):
        if (
            planned.seatings.filter(published_at__isnull=False).exists()
            or not tournament.rounds.exclude(pk=planned.pk).exists()
        ):
            break
        rounds.remove(change.by, planned)
    events.set_state(change.by, tournament, state=Tournament.State.FINISHED, continue_anyway=continue_anyway)
    change.note(tournament, after={"rounds": tournament.rounds.count()})
    return tournament


@change("play.add_players", gettext_noop("Players added at the tables"))
def add_players(change: Change, tournament: Tournament, *, players: str) -> list[Entry]:
    """Add players, a line each, from the next round on. Raises `UserError` naming the first bad line."""
    keys = set(tournament.entries.values_list("pk", flat=True))
    _save(change, tournament, _read(tournament, players.strip()))
    added = list(tournament.entries.exclude(pk__in=keys).order_by("number"))
    if not added:
        raise UserError(_("Enter the names of players who are not in the event yet."), field="players")
    change.note(tournament, after={"players": [entry.number for entry in added]})
    return added


@change("hall.replace", gettext_noop("Code of the hall replaced"))
def replace_hall_code(change: Change, tournament: Tournament, *, reason: str = "") -> Tournament:
    """Replace the code of the hall; the former one opens no tables."""
    with change.edit(tournament):
        tournament.hall_code_number += 1
    return tournament


def _query_rounds_of_field(tournament: Tournament) -> QuerySet[Round]:
    return tournament.rounds.filter(alone=False).select_related("stage", "tournament")


def _close_round(change: Change, tournament: Tournament, continue_anyway: str) -> None:
    playing = _query_rounds_of_field(tournament).filter(state=Round.State.PLAYING).order_by("number").first()
    if playing is not None:
        rounds.finish(change.by, playing)
    last = _query_rounds_of_field(tournament).filter(state=Round.State.FINISHED).order_by("number").last()
    if last is not None:
        rounds.release(change.by, last, continue_anyway=continue_anyway)


def _draft(change: Change, round_: Round) -> Seating:
    for draft in round_.seatings.filter(state=Seating.State.DRAFT).order_by("-version"):
        if (
            not list_absent_players(draft)
            and len(list_players_without_seat(draft)) < 4
            and find_difference_of_seating(draft) is None
        ):
            return draft
    (drawn,) = drafts.generate(change.by, round_.tournament, rounds=[round_])
    return drawn


def _enter(change: Change, tournament: Tournament, players: str) -> None:
    text = players.strip()
    if text.isdecimal():
        if not 4 <= int(text) <= MAX_PLAYERS:
            refusal = _("Enter a number from 4 to %(most)s, or one name per line.")
            raise UserError(refusal % {"most": MAX_PLAYERS}, field="players")
        text = "\n".join(_("Player %(number)s") % {"number": number} for number in range(1, int(text) + 1))
    rows = _read(tournament, text)
    if len(rows) < 4:
        raise UserError(_("Enter at least 4 players."), field="players")
    _save(change, tournament, rows)


def _read(tournament: Tournament, text: str) -> list[RosterRow]:
    comparison = roster.compare(tournament, read_lines(text))
    if comparison.errors:
        problem = comparison.errors[0]
        raise UserError(_("Line %(line)s: %(why)s") % {"line": problem.line, "why": problem.message}, field="players")
    return list(comparison.rows)


def _save(change: Change, tournament: Tournament, rows: Iterable[RosterRow]) -> None:
    present = [RosterRow(row.line, row.action, row.number, row.values, Entry.Status.CHECKED_IN) for row in rows]
    roster.save(change.by, tournament, rows=present)


def _find_free_name(wanted: str) -> str:
    used = set(Tournament.objects.filter(name__startswith=wanted).values_list("name", flat=True))
    return next(
        name for number in range(1, len(used) + 2) if (name := wanted + f" ({number})" * (number > 1)) not in used
    )


def _find_free_slug(wanted: str) -> str:
    used = set(Tournament.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    return next(
        slug for number in range(1, len(used) + 2) if (slug := wanted + f"-{number}" * (number > 1)) not in used
    )
