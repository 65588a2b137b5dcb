"""Sending of an event on loan back to its site, by the API of the site.

Only `https` or this machine, and no redirects: nobody may read the token on the way.
"""

from __future__ import annotations

import json
import secrets
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Final
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.exchange.files.loans import make_file_name, make_loan_file
from tournaments.exchange.models import Loan
from tournaments.site.listening import is_loopback

SECONDS: Final = 120
"""Timeout of the request: a site replaces a large event in some ten seconds."""
MOST_BYTES: Final = 100_000


class _StaysThere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: object) -> None:
        """Follow no redirect: it would take the token elsewhere."""


def send_home(tournament: Tournament, *, token: str, site: str = "") -> None:
    """Send the event to the `site`, else to the one that has lent it. Raises `UserError` with the answer there."""
    loan = Loan.objects.filter(tournament=tournament).first()
    address = (site or (loan.site if loan else "")).rstrip("/")
    parts = urlsplit(address)
    host = parts.hostname or ""
    if not host or not (parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host))):
        raise UserError(_("Give the address of the site, such as https://example.org."), field="site")
    edge = secrets.token_hex(16)
    head = (
        f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{make_file_name(tournament)}"\r\n'
        "Content-Type: application/zip\r\n\r\n"
    )
    body = head.encode() + make_loan_file(tournament, "") + f"\r\n--{edge}--\r\n".encode()
    headers = {"Authorization": f"Token {token}", "Content-Type": f"multipart/form-data; boundary={edge}"}
    url = f"{address}/api/v1/tournaments/{tournament.slug}/loan/bring-back/"
    request = urllib.request.Request(url, data=body, headers=headers, method="POST")  # noqa: S310 - checked above
    try:
        with urllib.request.build_opener(_StaysThere).open(request, timeout=SECONDS) as answer:
            answer.read(MOST_BYTES)
    except urllib.error.HTTPError as error:
        with error:
            reason = _read_detail(error.read(MOST_BYTES))
        reason = reason or _("it answered with status %(status)s") % {"status": error.code}
        raise UserError(_("The site has not taken the event: %(why)s") % {"why": reason}) from error
    except (OSError, HTTPException) as error:
        raise UserError(_("The site cannot be reached: %(why)s") % {"why": error}) from error


def _read_detail(content: bytes) -> str:
    try:
        answer = json.loads(content)
    except ValueError:
        return ""
    return str(answer.get("detail", "")) if isinstance(answer, dict) else ""
