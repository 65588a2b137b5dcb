"""Players: the list, one player, rosters in and out."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.exports import person
from tournaments.forms.entries import AccountForm, EntryForm, FromRoundForm, NewEntryForm, RosterForm, SubstituteForm
from tournaments.forms.photos import PortraitForm
from tournaments.imports import entries as roster
from tournaments.imports.tables import MOST_SPREADSHEET_BYTES
from tournaments.models import Entry, Portrait, Tournament, User
from tournaments.permissions import requires
from tournaments.selectors import next_steps, people
from tournaments.services import accounts, player_accounts, privacy, registration
from tournaments.services.audit import Actor
from tournaments.site.request_limits import FORM, takes
from tournaments.templatetags.manage import step_url
from tournaments.views import previews
from tournaments.views.manage_support import attempt, button, page, submit
from tournaments.visibility import Visitor, private_facts
from tournaments.visibility import entries as visible_entries


def searched(viewer: Visitor, tournament: Tournament, words: str) -> list[Entry]:
    """The players whose number, names, club, country or team hold every word; all without words. By number."""
    found = visible_entries(viewer, tournament).select_related("team", "substitute_for", "application")
    return list(people.holding(found, words, private_facts(viewer, tournament)))


@requires("entries.view")
@require_safe
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All players, or those that are looked for."""
    words = request.GET.get("q", "")
    return page(
        request,
        tournament,
        "manage/entries.html",
        "entries",
        entries=searched(request.user, tournament, words),
        shows_ema="ema_number" in private_facts(request.user, tournament),
        words=words,
        step=next_steps.of_tournament(tournament),
    )


@requires("entries.add")
def add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A new player."""
    form = NewEntryForm(request.POST or None, instance=Entry(tournament=tournament), tournament=tournament)
    made = submit(request, form, lambda: registration.add(Actor.of(request), tournament, **form.values), "")
    if made is not None:
        messages.success(request, _("%(name)s is entered.") % {"name": made})
        again = "again" in request.POST
        return redirect("manage_entry_add", tournament.slug) if again else redirect("manage_entries", tournament.slug)
    return page(
        request, tournament, "manage/entry_add.html", "entries", status=422 if form.is_bound else 200, form=form
    )


@requires("entries.view")
def entry(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One player: what is known, and what can be done next."""
    return _entry_page(request, tournament, entry_numbered(tournament, number))


def _entry_page(
    request: HttpRequest, tournament: Tournament, player: Entry, *, status: int = 200, **forms: object
) -> HttpResponse:
    start = {"from_round": registration.first_open_round(tournament)}
    context: dict[str, object] = {
        "entry": player,
        "form": EntryForm(instance=player, tournament=tournament),
        "drop_form": FromRoundForm(initial=start, prefix="drop"),
        "return_form": FromRoundForm(initial=start, prefix="return"),
        "substitute_form": SubstituteForm(initial=start, prefix="substitute", tournament=tournament),
        "account_form": AccountForm(prefix="account"),
        "portrait_form": PortraitForm(),
        "has_portrait": Portrait.objects.filter(entry=player).exists(),
        "dropped": player.status == Entry.Status.DROPPED,
        "waiting": player.status == Entry.Status.WAITING,
        "substitutes": player.substitutes.order_by("from_round"),
        "forfeits": player.forfeits.filter(voided_at=None).select_related("round"),
        "seats": player.seats.filter(seating__state__in=("published", "playing"))
        .select_related("seating__round")
        .order_by("seating__round__number"),
        "step": next_steps.of_tournament(tournament),
    }
    return page(request, tournament, "manage/entry.html", "entries", status=status, **(context | forms))


@requires("entries.edit")
@require_POST
def edit(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Correct a player."""
    player = entry_numbered(tournament, number)
    form = EntryForm(request.POST, instance=player, tournament=tournament)
    done = submit(request, form, lambda: registration.edit(Actor.of(request), player, **form.values), _("Saved."))
    if done is None:
        return _entry_page(request, tournament, entry_numbered(tournament, number), status=422, form=form)
    return redirect("manage_entry", tournament.slug, done.number)


@requires("entries.edit")
@require_POST
def account(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The account is the player's; with the button beside it, it is not."""
    player = entry_numbered(tournament, number)
    if "unlink" in request.POST:
        return button(
            request,
            lambda: player_accounts.unlink(Actor.of(request), player),
            _("The account is not the player's any more."),
            "manage_entry",
            tournament.slug,
            number,
        )
    form = AccountForm(request.POST, prefix="account")
    done = submit(
        request,
        form,
        lambda: player_accounts.link(
            Actor.of(request), player, user=accounts.named(form.cleaned_data["account"], field="account")
        ),
        _("Saved."),
    )
    if done is None:
        return _entry_page(request, tournament, entry_numbered(tournament, number), status=422, account_form=form)
    return redirect("manage_entry", tournament.slug, number)


@requires("entries.edit")
@require_POST
def drop(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The player leaves."""
    player = entry_numbered(tournament, number)
    form = FromRoundForm(request.POST, prefix="drop")
    done = submit(
        request,
        form,
        lambda: registration.drop(Actor.of(request), player, **form.cleaned_data),
        _("The player is out. Seat a substitute, or draw the open rounds again."),
    )
    if done is None:
        return _entry_page(request, tournament, entry_numbered(tournament, number), status=422, drop_form=form)
    return redirect("manage_entry", tournament.slug, number)


@requires("entries.edit")
@require_POST
def return_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A player who had left is back."""
    player = entry_numbered(tournament, number)
    form = FromRoundForm(request.POST, prefix="return")
    done = submit(
        request,
        form,
        lambda: registration.return_(Actor.of(request), player, **form.cleaned_data),
        _("The player is back."),
    )
    if done is None:
        return _entry_page(request, tournament, entry_numbered(tournament, number), status=422, return_form=form)
    return redirect("manage_entry", tournament.slug, number)


@requires("entries.edit")
@require_POST
def substitute(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Somebody takes the player's chair."""
    player = entry_numbered(tournament, number)
    form = SubstituteForm(request.POST, prefix="substitute", tournament=tournament)
    done = submit(
        request,
        form,
        lambda: registration.substitute(Actor.of(request), player, **form.values),
        _("The substitute sits in the same chair from that round on."),
    )
    if done is None:
        return _entry_page(request, tournament, entry_numbered(tournament, number), status=422, substitute_form=form)
    return redirect("manage_entry", tournament.slug, done.number)


@requires("entries.edit")
@require_POST
def waiting(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Move a player to the waiting list, or into the field."""
    player = entry_numbered(tournament, number)
    wanted = request.POST.get("waiting") == "yes"
    return button(
        request,
        lambda: registration.set_waiting(Actor.of(request), player, waiting=wanted),
        _("Saved."),
        "manage_entry",
        tournament.slug,
        number,
    )


@requires("entries.edit")
@require_POST
def remove(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Delete an entry made by mistake."""
    player = entry_numbered(tournament, number)
    done = attempt(
        request, lambda: registration.remove(Actor.of(request), player), _("%(name)s is removed.") % {"name": player}
    )
    return redirect("manage_entries", tournament.slug) if done else redirect("manage_entry", tournament.slug, number)


@requires("entries.export")
@require_safe
def person_file(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """All that the event knows of the person."""
    answer = HttpResponse(person.of_entry(entry_numbered(tournament, number)), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-{number}.json"'
    return answer


@requires("entries.edit")
@require_POST
def erase(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Forget the person; the results stay under initials."""
    player = entry_numbered(tournament, number)
    return button(
        request,
        lambda: privacy.erase(Actor.of(request), player),
        _("The personal data are erased; results stay under initials."),
        "manage_entry",
        tournament.slug,
        number,
    )


@requires("entries.add")
def known(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """People of one's earlier events who are not entered here: those that are ticked are added."""
    found = people.known_people(cast(User, request.user), tournament)
    if request.method == "POST":
        ticked = set(request.POST.getlist("person"))
        chosen = [one for one in found if str(one.entry.pk) in ticked]
        done = _("%(count)s players are entered.") % {"count": len(chosen)}
        if attempt(request, lambda: registration.add_known(Actor.of(request), tournament, people=chosen), done):
            return redirect("manage_entries", tournament.slug)
    words = request.GET.get("q", "")
    shown = [
        one for one in found if all(word in people.folded(one.entry.name) for word in people.folded(words).split())
    ]
    return page(request, tournament, "manage/known_people.html", "entries", people=shown, words=words)


@takes(MOST_SPREADSHEET_BYTES + FORM)
@requires("entries.import")
def import_(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A roster: first a look at what it would do, saved by a second post only."""
    if "confirmed" in request.POST:
        return _confirm(request, tournament)
    form = RosterForm(request.POST or None, request.FILES or None)
    preview, token = None, ""
    if request.method == "POST" and form.is_valid():
        register = people.register_of(cast(User, request.user), tournament)
        preview = roster.compare(tournament, form.source(), register=register)
        rows = [[r.line, r.action, r.number, r.values, r.status] for r in preview.rows]
        token = previews.sealed(tournament, "roster", rows, preview.left_out)
    return page(
        request,
        tournament,
        "manage/import.html",
        "entries",
        status=422 if form.is_bound and not form.is_valid() else 200,
        form=form,
        preview=preview,
        token=token,
        columns=roster.COLUMNS,
    )


def _confirm(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    seen = previews.opened(request, tournament, "roster")
    if seen is None:
        return redirect("manage_import", tournament.slug)
    rows, left_out = seen
    if left_out and "leave_out" not in request.POST:
        told = _("Say that the columns %(names)s stay out, or name them otherwise and choose the file again.")
        messages.error(request, told % {"names": ", ".join(left_out)})
        return redirect("manage_import", tournament.slug)
    saved = [roster.RosterRow(*row) for row in rows]
    done = attempt(
        request,
        lambda: roster.save(Actor.of(request), tournament, rows=saved, make_teams="without_teams" not in request.POST),
        _("The roster is saved."),
    )
    if not done:
        return redirect("manage_import", tournament.slug)
    step = next_steps.of_tournament(tournament)
    drawn = tournament.rounds.filter(seatings__isnull=False).exists()
    # Before the first draw the players are in, and seating them is what comes next.
    way = step_url(tournament, step) if step.action == "seat" and not drawn else ""
    return redirect(way or reverse("manage_entries", args=[tournament.slug]))


def entry_numbered(tournament: Tournament, number: int) -> Entry:
    """The player of the number; 404 without one."""
    return get_object_or_404(Entry.objects.select_related("team"), tournament=tournament, number=number)


BASE = "t/<slug:slug>/manage"
urlpatterns = [
    path(f"{BASE}/entries/", entries, name="manage_entries"),
    path(f"{BASE}/entries/add/", add, name="manage_entry_add"),
    path(f"{BASE}/entries/known/", known, name="manage_known_people"),
    path(f"{BASE}/entries/import/", import_, name="manage_import"),
    path(f"{BASE}/entries/<int:number>/", entry, name="manage_entry"),
    path(f"{BASE}/entries/<int:number>/edit/", edit, name="manage_entry_edit"),
    path(f"{BASE}/entries/<int:number>/account/", account, name="manage_entry_account"),
    path(f"{BASE}/entries/<int:number>/drop/", drop, name="manage_entry_drop"),
    path(f"{BASE}/entries/<int:number>/return/", return_, name="manage_entry_return"),
    path(f"{BASE}/entries/<int:number>/substitute/", substitute, name="manage_entry_substitute"),
    path(f"{BASE}/entries/<int:number>/waiting/", waiting, name="manage_entry_waiting"),
    path(f"{BASE}/entries/<int:number>/data.json", person_file, name="manage_entry_data"),
    path(f"{BASE}/entries/<int:number>/erase/", erase, name="manage_entry_erase"),
    path(f"{BASE}/entries/<int:number>/remove/", remove, name="manage_entry_remove"),
]
