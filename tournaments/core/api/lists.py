"""Lists of the API: cursor pagination, ETags, strict query parameters."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.mixins import ListModelMixin
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from engine.bounded_json import JSONError, read_json
from tournaments.core.api.base import OfTournament, respond_with_etag

M = TypeVar("M", bound=Model)
DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE = 100, 500


class Pages(BasePagination):
    """Cursor pagination; a cursor names the last row before, so rows added or deleted meanwhile shift nothing."""

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        self.request, size = request, _parse_page_size(request)
        keys = list(queryset.values_list("pk", flat=True))
        start = _parse_start(request, keys)
        chosen = keys[start : start + size]
        rows = {row.pk: row for row in queryset.filter(pk__in=chosen)}
        self.count = len(keys)
        self.next = _encode_cursor(chosen[-1]) if chosen and start + size < len(keys) else None
        before = keys[start - size - 1] if start > size else None
        self.previous = None if start == 0 else _encode_cursor(before) if before is not None else ""
        return [rows[key] for key in chosen if key in rows]

    def get_paginated_response(self, data: Any) -> Response:
        return Response(
            {
                "count": self.count,
                "next": self._build_link(self.next),
                "previous": self._build_link(self.previous),
                "results": data,
            }
        )

    def _build_link(self, cursor: str | None) -> str | None:
        return None if cursor is None else replace_query_param(self.request.build_absolute_uri(), "cursor", cursor)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["count", "results"],
            "properties": {"count": {"type": "integer"}, "next": link, "previous": link, "results": schema},
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        size = {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE, "default": DEFAULT_PAGE_SIZE}
        return [
            {"name": "cursor", "in": "query", "schema": {"type": "string"}, "description": "Of `next` or `previous`."},
            {"name": "page_size", "in": "query", "schema": size, "description": "Rows on a page."},
        ]


def _parse_page_size(request: Request) -> int:
    text = request.query_params.get("page_size", str(DEFAULT_PAGE_SIZE))
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= MAX_PAGE_SIZE):
        raise ValidationError(
            {"page_size": [_("page_size is a whole number from 1 to %(most)s.") % {"most": MAX_PAGE_SIZE}]}
        )
    return int(text)


def _parse_start(request: Request, keys: list[Any]) -> int:
    text = request.query_params.get("cursor", "")
    if not text:
        return 0
    try:
        last = read_json(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode())
        return keys.index(last) + 1
    except (binascii.Error, JSONError, ValueError):
        raise ValidationError({"cursor": [_("Unknown cursor. Begin again without one.")]}) from None


def _encode_cursor(key: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(key).encode()).decode().rstrip("=")


class StrictQueries(GenericAPIView[M]):
    """List that rejects unknown filters and orders."""

    def filter_queryset(self, queryset: QuerySet[M, Any]) -> QuerySet[M, Any]:
        searched = getattr(self, "filterset_class", None)
        filters = [str(name) for name in (searched.base_filters if searched else getattr(self, "filterset_fields", ()))]
        orders = [str(name) for name in getattr(self, "ordering_fields", ())]
        more = [str(name) for name in getattr(self, "also_asked", ())]
        names = [*filters, *more, *(["ordering"] if orders else []), "cursor", "page_size", "format"]
        for name in self.request.query_params:
            if name not in names:
                refusal = _("Nothing can be asked by “%(name)s” here; there are %(known)s.")
                sentence = refusal % {"name": name, "known": ", ".join(names)}
                raise ValidationError({name: [sentence]}, code="unknown_field")
        for name in filter(None, self.request.query_params.get("ordering", "").split(",")):
            if name.removeprefix("-") not in orders:
                refusal = _("There is no order by “%(name)s”; there are %(known)s.")
                raise ValidationError({"ordering": [refusal % {"name": name, "known": ", ".join(orders)}]})
        return super().filter_queryset(queryset)


class EventList(OfTournament, StrictQueries[M], ListModelMixin):
    """List below a tournament, whose ETag is known before its rows are read."""

    pagination_class = Pages

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        def answer() -> Any:
            page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
            if page is None:
                raise TypeError("event lists have pages")
            return self.get_paginated_response(self.get_serializer(page, many=True).data).data

        return respond_with_etag(request, self.get_versioned_row(), answer, self.get_mark())

    def list_rows(self) -> QuerySet[M]:
        raise NotImplementedError

    def get_queryset(self) -> QuerySet[M]:
        return super().get_queryset() if getattr(self, "swagger_fake_view", False) else self.list_rows()

    def get_versioned_row(self) -> Any:
        return self.tournament

    def get_mark(self) -> str:
        """Return other values that the list depends on; empty without any."""
        return ""

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Return the list."""
        return self.list(request)
