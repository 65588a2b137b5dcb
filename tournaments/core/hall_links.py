"""The address that codes and links bear."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from tournaments.core import hall_address as hall
from tournaments.core.models.site import SiteAddress


@dataclass(frozen=True)
class HallAddress:
    """`address` without a slash at its end. `fixed`: the environment says it. `reachable`: a phone has opened it."""

    address: str
    fixed: bool
    chosen: bool
    reachable: bool

    @property
    def this_machine_only(self) -> bool:
        """Whether no other device can open it."""
        host = urlsplit(self.address).hostname or ""
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"


def current(request: HttpRequest) -> HallAddress:
    """The site's address: what the environment fixes, else what was chosen, else the one that this request came by."""
    if settings.PUBLIC_ADDRESS:
        return HallAddress(settings.PUBLIC_ADDRESS, fixed=True, chosen=True, reachable=True)
    row = SiteAddress.objects.filter(pk=1).first()
    if row is not None:
        return HallAddress(row.address, fixed=False, chosen=True, reachable=row.seen_at is not None)
    return HallAddress(request.build_absolute_uri("/").rstrip("/"), fixed=False, chosen=False, reachable=False)


def known_address() -> str:
    """The site's address where nobody asks for a page (a letter): fixed or chosen; empty where neither is so."""
    row = None if settings.PUBLIC_ADDRESS else SiteAddress.objects.filter(pk=1).first()
    return row.address if row is not None else settings.PUBLIC_ADDRESS


def absolute(request: HttpRequest, path: str) -> str:
    """`path` under the site's address, as it goes into a code or to somebody else."""
    return current(request).address + path


def proposed(request: HttpRequest) -> list[str]:
    """Addresses of this machine to choose from, with the port of the request."""
    port = request.get_port()
    scheme = request.scheme or "http"
    suffix = "" if port == {"http": "80", "https": "443"}[scheme] else f":{port}"
    return [f"{scheme}://{address}{suffix}" for address in hall.addresses()]
