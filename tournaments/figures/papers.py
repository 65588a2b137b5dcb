"""The event in numbers, for the ceremony: leaderboards and charts on a page or two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.sentences import Sentence, gettext_noop
from tournaments.core.errors import UserError
from tournaments.core.printing.documents import Leaf, PaperHeading
from tournaments.core.printing.registry import AFTER, PLACES, Order, build_heading, paper
from tournaments.core.text import names
from tournaments.core.text.rules import format_game_title
from tournaments.entries.models.entries import Entry
from tournaments.figures import pages
from tournaments.figures.logic.charts import compute_trail_width, draw_trails
from tournaments.figures.logic.table import FIGURES
from tournaments.figures.models import StoredFigures
from tournaments.figures.queries import Numbers, compute_event_numbers

NUMBERS: dict[str, str | Promise] = {
    "numbers": _("The event in numbers"),
    "games": _("Games"),
    "hands": _("Hands"),
    "written": _("Games whose hands are written down"),
    "least_games": _("Games at least"),
    "least_hands": _("Hands at least"),
    "least_of": _("rates and means"),
    "few": _("Grey: fewer than 30 games, hands or wins, which say little. Only released rounds count."),
    "distribution": _("Scores of the games"),
    "dots": _("Win rate and deal-in rate"),
    "dots_axes": _("A dot for each player: the win rate to the right, the deal-in rate upwards."),
    "trails": _("Places by round"),
    "trails_ends": _("Number of the player at the end of each line"),
    **{f"figure_{figure.key}": _(figure.name) for figure in FIGURES.values()},
    **{f"formula_{figure.key}": _(figure.formula) for figure in FIGURES.values()},
}


@paper(
    "event-numbers",
    NUMBERS["numbers"],
    needed=(AFTER,),
    labels=NUMBERS,
    tells_standings=True,
    made_from=PLACES,
)
def event_numbers(order: Order) -> list[Leaf]:
    """Return the numbers of each family that was played. Raises `UserError` while nothing is released or visible."""
    through, played = order.standings_through, order.round.number if order.round else None
    last = min((number for number in (through, played) if number is not None), default=None)
    row, parts = compute_event_numbers(order.tournament, last)
    if through == 0:
        raise UserError(Sentence(gettext_noop("The standings are hidden; an organiser can print them.")))
    if not parts:
        raise UserError(Sentence(gettext_noop("Figures come with the first round whose results are public.")))
    people = Entry.objects.select_related("team").in_bulk({key for numbers in parts for key in numbers.sums})
    named = {key: (entry.number, names.format_person(entry, order.marks)) for key, entry in people.items()}
    return [
        build_numbers_page(
            build_heading(order),
            row,
            numbers,
            named,
            family=format_game_title(numbers.family) if len(parts) > 1 else "",
            provisional=order.provisional,
        )
        for numbers in parts
    ]


def build_numbers_page(
    heading: PaperHeading,
    row: StoredFigures,
    numbers: Numbers,
    people: Mapping[int, tuple[int, str]],
    *,
    family: str = "",
    provisional: bool = False,
) -> Leaf:
    """Return the numbers of one family; `people`: number and name by key."""
    charts = pages.build_charts(numbers, people)
    values: dict[str, Any] = {
        "heading": heading,
        "family": family,
        "after": row.after,
        "provisional": provisional,
        "games": numbers.coverage.games,
        "written": numbers.coverage.written,
        "hands": numbers.coverage.hands,
        "least": pages.choose_minimum(numbers),
        "boards": [
            board | {"label": f"figure_{board['key']}", "formula_label": f"formula_{board['key']}"}
            for board in pages.list_telling_boards(numbers, people)
        ],
        "trails": [
            (trail, {"number": people[trail.key][0], "name": people[trail.key][1]})
            for trail in draw_trails(row.progress)
            if trail.key in people
        ],
        "trail_width": compute_trail_width(row.after),
        "rounds": range(1, row.after + 1),
        **charts,
    }
    return Leaf("event_numbers", values)
