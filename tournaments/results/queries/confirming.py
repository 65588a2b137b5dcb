from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from engine.match.sheet import compare_entries
from tournaments.accounts.models import User
from tournaments.core.errors import UserError
from tournaments.core.permissions import list_holders
from tournaments.core.text.names import choose_leading_name, format_persons
from tournaments.core.visibility import Visitor
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.models.results import Confirmation, TableResult
from tournaments.results.text import describe_problem, format_confirmers
from tournaments.rounds.models import GameTable, Round
from tournaments.rounds.queries.postponed import is_to_come


def may_not_confirm(viewer: Visitor | None, result: TableResult) -> bool:
    """Return whether the account entered this sheet and the event requires another person's confirmation."""
    if viewer is None or viewer.pk is None or viewer.pk != result.entered_by_id:
        return False
    return result.table.round.tournament.confirmations != Tournament.Confirmations.OWN


def may_players_write(table: GameTable) -> bool:
    """Return whether players may write: from the round's start until its release, or until a postponed sheet counts."""
    return _is_written_by_code(table.round) and (table.round.released_at is None or is_to_come(table))


def _may_players_write_in_round(round_: Round) -> bool:
    return _is_written_by_code(round_) and round_.released_at is None


def _is_written_by_code(round_: Round) -> bool:
    by_code = round_.tournament.entry_by == Tournament.EntryBy.TABLE_CODE and round_.annulled_at is None
    return by_code and round_.state in (Round.State.PLAYING, Round.State.FINISHED)


@dataclass(frozen=True)
class Confirmers:
    """Possible confirmers of a sheet: names of accounts, and whether players can by the table's code."""

    names: tuple[str, ...]
    players: bool

    def __bool__(self) -> bool:
        return self.players or bool(self.names)

    def __str__(self) -> str:
        return format_confirmers(self.names, players=self.players)


def map_confirming_accounts(tournament: Tournament) -> dict[int, str]:
    """Return the accounts that confirm sheets at the event, by key."""
    return {user.pk: user.get_username() for user in list_holders("results.confirm", tournament)}


def get_confirmers(result: TableResult, staff: Mapping[int, str] | None = None) -> Confirmers:
    """Return the possible confirmers of the sheet. `staff` are the event's `accounts`, if already loaded."""
    staff_accounts = map_confirming_accounts(result.table.round.tournament) if staff is None else staff
    own_counts = result.table.round.tournament.confirmations == Tournament.Confirmations.OWN
    names = tuple(name for key, name in staff_accounts.items() if own_counts or key != result.entered_by_id)
    return Confirmers(names, may_players_write(result.table))


def is_alone(viewer: Visitor, round_: Round) -> bool:
    """Return whether nobody could confirm a sheet of this round entered by the account."""
    tournament = round_.tournament
    if tournament.confirmations in (Tournament.Confirmations.NONE, Tournament.Confirmations.OWN):
        return False
    return not set(map_confirming_accounts(tournament)) - {viewer.pk} and not _may_players_write_in_round(round_)


@dataclass(frozen=True)
class Waiting:
    """Waiting sheets of a round; `stuck`: tables nobody else can confirm; `own`: typists may confirm their sheets."""

    tables: tuple[int, ...]
    stuck: tuple[int, ...]
    confirmers: Confirmers
    own: bool


def collect_waiting(round_: Round) -> Waiting:
    sheets = list(list_waiting_sheets(round_.tournament).filter(table__round=round_).order_by("table__number"))
    staff = map_confirming_accounts(round_.tournament) if sheets else {}
    by_table = {result.table.number: get_confirmers(result, staff) for result in sheets}
    names = {name: None for confirmers in by_table.values() for name in confirmers.names}
    return Waiting(
        tuple(by_table),
        tuple(number for number, who in by_table.items() if not who),
        Confirmers(tuple(names), any(confirmers.players for confirmers in by_table.values())),
        round_.tournament.confirmations == Tournament.Confirmations.OWN,
    )


def list_waiting_sheets(tournament: Tournament) -> QuerySet[TableResult]:
    entered = TableResult.objects.filter(table__round__tournament=tournament, state=TableResult.State.ENTERED)
    return entered.select_related("table__round__tournament")


def ready(tournament: Tournament) -> list[TableResult]:
    """Return waiting sheets with enough confirmations under the event's present settings."""
    sheets = (
        list_waiting_sheets(tournament).select_related(*TableResult.READ_WITH).prefetch_related("confirmed_by", "seats")
    )
    number = Tournament.Confirmations(tournament.confirmations)
    return [sheet for sheet in sheets.order_by("table__round__number", "table__number") if _has_enough(sheet, number)]


def _has_enough(result: TableResult, number: Tournament.Confirmations) -> bool:
    confirmations: Iterable[Confirmation] = result.confirmed_by.all()
    match number:
        case Tournament.Confirmations.NONE:
            return True
        case Tournament.Confirmations.ALL:
            return sum(confirmation.entry_id is not None for confirmation in confirmations) >= len(result.seats.all())
        case _:
            return any(
                confirmation.user_id is not None or confirmation.entry_id != result.entered_by_entry_id
                for confirmation in confirmations
            )


def may_typist_confirm(tournament: Tournament) -> bool:
    """Return whether staff may confirm sheets that they entered, or a confirmed sheet was."""
    if tournament.confirmations == Tournament.Confirmations.OWN:
        return True
    own_confirmations = Confirmation.objects.filter(
        result__table__round__tournament=tournament,
        result__state=TableResult.State.CONFIRMED,
        user=F("result__entered_by"),
    )
    return own_confirmations.exists()


def is_used(result: TableResult, device: str) -> bool:
    """Return whether a player's phone may be one that has entered or confirmed this sheet."""
    return not device or device == result.entered_on or result.confirmed_by.filter(device=device).exists()


def was_typed_here(result: TableResult, device: str) -> bool:
    """Return whether this browser entered the sheet for a player."""
    return bool(device) and result.entered_by_entry_id is not None and device == result.entered_on


def check_confirmer(result: TableResult, user: User | None, by_entry: Entry | None, device: str) -> None:
    """Raise `UserError` for players of other tables, and for the person who entered the sheet."""
    if by_entry is not None:
        if not result.seats.filter(entry=by_entry).exists():
            raise UserError(_("Only players of this table can confirm it here."), field="player")
        if result.confirmed_by.filter(entry=by_entry).exists():
            raise UserError(
                _("%(name)s has entered or confirmed this sheet already; another player confirms it.")
                % {"name": choose_leading_name(by_entry)},
                field="player",
            )
        return
    if may_not_confirm(user, result):
        raise UserError(_("You entered this sheet. Another person must confirm it."))
    own_counts = result.table.round.tournament.confirmations == Tournament.Confirmations.OWN
    if not own_counts and was_typed_here(result, device):
        raise UserError(_("This device has entered the sheet for a player. Confirm on another device."))


def check_shared_phone(tournament: Tournament, initials: str, *, is_known: bool) -> None:
    """Raise `UserError` for a second player on one phone, unless the event accepts initials."""
    if not tournament.one_phone:
        if not is_known:
            raise UserError(
                _(
                    "The site does not recognise this phone. Open this page again, then confirm; where cookies are "
                    "blocked, confirm at the desk."
                ),
                field="player",
            )
        raise UserError(
            _("This phone has entered or confirmed the sheet already. Confirm on your own phone, or at the desk."),
            field="player",
        )
    if not any(sign.isalpha() for sign in initials):
        raise UserError(_("Another player has used this phone: sign with your initials."), field="initials")


def check_reentry(result: TableResult, again: Sequence[int] | None, leftover: int | None = None) -> None:
    """Compare a re-entered sheet with the first. Raises `UserError` if they differ."""
    stored = list(result.seats.order_by("order").select_related("entry"))
    if again is None or len(again) != len(stored):
        raise UserError(_("Type the points of the sheet once more."), field="points")
    difference = compare_entries([seat.points for seat in stored], again)
    if difference is None and leftover not in (None, result.leftover_points):
        raise UserError(_("The points in sticks left differ from those entered first."), field="leftover")
    if difference is not None:
        raise UserError(
            _("Your numbers differ from the ones entered first; look at the sheet again."),
            field="points",
            problems=[describe_problem(difference, format_persons([seat.entry for seat in stored]))],
        )
