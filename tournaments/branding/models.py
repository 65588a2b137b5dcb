"""Pictures and sponsors of an event. Its colour is a column of the event (`events/colours.py`)."""

from __future__ import annotations

from typing import Final

from django.core.validators import MinValueValidator, URLValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.events.models import Tournament

MAX_SPONSORS: Final = 12


class StoredPicture(models.Model):
    """Picture that everybody who sees the event may see; `digest` is its SHA-256 and its address."""

    picture = models.BinaryField(help_text="PNG or JPEG, drawn anew from the uploaded file.")
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        abstract = True


class EventPicture(StoredPicture):
    class Use(models.TextChoices):
        LOGO = "logo", _("Logo")
        BANNER = "banner", _("Banner")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pictures")
    use = models.CharField(max_length=6, choices=Use.choices)

    class Meta:
        ordering = ["tournament", "use"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "use"], name="event_picture_once", violation_error_message=refusals.MEANWHILE
            ),
            models.CheckConstraint(
                condition=Q(use__in=["logo", "banner"]),
                name="event_picture_use_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return str(self.get_use_display())


class Sponsor(models.Model):
    """Sponsor of an event, shown in the order of the numbers."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="sponsors")
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    name = models.CharField(_("name"), max_length=80)
    link = models.CharField(
        _("link"),
        max_length=300,
        blank=True,
        default="",
        validators=[URLValidator(schemes=["http", "https"])],
        help_text=_("Where the name leads on pages, such as https://example.org."),
    )
    on_pages = models.BooleanField(_("at the foot of the event's pages"), default=True)
    on_screens = models.BooleanField(_("on screens between rounds"), default=True)
    on_papers = models.BooleanField(_("on posters and certificates"), default=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="sponsor_number_once", violation_error_message=refusals.MEANWHILE
            ),
            models.CheckConstraint(
                condition=Q(link="") | Q(link__startswith="https://") | Q(link__startswith="http://"),
                name="sponsor_link_to_a_page",
                violation_error_message=_("Enter an address that begins with https:// or http://."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class SponsorLogo(StoredPicture):
    sponsor = models.OneToOneField(Sponsor, on_delete=models.CASCADE, related_name="logo")

    def __str__(self) -> str:
        return str(self.sponsor)
