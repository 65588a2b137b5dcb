"""Site address for devices in the hall, used on every QR code and link."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, site_change
from tournaments.core.errors import UserError
from tournaments.core.models.site import SiteAddress
from tournaments.events import hall_network


@dataclass(frozen=True)
class HallAddress:
    """Address without trailing slash. `fixed`: set by the environment. `reachable`: a phone has opened it."""

    address: str
    fixed: bool
    chosen: bool
    reachable: bool

    @property
    def this_machine_only(self) -> bool:
        """True if no other device can open it."""
        host = urlsplit(self.address).hostname or ""
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"


def current(request: HttpRequest) -> HallAddress:
    """Return the site's address: the environment's, else the chosen one, else that of this request."""
    if settings.PUBLIC_ADDRESS:
        return HallAddress(settings.PUBLIC_ADDRESS, fixed=True, chosen=True, reachable=True)
    row = SiteAddress.objects.filter(pk=1).first()
    if row is not None:
        return HallAddress(row.address, fixed=False, chosen=True, reachable=row.seen_at is not None)
    return HallAddress(request.build_absolute_uri("/").rstrip("/"), fixed=False, chosen=False, reachable=False)


def known_address() -> str:
    """Return the site's address outside requests, as in e-mails: fixed or chosen; empty if there is none."""
    row = None if settings.PUBLIC_ADDRESS else SiteAddress.objects.filter(pk=1).first()
    return row.address if row is not None else settings.PUBLIC_ADDRESS


def absolute(request: HttpRequest, path: str) -> str:
    """Return `path` under the site's address, for QR codes and links."""
    return current(request).address + path


def proposed(request: HttpRequest) -> list[str]:
    """Return addresses of this machine to choose from, with the port of the request."""
    port = request.get_port()
    scheme = request.scheme or "http"
    suffix = "" if port == {"http": "80", "https": "443"}[scheme] else f":{port}"
    return [f"{scheme}://{address}{suffix}" for address in hall_network.addresses()]


@site_change("site.address", gettext_noop("Address in the hall set"))
def choose(change: Change, *, address: str) -> SiteAddress:
    """Use this address on QR codes and links. Raises `UserError` for an invalid address."""
    cleaned = normal(address)
    row = SiteAddress.objects.select_for_update().filter(pk=1).first()
    if row is None:
        return change.create(SiteAddress(pk=1, address=cleaned))
    if row.address == cleaned:
        change.nothing()
        return row
    with change.edit(row):
        row.address, row.seen_at = cleaned, None
    return row


def normal(address: str) -> str:
    """Return scheme, host and port in comparable form. Raises `UserError`."""
    wrong = UserError(_("Enter the address as a phone opens it, such as http://192.168.1.20:8000."), field="address")
    text = address.strip()
    try:
        parts = urlsplit(text if "//" in text else f"http://{text}")
        host, port = parts.hostname, parts.port
    except ValueError:
        raise wrong from None
    extra = parts.path.strip("/") or parts.query or parts.fragment or parts.username
    if parts.scheme not in ("http", "https") or not host or extra or any(sign in host for sign in "\\ %<>\"'"):
        raise wrong
    shown = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{shown}" + (f":{port}" if port and port != usual else "")


def record_phone(address: str) -> None:
    """Record that a phone reached the site under `address`; ignores addresses other than the chosen one.

    Not logged: it is no decision of anyone, and every phone in the hall may cause it.
    """
    SiteAddress.objects.filter(pk=1, address=address).update(seen_at=timezone.now())
