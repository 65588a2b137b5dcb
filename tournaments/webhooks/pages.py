"""Pages of webhooks, which their views and actions show with their forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments.core.views.manage import page
from tournaments.events.hall_address import find_known_address
from tournaments.events.models import Tournament
from tournaments.seasons.models import Season
from tournaments.seasons.permissions import list_season_actions
from tournaments.webhooks.models import Webhook
from tournaments.webhooks.queries import is_silent, list_kind_titles, list_states

NEW_KEY: Final = "new_webhook_key"
"""Place in the session of a signing key until the next page shows it, once."""

MakeForm = Callable[[Webhook], BaseForm]


def _build_context(
    request: HttpRequest, owner: Tournament | Season, forms: Mapping[str, BaseForm], make_form: MakeForm, names: str
) -> dict[str, Any]:
    titles = list_kind_titles()
    rows = []
    for state in list_states(list(owner.webhooks.select_related("secret").order_by("number"))):
        number = state.webhook.number
        steps = ("edit", "test", "pause", "resume", "remove")
        rows.append(
            {
                "state": state,
                "form": make_form(state.webhook),
                "kinds": [titles[kind] for kind in state.webhook.kinds if kind in titles],
                "messages": [(message, titles.get(message.kind, message.kind)) for message in state.messages],
                **{step: reverse(f"{names}_{step}", args=[owner.slug, number]) for step in steps},
            }
        )
    return {
        **forms,
        "rows": rows,
        "add": reverse(f"{names}_add", args=[owner.slug]),
        "new_key": request.session.pop(NEW_KEY, ""),
        "without_address": not find_known_address(),
    }


def show_webhooks(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, make_form: MakeForm, **forms: BaseForm
) -> HttpResponse:
    context = _build_context(request, tournament, forms, make_form, "manage_webhook")
    silent = is_silent(tournament)
    return page(request, tournament, "webhooks/manage.html", "webhooks", status=status, silent=silent, **context)


def show_webhooks_of_season(
    request: HttpRequest, season: Season, *, status: int = 200, make_form: MakeForm, **forms: BaseForm
) -> HttpResponse:
    context = _build_context(request, season, forms, make_form, "manage_season_webhook")
    frame = {"season": season, "allowed": list_season_actions(request.user, season)}
    return render(request, "webhooks/season.html", frame | context, status=status)
