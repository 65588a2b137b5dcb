"""Downloads of a player with an account: the data of the own entries, as a file and on paper."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.accounts.models import User
from tournaments.core.printing.documents import PAPERS
from tournaments.core.printing.registry import Order, find_paper
from tournaments.core.text import names
from tournaments.core.views.papers import make_paper_response
from tournaments.exchange.files import own_data
from tournaments.exchange.papers import build_person_leaves
from tournaments.people.own import query_confirmed_entries


@login_required
@never_cache
@require_safe
def own_file(request: HttpRequest) -> HttpResponse:
    content = own_data.build_own_file(query_confirmed_entries(cast(User, request.user)))
    answer = HttpResponse(content, content_type="application/json")
    answer["Content-Disposition"] = 'attachment; filename="my-data.json"'
    return answer


@login_required
@never_cache
@require_safe
def own_paper(request: HttpRequest) -> HttpResponse:
    """Print the own data; an account without a player goes back to its page."""
    orders = [Order(entry.tournament, subject=entry) for entry in query_confirmed_entries(cast(User, request.user))]
    paper, size = find_paper("personal-data"), request.GET.get("paper", "a4")
    if not orders or paper is None:
        return redirect("my_page")
    with names.reading_names(full=True):
        leaves = [leaf for order in orders for leaf in build_person_leaves(order, own_data.own_facts_of(order.subject))]
    return make_paper_response(
        request, paper, orders[0], size if size in PAPERS else "a4", "my-data.pdf", leaves=leaves
    )


urlpatterns = [
    path("my/data.json", own_file, name="my_data"),
    path("my/data.pdf", own_paper, name="my_data_paper"),
]
