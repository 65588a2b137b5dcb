"""One JSON object a line, each with the id of the request that caused it."""

import contextvars
import json
import logging
import re
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponseBase

request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")

_PLAIN_RECORD = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "request", "server_time"}
_SAFE_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")


class JsonFormatter(logging.Formatter):
    """Keys: at (UTC, ISO 8601), level, logger, message, request_id, error (traceback), and each `extra=`."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if current := request_id.get():
            entry["request_id"] = current
        entry |= {key: value for key, value in record.__dict__.items() if key not in _PLAIN_RECORD}
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False, default=str)


class RequestIdMiddleware:
    """Takes a proxy's X-Request-ID or makes one; the answer carries it, so that a person can quote it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        given = request.headers.get("X-Request-ID", "")
        current = given if _SAFE_ID.fullmatch(given) else uuid.uuid4().hex
        token = request_id.set(current)
        try:
            response = self.get_response(request)
        finally:
            request_id.reset(token)
        response.headers["X-Request-ID"] = current
        return response


def logging_config(level: str) -> dict[str, Any]:
    """Django's LOGGING: everything to standard error, as JSON lines."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "tournaments.site.logs.JsonFormatter"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": ["stderr"], "level": level, "propagate": False},
            # WeasyPrint's font subsetting speaks at length.
            "fontTools": {"level": "WARNING"},
            "weasyprint": {"level": "ERROR"},
        },
    }
