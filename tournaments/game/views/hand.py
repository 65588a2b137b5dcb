"""Hand checker: enter a hand and see its value with the reasons. The URL is the case."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path, reverse

from engine.family import families
from tournaments.core.text.circumstances import WAYS_TO_WIN, list_circumstances, list_places
from tournaments.core.text.hands import list_winds_by_letter
from tournaments.core.text.rules import format_game_title, format_ruleset_title
from tournaments.events import hall_address
from tournaments.game.logic.hand_input import HandInput
from tournaments.game.text import evaluate, list_palette_rows

ACTIONS = ("add", "remove", "clear")


def hand_checker(request: HttpRequest) -> HttpResponseBase:
    """Show the page; only its form and result for requests of htmx, with the URL of the new case."""
    query = request.GET.dict()
    question = HandInput.read(query).pressed(query)
    acted = any(action in query for action in ACTIONS)
    address = f"{reverse('hand_checker')}?{question.query()}"
    if request.headers.get("HX-Request"):
        response = render(request, "game/hand/_checker.html", _build_context(request, question, address))
        response["HX-Push-Url"] = address
        return _set_vary_header(response)
    if acted:
        return redirect(f"{address}&to={question.to}")
    return _set_vary_header(render(request, "game/hand/checker.html", _build_context(request, question, address)))


def _set_vary_header(response: HttpResponse) -> HttpResponse:
    response["Vary"] = ", ".join(filter(None, [response.get("Vary"), "HX-Request"]))
    return response


def _build_context(request: HttpRequest, question: HandInput, address: str) -> dict[str, Any]:
    # No separate process: the engine gets a hand of tiles at most, and the worst costs less than rendering the page.
    answer = evaluate(question)
    fields = list_circumstances(question.rules)
    return {
        "question": question,
        "answer": answer,
        "link": hall_address.make_absolute(request, address),
        "rulesets": [
            (family, [(f"{name}-{preset}", format_ruleset_title(family, preset)) for preset in family.presets])
            for name, family in families().items()
        ],
        "ways": [(by.value, words) for by, words in WAYS_TO_WIN.items()],
        "winds": list_winds_by_letter(),
        "places": list_places(fields),
        "fields": [(field, question.context.get(field.name, "")) for field in fields],
        "palette": list_palette_rows(answer),
        "examples": [(family.default_ruleset, family.example_hand) for family in families().values()],
        "games": ", ".join(map(format_game_title, families())),
    }


urlpatterns = [path("hand/", hand_checker, name="hand_checker")]
