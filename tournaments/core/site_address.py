"""The address under which the hall reaches the site: chosen once, then on every code that is printed."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, site_change
from tournaments.core.errors import UserError
from tournaments.core.models.site import SiteAddress


@site_change("site.address", gettext_noop("Address in the hall set"))
def choose(change: Change, *, address: str) -> SiteAddress:
    """Put this address on codes and links from now on. Raises `UserError` for what is no address of a site."""
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
    """Scheme, host and port alone, in the form in which addresses are compared. Raises `UserError`."""
    wrong = UserError(
        _("Write the address as a phone would open it, such as http://192.168.1.20:8000."), field="address"
    )
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
