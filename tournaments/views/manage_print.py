"""Printing: choose a document and get its PDF; long packs are made in the background."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path

from tournaments.exports import pdf
from tournaments.forms.printing import PrintForm
from tournaments.models import Entry, Tournament, User
from tournaments.permissions import requires
from tournaments.printing.papers import PAPERS
from tournaments.selectors import printing
from tournaments.services import jobs
from tournaments.services.errors import UserError
from tournaments.views.manage_support import page
from tournaments.views.public_page import visible_tournament

AT_ONCE = 6
"""Leaves that a request renders while the person waits; more become a job."""

PUBLIC = {"seating-tables", "seating-names"}


@requires("print")
def manage_print(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The printing page; a post makes the document."""
    form = PrintForm(request.POST or None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            return _made(request, tournament, form)
        except UserError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    status = 422 if form.errors else 200
    return page(request, tournament, "manage/print.html", "print", status=status, form=form)


def _made(request: HttpRequest, tournament: Tournament, form: PrintForm) -> HttpResponse:
    """A short document as PDF, a long one as a job."""
    values = form.cleaned_data
    base_url = request.build_absolute_uri("/").rstrip("/")
    played = tournament.rounds.select_related("stage").filter(number=values["round"] or 0).first()
    entry = None
    if values["player"] and values["document"] == "schedules":
        entry = Entry.objects.select_related("team").get(tournament=tournament, number=values["player"])
    document = printing.DOCUMENTS[values["document"]]
    leaves = document.leaves(printing.Order(tournament, base_url, played, entry))
    if not leaves:
        raise UserError("Nothing to print.")
    if len(leaves) > AT_ONCE:
        author = request.user if isinstance(request.user, User) else None
        params = {
            "document": document.key,
            "paper": values["paper"],
            "round": values["round"],
            "player": values["player"] if entry else None,
            "base_url": base_url,
        }
        return redirect(jobs.create("print", created_by=author, tournament=tournament, params=params))
    content = pdf.render(
        leaves,
        title=str(document.title),
        paper=values["paper"],
        language=(tournament.print_languages or ["en"])[0],
        labels=printing.labels(tournament.print_languages),
    )
    return _answer(content, f"{tournament.slug}-{document.key}.pdf")


def public_document(request: HttpRequest, slug: str, number: int, key: str) -> HttpResponse:
    """The published seating of a round as PDF, for anybody who may see the event."""
    tournament = visible_tournament(request, slug)
    if key not in PUBLIC:
        raise Http404
    played = get_object_or_404(tournament.rounds.select_related("stage"), number=number)
    paper = request.GET.get("paper", "a4")
    if paper not in PAPERS:
        raise Http404
    try:
        leaves = printing.DOCUMENTS[key].leaves(printing.Order(tournament, "", played))
    except UserError:
        raise Http404 from None
    content = pdf.render(
        leaves,
        title=str(printing.DOCUMENTS[key].title),
        paper=paper,
        language=(tournament.print_languages or ["en"])[0],
        labels=printing.labels(tournament.print_languages),
    )
    return _answer(content, f"{tournament.slug}-{key}-{number}.pdf")


def _answer(content: bytes, name: str) -> HttpResponse:
    return HttpResponse(
        content, content_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'}
    )


urlpatterns = [
    path("t/<slug:slug>/manage/print/", manage_print, name="manage_print"),
    path("t/<slug:slug>/rounds/<int:number>/<slug:key>.pdf", public_document, name="public_document"),
]
