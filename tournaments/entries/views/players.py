from __future__ import annotations

from functools import partial
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.accounts.models import User
from tournaments.accounts.services.last_seen import remember_columns
from tournaments.core.audit import Actor
from tournaments.core.forms.columns import map_uploaded_table, read_posted_table
from tournaments.core.forms.encodings import build_encoding_choice, reopen_uploaded_file
from tournaments.core.http.request_limits import FORM, takes
from tournaments.core.permissions import requires
from tournaments.core.tabular.reading import MAX_SPREADSHEET_BYTES, read
from tournaments.core.views import previews
from tournaments.core.views.manage import page, try_change
from tournaments.entries.actions.categories import build_category_forms
from tournaments.entries.actions.players import build_player_forms
from tournaments.entries.actions.questions import build_question_forms
from tournaments.entries.forms.entries import RosterForm
from tournaments.entries.known_people import register_of
from tournaments.entries.pages import get_entry_by_number, show_categories, show_entries, show_entry, show_questions
from tournaments.entries.reading import roster as roster
from tournaments.entries.reading.answers import ROSTER, build_roster_table_kind
from tournaments.entries.reading.roster_rows import RosterRow
from tournaments.events.models import Tournament
from tournaments.people.queries import describe_suggestions
from tournaments.templatetags.next_steps import next_step_url


@requires("entries.view")
@require_safe
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_entries(request, tournament)


@requires("entries.view")
def entry(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    player = get_entry_by_number(tournament, number)
    return show_entry(request, tournament, player, **build_player_forms(player))


@requires("entries.edit")
@require_safe
def categories(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_categories(request, tournament, **build_category_forms(tournament))


@requires("entries.edit")
@require_safe
def questions(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_questions(request, tournament, **build_question_forms(tournament))


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
    kind, table = build_roster_table_kind(tournament), None
    if chosen:
        table = read_posted_table(kind, request, tournament)
    elif again:
        if (stored := reopen_uploaded_file(request, tournament)) is not None:
            source = read(stored[0], encoding=stored[1])
            table, encodings = (
                map_uploaded_table(kind, user, source),
                build_encoding_choice(tournament, stored[0], source.encoding),
            )
    else:
        table = map_uploaded_table(kind, user, form.source()) if request.method == "POST" and form.is_valid() else None
        if table is not None and (content := form.cleaned_data["file"]):
            encodings = build_encoding_choice(tournament, content, table.source.encoding)
    if table is not None:
        preview = roster.compare(tournament, table.read, register=partial(register_of, user, tournament))
        rows = [[r.line, r.action, r.number, r.values, r.status] for r in preview.rows]
        token = previews.seal_preview(tournament, "roster", rows, preview.left_out, table.learned)
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
    preview = previews.open_preview(request, tournament, "roster")
    if preview is None:
        return redirect("manage_import", tournament.slug)
    rows, left_out, learned = preview
    if left_out and "leave_out" not in request.POST:
        refusal = _("Confirm that the columns %(names)s are ignored, or rename them and choose the file again.")
        messages.error(request, refusal % {"names": ", ".join(left_out)})
        return redirect("manage_import", tournament.slug)
    saved = [RosterRow(*row) for row in rows]
    done = try_change(
        request,
        lambda: roster.save(Actor.of(request), tournament, rows=saved, make_teams="without_teams" not in request.POST),
        _("The roster is saved."),
    )
    if not done:
        return redirect("manage_import", tournament.slug)
    user = cast(User, request.user)
    remember_columns(user, ROSTER, learned)
    if suggestions := describe_suggestions(user, tournament):
        messages.info(request, suggestions)
    drawn = tournament.rounds.filter(seatings__isnull=False).exists()
    # Before the first draw, seating is the next step.
    way = "" if drawn else next_step_url(tournament, "seat")
    return redirect(way or reverse("manage_entries", args=[tournament.slug]))


BASE = "t/<slug:slug>/manage"
urlpatterns = [
    path(f"{BASE}/entries/", entries, name="manage_entries"),
    path(f"{BASE}/entries/import/", import_, name="manage_import"),
    path(f"{BASE}/entries/<int:number>/", entry, name="manage_entry"),
    path(f"{BASE}/categories/", categories, name="manage_categories"),
    path(f"{BASE}/questions/", questions, name="manage_questions"),
]
