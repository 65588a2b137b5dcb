"""Extension points of pages for other apps."""

from __future__ import annotations

from django import template
from django.utils.html import conditional_escape, format_html_join
from django.utils.safestring import SafeString

from tournaments.core.extensions import pieces

register = template.Library()


@register.simple_tag(takes_context=True)
def extension(context: template.Context, name: str, **values: object) -> SafeString:
    """Render the pieces of all apps for this place, one after another.

    A piece gets the page's context and the keywords of the tag.
    """
    values = {**{str(key): value for key, value in context.flatten().items()}, **values}
    return format_html_join("", "{}", ((piece(values),) for piece in pieces(name)))


@register.simple_tag(takes_context=True)
def clause(context: template.Context, cited: object, ruleset: str = "", **values: object) -> SafeString:
    """Render a cited clause, with an app's link if there is one; a page extension leaves it plain on paper."""
    text = "" if cited is None else str(cited)
    if not text:
        return conditional_escape(text)
    return extension(context, "clause", clause=text, ruleset=ruleset, **values) or conditional_escape(
        text.replace("_", " ")
    )
