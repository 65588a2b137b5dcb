"""The documents a venue prints, each from the event's data to its leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import formats, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Entry, GameTable, Round, ScoreLine, Tournament
from tournaments.printing import cards, lists, scoresheet
from tournaments.printing.papers import Heading, Leaf
from tournaments.selectors import public, sheets, standings
from tournaments.services.errors import UserError

LABELS: dict[str, str | Promise] = {
    "table": _("Table"),
    "round": _("Round"),
    "wind": _("Wind"),
    "number": _("No."),
    "player": _("Player"),
    "team": _("Team"),
    "teams": _("Teams"),
    "signature": _("Signature"),
    "disqualified": _("disqualified"),
    "hand": pgettext_lazy("hand of play", "Hand"),
    "winner": _("Winner"),
    "from": _("From"),
    "value": _("Value"),
    "points": _("Points"),
    "han": _("Han"),
    "fu": _("Fu"),
    "tai": _("Tai"),
    "dealer": _("Dealer"),
    "riichi": _("Riichi"),
    "kongs": _("Kongs"),
    "final": _("Final points"),
    "leftover": _("Sticks left"),
    "place": _("Place"),
    "referee": _("Referee"),
    "entered": _("Entered"),
    "enter": _("Enter the result"),
    "seating": _("Seating"),
    "standings": _("Standings"),
    "results": _("Results"),
    "after": _("After round"),
    "missing": _("No result yet"),
    "starts": _("Start"),
    "with": _("With"),
    "penalty": _("Penalty"),
    "amount": _("Amount"),
    "reason": _("Reason"),
    "clause": _("Clause"),
    "table_points": _("Table points"),
    "score": _("Score"),
}


@dataclass(frozen=True)
class Order:
    """What is printed: for which event, round and player, and where the codes of the sheets lead."""

    tournament: Tournament
    base_url: str
    round: Round | None = None
    entry: Entry | None = None


@dataclass(frozen=True)
class Document:
    """A kind of document; ``needs`` is round, player or nothing."""

    key: str
    title: str | Promise
    needs: str
    leaves: Callable[[Order], list[Leaf]]


def labels(languages: list[str], more: Mapping[str, str | Promise] | None = None) -> dict[str, str]:
    """Every label (and ``more``) in the print languages, the first in front: ``Table · 卓``."""
    texts = LABELS | dict(more or {})
    found: dict[str, list[str]] = {key: [] for key in texts}
    for language in languages or ["en"]:
        with translation.override(language):
            for key, text in texts.items():
                if str(text) not in found[key]:
                    found[key].append(str(text))
    return {key: " · ".join(words) for key, words in found.items()}


def heading(order: Order) -> Heading:
    """The event and, where there is one, the round."""
    event, played = order.tournament, order.round
    dates = [day for day in (event.starts_on, event.ends_on) if day]
    date = " – ".join(dict.fromkeys(formats.date_format(day, "SHORT_DATE_FORMAT") for day in dates))
    if played is None:
        return Heading(event.name, event.place, date)
    return Heading(event.name, event.place, date, played.number, played.stage.name, starts_at(order, played))


def starts_at(order: Order, played: Round) -> str:
    """The planned start in the event's time zone, empty where none is planned."""
    if played.starts_at is None:
        return ""
    local = played.starts_at.astimezone(ZoneInfo(order.tournament.time_zone))
    return formats.date_format(local, "SHORT_DATETIME_FORMAT")


def _round(order: Order) -> Round:
    if order.round is None:
        raise UserError(_("Choose the round to print."), field="round")
    return order.round


def _seated(order: Order) -> dict[int, list[scoresheet.Chair]]:
    seated = sheets.seats_of_round(_round(order).pk)
    if not seated:
        raise UserError(_("The seating of this round is not published yet."), field="round")
    return {
        number: [
            scoresheet.Chair(
                seat.wind,
                seat.entry.number,
                seat.entry.name,
                seat.entry.native_name,
                seat.entry.team.code if seat.entry.team else "",
            )
            for seat in seats
        ]
        for number, seats in sorted(seated.items())
    }


def score_sheets(order: Order) -> list[Leaf]:
    """All sheets of a round."""
    seated = _seated(order)
    tokens = dict(GameTable.objects.filter(round=_round(order)).values_list("number", "token"))
    tables = [
        scoresheet.TableSheet(number, chairs, order.base_url + reverse("table_code", args=[tokens[number]]))
        for number, chairs in seated.items()
        if number in tokens
    ]
    return scoresheet.pages(heading(order), order.tournament.family, tables)


def seating_by_table(order: Order) -> list[Leaf]:
    """The seating list by table."""
    return lists.seating_by_table(
        heading(order), [lists.SeatedTable(number, chairs) for number, chairs in _seated(order).items()]
    )


def seating_by_name(order: Order) -> list[Leaf]:
    """The seating list by name."""
    found = public.seating(order.tournament, _round(order).number)
    if found is None:
        raise UserError(_("The seating of this round is not published yet."), field="round")
    lines = [
        lists.NameLine(
            row.player.sort_name,
            row.player.native_name,
            row.player.number,
            row.table,
            "" if row.wind is None else scoresheet.WINDS[row.wind],
        )
        for row in found.by_name
    ]
    return lists.seating_by_name(heading(order), lines)


def amount(value: Fraction | None) -> str:
    """An exact amount as lists write it: whole, or two decimals.

    >>> amount(Fraction(7, 3))
    '2.33'
    """
    if value is None:
        return ""
    return f"{value.numerator:,}" if value.denominator == 1 else f"{float(value):,.2f}"


def standings_list(order: Order) -> list[Leaf]:
    """The standings after a round, or after all confirmed results."""
    found = standings.standings(order.tournament, order.round.number if order.round else None)
    table = standings.table(order.tournament, found)
    out = labels(order.tournament.print_languages)["disqualified"]
    rows = [
        [
            _place(line.row.place, line.row.shared),
            f"{line.player.name}, {out}" if line.row.out else line.player.name,
            line.player.team_name,
            *map(amount, line.cells),
        ]
        for line in table.individual
    ]
    teams = [[_place(line.row.place, line.row.shared), line.name, *map(amount, line.cells)] for line in table.teams]
    return lists.standings(heading(order), table.after, [column.short for column in table.columns], rows, teams)


def _place(place: int, shared: bool) -> str:
    if not place:
        return "–"
    return f"={place}" if shared else str(place)


def round_results(order: Order) -> list[Leaf]:
    """Every table's confirmed result of a round."""
    played = _round(order)
    found = public.confirmed_results(order.tournament, played.number)
    with_points = any(row.table_points is not None for sheet in found for row in sheet.rows)
    names = labels(order.tournament.print_languages)
    columns = [names["wind"], names["player"], names["points"], names["place"]]
    columns.append(names["table_points"] if with_points else names["score"])
    tables = [
        lists.ResultTable(
            sheet.table,
            [
                [
                    "" if row.wind is None else scoresheet.WINDS[row.wind],
                    row.player.name,
                    f"{row.points:,}",
                    _place(row.place, row.shared),
                    amount(row.table_points if with_points else row.score),
                ]
                for row in sheet.rows
            ],
        )
        for sheet in found
    ]
    return lists.results(heading(order), columns, tables)


def badge_of(entry: Entry) -> cards.Badge:
    """What a badge says of a player."""
    return cards.Badge(
        entry.number, entry.name, entry.native_name, entry.country, entry.team.name if entry.team else ""
    )


def _entries(order: Order) -> list[Entry]:
    present = order.tournament.entries.exclude(status__in=[Entry.Status.WAITING, Entry.Status.DROPPED])
    return list(present.select_related("team").order_by("number"))


def name_badges(order: Order) -> list[Leaf]:
    """A badge for everybody who plays."""
    return cards.badges(heading(order), [badge_of(entry) for entry in _entries(order)])


def table_cards(order: Order) -> list[Leaf]:
    """A card for each table of the round, or of the whole field."""
    if order.round is not None:
        numbers = sorted(_seated(order))
    else:
        numbers = list(range(1, len(_entries(order)) // 4 + 1))
    return cards.table_cards(heading(order), numbers)


def schedules(order: Order) -> list[Leaf]:
    """The rounds of one player, or of everybody, as far as seatings are published."""
    rounds = list(order.tournament.rounds.select_related("stage").order_by("number"))
    plans = {each.number: public.seating(order.tournament, each.number) for each in rounds}
    leaves = []
    for entry in [order.entry] if order.entry else _entries(order):
        appointments = []
        for each in rounds:
            plan = plans[each.number]
            if plan is None:
                continue
            table = next((t for t in plan.tables if any(s.player.number == entry.number for s in t.seats)), None)
            own = next((s for s in table.seats if s.player.number == entry.number), None) if table else None
            others = [s.player.name for s in table.seats if s is not own] if table else []
            appointments.append(
                cards.Appointment(
                    each.number,
                    starts_at(order, each),
                    table.number if table else None,
                    own.wind if own else None,
                    others,
                )
            )
        leaves += cards.schedule(heading(order), badge_of(entry), appointments)
    return leaves


def penalty_slips(order: Order) -> list[Leaf]:
    """The penalties of a round as slips; blank ones where there are none."""
    lines = ScoreLine.objects.filter(tournament=order.tournament, kind=ScoreLine.Kind.PENALTY, voided_at=None)
    if order.round is not None:
        lines = lines.filter(round=order.round)
    slips = [
        cards.Slip(
            str(line.round.number) if line.round else "",
            str(line.table.number) if line.table else "",
            str(line.hand or ""),
            str(line.entry or line.team),
            f"{amount(line.amount)} {line.get_unit_display()}",
            line.reason,
            line.clause,
        )
        for line in lines.select_related("round", "table", "entry", "team").order_by("pk")
    ]
    return cards.penalty_slips(heading(order), slips)


DOCUMENTS = {
    document.key: document
    for document in (
        Document("score-sheets", _("Score sheets"), "round", score_sheets),
        Document("seating-tables", _("Seating by table"), "round", seating_by_table),
        Document("seating-names", _("Seating by name"), "round", seating_by_name),
        Document("results", _("Results of a round"), "round", round_results),
        Document("standings", _("Standings"), "", standings_list),
        Document("table-cards", _("Table cards"), "", table_cards),
        Document("badges", _("Name badges"), "", name_badges),
        Document("schedules", _("Personal schedules"), "", schedules),
        Document("penalty-slips", _("Penalty slips"), "", penalty_slips),
    )
}
"""Every document by its key in addresses."""
