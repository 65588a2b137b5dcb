from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.sentences import Sentence, gettext_noop
from tournaments.core.errors import UserError
from tournaments.core.printing.documents import Leaf, PaperHeading, PrintedSeat, make_qr_code
from tournaments.core.printing.registry import ROUND, SEATS, Order, build_heading, paper, translate_labels
from tournaments.core.text import places
from tournaments.core.text.printed import PrintedWords
from tournaments.entries.models.registration import Application
from tournaments.events.models import Tournament
from tournaments.results.papers import scoresheet
from tournaments.results.queries import sheets
from tournaments.results.queries.sheets import SheetSeat
from tournaments.rounds.models import GameTable
from tournaments.seasons.models import Evening

MAX_LANGUAGES = 3


SHEETS: dict[str, Any] = {"needs": "round", "labels": scoresheet.SHEET, "made_from": SEATS, "by_table": True}


@paper("score-sheets", _("Score sheets"), needed=(ROUND,), **SHEETS)
def score_sheets(order: Order) -> list[Leaf]:
    return _make_sheets(order, large=False)


@paper("score-sheets-large", _("Score sheets in large print"), **SHEETS)
def large_score_sheets(order: Order) -> list[Leaf]:
    return _make_sheets(order, large=True)


def _make_sheets(order: Order, *, large: bool) -> list[Leaf]:
    game_tables = {table.number: table for table in GameTable.objects.filter(round=order.played)}
    chosen = dict(Application.objects.filter(entry__tournament=order.tournament).values_list("entry_id", "language"))
    words: dict[tuple[str, ...], dict[str, PrintedWords]] = {}
    tables = []
    for number, chairs in sheets.group_published_seats(order.played.pk).items():
        if number not in game_tables or (order.tables and number not in order.tables):
            continue
        spoken = list_languages(order.languages, chairs, chosen)
        words.setdefault(spoken, translate_labels(list(spoken), scoresheet.SHEET))
        address = order.absolute(reverse("table_code", args=[game_tables[number].token]))
        players = [PrintedSeat.of(chair.wind, chair.entry, order.marks) for chair in chairs]
        tables.append(scoresheet.PrintedSheet(game_tables[number].called, players, address, words[spoken]))
    version = sheets.get_round_ruleset(order.played)
    expected = version.scoring.expected_total(4)
    return scoresheet.make_pages(
        build_heading(order), sheets.get_sheet_rules(version), tables, expected=expected, large=large
    )


def list_languages(printed: list[str], chairs: list[SheetSeat], chosen: dict[int, str]) -> tuple[str, ...]:
    """Return the event's first language, then those of the table's players, then its other print languages."""
    players = [chosen.get(chair.entry.pk) or places.find_country_language(chair.entry) for chair in chairs]
    spoken = dict.fromkeys([printed[0], *filter(None, players), *printed[1:]])
    return tuple(spoken)[:MAX_LANGUAGES]


ROOM: dict[str, str | Promise] = {
    "open_evening": _("Open evening"),
    "scan_room": _("Scan the code and pick the players of your table in the order of their seats."),
    "enter_evening": _("After the game one of you enters the result, and the others confirm it on their phones."),
}


def make_room_pages(heading: PaperHeading, address: str) -> list[Leaf]:
    return [Leaf("room_code", {"heading": heading, "code": make_qr_code(address), "address": address})]


@paper("room-code", _("Code of the room for open evenings"), feature=Tournament.Feature.EVENINGS, labels=ROOM)
def room_code(order: Order) -> list[Leaf]:
    """Return one poster. Raises `UserError` if the event has no open evenings."""
    evening = Evening.objects.filter(tournament=order.tournament).first()
    if evening is None:
        raise UserError(Sentence(gettext_noop("Tables cannot be opened here: set up open evenings first.")))
    return make_room_pages(build_heading(order), order.absolute(reverse("evening_room", args=[evening.token])))
