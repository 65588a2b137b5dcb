"""What a seed may be mixed with: something that nobody can know when the seed is committed to."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class ValueKind(models.TextChoices):
    """Kinds of public values, as `engine.walls.public_value` knows them."""

    BEACON = "beacon", _("A round of a randomness beacon (drand)")
    LOTTERY = "lottery", _("The numbers of a lottery")
    PRICE = "price", _("A closing price or index")
    OTHER = "other", _("Another public text")
