"""Room on a page for what other apps of the site show there."""

from __future__ import annotations

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from tournaments.extensions import pieces

register = template.Library()


@register.simple_tag(takes_context=True)
def extension(context: template.Context, name: str, **values: object) -> SafeString:
    """The pieces of all apps for this place, one after another; nothing where no app has one.

    A piece gets the page's context, and what the page says here.
    """
    values = {**{str(key): value for key, value in context.flatten().items()}, **values}
    return format_html_join("", "{}", ((piece(values),) for piece in pieces(name)))
