from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.printing.documents import (
    POINT,
    SIZES,
    Leaf,
    PaperHeading,
    count_lines,
    make_qr_code,
    split_into_chunks,
)
from tournaments.core.printing.registry import ALL_SEATS, BEFORE, Order, build_heading, format_moment, paper
from tournaments.core.text import names, places
from tournaments.entries.fields import NAMES, PLAYER
from tournaments.entries.models.entries import Entry
from tournaments.entries.queries import list_present_entries
from tournaments.rounds.queries import public_seatings
from tournaments.rounds.queries.participants import list_resting_players

IN_THE_HEAD: Final = frozenset({"number", "team", *NAMES})


BADGES_A_PAGE = 8
SCHEDULES_A_PAGE = 4
QUARTER, PAGE = (89.0, 125.0), (180.0, 235.0)
"""Width and height for a schedule in millimetres: the less of Letter and A4."""
LINE_HEIGHT, ABOVE_ROUNDS, BETWEEN_ROUNDS = 1.2, 17.0, 2.0
"""Height of a line in sizes of text; millimetres of the head, and between two rounds."""

BADGE: dict[str, str | Promise] = {"own_page": _("My tables, my results")}


@dataclass(frozen=True, slots=True)
class Badge:
    number: int
    name: str
    native: str
    team: str
    facts: tuple[str, ...] = ()
    code: str = ""
    flag: str = ""


@dataclass(frozen=True, slots=True)
class Appointment:
    """Round of a player's schedule; ``table`` None for a bye, or where the player rests."""

    round: int
    starts: str
    table: str | None
    wind: int | None
    with_names: Sequence[str]
    rests: bool = False


def build_badge_pages(heading: PaperHeading, people: Sequence[Badge]) -> list[Leaf]:
    """Return pages of eight badges, each followed by their backs, for printing double-sided along the long edge."""
    return [
        Leaf("badges", {"heading": heading, "people": part, "back": back})
        for part in split_into_chunks(people, BADGES_A_PAGE)
        for back in (False, True)
    ]


def schedule_pages(heading: PaperHeading, plans: Sequence[tuple[Badge, Sequence[Appointment]]]) -> list[Leaf]:
    """Return schedules, four to a page or one if long, in the largest text that fits the longest."""
    sized = _size(plans, QUARTER)
    per_page = SCHEDULES_A_PAGE if sized else 1
    values = {"heading": heading, "quarters": per_page > 1, "size": sized or _size(plans, PAGE) or SIZES[-1]}
    return [Leaf("schedule", {**values, "plans": part}) for part in split_into_chunks(plans, per_page)]


def _size(plans: Sequence[tuple[Badge, Sequence[Appointment]]], room: tuple[float, float]) -> int:
    """Return the largest text in which each plan fits the room in millimetres; 0 if there is none."""
    return next(
        (size for size in SIZES if all(_compute_back_height(*plan, room[0], size) <= room[1] for plan in plans)), 0
    )


def _compute_back_height(badge: Badge, appointments: Sequence[Appointment], width: float, size: int) -> float:
    line = size * POINT * LINE_HEIGHT
    head = count_lines(f"{badge.name} {badge.native}", width, 1.5 * size) * 1.5 + 1.2
    rows = sum(1 + count_lines(", ".join(appointment.with_names), width - 2, size) for appointment in appointments)
    return ABOVE_ROUNDS + (head + rows) * line + len(appointments) * BETWEEN_ROUNDS


def build_badge(entry: Entry, marks: names.Marks) -> Badge:
    team = entry.team.name if entry.team else ""
    texts = [
        _format_printed_column(entry, column.name)
        for column in PLAYER
        if column.printed and column.name not in IN_THE_HEAD
    ]
    facts = tuple(dict.fromkeys(text for text in (team, *texts) if text))
    flag = places.choose_flag_code(entry)
    return Badge(
        entry.number, names.format_person(entry, marks), names.choose_second_name(entry), team, facts, flag=flag
    )


def _format_printed_column(entry: Entry, name: str) -> str:
    return places.format_country(entry) if name == "country" else str(getattr(entry, name) or "")


@paper("badges", _("Name badges"), by_player=True, needed=(BEFORE,), labels=BADGE)
def name_badges(order: Order) -> list[Leaf]:
    badges = [
        replace(build_badge(entry, order.marks), code=_draw_player_code(order, entry))
        for entry in _list_chosen_players(order)
    ]
    return build_badge_pages(build_heading(order), badges)


def _draw_player_code(order: Order, entry: Entry) -> str:
    return make_qr_code(order.absolute(reverse("player_code", args=[order.tournament.slug, entry.number])))


def _list_chosen_players(order: Order) -> list[Entry]:
    if not order.players:
        return list_present_entries(order.tournament)
    chosen = order.tournament.entries.filter(number__in=order.players)
    return list(chosen.select_related("team").order_by("number"))


@paper("schedules", _("Personal schedules"), by_player=True, made_from=ALL_SEATS)
def schedules(order: Order) -> list[Leaf]:
    rounds = list(order.tournament.rounds.select_related("stage").order_by("number"))
    plans = {
        round_.number: public_seatings.list_seated_tables(
            public_seatings.find_public_seating(order.tournament, round_.number)
        )
        for round_ in rounds
    }
    out = {
        round_.number: {entry.pk for entry in list_resting_players(round_)} if plans[round_.number] else set()
        for round_ in rounds
    }
    schedules = []
    for entry in _list_chosen_players(order):
        appointments = []
        for round_ in rounds:
            plan = plans[round_.number]
            if not plan:
                continue
            table = next((t for t in plan if any(s.entry.number == entry.number for s in t.seats)), None)
            seat = next((s for s in table.seats if s.entry.number == entry.number), None) if table else None
            others = [names.format_person(s.entry, order.marks) for s in table.seats if s is not seat] if table else []
            appointments.append(
                Appointment(
                    round_.number,
                    format_moment(order, (table.postponed_to if table else None) or round_.starts_at, year=False),
                    table.label if table else None,
                    seat.wind if seat else None,
                    others,
                    entry.pk in out[round_.number],
                )
            )
        schedules.append((build_badge(entry, order.marks), appointments))
    return schedule_pages(build_heading(order), schedules)
