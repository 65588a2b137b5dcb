"""Columns with the bounds that everything which fills them shares: forms, API, files and the database."""

from __future__ import annotations

from email.headerregistry import Address

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _


def check_mail_address(address: str) -> None:
    """Raise `ValidationError` unless an e-mail can be written to the address, as it stands.

    Django's validator accepts `=?utf-8?q?1=0a?=@x.com`, in which Python's mail library reads a line break.
    """
    try:
        Address(addr_spec=address).domain.encode("idna")
    except Exception as error:
        # The parser raises defects, and on some texts IndexError: whatever it is, no e-mail can be sent.
        raise ValidationError(_("No e-mail can be sent to this address. Correct it."), code="invalid") from error


class MailAddressField(models.EmailField):
    """An address that the mail library can send to."""

    default_validators = [*models.EmailField.default_validators, check_mail_address]
