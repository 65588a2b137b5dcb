"""Hand checker: enter a hand and see its value with the reasons. The URL is the case."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path, reverse

from engine.family import families
from tournaments.core.text.rules import format_game_title, format_ruleset_title
from tournaments.core.views.hand_checker import build_checker, is_piece, set_vary_header
from tournaments.events import hall_address
from tournaments.game.logic.hand_input import HandInput

ACTIONS = ("add", "remove", "clear")


def hand_checker(request: HttpRequest) -> HttpResponseBase:
    """Show the page; only its form and result for requests of htmx, with the URL of the new case."""
    query = request.GET.dict()
    question = HandInput.read(query).pressed(query)
    acted = any(action in query for action in ACTIONS)
    address = f"{reverse('hand_checker')}?{question.query()}"
    if is_piece(request):
        response = render(request, "game/hand/_checker.html", _build_context(request, question, address))
        response["HX-Push-Url"] = address
        return set_vary_header(response)
    if acted:
        return redirect(f"{address}&to={question.to}")
    return set_vary_header(render(request, "game/hand/checker.html", _build_context(request, question, address)))


def _build_context(request: HttpRequest, question: HandInput, address: str) -> dict[str, Any]:
    return build_checker(question, reverse("hand_checker")) | {
        "link": hall_address.make_absolute(request, address),
        "rulesets": [
            (family, [(f"{name}-{preset}", format_ruleset_title(family, preset)) for preset in family.presets])
            for name, family in families().items()
        ],
        "examples": [(family.default_ruleset, family.example_hand) for family in families().values()],
        "games": ", ".join(map(format_game_title, families())),
    }


urlpatterns = [path("hand/", hand_checker, name="hand_checker")]
