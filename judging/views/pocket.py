"""The law for phones: its files, and the worker that runs them, which alone may run WebAssembly."""

from __future__ import annotations

import json
from typing import Final, TypeVar

from csp.constants import NONE, SELF, WASM_UNSAFE_EVAL
from csp.decorators import csp
from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import path, reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from judging.bundling.manifest import ENCODINGS, manifest

Answer = TypeVar("Answer", HttpResponse, FileResponse)

TYPES: Final = {".js": "text/javascript", ".wasm": "application/wasm", ".zip": "application/octet-stream"}
YEAR: Final = 365 * 24 * 3600
"""Seconds: what is under an address never changes, for the address has its mark."""


@csp(  # type: ignore[arg-type] # It passes on what the address holds, and its type says that there is nothing.
    {"default-src": [NONE], "script-src": [SELF, WASM_UNSAFE_EVAL], "connect-src": [SELF]}
)
@require_safe
def worker(request: HttpRequest, state: str) -> HttpResponse:
    """The worker's script for one state of the program, with what it is to fetch; 404 for any other."""
    made = manifest()
    if made is None or made["state"] != state:
        raise Http404
    files = {part: reverse("pocket_file", args=line["path"].split("/")) for part, line in made["files"].items()}
    told = {"engine": made["engine"], "info": made["info"], "files": files}
    script = (settings.BASE_DIR / "static" / "js" / "law-worker.js").read_text(encoding="utf-8")
    response = HttpResponse(f"self.MADE = {json.dumps(told)};\n{script}", content_type="text/javascript")
    return _kept(response)


@require_safe
def file(request: HttpRequest, mark: str, name: str) -> FileResponse:
    """A file of the law, packed in the best way that the visitor's browser reads."""
    made = manifest()
    if made is None or f"{mark}/{name}" not in {line["path"] for line in made["files"].values()}:
        raise Http404
    path = settings.POCKET_DIR / mark / name
    accepted = {each.partition(";")[0].strip() for each in request.headers.get("Accept-Encoding", "").split(",")}
    kind = next((kind for kind, encoding in ENCODINGS.items() if encoding in accepted), "")
    response = FileResponse((path.with_name(f"{name}.{kind}") if kind else path).open("rb"))
    response["Content-Type"] = TYPES[path.suffix]
    del response["Content-Disposition"]
    if kind:
        response["Content-Encoding"] = ENCODINGS[kind]
    patch_vary_headers(response, ["Accept-Encoding"])
    return _kept(response)


def _kept(response: Answer) -> Answer:
    patch_cache_control(response, public=True, max_age=YEAR, immutable=True)
    return response


@require_safe
@never_cache
def now(request: HttpRequest) -> JsonResponse:
    """The address of the worker of today, for a page that was opened before an update; empty where there is none."""
    made = manifest()
    return JsonResponse({"address": reverse("pocket_worker", args=[made["state"]]) if made is not None else ""})


urlpatterns = [
    path("pocket/now/", now, name="pocket_now"),
    path("pocket/<slug:state>/worker.js", worker, name="pocket_worker"),
    path("pocket/<str:mark>/<str:name>", file, name="pocket_file"),
]
