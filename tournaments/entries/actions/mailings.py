from __future__ import annotations

import secrets
from typing import Any, ClassVar

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.core.actions import Action, register
from tournaments.entries.api import MailingList
from tournaments.entries.forms.mailings import MailingForm
from tournaments.entries.models.mailings import Mailing
from tournaments.entries.queries import with_counts
from tournaments.entries.serializers import MailingSerializer
from tournaments.entries.services import mailings
from tournaments.entries.views.mailings import show_mailings


class OfMailings(Action):
    permission = "entries.edit"
    answer_serializer: ClassVar[Any] = MailingSerializer

    def get_answer(self, result: Any) -> Any:
        return dict(MailingSerializer(with_counts(self.tournament.mailings.all()).get(pk=result.pk)).data)

    def get_success_url(self) -> str:
        if self.result is None:
            return reverse("manage_mailings", args=[self.tournament.slug])
        return reverse("manage_mailing", args=[self.tournament.slug, self.result.number])


@register
class SendMailing(OfMailings):
    """Send an e-mail to people by status. A request with the same `key` sends nothing twice; one whose recipients are
    not the `expected` number is refused.
    """

    path = "mailings"
    page_path = "mailings/send"
    name = "manage_mailing_send"
    audit_codes = ("mailings.send",)
    form_class = MailingForm
    endpoint, endpoint_name, status = MailingList, "api-mailings", 201
    operation_id = "tournaments_mailings_create"

    def perform(self, data: dict[str, Any]) -> Mailing:
        return mailings.send(self.by, self.tournament, **data | {"key": data["key"] or secrets.token_urlsafe(16)})

    def get_message(self, result: Any) -> str:
        template = ngettext(
            "The e-mail goes to %(count)d person.", "The e-mail goes to %(count)d people.", result.recipients
        )
        return template % {"count": result.recipients}

    def page(self, **context: Any) -> HttpResponse | None:
        return show_mailings(self.request, self.tournament, **context)


@register
class RetryMailing(OfMailings):
    """Send the e-mail again to recipients whom it did not reach."""

    path = "mailings/<number:number>/retry"
    name = "manage_mailing_retry"
    audit_codes = ("mailings.retry",)
    done = _("The failed e-mails are sent again.")

    def get_target(self) -> Mailing:
        return get_object_or_404(self.tournament.mailings, number=self.parts["number"])

    def perform(self, data: dict[str, Any]) -> Mailing:
        return mailings.retry(self.by, self.target)
