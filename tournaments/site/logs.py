"""Logging: one JSON object per line, with the id of the request."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from tournaments.site.middleware import request_id

_PLAIN_RECORD = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "request", "server_time"}

# The next part of these addresses opens a door; the log is read by many.
SECRET_ADDRESSES = ("sign-in", "e", "r", "replay", "evening", "hall", "captain", "people")
_SECRETS = re.compile(rf"""/({"|".join(SECRET_ADDRESSES)})/[^/\s"'?#\\]+""")


class JsonFormatter(logging.Formatter):
    """JSON lines with at (UTC, ISO 8601), level, logger, message, request_id, error and each `extra=`; no secrets."""

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
        return _SECRETS.sub(r"/\1/-", json.dumps(entry, ensure_ascii=False, default=str))


def build_logging_config(level: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "tournaments.site.logs.JsonFormatter"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": ["stderr"], "level": level, "propagate": False},
            # waitress warns each time a request waits for a thread.
            "waitress.queue": {"level": "ERROR"},
            # WeasyPrint's font subsetting logs too much.
            "fontTools": {"level": "WARNING"},
            "weasyprint": {"level": "ERROR"},
        },
    }
