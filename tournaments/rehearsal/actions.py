"""Actions of rehearsals: let robots play, delete."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, register
from tournaments.core.models.jobs import Job
from tournaments.rehearsal import services
from tournaments.rehearsal.forms import RehearsalForm


@register
class PlayRehearsal(Action):
    """Let robots play the next round of a rehearsal, or all remaining ones; the job's id leads to `/jobs/<id>/`."""

    path = "rehearsal/play"
    name = "manage_rehearsal_play"
    permission = "events.export"
    audit_codes = ()
    form_class = RehearsalForm

    def perform(self, data: dict[str, Any]) -> Job:
        return services.play(self.by, self.tournament, **data)

    def get_success_url(self) -> str:
        return self.result.get_absolute_url() if self.result else reverse("manage_home", args=[self.tournament.slug])


@register
class RemoveRehearsal(Action):
    """Delete a rehearsal with its data."""

    path = "rehearsal/remove"
    name = "manage_rehearsal_remove"
    permission = "events.export"
    audit_codes = ("rehearsal.remove",)
    done = _("The rehearsal is deleted.")

    def perform(self, data: dict[str, Any]) -> None:
        services.remove(self.by, tournament=self.tournament)

    def get_success_url(self) -> str:
        return reverse("manage_home", args=[self.tournament.slug]) if self.form.errors else reverse("manage")
