"""Sending of an event on loan back to its site, by the API of the site."""

from __future__ import annotations

import secrets
from http import HTTPStatus
from typing import Final

from django.utils.translation import gettext as _

from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.exchange.files.loans import make_file_name, make_loan_file
from tournaments.exchange.models import Loan
from tournaments.exchange.site_requests import NoAnswerError, is_safe_address, request_site

SECONDS: Final = 120
"""Timeout of the request: a site replaces a large event in some ten seconds."""


def send_home(tournament: Tournament, *, token: str, site: str = "") -> None:
    """Send the event to the `site`, else to the one that has lent it. Raises `UserError` with the answer there."""
    loan = Loan.objects.filter(tournament=tournament).first()
    address = (site or (loan.site if loan else "")).rstrip("/")
    if not is_safe_address(address):
        raise UserError(_("Give the address of the site, such as https://example.org."), field="site")
    edge = secrets.token_hex(16)
    head = (
        f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{make_file_name(tournament)}"\r\n'
        "Content-Type: application/zip\r\n\r\n"
    )
    body = head.encode() + make_loan_file(tournament, "") + f"\r\n--{edge}--\r\n".encode()
    headers = {"Authorization": f"Token {token}", "Content-Type": f"multipart/form-data; boundary={edge}"}
    url = f"{address}/api/v1/tournaments/{tournament.slug}/loan/bring-back/"
    try:
        answer = request_site(url, headers=headers, body=body, seconds=SECONDS)
    except NoAnswerError as error:
        raise UserError(_("The site cannot be reached: %(why)s") % {"why": error}) from error
    if answer.status >= HTTPStatus.MULTIPLE_CHOICES:
        reason = answer.detail or _("it answered with status %(status)s") % {"status": answer.status}
        raise UserError(_("The site has not taken the event: %(why)s") % {"why": reason})
