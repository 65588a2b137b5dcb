"""Head of a page with the preview of links to it, and its buttons to share it."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template.base import NodeList, Parser, Token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, json_script
from django.utils.safestring import SafeString

from tournaments.core.http.public_version import build_event_state, get_public_version
from tournaments.core.text.language import format_language_tag, get_language_code, list_language_codes
from tournaments.events.models import Tournament
from tournaments.game.logic.hand_input import HandInput
from tournaments.previews.pages import OF_EVENT, PAGES, PreviewedPage

register = template.Library()

LOCALES: Final = {
    "en": "en_GB", "ja": "ja_JP", "zh-hans": "zh_CN", "zh-hant": "zh_TW", "fr": "fr_FR", "de": "de_DE",
}  # fmt: skip


@dataclass
class PageHead(template.Node):
    title: NodeList
    description: NodeList

    child_nodelists = ("title", "description")

    def render(self, context: template.Context) -> SafeString:
        element = self.title.render(context)
        title = _strip(element.replace("<title>", "").replace("</title>", ""))
        page = _find_page(context)
        description = page.describe(_list_values(context)) if page else _strip(self.description.render(context))
        values = {"page_title": title, "page_description": description}
        if page is not None:
            values |= build_preview(context["request"], context.get("tournament"), page) or {}
            values["event"] = _build_event_data(context, page, values)
        return format_html("{}{}", element, render_to_string("previews/_head.html", values))


@register.tag
def page_head(parser: Parser, token: Token) -> PageHead:
    title = parser.parse(("description",))
    parser.delete_first_token()
    description = parser.parse(("endpage_head",))
    parser.delete_first_token()
    return PageHead(title, description)


@register.inclusion_tag("previews/_share.html", takes_context=True)
def share_buttons(context: template.Context) -> dict[str, str]:
    """Return the values of the buttons for a page with a picture of its own that everybody may open."""
    page, request, tournament = _find_page(context), context.get("request"), context.get("tournament")
    if page is None or not page.picture or not isinstance(request, HttpRequest):
        return {}
    preview = build_preview(request, tournament, page) or {}
    words = [word for word in request.path.split("/") if word and word not in ("t", "seasons")]
    picture = find_picture(request, tournament, page)
    return {"address": preview.get("canonical", ""), "picture": picture, "file_name": f"{'-'.join(words)}.png"}


@register.simple_tag
def hand_picture(question: HandInput) -> str:
    return _add_query(f"{reverse('hand_preview')}?{question.query()}", lang=get_language_code())


@register.simple_tag
def table_picture(tournament: Tournament, number: int, table: int) -> str:
    """Return the picture of a table of a public event; empty for others."""
    path = reverse("event_table_preview", args=[tournament.slug, number, table])
    return _add_query(path, lang=get_language_code()) if tournament.published else ""


@register.filter
def address_in_any_language(request: HttpRequest | str) -> str:
    return _make_path(request, has_query=True) if isinstance(request, HttpRequest) else ""


def build_preview(request: HttpRequest, tournament: Tournament | None, page: PreviewedPage) -> dict[str, Any] | None:
    """Return the addresses of the page and its picture; None while the site does not know its own address."""
    address = settings.PUBLIC_ADDRESS
    if not address:
        return None
    path = address + _make_path(request, has_query=page.has_query)
    language = get_language_code()
    picture = find_picture(request, tournament, page)
    return {
        "picture": address + picture if picture else "",
        "canonical": _add_query(path, lang=language),
        "plain_address": path,
        "languages": [(format_language_tag(code), _add_query(path, lang=code)) for code in list_language_codes()],
        "locale": LOCALES.get(language, language),
    }


def find_picture(request: HttpRequest, tournament: Tournament | None, page: PreviewedPage) -> str:
    """Return the address of the page's picture, else of its event's, in the language of the page; empty without one."""
    match, query = request.resolver_match, {"lang": get_language_code()}
    if page.picture and match is not None:
        path = reverse(page.picture, kwargs=match.kwargs)
    elif tournament is not None:
        path = reverse(OF_EVENT, args=[tournament.slug])
    else:
        return ""
    if tournament is not None:
        # Other sites keep pictures by their address; the version lets them ask for the new one.
        query["v"] = get_public_version(build_event_state(tournament))
    if page.has_query:
        path = f"{path}?{_drop_language(request)}" if _drop_language(request) else path
    return _add_query(path, **query)


def _build_event_data(context: template.Context, page: PreviewedPage, values: dict[str, Any]) -> SafeString | str:
    """Return the event for search engines, on its first page; empty without its days or an address of the site."""
    event = context.get("tournament")
    if page.picture != OF_EVENT or "canonical" not in values or event is None or event.starts_on is None:
        return ""
    facts: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": event.name,
        "description": values["page_description"],
        "sport": "Mahjong",
        "url": values["canonical"],
        "image": values["picture"],
        "inLanguage": format_language_tag(get_language_code()),
        "startDate": event.starts_on.isoformat(),
        "endDate": (event.ends_on or event.starts_on).isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
    }
    if event.place or event.country_code:
        address = {"addressLocality": event.place, "addressCountry": event.country_code}
        parts = {name: text for name, text in address.items() if text}
        place = {"@type": "Place", "name": event.place or event.country_code}
        facts["location"] = place | {"address": {"@type": "PostalAddress"} | parts}
    if event.organiser:
        facts["organizer"] = {"@type": "Organization", "name": event.organiser}
    # Data, which no browser runs, so that the policy for scripts need not name it.
    return SafeString(json_script(facts).replace("application/json", "application/ld+json", 1))


def _list_values(context: template.Context) -> dict[str, Any]:
    return {str(name): value for name, value in context.flatten().items()}


def _find_page(context: template.Context) -> PreviewedPage | None:
    """Return the kind of page if everybody may open it."""
    request, tournament = context.get("request"), context.get("tournament")
    match = getattr(request, "resolver_match", None)
    if match is None or (isinstance(tournament, Tournament) and not tournament.published):
        return None
    if (season := context.get("season")) is not None and not season.published:
        return None
    return PAGES.get(match.url_name or "")


def _make_path(request: HttpRequest, *, has_query: bool) -> str:
    query = _drop_language(request) if has_query else ""
    return f"{request.path}?{query}" if query else request.path


def _drop_language(request: HttpRequest) -> str:
    query = request.GET.copy()
    query.pop("lang", None)
    return query.urlencode()


def _add_query(path: str, **query: str) -> str:
    # In front, where robots.txt lets the language be read.
    page, _, more = path.partition("?")
    return f"{page}?{urlencode(query)}" + (f"&{more}" if more else "")


def _strip(text: str) -> str:
    return " ".join(html.unescape(text).split())
