"""Actions of webhooks, of an event and of a season alike."""

from __future__ import annotations

from typing import Any, ClassVar

from django.forms import BaseForm
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, register
from tournaments.seasons.models import Season
from tournaments.seasons.permissions import requires_in_season
from tournaments.webhooks.forms import KindsForm, WebhookForm, list_kinds
from tournaments.webhooks.models import Style, Webhook
from tournaments.webhooks.pages import NEW_KEY, show_webhooks, show_webhooks_of_season
from tournaments.webhooks.services import hooks

EVENT, ONE = "webhooks", "webhooks/<int:number>"


class OfWebhooks(Action):
    permission = "events.export"
    success_page = "manage_webhooks"
    tag = "webhooks"

    def page(self, **context: Any) -> HttpResponse | None:
        def make_form(webhook: Webhook) -> BaseForm:
            return EditWebhook.choose_row_form(self.scope, webhook, context.get("edit_form"))

        forms = {"form": AddWebhook.make_blank_form(self.scope)} | context
        return show_webhooks(self.request, self.tournament, make_form=make_form, **forms)


class OfSeasonWebhooks(Action):
    page_base = "seasons/<slug:season>/manage"
    guard = staticmethod(requires_in_season)  # type: ignore[assignment]
    permission = "season.edit"

    @property
    def time_zone(self) -> str:
        return timezone.get_current_timezone_name()

    def get_target(self) -> Any:
        return self.scope

    def get_success_url(self) -> str:
        season: Season = self.scope
        return reverse("manage_season_webhooks", args=[season.slug])

    def page(self, **context: Any) -> HttpResponse | None:
        def make_form(webhook: Webhook) -> BaseForm:
            return EditSeasonWebhook.choose_row_form(self.scope, webhook, context.get("edit_form"))

        forms = {"form": AddSeasonWebhook.make_blank_form(self.scope)} | context
        return show_webhooks_of_season(self.request, self.scope, make_form=make_form, **forms)


class WithKey(Action):
    """Show the signing key of the webhook that was added on the next page, once."""

    form_class = WebhookForm
    done = _("The webhook is added. Send a test.")

    def get_initial(self) -> dict[str, Any]:
        return {"kinds": [kind for kind, _title in list_kinds()], "language": get_language(), "style": Style.DISCORD}

    def respond_to_success(self, result: Any) -> HttpResponseBase:
        if result.style == Style.JSON:
            self.request.session[NEW_KEY] = result.secret.key
        return super().respond_to_success(result)


class OfOne(Action):
    def get_target(self) -> Webhook:
        return get_object_or_404(self.scope.webhooks, number=self.parts["number"])


class Editing(OfOne):
    form_class = KindsForm
    form_name = "edit_form"
    done = _("Saved.")

    def get_prefix(self) -> str | None:
        return f"webhook-{self.target.number}"

    def get_initial(self) -> dict[str, Any]:
        return {"kinds": self.target.kinds, "language": self.target.language}


TESTED = _("The test is on its way. Its state is in the list.")
PAUSED = _("Nothing more is sent there.")
RESUMED = _("Messages are sent again.")
REMOVED = _("The webhook is removed.")


@register
class AddWebhook(WithKey, OfWebhooks):
    """Add a webhook of the event."""

    page_path, name = f"{EVENT}/add", "manage_webhook_add"
    audit_codes = ("webhooks.add",)

    def perform(self, data: dict[str, Any]) -> object:
        return hooks.add(self.by, self.tournament, **data)


@register
class EditWebhook(Editing, OfWebhooks):
    """Change of what a webhook gets messages, and their language."""

    page_path, name = f"{ONE}/edit", "manage_webhook_edit"
    audit_codes = ("webhooks.edit",)

    def perform(self, data: dict[str, Any]) -> object:
        return hooks.edit(self.by, self.tournament, self.target, **data)


@register
class TestWebhook(OfOne, OfWebhooks):
    """Send a test to a webhook."""

    __test__: ClassVar[bool] = False
    page_path, name = f"{ONE}/test", "manage_webhook_test"
    audit_codes = ("webhooks.test",)
    done = TESTED

    def perform(self, data: dict[str, Any]) -> object:
        return hooks.send_test(self.by, self.tournament, self.target)


@register
class PauseWebhook(OfOne, OfWebhooks):
    """Send nothing more to a webhook."""

    page_path, name = f"{ONE}/pause", "manage_webhook_pause"
    audit_codes = ("webhooks.pause",)
    done = PAUSED

    def perform(self, data: dict[str, Any]) -> object:
        return hooks.pause(self.by, self.tournament, self.target)


@register
class ResumeWebhook(OfOne, OfWebhooks):
    """Send messages to a webhook again, first those that wait."""

    page_path, name = f"{ONE}/resume", "manage_webhook_resume"
    audit_codes = ("webhooks.resume",)
    done = RESUMED

    def perform(self, data: dict[str, Any]) -> object:
        return hooks.resume(self.by, self.tournament, self.target)


@register
class RemoveWebhook(OfOne, OfWebhooks):
    """Remove a webhook with its address and messages."""

    page_path, name = f"{ONE}/remove", "manage_webhook_remove"
    audit_codes = ("webhooks.remove",)
    done = REMOVED

    def perform(self, data: dict[str, Any]) -> object:
        return hooks.remove(self.by, self.tournament, self.target)


@register
class AddSeasonWebhook(WithKey, OfSeasonWebhooks):
    """Add a webhook of all events of the season."""

    page_path, name = f"{EVENT}/add", "manage_season_webhook_add"
    audit_codes = ("webhooks.season.add",)

    def perform(self, data: dict[str, Any]) -> object:
        return hooks.add_to_season(self.by, self.scope, **data)


@register
class EditSeasonWebhook(Editing, OfSeasonWebhooks):
    """Change of what a webhook of the season gets messages, and their language."""

    page_path, name = f"{ONE}/edit", "manage_season_webhook_edit"
    audit_codes = ("webhooks.season.edit",)

    def perform(self, data: dict[str, Any]) -> object:
        return hooks.edit_of_season(self.by, self.scope, self.target, **data)


@register
class TestSeasonWebhook(OfOne, OfSeasonWebhooks):
    """Send a test to a webhook of the season."""

    __test__: ClassVar[bool] = False
    page_path, name = f"{ONE}/test", "manage_season_webhook_test"
    audit_codes = ("webhooks.season.test",)
    done = TESTED

    def perform(self, data: dict[str, Any]) -> object:
        return hooks.send_test_of_season(self.by, self.scope, self.target)


@register
class PauseSeasonWebhook(OfOne, OfSeasonWebhooks):
    """Send nothing more to a webhook of the season."""

    page_path, name = f"{ONE}/pause", "manage_season_webhook_pause"
    audit_codes = ("webhooks.season.pause",)
    done = PAUSED

    def perform(self, data: dict[str, Any]) -> object:
        return hooks.pause_of_season(self.by, self.scope, self.target)


@register
class ResumeSeasonWebhook(OfOne, OfSeasonWebhooks):
    """Send messages to a webhook of the season again, first those that wait."""

    page_path, name = f"{ONE}/resume", "manage_season_webhook_resume"
    audit_codes = ("webhooks.season.resume",)
    done = RESUMED

    def perform(self, data: dict[str, Any]) -> object:
        return hooks.resume_of_season(self.by, self.scope, self.target)


@register
class RemoveSeasonWebhook(OfOne, OfSeasonWebhooks):
    """Remove a webhook of the season with its address and messages."""

    page_path, name = f"{ONE}/remove", "manage_season_webhook_remove"
    audit_codes = ("webhooks.season.remove",)
    done = REMOVED

    def perform(self, data: dict[str, Any]) -> object:
        return hooks.remove_of_season(self.by, self.scope, self.target)
