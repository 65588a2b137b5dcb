"""Part of an event file that travels to a hall and back: the site that lends, roles, codes, keys of rows.

    "loan": {
        "site": "https://example.org", "lent_at": "2026-05-02T06:00:00.000000Z",
        "roles": [{"user": "ren", "email": "ren@example.org", "role": "referee"}],
        "tables": {"1/3": "<code>"}, "evening": "",
        "keys": {"entry": {"17": 3}}
    }

`keys`: model -> key of a row on the site that lends -> key of the row in the file. Passwords and tokens of accounts are
no part of it.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from tournaments.accounts.models import Membership, Role
from tournaments.core.models.columns import FIRST_MOMENT, LAST_MOMENT
from tournaments.exchange.documents import DocumentReader, Raw

PARTS: Final = ("site", "lent_at", "roles", "tables", "evening", "keys")
SITE: Final = re.compile(r"(https?://[^\s\"<>]+)?")
CODE: Final = re.compile(r"[A-Za-z0-9_-]{16,43}")


class LentRole(NamedTuple):
    user: str
    email: str
    role: str


@dataclass(frozen=True)
class ReadLoan:
    """Valid loan. `tables`: table of the file ("round/number") -> code; `evening`: code of the room."""

    site: str
    lent_at: datetime.datetime
    roles: tuple[LentRole, ...]
    tables: Mapping[str, str]
    evening: str
    keys: Mapping[str, Mapping[str, Any]]


def list_lent_roles(tournament: Any) -> list[Raw]:
    rows = Membership.objects.filter(tournament=tournament).select_related("user").order_by("user__username", "role")
    return [{"user": row.user.username, "email": row.user.email, "role": row.role} for row in rows]


def read_loan(reader: DocumentReader, raw: Any) -> ReadLoan | None:
    """Return the loan of a file; None without one, or with a problem, which the reader notes."""
    if raw is None:
        return None
    if not isinstance(raw, dict):
        reader.add_problem("loan", _("Expected an object, found %(found)s.") % {"found": type(raw).__name__})
        return None
    reader.refuse_unknown_names("loan", raw, set(PARTS))
    try:
        lent_at = parse_datetime(str(raw.get("lent_at", "")))
    except ValueError:
        lent_at = None
    if lent_at is None or lent_at.tzinfo is None:
        sentence = _("“%(found)s” is not a time such as 2026-05-02T09:30:00Z.")
        reader.add_problem("loan, lent_at", sentence % {"found": raw.get("lent_at")})
        return None
    lent_at = min(max(lent_at, FIRST_MOMENT), LAST_MOMENT)
    site, evening, tables, keys = raw.get("site", ""), raw.get("evening", ""), raw.get("tables"), raw.get("keys")
    codes = [*tables.values(), *([evening] if evening else [])] if isinstance(tables, dict) else [None]
    if any(not isinstance(code, str) or not CODE.fullmatch(code) for code in codes):
        reader.add_problem("loan, tables", _("Codes of tables have 16 to 43 letters, digits, hyphens and underscores."))
    if not isinstance(site, str) or len(site) > 200 or not SITE.fullmatch(site):
        reader.add_problem("loan, site", _("Enter an address such as https://example.org, or nothing."))
    listed = [
        rows.values() if isinstance(rows, dict) else [None]
        for rows in (keys.values() if isinstance(keys, dict) else [None])
    ]
    if not all(isinstance(name, int | str) for names in listed for name in names):
        reader.add_problem("loan, keys", _("Expected the last entry and the keys of rows."))
    roles = tuple(
        role for _at, row in reader.read_objects(raw.get("roles", []), "loan, roles") if (role := _read_role(row))
    )
    return None if reader.problems else ReadLoan(str(site), lent_at, roles, tables or {}, evening, keys or {})


def _read_role(row: Raw) -> LentRole | None:
    user, email, role = (str(row.get(name, "")) for name in LentRole._fields)
    valid = role in Role.values and 0 < len(user) <= 150 and len(email) <= 254
    return LentRole(user, email, role) if valid else None


def build_loan_schema() -> Raw:
    text: Raw = {"type": "string"}
    role = dict.fromkeys(LentRole._fields, text)
    code = {"type": "string", "pattern": f"^{CODE.pattern}$"}
    return {
        "type": "object",
        "properties": {
            "site": text | {"maxLength": 200},
            "lent_at": text | {"format": "date-time"},
            "roles": {"type": "array", "items": {"type": "object", "properties": role, "required": sorted(role)}},
            "tables": {"type": "object", "additionalProperties": code},
            "evening": text,
            "keys": {"type": "object", "additionalProperties": {"type": "object"}},
        },
        "required": sorted(PARTS),
        "additionalProperties": False,
    }
