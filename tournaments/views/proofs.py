"""Prove it: how far a drawn Swiss round is from the best possible, and the better seating if there is one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.models import Round, Seating, SeatingDraw, Tournament
from tournaments.permissions import requires
from tournaments.seating.proof.solver import available
from tournaments.services import proofs
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError
from tournaments.views.manage_seating import to_version
from tournaments.views.manage_support import attempt, page
from tournaments.wording import proofs as proof_words
from tournaments.wording.sentences import in_words


def _draw(tournament: Tournament, number: int) -> SeatingDraw:
    return get_object_or_404(SeatingDraw, tournament=tournament, number=number, kind=SeatingDraw.Kind.SWISS)


def _looks_ahead(draw: SeatingDraw) -> bool:
    """Whether the draw weighed more than its own round, so that a cheaper seating may be the worse choice."""
    from tournaments.seating.proof.better_seating import swiss_inputs
    from tournaments.seating.swiss.lookahead import is_tight

    inputs = swiss_inputs(draw.value)
    rounds = inputs.event_rounds
    return inputs.setting == "fresh" and rounds is not None and is_tight(len(inputs.order), rounds)


@requires("seating.draft")
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What is proven of this draw. A post proves it, in the background."""
    draw = _draw(tournament, number)
    if request.method == "POST":
        try:
            return redirect(proofs.begin(Actor.of(request), draw))
        except UserError as error:
            messages.error(request, str(error))
            return redirect("manage_draw_proof", tournament.slug, number)
    proof = draw.proof
    round_ = draw.seatings.select_related("round").get().round
    entries = {entry.number: entry for entry in tournament.entries.all()} if proof and proof["better"] else {}
    return page(
        request,
        tournament,
        "manage/draw_proof.html",
        "rounds",
        draw=draw,
        round=round_,
        proof=proof,
        verdict=[in_words(line) for line in proof_words.verdict(proof)] if proof else [],
        lines=proof_words.cost_lines(proof) if proof else [],
        grounds=in_words(proof_words.grounds(proof)) if proof else "",
        tables=[[entries.get(player, player) for player in table] for table in proof["better"] or ()] if proof else [],
        may_take=round_.state in (Round.State.PLANNED, Round.State.PUBLISHED),
        looks_ahead=_looks_ahead(draw),
        installed=available(),
        seconds=proofs.SECONDS,
    )


@requires("seating.draft")
@require_POST
def take(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The better seating as a new draft of its round."""
    draw = _draw(tournament, number)
    done = _("The better seating waits as a draft. Look at the measures, then publish.")
    made: list[Seating] = []
    if not attempt(request, lambda: made.append(proofs.take(Actor.of(request), draw)), done):
        return redirect("manage_draw_proof", tournament.slug, number)
    return to_version(made[0])


BASE = "t/<slug:slug>/manage/draws/<int:number>/proof"
urlpatterns = [
    path(f"{BASE}/", show, name="manage_draw_proof"),
    path(f"{BASE}/take/", take, name="manage_draw_proof_take"),
]
