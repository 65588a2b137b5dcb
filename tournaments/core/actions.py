"""Actions: changes of an event by a person or a program, each declared once.

From a registered action follow the page that takes the form's POST (`name`), the endpoint of the API
(`api-withdraw-deals` of `WithdrawDeals`) with its schema, errors at the fields of both, `Idempotency-Key`, `If-Match`,
and the row in the table of permissions (tests/roles). Modules named `actions` are discovered.
"""

from __future__ import annotations

import copy
import re
import zoneinfo
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, ClassVar, TypeVar, cast

from django import forms
from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views import View
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.settings import api_settings

from tournaments.core import discovery
from tournaments.core.api.base import ConditionalView, OfTournament
from tournaments.core.api.responses import DoneSerializer, serialize_change
from tournaments.core.audit import Actor, locked, recorded
from tournaments.core.audit.undoing import FIELD, undoing
from tournaments.core.errors import RemovedError, UserError
from tournaments.core.form_serializers import ApiField, WholeSerializer, build_serializer_of_form
from tournaments.core.http.idempotency import sent_once
from tournaments.core.open_items import OpenItemsError
from tournaments.core.permissions import require, requires
from tournaments.core.views.manage import ask_to_continue
from tournaments.core.views.undo import ENTRIES, Undo, announce_success
from tournaments.events.models import Tournament


class Action(View):
    """One request to change an event. Subclasses set the class attributes."""

    http_method_names = ["post"]
    path: ClassVar[str] = ""
    """Address below `api_base`; empty for an action of the pages only."""
    page_path: ClassVar[str] = ""
    api_base: ClassVar[str] = "tournaments/<slug:slug>"
    page_base: ClassVar[str] = "t/<slug:slug>/manage"
    guard: ClassVar[Callable[[str], Callable[..., Any]]] = staticmethod(requires)
    endpoint: ClassVar[type[ConditionalView]] = OfTournament
    endpoint_name: ClassVar[str] = ""
    method: ClassVar[str] = "post"
    """HTTP method of the endpoint; `patch` leaves absent fields unchanged."""
    status: ClassVar[int] = 200
    operation_id: ClassVar[str] = ""
    request_name: ClassVar[str] = ""
    """Names of the operation and its request's body in the schema; by default they follow from the class."""
    name: ClassVar[str] = ""
    permission: ClassVar[str]
    view_permission: ClassVar[str] = ""
    """Permission for GET, where it is another one."""
    audit_codes: ClassVar[tuple[str, ...]]
    form_class: ClassVar[type[forms.BaseForm]] = forms.Form
    page_form_class: ClassVar[type[forms.BaseForm] | None] = None
    form_name: ClassVar[str] = "form"
    prefix: ClassVar[str | None] = None
    done: ClassVar[Any] = ""
    success_page: ClassVar[str] = ""
    sent_once: ClassVar[bool] = False
    under_lock: ClassVar[bool] = False
    """Find the target, check the form and perform under one lock of the event, so that nothing is read twice."""
    api_names: ClassVar[Mapping[str, str]] = {}
    """Field of the form -> its name in the API, where they differ."""
    api_fields: ClassVar[Mapping[str, ApiField]] = {}
    """API fields that replace those of the form; see `form_data`."""
    part_choices: ClassVar[Mapping[str, Collection[str]]] = {}
    """Part of the address -> its values; others give 404."""
    stored_fields: ClassVar[Mapping[str, ApiField | None]] = {}
    """Fields that GET of the endpoint returns with their stored values; None: as in the request."""
    STORED: ClassVar[str] = "The stored values, as a request sends them."
    tag: ClassVar[str] = ""
    answer_serializer: ClassVar[Any] = DoneSerializer

    def __init__(
        self, scope: Any = None, *, request: HttpRequest | None = None, by: Actor | None = None, in_api: bool = False
    ) -> None:
        super().__init__()
        self.scope = scope
        self.request: Any = request
        self.by: Any = by
        self.parts: dict[str, Any] = {}
        self.in_api = in_api
        self.target: Any = None
        self.lock: Any = None
        self.data: Any = None
        self.form: Any = None
        self.result: Any = None

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.scope, self.parts, self.by = args[0], kwargs, Actor.of(request)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if str(request.method).lower() in self.http_method_names:
            self.find_target_early()
        return super().dispatch(request, *args, **kwargs)

    @classmethod
    def make_blank_form(cls, scope: Any, target: Any = None) -> forms.BaseForm:
        action = cls(scope)
        action.target = target
        return action.get_form()

    @classmethod
    def choose_row_form(cls, scope: Any, row: Any, sent: forms.BaseForm | None) -> forms.BaseForm:
        """Return the form of one of a page's rows; `sent`, with its errors, if it belongs to the row."""
        blank = cls.make_blank_form(scope, row)
        return sent if sent is not None and sent.prefix == blank.prefix else blank

    @property
    def tournament(self) -> Tournament:
        return cast(Tournament, self.scope)

    @property
    def time_zone(self) -> str:
        return self.tournament.time_zone

    def find_target_early(self) -> None:
        if not (self.under_lock and self.request.method == "POST"):
            self.find_target()

    @contextmanager
    def begin(self) -> Iterator[None]:
        if not self.under_lock or self.target is not None:
            yield
            return
        with locked(self.tournament) as self.lock:
            self.find_target()
            yield

    def find_target(self) -> None:
        """Set the target. Raises Http404, also for a part of the address outside `part_choices`."""
        if any(self.parts[name] not in choices for name, choices in self.part_choices.items()):
            raise Http404
        self.target = self.get_target()

    def get_target(self) -> Any:
        return self.tournament

    def perform(self, data: dict[str, Any]) -> Any:
        raise NotImplementedError

    def get_initial(self) -> dict[str, Any]:
        return {}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {}

    def get_prefix(self) -> str | None:
        return self.prefix

    def get_form_class(self) -> type[forms.BaseForm]:
        return self.form_class if self.in_api else self.page_form_class or self.form_class

    def get_form(self, form_class: type[forms.BaseForm] | None = None) -> forms.BaseForm:
        return (form_class or self.get_form_class())(
            self.data,
            prefix=None if self.in_api else self.get_prefix(),
            initial=self.get_initial(),
            **self.get_form_kwargs(),
        )

    def get_message(self, result: Any) -> str:
        return str(self.done)

    def get_undo(self, result: Any) -> Undo | None:
        return None

    def get_success_url(self) -> str:
        return reverse(self.success_page, args=[self.tournament.slug])

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        """Map the API's field names to the form's; with `patch`, add the stored values of absent fields."""
        names = {api: form for form, api in self.api_names.items()}
        sent_values = {names.get(name, name): value for name, value in values.items()}
        if self.method != "patch":
            return sent_values
        stored = self.get_form()
        return {name: stored[name].value() for name in stored.fields} | sent_values

    def map_to_api_name(self, field: str) -> str:
        return api_settings.NON_FIELD_ERRORS_KEY if field == NON_FIELD_ERRORS else self.api_names.get(field, field)

    def get_answer(self, result: Any) -> Any:
        if self.answer_serializer is DoneSerializer:
            return serialize_change(self.tournament, result)
        return self.answer_serializer(result).data

    def page(self, **context: Any) -> HttpResponse | None:
        """Show the page again with the bound form and the status; None makes the error a message."""
        return None

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.data = request.POST
        try:
            with self.begin():
                form = self.form = self.get_form()
                with timezone.override(zoneinfo.ZoneInfo(self.time_zone)):
                    form.is_valid()
                if not form.errors:
                    with recorded() as entries, self._mark_as_undo():
                        self.result = self.perform(form.cleaned_data)
                    setattr(self.request, ENTRIES, entries)
        except OpenItemsError as error:
            return ask_to_continue(self.request, error)
        except UserError as error:
            if isinstance(error, RemovedError) and self.form is None:
                raise Http404 from error
            self.form.add_error(error.field if error.field in self.form.fields else None, str(error))
            return self.respond_to_refusal(error)
        # The service's call may have marked fields itself.
        if form.errors:
            return self.respond_to_refusal()
        return self.respond_to_success(self.result)

    def _mark_as_undo(self) -> AbstractContextManager[None]:
        sent = self.request.POST.get(FIELD, "")
        return undoing(self.by, self.name, self.tournament, sent) if sent else nullcontext()

    def respond_to_success(self, result: Any) -> HttpResponseBase:
        if message := self.get_message(result):
            announce_success(self.request, self.scope, message, self.get_undo(result))
        return redirect(self.get_success_url())

    def respond_to_refusal(self, error: UserError | None = None) -> HttpResponseBase:
        offered = FIELD not in self.request.POST and bool(self.form.fields)
        if offered and (refused_page := self.page(status=422, **{self.form_name: self.form})) is not None:
            return refused_page
        messages.error(self.request, describe_first_error(self.form))
        return redirect(self.get_success_url())

    @classmethod
    def make_api_url_name(cls) -> str:
        return cls.endpoint_name or "api-" + re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    @classmethod
    def build_serializer_class(cls) -> type[serializers.Serializer[Any]]:
        name, doc = cls.request_name or f"{cls.__name__}Request", cls.__doc__
        return build_serializer_of_form(
            cls.form_class, name, doc, names=cls.api_names, fields=cls.api_fields, partial=cls.method == "patch"
        )

    @classmethod
    def build_stored_serializer_class(cls) -> type[serializers.Serializer[Any]]:
        asked = cls.build_serializer_class()._declared_fields
        fields = {name: field or asked[name] for name, field in cls.stored_fields.items()}
        return type(f"{cls.__name__}Stored", (WholeSerializer,), {"__doc__": cls.STORED, **copy.deepcopy(fields)})

    def get_stored(self) -> dict[str, Any]:
        """Return the stored values of `stored_fields`: those that the form begins with."""
        form, names = self.get_form(), {api: name for name, api in self.api_names.items()}
        wanted = {api: names.get(api, api) for api in self.stored_fields}
        return {api: form.get_initial_for_field(form.fields[name], name) for api, name in wanted.items()}

    def answer(self, values: dict[str, Any]) -> Any:
        return self.get_answer(self.perform_values(values))

    def perform_values(self, values: dict[str, Any]) -> Any:
        self.data = self.form_data(values)
        try:
            with self.begin():
                form = self.form = self.get_form()
                if not form.is_valid():
                    raise ValidationError(
                        {self.map_to_api_name(name): list(map(str, texts)) for name, texts in form.errors.items()}
                    )
                return self.perform(form.cleaned_data)
        except UserError as error:
            error.field = error.field and self.map_to_api_name(error.field)
            raise


class PageAction(Action):
    """An action at the address of its page: GET shows the page, POST performs the form."""

    http_method_names = ["get", "head", "post"]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return cast(HttpResponse, self.page(**{self.form_name: self.get_form()}))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if self.view_permission:
            require(request.user, self.permission, self.tournament)
        return super().post(request, *args, **kwargs)


A = TypeVar("A", bound=type[Action])
_registered: dict[str, type[Action]] = {}


def register(action: A) -> A:
    """Add an action to the site. Raises ValueError for a registered name."""
    if action.__name__ in _registered:
        raise ValueError(f"{action.__name__}: an action of this name exists")
    _registered[action.__name__] = action
    return action


def list_actions() -> tuple[type[Action], ...]:
    discovery.import_modules("actions")
    return tuple(_registered.values())


def get_action(name: str) -> type[Action]:
    """Return the action of this class name, for pages of subjects that may not import it."""
    return next(action for action in list_actions() if action.__name__ == name)


def make_blank_forms(scope: Any, *offered: type[Action], target: Any = None) -> dict[str, Any]:
    return {action.form_name: action.make_blank_form(scope, target) for action in offered}


def list_page_urls() -> list[URLPattern]:
    with_page = (action for action in list_actions() if action.name)
    return [
        path(f"{action.page_base}/{action.page_path or action.path}/", make_page_view(action), name=action.name)
        for action in with_page
    ]


def make_page_view(action: type[Action]) -> Callable[..., HttpResponseBase]:
    permission = (issubclass(action, PageAction) and action.view_permission) or action.permission
    view: Callable[..., HttpResponseBase] = action.guard(permission)(action.as_view())
    return sent_once(view) if action.sent_once else view


def describe_first_error(form: forms.BaseForm) -> str:
    name, texts = next(iter(form.errors.items()))
    return str(texts[0]) if name == NON_FIELD_ERRORS else f"{form[name].label}: {texts[0]}"
