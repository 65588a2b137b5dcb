"""Tournament arguments of commands."""

from django.core.management.base import CommandError
from django.utils.text import slugify

from tournaments.events.models import Tournament


def tournament_called(name: str) -> Tournament:
    """Return the tournament with that slug or short name. Raises CommandError listing the existing ones."""
    for slug in (name, slugify(name)):
        found = Tournament.objects.filter(slug=slug).first()
        if found is not None:
            return found
    known = ", ".join(Tournament.objects.order_by("slug").values_list("slug", flat=True)) or "none"
    raise CommandError(f"There is no tournament {name!r}; known: {known}")
