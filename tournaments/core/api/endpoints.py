"""Endpoints of actions, and their description in the schema."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, cast

from django.http import HttpResponseBase
from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.actions import Action, list_actions
from tournaments.core.api import request_parts as request_parts
from tournaments.core.api.base import ConditionalView, respond_with_etag, validate_body
from tournaments.core.api.schema import describe_lazily

PART = re.compile(r"<(?:\w+:)?(\w+)>")
NUMBER = re.compile(r"<(?:int|number):(\w+)>")


def list_api_urls() -> list[URLPattern]:
    with_address = (action for action in list_actions() if action.path)
    return [
        path(f"{action.api_base}/{action.path}/", make_api_view(action), name=action.make_api_url_name())
        for action in with_address
    ]


def make_api_view(action: type[Action]) -> Callable[..., HttpResponseBase]:
    partial_ = action.method == "patch"
    # Made when a request or the schema asks for them: all together take a tenth of the start of a process.
    get_body, get_stored = cache(action.build_serializer_class), cache(action.build_stored_serializer_class)
    address = f"{action.api_base}/{action.path}"
    scope, *names = PART.findall(address)
    numbers = NUMBER.findall(address)
    parameters = [
        OpenApiParameter(scope, str, OpenApiParameter.PATH, description="The short name."),
        *(
            OpenApiParameter(
                # The schema calls primary keys `id`.
                "id" if name == "pk" else name,
                int if name in numbers else str,
                OpenApiParameter.PATH,
                enum=list(action.part_choices[name]) if name in action.part_choices else None,
            )
            for name in names
        ),
    ]
    operation_id = action.operation_id or action.make_api_url_name().removeprefix("api-").replace("-", "_")
    tag = action.tag or action.path.partition("/")[0]

    def prepare(scope_row: Any, request: Request, parts: dict[str, Any]) -> Action:
        prepared = action(scope_row, request=request._request, in_api=True)
        prepared.parts = {name: parts[name] for name in names}
        prepared.find_target_early()
        return prepared

    @extend_schema(
        parameters=parameters,
        responses={action.status: action.answer_serializer},
        operation_id=operation_id,
        description=action.__doc__,
        tags=[tag],
    )
    def send(self: Any, request: Request, **parts: Any) -> Response:
        allowed = prepare(self.require_permission(action.permission), request, parts)
        allowed.by = self.actor
        return Response(allowed.answer(validate_body(get_body(), request, partial=partial_)), status=action.status)

    describe_lazily(send, request=get_body)
    methods: dict[str, Any] = {action.method: send}
    if action.stored_fields:

        @extend_schema(
            parameters=parameters,
            operation_id=f"{operation_id}_stored",
            description=action.STORED,
            tags=[tag],
        )
        def read(self: Any, request: Request, **parts: Any) -> Response:
            event = self.require_permission(action.view_permission or action.permission)
            allowed = prepare(event, request, parts)
            return respond_with_etag(request, allowed.scope, lambda: get_stored()(allowed.get_stored()).data)

        describe_lazily(read, response=get_stored)
        methods["get"] = read

    # Name and text of the view are those of its GET.
    about = action.endpoint if hasattr(action.endpoint, "get") else action
    facts = {"__module__": action.__module__, "__doc__": about.__doc__}
    view = type(f"{about.__name__.removesuffix('View')}View", (action.endpoint,), {**methods, **facts})
    return cast(type[ConditionalView], view).as_view()
