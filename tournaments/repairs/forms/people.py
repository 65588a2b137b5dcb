"""Problems with people: somebody left, came late, was replaced, was entered twice or is ranked by mistake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.core.errors import UserError
from tournaments.core.forms.fields import PlayerField, choose_from
from tournaments.entries.models.entries import Entry
from tournaments.entries.queries import group_qualified_by_stage, query_rounds_with_sheet, query_stand_ins
from tournaments.entries.services.players import get_first_open_round
from tournaments.events.models import Stage, Tournament
from tournaments.repairs.forms.base import RepairForm, RoundField, build_reseat_step, set_entry
from tournaments.repairs.forms.seats import require_plan_of_numbers, require_table_of_player
from tournaments.repairs.queries.new_tables import OPEN, count_winds_by_player, list_new_tables
from tournaments.repairs.queries.rows import FreeSeat, list_free_seats
from tournaments.repairs.services.sheets import Step
from tournaments.results.models.results import TableResult
from tournaments.results.queries.sheets import STANDING
from tournaments.rounds.models import Round
from tournaments.seating.queries.draw_inputs import find_newest_seating
from tournaments.seating.queries.quality import map_numbers_by_table, read_plan

LEAVES, COMES = "leaves", "comes"
TAKES_PLACE, PLAYS_FOR = "takes_place", "plays_for"


def list_replacement_steps(tournament: Tournament, since: int, changes: Mapping[int, int]) -> list[Step]:
    """Return the steps that put others into these players' chairs, from round `since`, where they have no seat yet."""
    steps = []
    for round_ in tournament.rounds.filter(number__gte=since, annulled_at=None).order_by("number"):
        version = find_newest_seating(round_)
        plan = map_numbers_by_table(read_plan(version)) if version else {}
        seated = {number for people in plan.values() for number in people}
        if seated & (set(changes.values()) - set(changes)):
            continue
        after = {
            table: [changes.get(number, number) for number in people]
            for table, people in plan.items()
            if changes.keys() & set(people)
        }
        if after:
            steps.append(build_reseat_step(round_, after))
    return steps


def _check_no_seat(round_: Round, entry: Entry) -> None:
    if any(entry.number in people for people in require_plan_of_numbers(round_).values()):
        raise UserError(_("This player has a seat in the round; use “Two players swapped seats”."), field="comes")


def _list_steps_to_join_round(round_: Round, entry: Entry) -> list[Step]:
    """Return the step by which somebody who waits, has left or begins later plays this round too."""
    first = round_.number if entry.status == Entry.Status.WAITING else min(entry.from_round, round_.number)
    values: dict[str, Any] = {"from_round": first}
    if entry.status in (Entry.Status.WAITING, Entry.Status.DROPPED):
        out = max(entry.dropped_from_round or 0, round_.number + 1)
        values |= {"status": Entry.Status.DROPPED, "dropped_from_round": out}
    return [] if _has_all(entry, values) else [set_entry(entry, **values)]


def find_finalist(stage: Stage, player: Entry) -> Entry | None:
    """Return the player who passed the stage's cut, alone or with the team, in the player's chair; None without one."""
    if stage.cut_to is None:
        return None
    through, current = group_qualified_by_stage([stage])[stage.pk], player
    visited: set[int] = set()
    while current.pk not in through:
        visited.add(current.pk)
        if current.substitute_for is None or current.substitute_for.pk in visited:
            return None
        current = current.substitute_for
    return current


def list_steps_to_take_place(stage: Stage, leaves: Entry, comes: Entry) -> list[Step]:
    """Return the step that gives `comes` the place of `leaves` in a stage with a cut by players, if there is one."""
    owner = find_finalist(stage, leaves)
    if stage.of_teams or owner is None or find_finalist(stage, comes) is not None or comes.is_spare:
        return []
    return [{"do": "qualify", "stage": stage.number, "leaves": owner.number, "comes": comes.number}]


def _is_new_to_teams_place(stage: Stage, leaves: Entry, comes: Entry) -> bool:
    """Return True if the place is a team's that passed the cut of the stage, and `comes` is of no such team."""
    outside = stage.of_teams and not comes.is_spare and find_finalist(stage, comes) is None
    return outside and find_finalist(stage, leaves) is not None


class ReplacedForm(RepairForm):
    kind, title = "replaced", _("Somebody else played this round")
    help = _("A late player, a house substitute or another member of the team took the seat for one round.")
    words = _("replaced, substitute, sub, stood in, one round, instead of, team member, reserve, another player")

    round = RoundField()
    leaves = PlayerField(label=_("Player on the seating"))
    comes = PlayerField(label=_("Player who played"))
    for_team = forms.BooleanField(
        label=_("Plays for this team"),
        required=False,
        help_text=_("The player joins the team of the player on the seating."),
    )
    place = forms.ChoiceField(
        label=_("In the final"),
        required=False,
        choices=(
            (TAKES_PLACE, _("takes the place in the final")),
            (PLAYS_FOR, _("plays for the player on the seating")),
        ),
        widget=forms.RadioSelect,
        help_text=_("What each player has carried over stays the player's own."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        self.default_place = self._set_place_choices()
        if not self.default_place:
            del self.fields["place"]
        elif not self.data.get("place"):
            values = QueryDict(mutable=True)
            values.update(self.data)
            values["place"] = self.default_place
            self.data = values

    def _set_place_choices(self) -> str:
        """Return the default answer, which differs before and after the stage's first game; empty for no question."""
        round_, leaves, comes = (self._clean_sent_field(name) for name in ("round", "leaves", "comes"))
        if (
            round_ is None
            or leaves is None
            or comes is None
            or not list_steps_to_take_place(round_.stage, leaves, comes)
        ):
            return ""
        choices = ((TAKES_PLACE, _("takes the place in the final")), (PLAYS_FOR, _("plays for %(name)s")))
        values = {"name": leaves}
        cast(forms.ChoiceField, self.fields["place"]).choices = [(key, str(text) % values) for key, text in choices]
        begun = TableResult.objects.filter(table__round__stage=round_.stage, state__in=STANDING).exists()
        return PLAYS_FOR if begun else TAKES_PLACE

    def _clean_sent_field(self, name: str) -> Any:
        if not self.is_bound:
            return None
        try:
            return self.fields[name].clean(self[name].data)
        except ValidationError:
            return None

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        round_, leaves, comes = data["round"], data["leaves"], data["comes"]
        plan = require_plan_of_numbers(round_)
        table = require_table_of_player(plan, leaves.number, "leaves")
        _check_no_seat(round_, comes)
        after = [comes.number if number == leaves.number else number for number in plan[table]]
        steps = [build_reseat_step(round_, {table: after}), *_list_steps_to_join_round(round_, comes)]
        if data.get("place") == TAKES_PLACE:
            steps += list_steps_to_take_place(round_.stage, leaves, comes)
        elif data.get("place") == PLAYS_FOR or (
            _is_new_to_teams_place(round_.stage, leaves, comes) and not data["for_team"]
        ):
            owner = find_finalist(round_.stage, leaves) or leaves
            stands = {"round": round_.number, "player": comes.number, "plays_for": owner.number, "was": None}
            steps.append({"do": "stand_in", **stands})
        if data["for_team"] and comes.team != leaves.team:
            if leaves.team is None:
                raise UserError(_("%(name)s has no team.") % {"name": leaves}, field="for_team")
            if query_rounds_with_sheet(comes).exists():
                raise UserError(
                    _("%(name)s has results for another team, which would move too; enter the player a second time.")
                    % {"name": comes},
                    field="for_team",
                )
            steps.append(set_entry(comes, team=leaves.team.code))
        return steps


class LeftForm(RepairForm):
    kind, title = "left", _("A player left during a round")
    help = _("The player is out from then on; a substitute takes the chair at once or from the next round.")
    words = _("left, gone, ill, sick, quit, during a hand, dropped out, went home, disappeared, substitute")

    round = RoundField()
    leaves = PlayerField(label=_("Player who left"))
    comes = PlayerField(
        label=_("Substitute"), required=False, help_text=_("House substitute or player of the waiting list.")
    )
    points_to = forms.ChoiceField(
        label=_("Points of the round"),
        choices=((LEAVES, _("to the player who left")), (COMES, _("to the substitute"))),
        initial=LEAVES,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        choose_from(self, "comes", query_stand_ins(tournament))

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        round_, leaves, comes = data["round"], data["leaves"], data["comes"]
        require_table_of_player(require_plan_of_numbers(round_), leaves.number, "leaves")
        since = round_.number + (comes is None or data["points_to"] == LEAVES)
        out = set_entry(leaves, status=Entry.Status.DROPPED, dropped_from_round=since)
        if comes is None:
            if last := query_rounds_with_sheet(leaves).filter(number__gte=since).last():
                raise UserError(
                    _("%(name)s has a sheet in round %(round)s; choose who played there.")
                    % {"name": leaves, "round": last.number},
                    field="comes",
                )
            return [out]
        _check_no_seat(round_, comes)
        team = {"team": leaves.team.code} if leaves.team and comes.team is None else {}
        values = {"status": Entry.Status.SUBSTITUTE, "substitute_for": leaves.number, "from_round": since} | team
        return [
            *list_replacement_steps(self.tournament, since, {leaves.number: comes.number}),
            out,
            set_entry(comes, **values),
        ]


class ArrivedForm(RepairForm):
    kind, title = "arrived", _("A player arrived late")
    help = _(
        "The player takes a free seat or that of a house substitute, opens a table with three who sit out, or plays "
        "from the next draw on."
    )
    words = _("late, delayed, arrived, came, no show, waiting list, train, forgot, not seated, without a seat")

    comes = PlayerField(label=_("Player who arrived"))
    seat = forms.CharField(label=_("Seat"), required=False, max_length=12, widget=forms.Select)
    house_to = forms.CharField(label=_("The house substitute"), required=False, max_length=12, widget=forms.Select)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        number = str(self["comes"].value() or "")
        comes = tournament.entries.filter(number=number).first() if number.isdecimal() else None
        self.seats = {seat.key: seat for seat in list_free_seats(tournament, comes)}
        self.new_tables = list_new_tables(tournament, comes)
        empty = [seat for seat in self.seats.values() if not seat.entry.house]
        opened = [(OPEN, str(table)) for table in self.new_tables[:1]]
        if opened:
            self.initial.setdefault("seat", OPEN)
        self._offer_seats("seat", _("No seat yet: plays from the next draw on"), self.seats.values(), opened)
        self._offer_seats("house_to", _("leaves the seat"), empty)
        if len(empty) == len(self.seats):
            self.fields["house_to"].widget = forms.HiddenInput()
        # The title is reason enough, so that a late player is seated in two clicks.
        self.initial.setdefault("reason", self.title)

    def _offer_seats(self, name: str, none: Any, seats: Any, first: Sequence[tuple[str, str]] = ()) -> None:
        choices = [("", none), *first, *((seat.key, str(seat)) for seat in seats)]
        self.fields[name].widget = forms.Select(choices=choices)

    def get_chosen_seat(self, name: str, data: dict[str, Any]) -> FreeSeat | None:
        """Return the chosen seat. Raises `UserError`."""
        if data[name] and data[name] not in self.seats:
            raise UserError(_("This seat is no longer free. Choose another one."), field=name)
        return self.seats.get(data[name])

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        comes = data["comes"]
        if data["seat"] == OPEN:
            return self._open_tables(comes)
        seat, house = self.get_chosen_seat("seat", data), self.get_chosen_seat("house_to", data)
        since = seat.round.number if seat else get_first_open_round(self.tournament)
        values = _build_columns_to_play_from(comes, since)
        if seat is None:
            if _has_all(comes, values):
                raise UserError(_("This player plays already; choose a seat."), field="seat")
            return [set_entry(comes, **values)]
        _check_no_seat(seat.round, comes)
        changes = {seat.entry.number: comes.number}
        if house is not None:
            if not seat.entry.house or house.round != seat.round or house.entry.house:
                raise UserError(_("Choose a free seat of the same round."), field="house_to")
            changes[house.entry.number] = seat.entry.number
        if _is_new_to_teams_place(seat.round.stage, seat.entry, comes):
            if comes.team is not None or seat.entry.team is None:
                raise UserError(
                    _("%(name)s is of no team that plays “%(stage)s”. Choose another seat.")
                    % {"name": comes, "stage": str(seat.round.stage)},
                    field="seat",
                )
            values |= {"team": seat.entry.team.code}
        steps = [*list_replacement_steps(self.tournament, since, changes), set_entry(comes, **values)]
        if not seat.entry.house:
            steps += list_steps_to_take_place(seat.round.stage, seat.entry, comes)
        if seat.entry.substitute_for_id and house is None:
            steps.append(set_entry(seat.entry, status=Entry.Status.DROPPED, dropped_from_round=since))
        return steps

    def _open_tables(self, comes: Entry) -> list[Step]:
        if not self.new_tables:
            raise UserError(_("Too few players sit out for a new table. Choose another seat."), field="seat")
        since = {comes: self.new_tables[0].round.number}
        for table in self.new_tables:
            for entry in table.others:
                if entry.from_round > table.round.number:
                    since.setdefault(entry, table.round.number)
        plays_from = {entry: _build_columns_to_play_from(entry, number) for entry, number in since.items()}
        steps = [set_entry(entry, **values) for entry, values in plays_from.items() if not _has_all(entry, values)]
        winds = count_winds_by_player(self.tournament)
        for table in self.new_tables:
            number = str(table.number)
            tables, before = {number: table.list_players_by_seat(comes, winds)}, {number: list[int]()}
            steps.append({"do": "open_table", "round": table.round.number, "tables": tables, "was": before})
        return steps


def _build_columns_to_play_from(comes: Entry, since: int) -> dict[str, Any]:
    plays = Entry.Status.SUBSTITUTE if comes.substitute_for_id else Entry.Status.CHECKED_IN
    values: dict[str, Any] = {"status": plays, "dropped_from_round": None}
    if not comes.seats.filter(seating__round__number__lt=since).exists():
        values["from_round"] = since
    return values


def _has_all(entry: Entry, values: Mapping[str, Any]) -> bool:
    return all(getattr(entry, name) == value for name, value in values.items())


class HouseForm(RepairForm):
    kind, title = "house", _("A house substitute has a place")
    help = _("The player keeps seats and points, but has no place and is not in the federation list.")
    words = _("sub, ranked, house, substitute, filler, staff, standings, place, federation")
    permission = "entries.edit"

    player = PlayerField(label=_("Player"))

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        player = data["player"]
        if player.house:
            raise UserError(_("%(name)s is a house substitute already.") % {"name": player}, field="player")
        return [set_entry(player, house=True)]


class MergeForm(RepairForm):
    kind, title = "merge", _("A player was entered twice")
    help = _("Seats, results and penalties of the second entry become those of the first.")
    words = _("twice, double, duplicate, same person, same name, two entries, merge")
    permission = "entries.edit"

    stays, goes = PlayerField(label=_("Entry to keep")), PlayerField(label=_("Entry to remove"))

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        if data["stays"] == data["goes"]:
            raise UserError(_("Choose two entries."), field="goes")
        merge: Step = {"do": "merge", "stays": data["stays"].number, "goes": data["goes"].number}
        return [*_let_in(data["stays"], data["goes"]), merge]


def _let_in(stays: Entry, goes: Entry) -> list[Step]:
    """Return the step that lets an entry which waits, or left early, take part like the person's other one."""
    spare = goes.is_spare and not goes.seats.exists()
    if not stays.takes_no_part or goes.takes_no_part or spare:
        return []
    values = {name: getattr(goes, name) for name in ("status", "from_round", "dropped_from_round", "house")}
    plays_for = goes.substitute_for.number if goes.substitute_for else None
    return [set_entry(stays, **values, substitute_for=plays_for)]
