"""The OpenAPI schema: headers of requests, and each status of an error as problem details."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from tournaments.core.http.problems import MEDIA_TYPE, USUAL_CODES

_PROBLEM: Final = {
    "type": "object",
    "description": "Problem details (RFC 9457). `code` stays the same; `detail` is in the reader's language.",
    "required": ["type", "title", "status", "detail", "code", "field", "problems"],
    "properties": {
        "type": {"type": "string", "format": "uri"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "field": {"type": ["string", "null"], "description": "The field that it belongs to."},
        "problems": {"type": "array", "items": {"type": "string"}},
        "current_version": {
            "type": "integer",
            "description": "The version that stands, with `stale_…`.",
        },
    },
    "example": {
        "type": "urn:mahjong-director:problem:refused",
        "title": "Bad Request",
        "status": 400,
        "detail": "Round 1 is finished; its seating stays.",
        "code": "refused",
        "field": None,
        "problems": [],
    },
}
_PART: Final = re.compile(r"{(\w+)}")
_READS: Final = (400, 401, 403, 404, 406, 429, 500, 503)
_WRITES: Final = (*_READS, 409, 412, 413, 415, 422)
_IF_MATCH: Final = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="An ETag of any read of the event or season; 412 where it has changed since.",
)
_KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[A-Za-z0-9_-]{16,64}$"},
    OpenApiParameter.HEADER,
    description=(
        "The same request with the same key is done once and answered as the first time. With another body the key is "
        "refused: 422 with the code `idempotency_key_reused`."
    ),
)
_REPLAYED: Final = OpenApiParameter(
    "Idempotency-Replayed",
    OpenApiTypes.BOOL,
    OpenApiParameter.HEADER,
    description="`true` where this is the first response to the key again, and nothing was done.",
    response=True,
)


_LAZY: Final = "lazy_description"


def describe_lazily(method: Callable[..., Any], **serializers: Callable[[], Any]) -> None:
    """Have the schema call `request` or `response` for the serializer of a view's method, and nothing before it."""
    setattr(method, _LAZY, serializers)


class Schema(AutoSchema):
    """Adds the headers that the methods of a view take. It stands in the settings, so it can import no view."""

    def get_request_serializer(self) -> Any:
        if build := self._find_lazy("request"):
            body = build()
            return body if body._declared_fields else None
        return super().get_request_serializer()

    def get_response_serializers(self) -> Any:
        build = self._find_lazy("response")
        return build() if build else super().get_response_serializers()

    def _find_lazy(self, name: str) -> Callable[[], Any] | None:
        method = getattr(self.view, self.method.lower(), None)
        build: Callable[[], Any] | None = getattr(method, _LAZY, {}).get(name)
        return build

    def get_override_parameters(self) -> list[Any]:
        headers = []
        if self.method in getattr(self.view, "keyed", ()):
            headers += [_KEY, _REPLAYED]
        conditional = self.method != "GET" and hasattr(self.view, "check_unchanged")
        if conditional and {"slug", "season"}.intersection(_PART.findall(self.path)):
            headers.append(_IF_MATCH)
        return [*super().get_override_parameters(), *headers]


def add_problem_responses(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add error responses. Raises ValueError for a serializer named as the error schema."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    if schemas.setdefault("Problem", _PROBLEM) is not _PROBLEM:
        raise ValueError("Problem is how requests are refused; give the serializer another name")
    for way in result.get("paths", {}).values():
        for method, operation in way.items():
            if method not in ("get", "post", "patch", "put", "delete"):
                continue
            for status in _READS if method == "get" else _WRITES:
                operation["responses"].setdefault(str(status), _build_refusal(status))
            if method == "get":
                operation["responses"].setdefault("304", {"description": "Unchanged: If-None-Match has its ETag."})
    return result


def _build_refusal(status: int) -> dict[str, Any]:
    description = f"{HTTPStatus(status).phrase}: `{USUAL_CODES[status]}`."
    return {"description": description, "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
