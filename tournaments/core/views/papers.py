"""Papers as responses: PDFs or pages for the print dialog, and cached public ones."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from tournaments.core.printing import pdf, public_papers
from tournaments.core.printing import registry as papers
from tournaments.core.printing.browser_pages import render_browser_page
from tournaments.core.printing.documents import PAPERS, Leaf
from tournaments.core.views.public import page_key
from tournaments.core.views.public_files import respond_with_public_file


def respond_with_public_paper(
    request: HttpRequest, paper: papers.Paper, order: papers.Order, name: str
) -> HttpResponseBase:
    """Return the paper as PDF, made once by content, language and size; `name` tells the event's papers apart."""
    size, tournament = request.GET.get("paper", "a4"), order.tournament
    if size not in PAPERS:
        raise Http404
    shared = public_papers.compute_shared_key(paper, order, size)
    return respond_with_public_file(
        request,
        shared or page_key(tournament, "paper", name, size),
        public_papers.PAPER,
        lambda: public_papers.build_params(paper, order, size, shared=bool(shared)),
        tournament=None if shared else tournament,
        name=f"{tournament.slug}-{name}.pdf",
        content_type="application/pdf",
        without_library=lambda why: render_browser_page(request, paper.run(order, size), why),
    )


def make_paper_response(
    request: HttpRequest,
    paper: papers.Paper,
    order: papers.Order,
    size: str,
    name: str,
    *,
    leaves: Sequence[Leaf] | None = None,
) -> HttpResponse:
    run = paper.run(order, size, leaves)
    try:
        return make_pdf_response(pdf.render_run(run), name)
    except pdf.NoPdfError as error:
        return render_browser_page(request, run, str(error))


def make_pdf_response(content: bytes, name: str) -> HttpResponse:
    return HttpResponse(
        content, content_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'}
    )
