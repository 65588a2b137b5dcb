"""Form of the hand checker with its answer, for its own page and for pages that take a hand."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.core.text.circumstances import WAYS_TO_WIN, list_circumstances, list_places
from tournaments.core.text.hand_results import HandResult, evaluate, list_palette_rows
from tournaments.core.text.hands import list_winds_by_letter
from tournaments.game.logic.hand_input import HandInput


def build_checker(question: HandInput, address: str, answer: HandResult | None = None) -> dict[str, Any]:
    """Return the values of `game/hand/_checker.html`; `address` takes the presses."""
    # No separate process: the engine gets a hand of tiles at most, and the worst costs less than rendering the page.
    answer = answer or evaluate(question)
    fields = list_circumstances(question.rules)
    return {
        "question": question,
        "answer": answer,
        "checker_address": address,
        "ways": [(by.value, words) for by, words in WAYS_TO_WIN.items()],
        "winds": list_winds_by_letter(),
        "places": list_places(fields),
        "fields": [(field, question.context.get(field.name, "")) for field in fields],
        "palette": list_palette_rows(answer),
    }


def set_vary_header(response: HttpResponse) -> HttpResponse:
    response["Vary"] = ", ".join(filter(None, [response.get("Vary"), "HX-Request"]))
    return response


def is_piece(request: HttpRequest) -> bool:
    return bool(request.headers.get("HX-Request"))
