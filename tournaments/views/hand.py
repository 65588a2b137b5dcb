"""The hand checker: build a hand or type it, and see what it is worth and why. The address is the case."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path, reverse

from engine.family import families
from engine.tiles.tile import FLOWERS, RED_FIVES
from tournaments.forms.hand import PLACES, HandQuestion, circumstances, ruleset_choices
from tournaments.selectors import site_address
from tournaments.selectors.hand_check import HandAnswer, answer
from tournaments.wording.game.circumstances import WAYS_TO_WIN
from tournaments.wording.game.winds import winds_by_letter
from tournaments.wording.language import reader
from tournaments.wording.rules import game_title, ruleset_title

ACTIONS = ("add", "remove", "clear")


def hand_checker(request: HttpRequest) -> HttpResponseBase:
    """The page; only its working part when htmx asks, with the address of the new case."""
    question = HandQuestion.read(request.GET)
    acted = any(action in request.GET for action in ACTIONS)
    if acted:
        question = question.pressed(request.GET)
    address = f"{reverse('hand_checker')}?{question.query()}"
    if request.headers.get("HX-Request"):
        response = render(request, "hand/_checker.html", _values(request, question, address))
        response["HX-Push-Url"] = address
        return _varying(response)
    if acted:
        return redirect(f"{address}&to={question.to}")
    return _varying(render(request, "hand/checker.html", _values(request, question, address)))


def _varying(response: HttpResponse) -> HttpResponse:
    response["Vary"] = ", ".join(filter(None, [response.get("Vary"), "HX-Request"]))
    return response


def _values(request: HttpRequest, question: HandQuestion, address: str) -> dict[str, Any]:
    # Not in a process of its own: no more tiles than a hand has reach the engine, and the worst of those cost it less
    # than this page costs to be written.
    found = answer(question)
    fields = circumstances(question.rules)
    return {
        "question": question,
        "answer": found,
        "link": site_address.absolute(request, address),
        "rulesets": [
            (families()[family], [(name, ruleset_title(families()[family], name.partition("-")[2])) for name in names])
            for family, names in ruleset_choices()
        ],
        "ways": [(by.value, reader().gettext(words)) for by, words in WAYS_TO_WIN.items()],
        "winds": winds_by_letter(reader()),
        "places": [
            *PLACES.items(),
            *((one.name, one.label) for one in fields if one.kind in ("tile", "tiles")),
        ],
        "fields": [(one, question.context.get(one.name, "")) for one in fields],
        "palette": _palette(found),
        "examples": [(family.default_ruleset, family.example_hand) for family in families().values()],
        "games": ", ".join(map(game_title, families())),
    }


def _palette(found: HandAnswer) -> list[list[tuple[int, bool]]]:
    """Rows of (tile, still to be had), only of tiles that the ruleset plays with."""
    tile_set = found.question.rules.tile_set
    rows = [list(range(9)), list(range(9, 18)), list(range(18, 27)), list(range(27, 34)), [*RED_FIVES], [*FLOWERS]]
    free = found.question.to not in PLACES
    return [
        [(tile, free or found.used.get(tile, 0) < tile_set.copies[tile]) for tile in row if tile_set.copies[tile]]
        for row in rows
        if any(tile_set.copies[tile] for tile in row)
    ]


urlpatterns = [path("hand/", hand_checker, name="hand_checker")]
