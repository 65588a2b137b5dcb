"""Room on a page for what other apps of the site show there."""

from __future__ import annotations

from django import template
from django.utils.html import conditional_escape, format_html_join
from django.utils.safestring import SafeString

from tournaments.core.extensions import pieces

register = template.Library()


@register.simple_tag(takes_context=True)
def extension(context: template.Context, name: str, **values: object) -> SafeString:
    """The pieces of all apps for this place, one after another; nothing where no app has one.

    A piece gets the page's context, and what the page says here.
    """
    values = {**{str(key): value for key, value in context.flatten().items()}, **values}
    return format_html_join("", "{}", ((piece(values),) for piece in pieces(name)))


@register.simple_tag(takes_context=True)
def clause(context: template.Context, cited: object, ruleset: str = "") -> SafeString:
    """A clause that is cited, as an app leads to it; as it is where none does, and on paper."""
    text = "" if cited is None else str(cited)
    if not text or context.get("paper"):
        return conditional_escape(text.replace("_", " "))
    return extension(context, "clause", clause=text, ruleset=ruleset) or conditional_escape(text.replace("_", " "))
