"""Actions of events that are published to another site, and of the mirror's key there."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.core.actions import Action, register
from tournaments.events.models import Tournament
from tournaments.exchange.forms import PassphraseForm, PublishForm
from tournaments.exchange.models import Publication
from tournaments.exchange.pages import NEW_KEY, show_publishing
from tournaments.exchange.services import mirror_backups, mirroring, publishing, sealed_backups


class MirrorKeySerializer(serializers.Serializer[Any]):
    """New key of the mirror, which is shown once."""

    key = serializers.CharField()


class _OfPublishing(Action):
    success_page = "manage_publishing"
    tag = "publishing"

    def page(self, **context: Any) -> HttpResponse:
        forms = {
            "form": StartPublishing.make_blank_form(self.tournament),
            "passphrase_form": KeepSealedBackup.make_blank_form(self.tournament),
        }
        return show_publishing(self.request, self.tournament, **{**forms, **context})


@register
class StartPublishing(_OfPublishing):
    """Publish the event to another site from now on, instead of any computer that does so."""

    page_path = "publishing/start"
    name = "manage_publishing_start"
    permission = "events.export"
    audit_codes = ("publishing.start",)
    form_class = PublishForm
    done = _("The event is published. What visitors see here appears there within ten seconds.")

    def get_initial(self) -> dict[str, Any]:
        publication = Publication.objects.filter(tournament=self.tournament).first() if self.tournament else None
        return {"address": publication.address} if publication else {}

    def perform(self, data: dict[str, Any]) -> Tournament:
        publishing.start(self.by, self.tournament, **data)
        return self.tournament


@register
class StopPublishing(_OfPublishing):
    """Stop publishing the event. The other site shows its last state."""

    page_path = "publishing/stop"
    name = "manage_publishing_stop"
    permission = "events.export"
    audit_codes = ("publishing.stop",)
    done = _("The event is not published any more. The other site shows its last state.")

    def perform(self, data: dict[str, Any]) -> Tournament:
        return publishing.stop(self.by, self.tournament)


@register
class KeepSealedBackup(_OfPublishing):
    """Send each new backup to the site, encrypted by a passphrase."""

    page_path = "publishing/backup"
    name = "manage_publishing_backup"
    permission = "events.export"
    audit_codes = ("publishing.seal",)
    form_class = PassphraseForm
    form_name = "passphrase_form"
    done = _("Each new backup is sent to the site, encrypted.")

    def perform(self, data: dict[str, Any]) -> Tournament:
        return sealed_backups.keep(self.by, self.tournament, passphrase=data["passphrase"])


@register
class StopSealedBackup(_OfPublishing):
    """Send no more backups to the site, and forget the key made of the passphrase."""

    page_path = "publishing/backup/stop"
    name = "manage_publishing_backup_stop"
    permission = "events.export"
    audit_codes = ("publishing.unseal",)
    done = _("No more backups are sent to the site.")

    def perform(self, data: dict[str, Any]) -> Tournament:
        return sealed_backups.stop(self.by, self.tournament)


@register
class DeleteSealedBackup(_OfPublishing):
    """Delete the encrypted backup that is kept here for the hall."""

    page_path = "mirror/backup/delete"
    name = "manage_mirror_backup_delete"
    permission = "events.import"
    audit_codes = ("mirror.backup.delete",)
    done = _("The backup is deleted.")

    def perform(self, data: dict[str, Any]) -> Tournament:
        return mirror_backups.discard(self.by, self.tournament)


@register
class MakeMirrorKey(_OfPublishing):
    """Make the key by which another computer publishes its event here; it replaces an earlier one."""

    page_path = "mirror/key"
    name = "manage_mirror_key"
    permission = "events.import"
    audit_codes = ("mirror.key",)
    answer_serializer = MirrorKeySerializer

    def perform(self, data: dict[str, Any]) -> dict[str, str]:
        return {"key": mirroring.make_key(self.by, self.tournament)}

    def respond_to_success(self, result: Any) -> HttpResponseBase:
        self.request.session[NEW_KEY] = result["key"]
        return super().respond_to_success(result)


@register
class RevokeMirrorKey(_OfPublishing):
    """Revoke the key: no other computer publishes here any more."""

    page_path = "mirror/revoke"
    name = "manage_mirror_revoke"
    permission = "events.import"
    audit_codes = ("mirror.revoke",)
    done = _("The key is revoked.")

    def perform(self, data: dict[str, Any]) -> Tournament:
        return mirroring.revoke_key(self.by, self.tournament)
