"""Events that travel, in the API: the file for the way, and bringing the event back."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import SLUG, OfTournament
from tournaments.core.api.files import (
    MULTIPART,
    AnyAccept,
    Uploads,
    make_file_response,
    refuse_invalid_form,
    refuse_rows,
)
from tournaments.core.api.responses import DoneSerializer, serialize_change
from tournaments.core.http.request_limits import FORM
from tournaments.events import hall_address
from tournaments.exchange.document.archive import unpack
from tournaments.exchange.files.loans import make_file_name, make_loan_file
from tournaments.exchange.forms import MAX_EVENT_BYTES, BringBackForm
from tournaments.exchange.services import loans


@extend_schema(parameters=[SLUG])
class LoanFile(AnyAccept, OfTournament):
    """The event on its way: for the hall while it is lent, for the site where it is on loan."""

    @extend_schema(
        responses={(200, "application/zip"): OpenApiTypes.BINARY}, operation_id="loan_file_retrieve", tags=["loan"]
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        tournament = self.require_permission("events.export")
        content = make_loan_file(tournament, hall_address.find_hall_address(request._request).address)
        return make_file_response(content, "application/zip", make_file_name(tournament))


LOAN_SENT: Final = inline_serializer(
    "LoanSent", {"file": serializers.FileField(help_text="The event's file from the hall.")}
)


@extend_schema(parameters=[SLUG])
class BringBack(OfTournament, Uploads):
    """Bring the event back from the hall."""

    most_bytes = MAX_EVENT_BYTES + FORM

    @extend_schema(
        request={MULTIPART: LOAN_SENT}, responses=DoneSerializer, operation_id="loan_bring_back", tags=["loan"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Replace the event by that of the file, which continues the event's log; else nothing changes."""
        tournament = self.require_permission("events.import")
        self.read(request, LOAN_SENT)
        form = BringBackForm({}, request.FILES)
        refuse_invalid_form(form)
        event, problems = unpack(form.cleaned_data["file"].read())
        if event is None:
            refuse_rows(problems)
        done: Any = loans.bring_back(self.actor, tournament, event=event)
        return Response(serialize_change(tournament, done))
