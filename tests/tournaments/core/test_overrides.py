"""Methods with names of Django take what those of Django take: overrides, and methods named as in generic views."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import Parameter
from typing import Any

from django.contrib.messages.views import SuccessMessageMixin
from django.views import View
from django.views.generic import CreateView, DeleteView, ListView

import judging
import tournaments

FRAMEWORKS = ("django", "rest_framework")
GENERIC_VIEWS = (CreateView, DeleteView, ListView, SuccessMessageMixin)
"""Views whose methods every Django developer knows by name: `get_form`, `get_success_url`, `get_queryset`, …"""
BY_POSITION = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


def methods() -> Iterator[tuple[type[Any], str, Callable[..., Any]]]:
    """Every method of the project with its class, outside migrations."""
    for package in (tournaments, judging):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations" in found.name or found.name.endswith("__main__"):
                continue
            for cls in vars(import_module(found.name)).values():
                if inspect.isclass(cls) and cls.__module__ == found.name:
                    yield from ((cls, *pair) for pair in vars(cls).items() if inspect.isfunction(pair[1]))


def frameworks_method(cls: type[Any], name: str) -> Any:
    """Return the framework's method that the class overrides, or that a reader would expect; None without one."""
    if name.startswith("__"):
        return None
    bases = [base for base in cls.__mro__[1:] if base.__module__.partition(".")[0] in FRAMEWORKS]
    if name not in View.http_method_names:
        bases += GENERIC_VIEWS
    return next(filter(inspect.isfunction, (getattr(base, name, None) for base in bases)), None)


def fits(method: Callable[..., Any], original: Callable[..., Any]) -> bool:
    """Return whether the method takes every call that the original takes."""
    own = dict(list(inspect.signature(method).parameters.items())[1:])
    wanted = dict(list(inspect.signature(original).parameters.items())[1:])
    kinds, wanted_kinds = ({parameter.kind for parameter in each.values()} for each in (own, wanted))
    takes_all = {Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD} <= kinds
    for name, parameter in wanted.items():
        if parameter.kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD):
            if parameter.kind not in kinds:
                return False
        elif name not in own:
            if not takes_all:
                return False
        elif own[name].kind != parameter.kind or own[name].default != parameter.default:
            return False
    order = [name for name, parameter in own.items() if parameter.kind in BY_POSITION]
    if order != list(wanted)[: len(order)]:
        return False
    # Keyword arguments that the original collects may have names, as options of a command have.
    more = [parameter for name, parameter in own.items() if name not in wanted and parameter.kind in _NAMED]
    return all(parameter.default is not Parameter.empty for parameter in more) or Parameter.VAR_KEYWORD in wanted_kinds


_NAMED = (*BY_POSITION, Parameter.KEYWORD_ONLY)


def test_every_method_with_a_name_of_django_takes_what_djangos_takes() -> None:
    overrides = [(cls, name, method, frameworks_method(cls, name)) for cls, name, method in methods()]
    compared = [row for row in overrides if row[3] is not None]
    assert [
        f"{cls.__module__}.{cls.__name__}.{name}"
        for cls, name, method, original in compared
        if not fits(method, original)
    ] == []
    assert len(compared) > 200


def test_other_parameters_and_other_defaults_do_not_fit() -> None:
    class Page(View):
        def get_success_url(self, result: object) -> str:
            return str(result)

        def get_form(self, form_class: object = object) -> object:
            return form_class

        def get_initial(self) -> object:
            return {}

        def dispatch(self, *args: object, **kwargs: object) -> Any:
            return super().dispatch(*args, **kwargs)  # type: ignore[arg-type]

    names = ("get_success_url", "get_form", "get_initial", "dispatch")
    fitting = {name: fits(vars(Page)[name], frameworks_method(Page, name)) for name in names}
    assert fitting == {"get_success_url": False, "get_form": False, "get_initial": True, "dispatch": True}
