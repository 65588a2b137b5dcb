"""Site address for devices in the hall, used on QR codes and links, and access of phones."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, site_change
from tournaments.core.errors import UserError
from tournaments.core.models.site import SiteAddress
from tournaments.core.shared_answers import share_answer
from tournaments.core.this_machine import is_from_this_machine, is_proxied
from tournaments.events import hall_network
from tournaments.site import hall_access, visits
from tournaments.site.hall_access import Access
from tournaments.site.listening import EVERYWHERE, is_loopback


@dataclass(frozen=True)
class HallAddress:
    """Address without trailing slash; empty while no other device can reach this computer.

    `fixed`: set by the environment. `reachable`: a phone has opened it.
    """

    address: str
    fixed: bool
    chosen: bool
    reachable: bool


def read_access() -> Access | None:
    """Return the supervisor's address of the site; None without a supervisor."""
    return hall_access.state(Path(settings.DATA_DIR))


def find_hall_address(request: HttpRequest | None = None) -> HallAddress:
    """Return the site's address: the environment's, else the chosen one, else this computer's or the request's."""
    if settings.PUBLIC_ADDRESS:
        return HallAddress(settings.PUBLIC_ADDRESS, fixed=True, chosen=True, reachable=True)
    served = read_access()
    row = SiteAddress.objects.filter(pk=1).first()
    if row is not None and (address := _build_usable_address(row, served)):
        is_seen = row.seen_at is not None or visits.has_come_by(address)
        return HallAddress(address, fixed=False, chosen=True, reachable=is_seen)
    address = _find_request_address(request, served) or next(iter(_list_computer_addresses(served)), "")
    return HallAddress(address, fixed=False, chosen=False, reachable=visits.has_come_by(address))


def find_known_address() -> str:
    """Return the fixed or chosen address for e-mails, which are read elsewhere; empty without one."""
    if settings.PUBLIC_ADDRESS:
        return str(settings.PUBLIC_ADDRESS)
    row = share_answer(("site address",), SiteAddress.objects.filter(pk=1).first)
    return _build_usable_address(row, read_access()) if row is not None else ""


def make_absolute(request: HttpRequest, path: str) -> str:
    """Return `path` under the site's address, for QR codes and links; empty while no other device can open it."""
    address = find_hall_address(request).address
    return address + path if address else ""


def propose_addresses(request: HttpRequest) -> list[str]:
    """Return addresses of this machine to choose from; without a supervisor, with the port of the request."""
    if (served := read_access()) is not None:
        return _list_computer_addresses(served)
    port = request.get_port()
    scheme = request.scheme or "http"
    suffix = "" if port == {"http": "80", "https": "443"}[scheme] else f":{port}"
    return [f"{scheme}://{address}{suffix}" for address in hall_network.list_addresses()]


def _build_usable_address(row: SiteAddress, served: Access | None) -> str:
    """Return the chosen address with today's port; empty if no other device can open it."""
    parts = urlsplit(row.address)
    if is_loopback(parts.hostname or ""):
        return ""
    if served is None or not (
        row.of_this_computer or row.address in _build_addresses(hall_network.list_addresses(), served.port)
    ):
        return row.address
    # The port may have changed, and the computer may have lost the address.
    return next(
        (address for address in _list_computer_addresses(served) if urlsplit(address).hostname == parts.hostname), ""
    )


def _find_request_address(request: HttpRequest | None, served: Access | None) -> str:
    """Return the address of the request; empty if other devices cannot use it."""
    if request is None or (served is not None and is_from_this_machine(request)):
        return ""
    address = request.build_absolute_uri("/").rstrip("/")
    return "" if is_loopback(urlsplit(address).hostname or "") else address


def _list_computer_addresses(served: Access | None) -> list[str]:
    """Return the addresses at which the hall can open the site, likeliest first."""
    if served is None or not served.is_open:
        return []
    return _build_addresses(hall_network.list_addresses() if served.host in EVERYWHERE else [served.host], served.port)


def _build_addresses(hosts: list[str], port: int) -> list[str]:
    suffix = "" if port == 80 else f":{port}"
    return [f"http://{f'[{host}]' if ':' in host else host}{suffix}" for host in hosts]


@site_change("site.address", gettext_noop("Address in the hall set"))
def choose(change: Change, *, address: str) -> SiteAddress:
    """Use this address on QR codes and links. Raises `UserError` for an invalid address."""
    cleaned = normalize_address(address)
    ours = (served := read_access()) is not None and cleaned in _build_addresses(
        hall_network.list_addresses(), served.port
    )
    row = SiteAddress.objects.select_for_update().filter(pk=1).first()
    if row is None:
        return change.create(SiteAddress(pk=1, address=cleaned, of_this_computer=ours))
    if (row.address, row.of_this_computer) == (cleaned, ours):
        change.nothing()
        return row
    with change.edit(row):
        row.address, row.of_this_computer, row.seen_at = cleaned, ours, None
    return row


def normalize_address(address: str) -> str:
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
    if is_loopback(host):
        raise UserError(_("Only this computer can open %(address)s.") % {"address": text}, field="address")
    written = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{written}" + (f":{port}" if port and port != usual else "")


def record_phone(address: str) -> None:
    """Record that a phone reached the chosen address, ignoring others; not logged, as every phone may cause it."""
    SiteAddress.objects.filter(pk=1, address=address).update(seen_at=timezone.now())


def describe_refusal(request: HttpRequest) -> str:
    """Return the reason that phones cannot be let in or shut out by this request; empty if they can."""
    served = read_access()
    if settings.PUBLIC_ADDRESS or settings.TRUSTED_PROXIES or is_proxied(request):
        return _("This site is behind a proxy, which decides who reaches it.")
    if served is None or settings.REHEARSAL:
        return _("Only a site that “./run” or “mahjong-director” has started lets phones in by a button.")
    if not is_from_this_machine(request):
        return _("Open this page on the computer that runs the site, at %(address)s.") % {
            "address": f"http://127.0.0.1:{served.port}/address/"
        }
    if served.fixed:
        return _("The option --host decides who reaches the site. Start it without the option to use the button.")
    return ""


@site_change("site.phones_in", gettext_noop("Phones let in"))
def let_in(change: Change) -> None:
    """Let the supervisor serve the hall, also after a restart."""
    _set(change, let=True)


@site_change("site.phones_out", gettext_noop("Phones shut out"))
def shut_out(change: Change) -> None:
    """Let the supervisor serve this computer only."""
    _set(change, let=False)


def _set(change: Change, *, let: bool) -> None:
    folder = Path(settings.DATA_DIR)
    before = hall_access.is_open_to_hall(folder)
    if before == let:
        change.nothing()
        return
    row = SiteAddress.objects.filter(pk=1).first() or SiteAddress(pk=1, address="")
    change.note(row, before={"phones": before}, after={"phones": let})
    # Open the site only after the log entry is committed.
    transaction.on_commit(lambda: hall_access.let_in(folder, let=let))
