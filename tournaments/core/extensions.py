"""Addresses (`urls_module`) and pieces of pages (`@extends` in `page_extensions`) that other installed apps add."""

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

PLACES = (
    "table_code", "board", "board_table", "event_tabs", "rules_page", "ledger_line", "forfeit", "clause", "try",
    "check", "event_rules", "option_example", "ceremony", "public_player", "person", "event_over",
)  # fmt: skip
"""Places of pages; some get context: `table`, `line` and `forfeit` (keys), `clause`, `ruleset`, `may_judge`, `trial`,
`family`, `option`."""

_pieces: dict[str, list[Piece]] = {name: [] for name in PLACES}


def extends(place: str) -> Callable[[Piece], Piece]:
    """Show the function's HTML at one of `PLACES`. Raises KeyError for another place."""
    pieces = _pieces[place]

    def register(piece: Piece) -> Piece:
        pieces.append(piece)
        return piece

    return register


def list_pieces(place: str) -> tuple[Piece, ...]:
    discovery.import_modules("page_extensions")
    return tuple(_pieces[place])


def render_pieces(place: str, page: Mapping[str, Any]) -> SafeString:
    return format_html_join("", "{}", ((piece(page),) for piece in list_pieces(place)))


def make_tile_renderer(request: HttpRequest, tournament: object) -> Callable[[object], SafeString]:
    around = {"request": request, "tournament": tournament}
    return lambda table: render_pieces("board_table", {**around, "table": table})


def list_url_patterns() -> list[URLPattern | URLResolver]:
    patterns: list[URLPattern | URLResolver] = []
    for config in apps.get_app_configs():
        module = getattr(config, "urls_module", None)
        if module is not None:
            patterns += import_module(module).urlpatterns
    return patterns
