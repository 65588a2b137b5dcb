"""Papers as responses: PDFs or pages for the print dialog, and cached public ones."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response

from tournaments.core.errors import UserError
from tournaments.core.printing import pdf, public_papers
from tournaments.core.printing import registry as papers
from tournaments.core.printing.browser_pages import browser_page
from tournaments.core.printing.documents import PAPERS, Leaf
from tournaments.core.views.public import json_etag, page_key, set_cache_headers
from tournaments.site.problems import refused


def public_paper(request: HttpRequest, paper: papers.Paper, order: papers.Order, name: str) -> HttpResponseBase:
    """Return the paper as PDF, cached by version of the event, language, size and file `name`."""
    size, tournament = request.GET.get("paper", "a4"), order.tournament
    if size not in PAPERS:
        raise Http404
    kept_as = page_key(tournament, "paper", name, size)
    etag = json_etag(kept_as)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        try:
            content = public_papers.cached_pdf(kept_as, lambda: paper.run(order, size))
        except pdf.NoPdfError as error:
            return browser_page(request, paper.run(order, size), str(error))
        except pdf.PrintingError as error:
            return refused(request, 503, str(error))
        except UserError:
            raise Http404 from None
        response = pdf_response(content, f"{tournament.slug}-{name}.pdf")
        response["ETag"] = etag
    return set_cache_headers(response, request)


def paper_response(
    request: HttpRequest,
    paper: papers.Paper,
    order: papers.Order,
    size: str,
    name: str,
    *,
    leaves: Sequence[Leaf] | None = None,
) -> HttpResponse:
    """Return the paper as PDF or, where none can be made, as a page for the print dialog. Raises `UserError`."""
    run = paper.run(order, size, leaves)
    try:
        return pdf_response(pdf.render_run(run), name)
    except pdf.NoPdfError as error:
        return browser_page(request, run, str(error))


def pdf_response(content: bytes, name: str) -> HttpResponse:
    return HttpResponse(
        content, content_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'}
    )
