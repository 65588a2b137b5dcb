"""Faults of the environment, such as a full disk or a locked database: one sentence and status 503."""

from __future__ import annotations

import errno
import logging
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.http.request import RawPostDataException, UnreadablePostError
from django.utils.translation import gettext_lazy as _
from django.views import defaults

from engine.exact import integer_or
from tournaments.core.http import Handler
from tournaments.core.http.commit_state import CommitState, get_commit_state
from tournaments.core.http.problems import API, make_refusal
from tournaments.core.jobs import NO_ROOM

log = logging.getLogger("tournaments.faults")


@dataclass(frozen=True)
class Fault:
    name: str
    message: object
    seconds: int
    refuses: bool = True
    """True if the fault is the database's answer, so that nothing was saved."""


BUSY: Final = Fault(
    "busy", _("Too many people are writing at this moment. Nothing was saved; send it again in a few seconds."), 5
)
FULL: Final = Fault(
    "full", _("The server's disk is full. Nothing was saved; pages can still be read. Tell the organiser."), 60
)
READ_ONLY: Final = Fault(
    "read-only",
    _("The server's database can only be read at this moment. Nothing was saved. Tell the organiser."),
    60,
)
DISK: Final = replace(FULL, name="disk", refuses=False)
GONE: Final = Fault(
    "gone", _("The database does not answer at this moment. Nothing was saved; try again soon."), 5, refuses=False
)
UNKNOWN: Final = _("This may have been saved. Reload the page to check.")

FILES: Final = Fault(
    "files", _("The server's store of files does not answer at this moment. Nothing was saved; try again soon."), 5
)

_FOLDER_AWAY: Final = (errno.EIO, errno.ESTALE)

BROKEN_OFF: Final = _("The connection broke off before everything had arrived. Nothing was saved; send it again.")

# Messages in lower case: SQLite's texts, PostgreSQL's codes (SQLSTATE, or its first two characters).
_SQLITE: Final = (
    ("database is locked", BUSY),
    ("database table is locked", BUSY),
    ("readonly database", READ_ONLY),
    ("database or disk is full", FULL),
    ("disk i/o error", DISK),
    ("unable to open database file", GONE),
)
_POSTGRESQL: Final = {
    "25006": READ_ONLY, "53100": FULL, "57": GONE, "08": GONE,
    "55P03": BUSY, "40P01": BUSY, "40001": BUSY, "53300": BUSY,
}  # fmt: skip


def find_environment_fault(error: BaseException) -> Fault | None:
    """Return the fault behind the error; None if the program is at fault."""
    for cause in _list_causes(error):
        if isinstance(cause, OSError) and cause.errno in (*NO_ROOM, errno.EROFS):
            return READ_ONLY if cause.errno == errno.EROFS else FULL
        if type(cause).__module__.partition(".")[0] == "botocore":
            return FILES
        if isinstance(cause, OSError) and cause.errno in _FOLDER_AWAY:
            return FILES
        if isinstance(cause, DatabaseError | InterfaceError):
            return _find_database_fault(cause)
    return None


def _list_causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    for _step in range(10):
        if cause is None:
            return
        yield cause
        cause = cause.__cause__ or cause.__context__


def _find_database_fault(error: Exception) -> Fault | None:
    cause = error.__cause__ or error
    state = getattr(cause, "sqlstate", None)
    if state:
        return _POSTGRESQL.get(state) or _POSTGRESQL.get(state[:2])
    if type(cause).__module__.startswith("psycopg"):
        # An error without a code is a connection that was refused, timed out or broken.
        return GONE if type(cause).__name__ in ("OperationalError", "InterfaceError") else None
    text = str(error).lower()
    return next((fault for mark, fault in _SQLITE if mark in text), None)


def respond_to_fault(request: HttpRequest, error: BaseException) -> HttpResponse | None:
    """Return 503 with Retry-After for a fault of the environment, 400 for a lost client, else None."""
    if isinstance(error, UnreadablePostError):
        return make_refusal(request, 400, str(BROKEN_OFF))
    fault = find_environment_fault(error)
    if fault is None:
        return None
    log.error("fault", extra={"fault": fault.name}, exc_info=error)
    unknown = get_commit_state() is CommitState.SAVED or (
        get_commit_state() is CommitState.COMMITTING and not fault.refuses
    )
    response = make_refusal(request, 503, str(UNKNOWN if unknown else fault.message), known=not unknown)
    response["Retry-After"] = str(fault.seconds)
    return response


def require_complete_body(request: HttpRequest) -> None:
    if request.content_type != "application/x-www-form-urlencoded" or request.method not in ("POST", "PATCH", "PUT"):
        return
    try:
        size = len(request.body)
    except RawPostDataException:
        # The CSRF check has read the body and ignores a lost client.
        size = -1
    # Some web servers pass a shorter body instead of an error; half a form may look complete.
    if size < integer_or(request.META.get("CONTENT_LENGTH") or "", 0):
        raise UnreadablePostError("the client broke off")


class FaultMiddleware:
    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponseBase | None:
        try:
            require_complete_body(request)
        except UnreadablePostError as error:
            return respond_to_fault(request, error)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        return respond_to_fault(request, error)


def server_error(request: HttpRequest) -> HttpResponse:
    error = sys.exc_info()[1]
    response = respond_to_fault(request, error) if error is not None else None
    if response is not None:
        return response
    if get_commit_state() is CommitState.SAVED:
        return make_refusal(request, 500, str(UNKNOWN), known=False)
    if request.path_info.startswith(API):
        return make_refusal(request, 500, str(_("Something went wrong on our side. What you sent was not saved.")))
    return defaults.server_error(request)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path_info.startswith(API):
        return make_refusal(request, 404, str(_("There is nothing at this address of the API; see /api/v1/docs/.")))
    return defaults.page_not_found(request, exception)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path_info.startswith(API):
        return make_refusal(request, 400, str(_("The server did not understand this request.")))
    return defaults.bad_request(request, exception)
