from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise

from engine.sentences import Sentence
from engine.sentences import sentence as _
from tournaments.core.jobs import map_job_kinds
from tournaments.core.models.jobs import Job
from tournaments.core.open_items import RESULT_STEPS, ItemKind, OpenItem, OpenItemStep, open_items
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application, RegistrationDesk
from tournaments.entries.queries import IN_FIELD, list_oversized_teams, list_unknown_countries
from tournaments.events.models import Tournament
from tournaments.fees.queries import list_open_accounts
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import GameTable, Round
from tournaments.rounds.queries.absences import list_unplayed_tables
from tournaments.rounds.queries.participants import list_players_without_seat
from tournaments.rounds.queries.postponed import list_tables_to_come

_TABLE: Final = ("round__number", "number", "name")


@open_items(*RESULT_STEPS)
def waiting_sheets(tournament: Tournament) -> Iterator[OpenItem]:
    """Return versions of sheets that wait for confirmation, also beside a confirmed version."""
    counting = TableResult.objects.filter(table=OuterRef("table"), state=TableResult.State.CONFIRMED)
    entered = TableResult.objects.filter(table__round__tournament=tournament, state=TableResult.State.ENTERED)
    sheets = entered.annotate(corrects=Exists(counting)).order_by("table__round__number", "table__number")
    table = [f"table__{column}" for column in _TABLE]
    for number, table_number, name, version, doubt, corrects in sheets.values_list(
        *table, "version", "doubtful_reason", "corrects"
    ):
        where = {"round": number, "table": name or str(table_number), "version": version}
        if corrects:
            kind = ItemKind.CORRECTION
            text = _("Round %(round)s, table %(table)s: the correction (version %(version)s) is not confirmed", **where)
        elif doubt:
            kind = ItemKind.CHECK
            text = _("Round %(round)s, table %(table)s: the sheet does not add up and is not confirmed", **where)
        else:
            kind = ItemKind.SHEET
            text = _("Round %(round)s, table %(table)s: the sheet is not confirmed", **where)
        yield _make_table_item(tournament, (number, table_number), kind, text, f"v{version}")


@open_items(*RESULT_STEPS)
def missing_sheets(tournament: Tournament) -> Iterator[OpenItem]:
    """Return tables without a sheet in rounds begun or with a sheet, except postponed tables."""
    sheets = TableResult.objects.filter(state__in=(TableResult.State.ENTERED, TableResult.State.CONFIRMED))
    standing = sheets.filter(table=OuterRef("pk"))
    tables = GameTable.objects.filter(~Exists(standing), round__tournament=tournament, round__annulled_at=None)
    tables = tables.filter(postponed_to=None).order_by("round__number", "number")
    rows = list(tables.values_list("round__state", *_TABLE))
    coming = {number for state, number, *_table in rows if state in (Round.State.PLANNED, Round.State.PUBLISHED)}
    if coming:
        begun = sheets.filter(table__round__tournament=tournament, table__round__number__in=coming).order_by()
        coming -= set(begun.values_list("table__round__number", flat=True))
    unplayed: dict[int, set[int]] = {}
    for _state, number, table, name in rows:
        if number in coming:
            continue
        if number not in unplayed:
            unplayed[number] = list_unplayed_tables(tournament.rounds.get(number=number))
        if table not in unplayed[number]:
            where = {"round": number, "table": name or str(table)}
            text = _("Round %(round)s, table %(table)s: there is no sheet", **where)
            yield _make_table_item(tournament, (number, table), ItemKind.SHEET, text, "none")


WAITS_FOR_ALL: Final = frozenset(RESULT_STEPS - {OpenItemStep.RELEASE})
"""Steps that a postponed table stops; results can be released without it."""


@open_items(*WAITS_FOR_ALL)
def postponed_tables(tournament: Tournament) -> Iterator[OpenItem]:
    """Return postponed tables without a confirmed sheet."""
    tables = list_tables_to_come(tournament)
    numbers = list(tournament.rounds.values_list("number", flat=True)) if tables else []
    for table in tables:
        number = table.round.number
        text = _(
            "Round %(round)s, table %(table)s is postponed to %(time)s",
            round=number,
            table=table.called,
            time=table.postponed_text,
        )
        yield replace(
            _make_table_item(tournament, (number, table.number), ItemKind.POSTPONED, text, "postponed"),
            stops=WAITS_FOR_ALL,
            rounds=frozenset(later for later in numbers if later >= number),
        )


def _make_table_item(
    tournament: Tournament, table: tuple[int, int], kind: ItemKind, text: Sentence, what: str
) -> OpenItem:
    """Return the item of a table, given as numbers of its round and its own."""
    number, table_number = table
    return OpenItem(
        kind,
        f"{kind} {number}/{table_number} {what}",
        text,
        reverse("manage_table", args=[tournament.slug, number, table_number]),
        "results.view",
        number,
    )


@open_items(*RESULT_STEPS)
def flagged_boards(tournament: Tournament) -> Iterator[OpenItem]:
    if not tournament.board_sets.exists():
        return
    plays = BoardPlay.objects.filter(
        table__round__tournament=tournament, table__round__annulled_at=None, ruling=""
    ).exclude(flag="")
    for play in plays.select_related("board", "table__round").order_by(
        "table__round__number", "table__number", "order"
    ):
        number = play.table.round.number
        where = {"round": number, "table": play.table.called, "board": play.board.number}
        yield OpenItem(
            ItemKind.CHECK,
            f"board {number}/{play.table.number} {play.board.number}",
            _("Round %(round)s, table %(table)s: board %(board)s waits for a ruling", **where),
            reverse("manage_deals", args=[tournament.slug]),
            "results.view",
            number,
        )


@open_items()
def unplaced_players(tournament: Tournament) -> Iterator[OpenItem]:
    """Return registrations without a decision, and players without a seat in a seated or played round."""
    pending = tournament.applications.filter(state=Application.State.PENDING).order_by("number")
    for number in pending.values_list("number", flat=True):
        yield OpenItem(
            ItemKind.PLAYER,
            f"registration {number}",
            _("Registration %(number)s is waiting for approval", number=number),
            reverse("manage_registrations", args=[tournament.slug]),
            "entries.edit",
        )
    seated = tournament.rounds.filter(state__in=(Round.State.PUBLISHED, Round.State.PLAYING))
    for round_ in seated.order_by("number"):
        seating = round_.current_seating
        if seating is None:
            continue
        for entry in list_players_without_seat(seating):
            yield OpenItem(
                ItemKind.PLAYER,
                f"without seat {round_.number}/{entry.number}",
                _("Round %(round)s: %(player)s has no seat", round=round_.number, player=str(entry)),
                reverse("manage_seating", args=[tournament.slug, round_.number]),
                "seating.view",
                round_.number,
            )


@open_items()
def teams_too_large(tournament: Tournament) -> Iterator[OpenItem]:
    for team, count in list_oversized_teams(tournament):
        yield OpenItem(
            ItemKind.PLAYER,
            f"team {team.code}",
            _(
                "Team “%(team)s” has %(count)s players, the event %(size)s per team",
                team=team.name,
                count=count,
                size=tournament.team_size or 0,
            ),
            reverse("manage_team", args=[tournament.slug, team.pk]),
            "teams.edit",
        )


@open_items(OpenItemStep.FEDERATION)
def unknown_country_names(tournament: Tournament) -> Iterator[OpenItem]:
    """Return texts that name no country; outside registrations awaiting approval, they stop the federation's pack."""
    for unknown in list_unknown_countries(tournament):
        page = "manage_entries" if unknown.entered else "manage_registrations"
        yield OpenItem(
            ItemKind.COUNTRY,
            f"country {unknown.text}",
            _("Unknown country “%(text)s”", text=unknown.text),
            reverse(page, args=[tournament.slug]) + "#countries",
            "entries.edit",
            stops=frozenset({OpenItemStep.FEDERATION} if unknown.entered else ()),
        )


@open_items()
def unpaid_fees(tournament: Tournament) -> Iterator[OpenItem]:
    if tournament.fees.exists():
        unpaid = [account.entry for account in list_open_accounts(tournament)]
        page = f"{reverse('manage_fees', args=[tournament.slug])}?show=open"
        if len(unpaid) == 1:
            page = reverse("manage_fee_account", args=[tournament.slug, unpaid[0].number])
        yield from _iterate_fee_items(unpaid, page, "entries.check_in")
    elif RegistrationDesk.objects.filter(tournament=tournament).exclude(fee="").exists():
        unpaid = [account.entry for account in _query_unpaid(tournament) if account.entry is not None]
        yield from _iterate_fee_items(unpaid, reverse("manage_registrations", args=[tournament.slug]), "entries.edit")


def _iterate_fee_items(unpaid: Sequence[Entry], page: str, action: str) -> Iterator[OpenItem]:
    if not unpaid:
        return
    text = _("%(player)s has not paid the fee", player=str(unpaid[0]))
    if len(unpaid) > 1:
        text = _("%(count)s players have not paid the fee", count=len(unpaid))
    yield OpenItem(ItemKind.FEE, "unpaid fees", text, page, action)


def _query_unpaid(tournament: Tournament) -> QuerySet[Application]:
    owing = tournament.applications.filter(fee_paid_at=None, entry__status__in=IN_FIELD)
    return owing.select_related("entry").order_by("entry__number")


@open_items()
def failed_jobs(tournament: Tournament) -> Iterator[OpenItem]:
    jobs = list(Job.objects.filter(tournament=tournament).order_by("created_at"))
    for index, job in enumerate(jobs):
        again = any((later.kind, later.params) == (job.kind, job.params) for later in jobs[index + 1 :])
        kind = map_job_kinds().get(job.kind)
        if job.state == Job.State.FAILED and kind is not None and not again:
            yield OpenItem(
                ItemKind.JOB,
                f"job {job.pk}",
                _("A job has failed: %(what)s", what=_make_english_sentence(kind.label)),
                job.get_absolute_url(),
                kind.action,
            )


def _make_english_sentence(label: str | Promise) -> Sentence:
    with translation.override("en"):
        return Sentence(str(label))
