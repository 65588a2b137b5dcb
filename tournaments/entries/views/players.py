"""Organiser's pages of players: list, one player, import and export."""

from __future__ import annotations

from functools import partial
from typing import cast

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.accounts.models import User
from tournaments.accounts.services.last_seen import remember_columns
from tournaments.core.actions import blank_form, submit_action
from tournaments.core.audit import Actor
from tournaments.core.forms.columns import posted, uploaded
from tournaments.core.forms.encodings import encoding_choice, kept_file
from tournaments.core.http.request_limits import FORM, takes
from tournaments.core.permissions import can, requires
from tournaments.core.tabular.reading import MAX_SPREADSHEET_BYTES, read
from tournaments.core.text import places
from tournaments.core.views import previews
from tournaments.core.views.manage import attempt, page
from tournaments.core.visibility import Visitor, seen_questions
from tournaments.core.visibility import entries as visible_entries
from tournaments.entries.forms.entries import NewEntryForm, PortraitForm, RosterForm
from tournaments.entries.models.entries import Entry, Portrait
from tournaments.entries.queries import (
    known_names,
    known_people,
    private_facts,
    register_of,
    search_players,
    unknown_countries,
)
from tournaments.entries.reading import roster as roster
from tournaments.entries.reading.answers import ROSTER, answered, roster_table
from tournaments.entries.reading.roster_rows import RosterRow
from tournaments.events.models import Tournament
from tournaments.results.models.results import ResultSeat, TableResult
from tournaments.standings.queries.categories import used_categories
from tournaments.templatetags.next_steps import next_step_url

PEOPLE_PER_PAGE = 40
PLAYERS_PER_PAGE = 100


def searched(viewer: Visitor, tournament: Tournament, words: str) -> list[Entry]:
    """Return the players whose number, names, club, country or team contain every word, by number

    All without words.
    """
    found = visible_entries(viewer, tournament).select_related("team", "substitute_for", "application")
    return list(search_players(found, words, private_facts(viewer, tournament)))


@requires("entries.view")
@require_safe
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List all players, or those found by the search."""
    return show_entries(request, tournament)


def show_entries(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, country_form: forms.BaseForm | None = None
) -> HttpResponse:
    """Show the list; `country_form`: the answer about a country with its errors."""
    words = request.GET.get("q", "")
    players = searched(request.user, tournament, words)
    found = Paginator(players, PLAYERS_PER_PAGE)
    return page(
        request,
        tournament,
        "entries/manage/entries.html",
        "entries",
        has_attendance=tournament.lasts_weeks or Tournament.Feature.EVENINGS in tournament.enabled,
        status=status,
        page=found.get_page(request.GET.get("page")),
        unknown_countries=unknown_countries(tournament) if can(request.user, "entries.edit", tournament) else [],
        countries=places.coded_countries,
        country_form=country_form,
        shows_ema="ema_number" in private_facts(request.user, tournament),
        questions=answered(seen_questions(request.user, tournament), players),
        categories=used_categories(tournament),
        words=words,
    )


@requires("entries.add")
def add(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Show and handle the form for a new player; `?house=1`: for a house substitute."""
    if request.method == "POST":
        return submit_action("manage_entry_add", request, tournament)
    form = cast(NewEntryForm, blank_form("manage_entry_add", tournament))
    if request.GET.get("house"):
        form.begin_with_house_substitute()
    return show_add(request, tournament, form=form)


def show_add(request: HttpRequest, tournament: Tournament, *, status: int = 200, form: forms.BaseForm) -> HttpResponse:
    """Show the form of a new player."""
    return page(request, tournament, "entries/manage/entry_add.html", "entries", status=status, form=form)


@requires("entries.view")
def entry(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show one player and the possible actions."""
    return show_entry(request, tournament, entry_numbered(tournament, number))


def show_entry(
    request: HttpRequest, tournament: Tournament, player: Entry, *, status: int = 200, **bound: forms.BaseForm
) -> HttpResponse:
    """Show the page; `bound`: forms by context name that replace the empty ones."""
    seats = player.seats.filter(seating__state__in=("published", "playing")).select_related("seating__round")
    shows_results = can(request.user, "results.view", tournament)
    results = ResultSeat.objects.filter(entry=player, result__state=TableResult.State.CONFIRMED)
    points = dict(results.values_list("result__table__round", "points")) if shows_results else {}
    context: dict[str, object] = {
        "entry": player,
        "form": blank_form("manage_entry_edit", tournament, player),
        "drop_form": blank_form("manage_entry_drop", tournament),
        "return_form": blank_form("manage_entry_return", tournament),
        "substitute_form": blank_form("manage_entry_substitute", tournament),
        "account_form": blank_form("manage_entry_account", tournament),
        "portrait_form": PortraitForm(),
        "has_portrait": Portrait.objects.filter(entry=player).exists(),
        "dropped": player.status == Entry.Status.DROPPED,
        "waiting": player.status == Entry.Status.WAITING,
        "substitutes": player.substitutes.order_by("from_round"),
        "forfeits": player.forfeits.filter(voided_at=None).select_related("round"),
        "places": [(seat, points.get(seat.seating.round_id)) for seat in seats.order_by("-seating__round__number")],
        "shows_results": shows_results,
        "questions": answered(seen_questions(request.user, tournament), [player]),
    }
    return page(request, tournament, "entries/manage/entry.html", "entries", status=status, **(context | bound))


@requires("entries.add")
def known(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """List people of the account's earlier events who are not entered here; add the selected ones.

    Turning a page and searching post the form too, so that what was selected stays so.
    """
    if request.method == "POST" and "page" not in request.POST:
        return submit_action("manage_known_people", request, tournament)
    return show_known_people(request, tournament)


def show_known_people(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, **bound: forms.BaseForm
) -> HttpResponse:
    """Show the people found; `bound`: the form with its errors."""
    asked = request.POST or request.GET
    words, selected = asked.get("q", ""), request.POST.getlist("person")
    user = cast(User, request.user)
    names = Paginator(known_names(user, tournament, words), PEOPLE_PER_PAGE).get_page(asked.get("page"))
    people = known_people(user, tournament, list(names))
    here = {person.key for person in people}
    context = {
        "page": names,
        "people": people,
        "words": words,
        "selected": selected,
        "elsewhere": [key for key in selected if key not in here],
        **bound,
    }
    return page(request, tournament, "entries/manage/known_people.html", "entries", status=status, **context)


@takes(MAX_SPREADSHEET_BYTES + FORM)
@requires("entries.import")
def import_(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Preview a roster; a second post saves it."""
    if "confirmed" in request.POST:
        return _confirm(request, tournament)
    user, chosen = cast(User, request.user), "columns" in request.POST
    again = "kept_file" in request.POST
    form = RosterForm(None if chosen or again else request.POST or None, request.FILES or None)
    preview, token, mapping, encodings = None, "", None, None
    kind, table = roster_table(tournament), None
    if chosen:
        table = posted(kind, request, tournament)
    elif again:
        if (kept := kept_file(request, tournament)) is not None:
            source = read(kept[0], encoding=kept[1])
            table, encodings = uploaded(kind, user, source), encoding_choice(tournament, kept[0], source.encoding)
    else:
        table = uploaded(kind, user, form.source()) if request.method == "POST" and form.is_valid() else None
        if table is not None and (content := form.cleaned_data["file"]):
            encodings = encoding_choice(tournament, content, table.source.encoding)
    if table is not None:
        preview = roster.compare(tournament, table.read, register=partial(register_of, user, tournament))
        rows = [[r.line, r.action, r.number, r.values, r.status] for r in preview.rows]
        token = previews.sealed(tournament, "roster", rows, preview.left_out, table.learned)
        mapping = table.shown(tournament)
    return page(
        request,
        tournament,
        "entries/manage/import.html",
        "entries",
        status=422 if form.is_bound and not form.is_valid() else 200,
        form=form,
        preview=preview,
        token=token,
        mapping=mapping,
        encodings=encodings,
        columns=[
            *roster.COLUMNS,
            *(["categories"] if tournament.categories.exists() else []),
            *(question.label for question in tournament.questions.all()),
        ],
    )


def _confirm(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    seen = previews.opened(request, tournament, "roster")
    if seen is None:
        return redirect("manage_import", tournament.slug)
    rows, left_out, learned = seen
    if left_out and "leave_out" not in request.POST:
        told = _("Confirm that the columns %(names)s are ignored, or rename them and choose the file again.")
        messages.error(request, told % {"names": ", ".join(left_out)})
        return redirect("manage_import", tournament.slug)
    saved = [RosterRow(*row) for row in rows]
    done = attempt(
        request,
        lambda: roster.save(Actor.of(request), tournament, rows=saved, make_teams="without_teams" not in request.POST),
        _("The roster is saved."),
    )
    if not done:
        return redirect("manage_import", tournament.slug)
    remember_columns(cast(User, request.user), ROSTER, learned)
    drawn = tournament.rounds.filter(seatings__isnull=False).exists()
    # Before the first draw the players are in, and seating them is what comes next.
    way = "" if drawn else next_step_url(tournament, "seat")
    return redirect(way or reverse("manage_entries", args=[tournament.slug]))


def entry_numbered(tournament: Tournament, number: int) -> Entry:
    """Return the player with this number. Raises Http404."""
    return get_object_or_404(Entry.objects.select_related("team"), tournament=tournament, number=number)


BASE = "t/<slug:slug>/manage"
urlpatterns = [
    path(f"{BASE}/entries/", entries, name="manage_entries"),
    path(f"{BASE}/entries/add/", add, name="manage_entry_add"),
    path(f"{BASE}/entries/known/", known, name="manage_known_people"),
    path(f"{BASE}/entries/import/", import_, name="manage_import"),
    path(f"{BASE}/entries/<int:number>/", entry, name="manage_entry"),
]
