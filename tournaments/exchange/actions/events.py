"""Actions of whole events: copy, archive, delete."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, PageAction, register
from tournaments.core.forms.buttons import ArchiveForm
from tournaments.core.models.jobs import Job
from tournaments.core.permissions import can
from tournaments.core.views.manage import page
from tournaments.events import services
from tournaments.events.models import Tournament
from tournaments.exchange.forms import CopyForm, RemovalForm
from tournaments.exchange.services import event_files, removal


@register
class CopyEvent(PageAction):
    """Copy the event under another short name."""

    path = "copy"
    name = "event_copy"
    permission = "events.export"
    audit_codes = ("events.copy",)
    form_class = CopyForm
    done = _("The event is copied. Its public pages are closed.")

    def get_initial(self) -> dict[str, Any]:
        name = gettext("%(name)s (copy)") % {"name": self.tournament.name}
        return {"slug": f"{self.tournament.slug[:54]}-copy", "name": name[:200]}

    def perform(self, data: dict[str, Any]) -> Tournament:
        return event_files.copy(self.by, tournament=self.tournament, **data)

    def get_success_url(self) -> str:
        return reverse("manage_home", args=[self.result.slug])

    def page(self, **context: Any) -> HttpResponse:
        return page(self.request, self.tournament, "exchange/manage/copy.html", "settings", **context)


@register
class ArchiveEvent(Action):
    """Archive the event, which hides it from lists and closes it to changes, or restore it."""

    path = "archive"
    name = "manage_archive"
    permission = "tournament.edit"
    audit_codes = ("tournament.archive",)
    form_class = ArchiveForm
    success_page = "manage_home"

    def perform(self, data: dict[str, Any]) -> Tournament:
        return services.archive(self.by, self.tournament, **data)

    def get_message(self, result: Tournament) -> str:
        return gettext("The event is archived.") if result.archived_at else gettext("The event is restored.")


@register
class BackUpEvent(Action):
    """Make the event's file before deletion, as a job; its id leads to `/jobs/<id>/`."""

    path = "remove/backup"
    name = "manage_remove_backup"
    permission = "events.remove"
    audit_codes = ()

    def perform(self, data: dict[str, Any]) -> Job:
        return removal.make_backup(self.by, self.tournament)

    def get_success_url(self) -> str:
        return self.result.get_absolute_url() if self.result else reverse("manage_remove", args=[self.tournament.slug])


@register
class RemoveEvent(PageAction):
    """Delete the event with its data, confirmed by its name; its backup must exist. Once results are confirmed, only an
    administrator may. The job with the backup stays for 14 days.
    """

    path = "remove"
    name = "manage_remove"
    permission = "events.remove"
    audit_codes = ("events.remove",)
    form_class = RemovalForm
    done = _("The event is deleted. Its backup stays here for 14 days. Download it now.")

    def perform(self, data: dict[str, Any]) -> Job | None:
        return removal.remove(self.by, tournament=self.tournament, **data)

    def get_success_url(self) -> str:
        return self.result.get_absolute_url()

    def page(self, **context: Any) -> HttpResponse:
        confirmed = removal.has_confirmed_results(self.tournament)
        return page(
            self.request,
            self.tournament,
            "exchange/manage/remove.html",
            "settings",
            backup=removal.find_backup(self.tournament),
            confirmed=confirmed,
            may_remove=not confirmed or can(self.request.user, "site.events.remove"),
            **context,
        )
