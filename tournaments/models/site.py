"""What belongs to the whole site."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class SiteAddress(models.Model):
    """One row at most: the address under which phones in the hall reach the site, and when one last did."""

    address = models.CharField(_("address"), max_length=200)
    seen_at = models.DateTimeField(_("seen by a phone"), null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="site_address_once")]

    def __str__(self) -> str:
        return self.address
