"""Steps that open items stop, as the log names them."""

from __future__ import annotations

from typing import Final

from engine.sentences import gettext_noop as _

STEPS: Final = {
    "cut": _("Cut"),
    "release": _("Release the results"),
    "ceremony": _("Ceremony"),
    "close": _("Close the tournament"),
    "federation": _("Pack for the federation"),
    "certificates": _("Certificates for the first three"),
}
