"""Addresses and pieces of pages that other installed apps add.

An app adds addresses with `urls_module` in its config, and pieces of pages with functions under `@extends` in its
`page_extensions` module. A page that has room for such pieces says `{% extension "board" %}`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from django.apps import apps
from django.http import HttpRequest
from django.urls import URLPattern, URLResolver
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from tournaments.core import discovery

Piece = Callable[[Mapping[str, Any]], str]
"""A page's context -> safe HTML, empty where there is nothing to show."""

PLACES = (
    "table_code", "board", "board_table", "event_tabs", "rules_page", "ledger_line", "forfeit", "clause", "try",
    "check", "event_rules", "option_example",
)  # fmt: skip
"""The page that a table's code opens, the organiser's board, a table in its plan of the hall (`table`), the tabs
of an event's public pages, a ruleset's page, one line of the ledger wherever it is shown (`line` its key,
`clause`, `may_judge`), a lost session or disqualification likewise (`forfeit` its key), a clause wherever one
is cited (`clause`; `ruleset` the name of the rules where no tournament is shown), the cards of a
demonstration (`trial`), the ways to check a whole event, the rules on the page of settings, and the example of an
option of a ruleset (`family`, `option`) that the engine alone does not answer."""

_pieces: dict[str, list[Piece]] = {name: [] for name in PLACES}


def extends(place: str) -> Callable[[Piece], Piece]:
    """Show the function's HTML at a place of a page, one of `PLACES`. Raises KeyError for an unknown place."""
    pieces = _pieces[place]

    def register(piece: Piece) -> Piece:
        pieces.append(piece)
        return piece

    return register


def pieces(place: str) -> tuple[Piece, ...]:
    """Return the functions for a place, in the order of the installed apps. Raises KeyError for an unknown place."""
    discovery.import_modules("page_extensions")
    return tuple(_pieces[place])


def html_of(place: str, page: Mapping[str, Any]) -> SafeString:
    """Return the pieces of all apps for a place, one after another."""
    return format_html_join("", "{}", ((piece(page),) for piece in pieces(place)))


def on_tiles(request: HttpRequest, tournament: object) -> Callable[[object], SafeString]:
    """Return the function of the pieces on a table's tile."""
    around = {"request": request, "tournament": tournament}
    return lambda table: html_of("board_table", {**around, "table": table})


def addresses() -> list[URLPattern | URLResolver]:
    """Return the URL patterns of all installed apps, in the order of the apps."""
    patterns: list[URLPattern | URLResolver] = []
    for config in apps.get_app_configs():
        module = getattr(config, "urls_module", None)
        if module is not None:
            patterns += import_module(module).urlpatterns
    return patterns
