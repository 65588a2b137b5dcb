"""The page that checks a whole event from a disk, to be saved beside the bundle."""

from __future__ import annotations

from django.http import FileResponse, Http404, HttpRequest
from django.urls import path
from django.views.decorators.http import require_safe

from judging.bundling.check_page import check_page


@require_safe
def verifier_page(request: HttpRequest) -> FileResponse:
    """The file; 404 where it was not made."""
    made = check_page()
    if made is None:
        raise Http404
    response = FileResponse(made.open("rb"), as_attachment=True, filename="mahjong-verify.html")
    # It is packed already; packing it again for each visitor would take seconds.
    response["Content-Encoding"] = "identity"
    return response


urlpatterns = [path("check/mahjong-verify.html", verifier_page, name="verifier_page")]
