"""Error responses in the OpenAPI schema: each status of a route, as problem details."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

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
_READS: Final = (400, 401, 403, 404, 406, 429, 500, 503)
_WRITES: Final = (*_READS, 409, 412, 413, 415, 422)
_CAREFUL: Final = [
    {
        "name": "If-Match",
        "in": "header",
        "schema": {"type": "string"},
        "description": "An ETag of any read of the event or season; 412 where it has changed since.",
    },
    {
        "name": "Idempotency-Key",
        "in": "header",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{16,64}$"},
        "description": "The same request with the same key is done once and answered as the first time.",
    },
]


def add_problem_responses(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add error responses and request headers. Raises ValueError for a serializer named as the error schema."""
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
            elif "{slug}" in str(operation.get("parameters", "")) or any(
                parameter.get("name") in ("slug", "season") for parameter in operation.get("parameters", [])
            ):
                operation["parameters"] = [*operation["parameters"], *_CAREFUL]
    return result


def _build_refusal(status: int) -> dict[str, Any]:
    description = f"{HTTPStatus(status).phrase}: `{USUAL_CODES[status]}`."
    return {"description": description, "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
