"""Actions: whatever a person or a program does to an event, declared once.

    @register
    class WithdrawDeals(Action):
        '''Give the promise up before its value is known.'''

        path = "deals/withdraw"
        name = "manage_deals_withdraw"
        permission = "deals.manage"
        logs = ("deals.withdraw",)
        form_class = PublicReasonForm
        form_name, prefix = "withdraw_form", "withdraw"
        done = _("Withdrawn; the old digest stays on the public page.")
        success_page = "manage_deals"

        def get_target(self):
            return get_object_or_404(self.tournament.board_sets, withdrawn_at=None)

        def perform(self, data):
            return deals.withdraw(self.by, self.target, reason=data["reason"])

        def page(self, **context):
            return show_deals(self.request, self.tournament, **context)

From this follow the page that takes the form's POST (`name`), the endpoint of the API (`api-withdraw-deals`) with its
schema, errors at the fields of both, `Idempotency-Key`, `If-Match`, and the row in the table of permissions
(tests/roles). Modules named `actions` of every app and subject are found by their place, and all in such a package.
"""

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, ClassVar, TypeVar, cast

from django import forms
from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from tournaments.core import discovery
from tournaments.core.api import request_parts as request_parts
from tournaments.core.api.base import ConditionalView, OfTournament, valid
from tournaments.core.api.responses import DoneSerializer, done_at
from tournaments.core.audit import Actor, recorded
from tournaments.core.audit.undoing import FIELD, undoing
from tournaments.core.errors import UserError
from tournaments.core.form_serializers import ApiField, serializer_of
from tournaments.core.http.idempotency import sent_once
from tournaments.core.open_items import OpenItemsError
from tournaments.core.permissions import require, requires
from tournaments.core.views.manage import ask_to_continue
from tournaments.core.views.undo import ENTRIES, Undo, success
from tournaments.events.models import Tournament

PART = re.compile(r"<(?:\w+:)?(\w+)>")
NUMBER = re.compile(r"<(?:int|number):(\w+)>")


class Action:
    """One request to change an event. Subclasses set the class attributes."""

    path: ClassVar[str] = ""
    """Address below `api_base`; empty for an action of the pages only."""
    page_path: ClassVar[str | None] = ""
    """Address below `page_base` where it differs from `path`. None: the view called `name` shows the page at the same
    address and hands its POST to `submit_action`.
    """
    api_base: ClassVar[str] = "tournaments/<slug:slug>"
    page_base: ClassVar[str] = "t/<slug:slug>/manage"
    guard: ClassVar[Callable[[str], Callable[..., Any]]] = staticmethod(requires)
    """Decorator of the page's view that checks the permission."""
    endpoint: ClassVar[type[ConditionalView]] = OfTournament
    """Base class of the API's view; its `allowed` checks the permission. It may answer GET at the same address."""
    endpoint_name: ClassVar[str] = ""
    """URL name of the endpoint where it is not that of `api_url_name`."""
    method: ClassVar[str] = "post"
    """HTTP method of the endpoint; with `patch`, fields that a request leaves out stay as they are."""
    status: ClassVar[int] = 200
    """Status of the endpoint's answer."""
    operation_id: ClassVar[str] = ""
    request_name: ClassVar[str] = ""
    """Names in the API's schema, of the operation and its request's body, where they do not follow from the class."""
    name: ClassVar[str] = ""
    """URL name of the page; empty for an action of the API only."""
    permission: ClassVar[str]
    logs: ClassVar[tuple[str, ...]]
    """Codes of the services that it calls (`core.audit.change`)."""
    form_class: ClassVar[type[forms.BaseForm]] = forms.Form
    page_form_class: ClassVar[type[forms.BaseForm] | None] = None
    """Form of the page where it asks more than the API, or in another way."""
    form_name: ClassVar[str] = "form"
    """Name of the form in the context of `page`."""
    prefix: ClassVar[str | None] = None
    """Prefix of the form's fields on the page."""
    done: ClassVar[Any] = ""
    success_page: ClassVar[str] = ""
    sent_once: ClassVar[bool] = False
    """True if the page takes an `Idempotency-Key` too, as pages of the outbox do."""
    api_names: ClassVar[Mapping[str, str]] = {}
    """Field of the form -> its name in the API, where they differ."""
    api_fields: ClassVar[Mapping[str, ApiField]] = {}
    """Fields of the API that differ from the form's in more than their name; see `form_data`."""
    part_choices: ClassVar[Mapping[str, Collection[str]]] = {}
    """Part of the address -> its values; any other is not found."""
    tag: ClassVar[str] = ""
    """Group in the API's documentation; the first part of `path` where it is empty."""
    answer_serializer: ClassVar[Any] = DoneSerializer

    def __init__(
        self,
        scope: Any,
        *,
        request: HttpRequest | None = None,
        by: Actor | None = None,
        parts: Mapping[str, Any] | None = None,
        in_api: bool = False,
    ) -> None:
        self.scope = scope
        """The event; the season of actions below a season."""
        self.request: Any = request
        self.by: Any = by
        self.parts = dict(parts or {})
        """Parts of the address after the event's; page and API may differ in them."""
        self.in_api = in_api
        self.target: Any = None
        self.form: Any = None
        """The bound form, while it is performed."""

    @property
    def tournament(self) -> Tournament:
        return cast(Tournament, self.scope)

    @property
    def time_zone(self) -> str:
        """Name of the time zone in which the page's form writes times."""
        return self.tournament.time_zone

    def check_parts(self) -> None:
        """Raise Http404 where a part of the address is none of its values."""
        if any(self.parts[name] not in choices for name, choices in self.part_choices.items()):
            raise Http404

    def get_target(self) -> Any:
        """Return the row that the URL names. Raises Http404."""
        return self.tournament

    def perform(self, data: dict[str, Any]) -> Any:
        """Call the service with the cleaned data; return the changed or created row."""
        raise NotImplementedError

    def get_initial(self) -> dict[str, Any]:
        """Return the form's initial data on the page."""
        return {}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {}

    def get_prefix(self) -> str | None:
        return self.prefix

    def get_form(self, data: Any = None, *, prefix: str | None = None) -> forms.BaseForm:
        """Return the form, bound if `data` is given."""
        form_class = self.form_class if self.in_api else self.page_form_class or self.form_class
        return form_class(data, prefix=prefix, initial=self.get_initial(), **self.get_form_kwargs())

    def get_success_message(self, result: Any) -> str:
        return str(self.done)

    def get_undo(self, result: Any) -> Undo | None:
        """Return the action that takes it back, offered beside the message; None if there is none."""
        return None

    def get_success_url(self, result: Any) -> str:
        return reverse(self.success_page, args=[self.tournament.slug])

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        """Map the API's field names to those of the form; with `patch`, add the stored values of the other fields."""
        names = {api: form for form, api in self.api_names.items()}
        given = {names.get(name, name): value for name, value in values.items()}
        if self.method != "patch":
            return given
        stored = self.get_form()
        return {name: stored[name].value() for name in stored.fields} | given

    def api_name(self, field: str) -> str:
        """Return the API's name of a field of the form or the service."""
        return api_settings.NON_FIELD_ERRORS_KEY if field == NON_FIELD_ERRORS else self.api_names.get(field, field)

    def get_answer(self, result: Any) -> Any:
        """Return the body of the API's response: the result by `answer_serializer`."""
        if self.answer_serializer is DoneSerializer:
            return done_at(self.tournament, result)
        return self.answer_serializer(result).data

    # Pages

    def page(self, **context: Any) -> HttpResponse | None:
        """Show the page again with the bound form and the status in `context`.

        None: the error becomes a message on the success page, as for buttons (forms without fields).
        """
        return None

    def submit(self) -> HttpResponseBase:
        """Perform the posted form; on errors show the page again."""
        form = self.form = self.get_form(self.request.POST, prefix=self.get_prefix())
        with timezone.override(zoneinfo.ZoneInfo(self.time_zone)):
            form.is_valid()
        if form.errors:
            return self.refused()
        try:
            with recorded() as entries, self._undoing():
                result = self.perform(form.cleaned_data)
            setattr(self.request, ENTRIES, entries)
        except OpenItemsError as error:
            return ask_to_continue(self.request, error)
        except UserError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
            return self.refused(error)
        # The service's call may have marked fields itself.
        return self.refused() if form.errors else self.succeeded(result)

    def _undoing(self) -> AbstractContextManager[None]:
        """Return the context in which the request of an undo is performed."""
        sent = self.request.POST.get(FIELD, "")
        return undoing(self.by, self.name, self.tournament, sent) if sent else nullcontext()

    def succeeded(self, result: Any) -> HttpResponseBase:
        """Return the page's response after it was done."""
        if message := self.get_success_message(result):
            success(self.request, self.scope, message, self.get_undo(result))
        return redirect(self.get_success_url(result))

    def refused(self, error: UserError | None = None) -> HttpResponseBase:
        """Return the page's response to a form with errors; `error` is the service's, where the form was valid. The
        form of an undo is a button: its errors become a message.
        """
        offered = FIELD not in self.request.POST and bool(self.form.fields)
        if offered and (shown := self.page(status=422, **{self.form_name: self.form})) is not None:
            return shown
        messages.error(self.request, first_error(self.form))
        return redirect(self.get_success_url(None))

    # The API

    @classmethod
    def api_url_name(cls) -> str:
        """Return the URL name of the endpoint: `api-withdraw-deals` of `WithdrawDeals`."""
        return cls.endpoint_name or "api-" + re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    @classmethod
    def serializer_class(cls) -> type[serializers.Serializer[Any]]:
        """Return the serializer of the request body."""
        name, doc = cls.request_name or f"{cls.__name__}Request", cls.__doc__
        return serializer_of(
            cls.form_class, name, doc, names=cls.api_names, fields=cls.api_fields, partial=cls.method == "patch"
        )

    def answer(self, values: dict[str, Any]) -> Any:
        """Perform the values of a request's body; return its answer. Raises ValidationError, UserError."""
        return self.get_answer(self.perform_values(values))

    def perform_values(self, values: dict[str, Any]) -> Any:
        """Perform values by their names in the API. Raises ValidationError, UserError."""
        form = self.form = self.get_form(self.form_data(values))
        if not form.is_valid():
            raise ValidationError({self.api_name(name): list(map(str, texts)) for name, texts in form.errors.items()})
        try:
            return self.perform(form.cleaned_data)
        except UserError as error:
            error.field = error.field and self.api_name(error.field)
            raise


A = TypeVar("A", bound=type[Action])
_registered: dict[str, type[Action]] = {}


def register(action: A) -> A:
    """Add an action to the site. Raises ValueError if its name is taken."""
    if action.__name__ in _registered:
        raise ValueError(f"{action.__name__}: an action of this name exists")
    _registered[action.__name__] = action
    return action


def actions() -> tuple[type[Action], ...]:
    """Return all actions of the installed apps."""
    discovery.import_modules("actions")
    return tuple(_registered.values())


def action_of_page(name: str) -> type[Action]:
    """Return the action whose page has this URL name."""
    return next(one for one in actions() if one.name == name)


def blank_form(name: str, scope: Any, target: Any = None) -> forms.BaseForm:
    """Return the empty form of an action, for the view that shows it."""
    action = action_of_page(name)(scope)
    action.target = target
    return action.get_form(prefix=action.get_prefix())


def submit_action(name: str, request: HttpRequest, scope: Any, **parts: Any) -> HttpResponseBase:
    """Perform the POST of a page that shares its URL with an action. Raises PermissionDenied."""
    action = action_of_page(name)
    if action.guard is requires:
        # The view has read event and roles already.
        require(request.user, action.permission, scope)
        return _submit(action, request, scope, **parts)
    guarded = action.guard(action.permission)(partial(_submit, action))
    key = PART.findall(action.page_base)[0]
    return cast(HttpResponseBase, guarded(request, **{key: scope.slug}, **parts))


def _submit(action: type[Action], request: HttpRequest, scope: Any, **parts: Any) -> HttpResponseBase:
    found = action(scope, request=request, by=Actor.of(request), parts=parts)
    found.check_parts()
    found.target = found.get_target()
    return found.submit()


def page_urls() -> list[URLPattern]:
    """Return the URL patterns of all actions on pages."""
    found = (one for one in actions() if one.name and one.page_path is not None)
    return [path(f"{one.page_base}/{one.page_path or one.path}/", page_view(one), name=one.name) for one in found]


def api_urls() -> list[URLPattern]:
    """Return the URL patterns of all actions in the API, below `/api/v1/`."""
    found = (one for one in actions() if one.path)
    return [path(f"{one.api_base}/{one.path}/", api_view(one), name=one.api_url_name()) for one in found]


def page_view(action: type[Action]) -> Callable[..., HttpResponseBase]:
    def view(request: HttpRequest, scope: Any, **parts: Any) -> HttpResponseBase:
        return _submit(action, request, scope, **parts)

    view.__module__, view.__name__, view.__doc__ = action.__module__, action.__name__, action.__doc__
    guarded: Callable[..., HttpResponseBase] = action.guard(action.permission)(require_POST(view))
    return sent_once(guarded) if action.sent_once else guarded


def api_view(action: type[Action]) -> Callable[..., HttpResponseBase]:
    body, partial_ = action.serializer_class(), action.method == "patch"
    address = f"{action.api_base}/{action.path}"
    scope, *names = PART.findall(address)
    numbers = NUMBER.findall(address)

    @extend_schema(
        parameters=[
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
        ],
        request=body if body._declared_fields else None,
        responses={action.status: action.answer_serializer},
        operation_id=action.operation_id or action.api_url_name().removeprefix("api-").replace("-", "_"),
        description=action.__doc__,
        tags=[action.tag or action.path.partition("/")[0]],
    )
    def send(self: Any, request: Request, **parts: Any) -> Response:
        found = action(
            self.allowed(action.permission),
            request=request._request,
            by=self.actor,
            parts={name: parts[name] for name in names},
            in_api=True,
        )
        found.check_parts()
        found.target = found.get_target()
        return Response(found.answer(valid(body, request, partial=partial_)), status=action.status)

    # Name and text of the view are those of its GET.
    about = action.endpoint if hasattr(action.endpoint, "get") else action
    facts = {"__module__": action.__module__, "__doc__": about.__doc__}
    view = type(f"{about.__name__.removesuffix('View')}View", (action.endpoint,), {action.method: send, **facts})
    return cast(type[ConditionalView], view).as_view()


def first_error(form: forms.BaseForm) -> str:
    """Return the form's first error as one message, with the label of its field."""
    name, texts = next(iter(form.errors.items()))
    return str(texts[0]) if name == NON_FIELD_ERRORS else f"{form[name].label}: {texts[0]}"
