"""Events on loan, played here in the hall while another site keeps their place; events published to another site."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.events.models import Tournament


class Loan(models.Model):
    """Loan of an event from another site to this one."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="loan")
    site = models.CharField(max_length=200, blank=True, help_text="Address of the site; empty if it has none.")
    lent_at = models.DateTimeField()
    keys = models.JSONField(default=dict, help_text="Model -> key of a row on that site -> its key here.")
    """Former keys for the rows that go back, since other rows of that site refer to them."""

    def __str__(self) -> str:
        return f"{self.tournament} on loan"


class Mirror(models.Model):
    """Key by which another site publishes its event here, of which only a digest is stored; and the last delivery.

    `epoch` names the start of that site whose deliveries are taken, `number` the last of them. A revoked key has no
    digest. `offset` are the milliseconds by which the clock here is ahead of the one there.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="mirror")
    digest = models.CharField(max_length=64, null=True, unique=True)
    epoch = models.CharField(max_length=32, blank=True)
    number = models.PositiveBigIntegerField(default=0)
    received_at = models.DateTimeField(null=True)
    offset = models.BigIntegerField(default=0)
    extra = models.JSONField(default=dict, help_text="Shown beside the rows: openings of boards, sums of hands.")

    def __str__(self) -> str:
        return f"mirror of {self.tournament}"


class SealedBackup(models.Model):
    """Newest backup of the computer that publishes here, which only its passphrase opens; backups leave it out."""

    mirror = models.OneToOneField(Mirror, on_delete=models.CASCADE, related_name="backup")
    content = models.BinaryField()
    size = models.PositiveIntegerField()
    received_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"backup of {self.mirror}"


class Publication(models.Model):
    """Event that this site publishes to another one, its mirror.

    `epoch` names this site from one start to the next; `number` is that of the last delivery begun. Of a row without a
    `PublicationKey`, as a backup holds it, nothing is sent.
    """

    class Problem(models.TextChoices):
        CONNECTION = "connection", _("No connection")
        CERTIFICATE = "certificate", _("Certificate")
        KEY = "key", _("Key")
        ADDRESS = "address", _("Address")
        VERSION = "version", _("Version")
        SIZE = "size", _("Size")
        BUSY = "busy", _("Busy")
        REFUSED = "refused", _("Refused")
        TAKEN_OVER = "taken_over", _("Taken over")
        IN_USE = "in_use", _("In use")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="publication")
    site = models.CharField(max_length=200, help_text="Address of the site.")
    slug = models.CharField(max_length=60, help_text="Address of the event there.")
    epoch = models.CharField(max_length=32)
    number = models.PositiveBigIntegerField(default=0)
    published_version = models.CharField(max_length=16, blank=True)
    published_at = models.DateTimeField(null=True)
    stopped_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True, help_text="Time of the next attempt after a failure.")
    failures = models.PositiveIntegerField(default=0)
    problem = models.CharField(max_length=12, blank=True, choices=Problem.choices)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    problem__in=[
                        "", "connection", "certificate", "key", "address", "version", "size", "busy", "refused",
                        "taken_over", "in_use",
                    ]
                ),
                name="publication_problem_known",
                violation_error_message=refusals.CHOICE,
            )
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.tournament} at {self.site}"

    @property
    def address(self) -> str:
        return f"{self.site}/t/{self.slug}/"


class PublicationKey(models.Model):
    """Key of the mirror, in a table of its own, which backups leave out: a restored copy never publishes by itself.

    `seal_salt` and `seal_secret` are the key that a passphrase gave, if a sealed backup is kept at the site;
    `sealed_name` is the backup that was sent last.
    """

    publication = models.OneToOneField(Publication, on_delete=models.CASCADE, related_name="secret")
    key = models.CharField(max_length=200)
    seal_salt = models.BinaryField(null=True)
    seal_secret = models.BinaryField(null=True)
    sealed_name = models.CharField(max_length=200, blank=True)
    sealed_at = models.DateTimeField(null=True)
    seal_due_at = models.DateTimeField(null=True, help_text="Time of the next attempt after a failure.")
    seal_problem = models.CharField(max_length=12, blank=True, choices=Publication.Problem.choices)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(seal_salt=None, seal_secret=None) | Q(seal_salt__isnull=False, seal_secret__isnull=False),
                name="seal_key_whole",
                violation_error_message=refusals.CHOICE,
            )
        ]

    def __str__(self) -> str:
        return f"key of {self.publication}"


class FetchedRegistration(models.Model):
    """Registration at another site that was imported here, so that it is offered again only if it has changed there.

    `cells` are those of the roster as they came, `key` names the moment at which it was made. After the erasure of
    the person the key stays without cells: the registration is never offered again.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="fetched_registrations")
    key = models.CharField(max_length=40)
    cells = models.JSONField(default=dict, blank=True)
    of_player = models.BooleanField(default=False)
    fetched_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "key"],
                name="registration_fetched_once",
                violation_error_message=refusals.MEANWHILE,
            )
        ]

    def __str__(self) -> str:
        return f"registration {self.key}"
