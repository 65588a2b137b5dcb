from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.http.limits import SECONDS, LimitError, TooMuchError, TooOftenError, run_with_limit
from tournaments.core.http.problems import make_refusal
from tournaments.core.http.request_limits import FORM, takes
from tournaments.core.http.throttles import CERTIFICATES, count_against_rate
from tournaments.core.models.jobs import Job
from tournaments.core.permissions import can, requires
from tournaments.core.text.sentences import in_words
from tournaments.core.views.manage import page, round_numbered, submit
from tournaments.core.views.public import get_visible_tournament
from tournaments.core.visibility import VisibleDraw, build_name_marks, find_visible_draw
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.queries.participants import list_unconfirmed_tables_before, list_unstarted_rounds_before
from tournaments.seating.actions.seating import build_seating_forms
from tournaments.seating.forms.draws import SETTING_CHOICES, SettingForm
from tournaments.seating.logic import SETTINGS
from tournaments.seating.logic.certificate import make_seed, parse_certificate
from tournaments.seating.logic.draws import KINDS, Draw
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.text import KIND_NAMES, explain_measures
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.pages import render_seating_page
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.queries.draws import build_chain
from tournaments.seating.queries.numbers import map_people_by_number
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import draw_records, swiss_jobs
from tournaments.seating.services.drafts import IMPROVABLE, MAX_EFFORT
from tournaments.seating.text import draws
from tournaments.seating.views.explain_round import list_repeats_in_draw
from tournaments.seating.views.heat_map import build_heat_map
from tournaments.seating.views.ratings_used import count_changed_ratings, describe_ratings_used

MAX_CHARACTERS = 2_000_000
MAX_SEATS = 8_000
"""Seats of the largest certificate that a page checks; the command takes larger ones."""
MAX_ENTRIES, MAX_NUMBERS = 1_000, 2_000
"""Entries of any list, and different numbers: memory grows with the square of the players."""
TOO_LARGE = gettext_noop("This certificate is too large for the page; check it with the command.")


def _get_draw(request: HttpRequest, slug: str, number: int) -> tuple[SeatingDraw, VisibleDraw]:
    tournament = get_visible_tournament(request, slug)
    draw = get_object_or_404(SeatingDraw, tournament=tournament, number=number)
    # The visible event already carries the tabs of its pages; the draw's own copy does not.
    draw.tournament = tournament
    sight = find_visible_draw(request.user, draw)
    if sight is None:
        raise Http404
    return draw, sight


@require_safe
def show(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    draw, sight = _get_draw(request, slug, number)
    value = draw.value
    played, inputs = value.inputs.played, value.inputs
    drawn = draw.round_numbers
    rounds = value.rounds
    if not sight.whole:
        rounds = tuple(tables for number, tables in zip(drawn, value.rounds, strict=False) if number in sight.rounds)
    measured = value.measure_with_played()
    byes = len(value.byes[0]) if value.byes else 0
    substitutes = len(getattr(inputs, "substitutes", ()))
    worth = [in_words(line) for line in explain_measures(measured, substitutes=substitutes, byes=0 if played else byes)]
    if played and byes:
        worth.append(_("%(count)s sit out in each of these rounds, in turn.") % {"count": byes})
    may_draft = can(request.user, "seating.draft", draw.tournament)
    is_draft = may_draft and draw.seatings.filter(state=Seating.State.DRAFT).exists()
    context = {
        "tournament": draw.tournament,
        "section": "seating",
        "draw": draw,
        "marks": build_name_marks(draw.tournament),
        "how": draws.explain_draw(value),
        "aims": draws.describe_aims(value),
        "over": _("Measured together with the rounds before.") if played else "",
        "worth": worth,
        "whole": sight.whole,
        "again": list_repeats_in_draw(draw) if sight.whole else [],
        "rounds": drawn,
        "map": build_heat_map((*played, *rounds), map_people_by_number(draw)),
        "chain": build_chain(draw) if sight.whole else None,
        "may_price": may_draft and draw.kind in KINDS and bool(inputs.constraints),
        "ratings": describe_ratings_used(draw) if sight.whole else None,
        "changed_ratings": count_changed_ratings(draw) if is_draft else 0,
        "costs": [(_(KIND_NAMES[line["kind"]]), line["repeats"]) for line in draw.prices or ()],
        "may_improve": may_draft and draw.kind in IMPROVABLE,
    }
    return render(request, "seating/public/draw.html", context)


@require_safe
def download(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the certificate. Raises Http404 while one of its rounds is hidden, since it reveals all."""
    draw, sight = _get_draw(request, slug, number)
    if not sight.whole:
        raise Http404
    response = HttpResponse(draw.certificate, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}-draw-{number}.json"'
    return response


class CertificateForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Certificate"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        required=False,
        max_length=MAX_CHARACTERS,
    )
    file = forms.FileField(label=gettext_lazy("or the file"), required=False)

    def content(self) -> str:
        """The text to check. Raises `SeatingError`."""
        file = self.cleaned_data["file"]
        if not file:
            return str(self.cleaned_data["text"])
        if file.size > MAX_CHARACTERS:
            raise SeatingError(gettext_noop("The file is larger than 2 MB."))
        try:
            return str(file.read().decode())
        except UnicodeDecodeError as error:
            raise SeatingError(gettext_noop("The file is not text in UTF-8.")) from error


def _is_small(value: dict[str, object]) -> bool:
    numbers: set[int] = set()
    pending: list[object] = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, list | dict):
            if len(part) > MAX_ENTRIES:
                return False
            pending.extend(part.values() if isinstance(part, dict) else part)
        elif isinstance(part, int):
            numbers.add(part)
    inputs = value.get("inputs")
    stated = inputs if isinstance(inputs, dict) else {}
    effort, rounds = stated.get("improve", 0), stated.get("rounds") or 1
    people = stated.get("players") or stated.get("order") or ()
    return (
        len(numbers) <= MAX_NUMBERS
        and isinstance(effort, int)
        and effort <= MAX_EFFORT
        and len(json.dumps(value["rounds"])) < 8 * MAX_SEATS
        # The draw made again has the rounds and players that the inputs name, whatever the tables are.
        and len(json.dumps(inputs)) < 32 * MAX_SEATS
        and isinstance(rounds, int)
        and isinstance(people, list | tuple)
        and rounds * max(1, len(people)) <= MAX_SEATS
    )


@takes(MAX_CHARACTERS + FORM)
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    form = CertificateForm(request.POST or None, request.FILES or None)
    checks, status = None, 200
    if request.method == "POST" and form.is_valid():
        # Imported here, since it loads numpy, which showing the form does not need.
        from tournaments.seating.logic.verify import verify

        try:
            value = parse_certificate(form.content())
            if not _is_small(value):
                raise SeatingError(TOO_LARGE)
            if wait := count_against_rate(request, CERTIFICATES):
                raise TooOftenError(wait)
            checks = run_with_limit(SECONDS, verify, value)
        except SeatingError as error:
            form.add_error(None, in_words(error))
        except TooMuchError:
            form.add_error(None, _(TOO_LARGE))
        except LimitError as error:
            form.add_error(None, str(error))
            status = error.status
    outcomes = [line.passed for line in checks or ()]
    return render(
        request,
        "seating/public/verify_seating.html",
        {"form": form, "checks": checks, "stands": all(outcomes), "is_open": False not in outcomes},
        status=422 if form.errors and status == 200 else status,
    )


@requires("seating.draft")
@require_http_methods(["GET", "HEAD", "POST"])
def compare(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show a Swiss round under the three settings, drafting none; jobs draw large events (``?job=``)."""
    round_ = round_numbered(tournament, number)
    if request.method != "POST":
        return _render_stored_choices(request, tournament, round_)
    posted = request.POST.copy()
    posted["setting"] = "balanced"
    form = SettingForm(posted, tournament=tournament)
    wanted_seed = request.POST.get("seed", "")[:64]
    seed = wanted_seed or make_seed()[:16]
    fields = [
        (name, value) for name in form.fields if name not in ("setting", "seed") for value in request.POST.getlist(name)
    ]

    def draw() -> Job | list[Draw]:
        names = ("in_brackets", "seeded", "earlier")
        options = DrawOptions(
            seed=wanted_seed,
            substitutes=form.joining,
            seeding=form.cleaned_data["ratings"],
            **{name: form.cleaned_data[name] for name in names},
        )
        if swiss_jobs.is_long(round_, len(SETTINGS)):
            return swiss_jobs.compare_later(Actor.of(request), round_, options, fields=fields)
        return seating_drafts.draw_swiss_choices(round_, replace(options, seed=seed))

    choices = submit(request, form, draw, "")
    if choices is None:
        forms_of_page = build_seating_forms(round_) | {"swiss_form": form}
        return render_seating_page(request, tournament, round_, status=422, **forms_of_page)
    if isinstance(choices, Job):
        return redirect(choices)
    return _render_choices(request, tournament, round_, seed, choices, fields)


def _render_stored_choices(request: HttpRequest, tournament: Tournament, round_: Round) -> HttpResponse:
    try:
        choices = swiss_jobs.find_choices(round_, request.GET.get("job", ""))
    except UserError as error:
        return make_refusal(request, 410, str(error))
    if choices is None:
        return redirect("manage_seating", tournament.slug, round_.number)
    listed = set(tournament.entries.values_list("number", flat=True))
    if any(draw.players - listed for draw in choices.draws):
        messages.error(request, str(UserError(draw_records.STALE)))
        return redirect("manage_seating", tournament.slug, round_.number)
    fields = [*choices.fields, ("choices", str(choices.job.pk))]
    return _render_choices(request, tournament, round_, choices.seed, choices.draws, fields)


def _render_choices(
    request: HttpRequest,
    tournament: Tournament,
    round_: Round,
    seed: str,
    choices: Sequence[Draw],
    fields: Sequence[tuple[str, str]],
) -> HttpResponse:
    names = dict(SETTING_CHOICES)
    entries = {entry.number: entry for entry in tournament.entries.all()}
    return page(
        request,
        tournament,
        "seating/manage/swiss_choices.html",
        "rounds",
        round=round_,
        seed=seed,
        choices=[
            (names[setting], choice, [[entries[number] for number in table] for table in choice.rounds[0]])
            for setting, choice in zip(SETTINGS, choices, strict=True)
        ],
        kept=fields,
        missing=list_unconfirmed_tables_before(round_),
        unplayed=list_unstarted_rounds_before(round_),
    )


urlpatterns = [
    path("seating/verify/", check, name="verify_seating"),
    path("t/<slug:slug>/draws/<int:number>/", show, name="event_draw"),
    path("t/<slug:slug>/draws/<int:number>/certificate/", download, name="event_draw_certificate"),
    path("t/<slug:slug>/manage/rounds/<int:number>/seating/swiss/choices/", compare, name="manage_seating_choices"),
]
