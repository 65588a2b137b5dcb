"""Requests made of messages: the JSON of a program with its signature, and texts for chats."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.core.http.as_visitor import read_as_visitor
from tournaments.core.occasions import Description, map_occasions
from tournaments.core.text.names import reading_names
from tournaments.events.hall_address import find_known_address
from tournaments.events.models import Tournament
from tournaments.webhooks.models import TEST, Style, Webhook, WebhookMessage
from tournaments.webhooks.queries import is_silent
from tournaments.webhooks.services.addresses import split_chat

MAX_TEXT: Final = 1800
"""Signs of a text: Discord takes 2000."""


@dataclass(frozen=True)
class Request:
    address: str = field(repr=False)
    headers: Mapping[str, str]
    body: bytes


def compose(message: WebhookMessage) -> Request | None:
    """Return the request of a message as of now; None if visitors must not know of it now, or not any more."""
    webhook = message.webhook
    with translation.override(webhook.language), reading_names(full=False):
        facts = _compose_test(webhook) if message.kind == TEST else _compose_occasion(message)
    if facts is None:
        return None
    about = {"id": str(message.delivery), "kind": message.kind, "happened_at": message.happened_at.isoformat()}
    return _make_request(webhook, about | facts)


def _compose_test(webhook: Webhook) -> dict[str, Any]:
    text = f"{webhook.tournament or webhook.season}: {_('This is a test. Messages arrive here.')}"
    return {"event": None, "text": text, "link": make_link("/"), "picture": ""}


def _compose_occasion(message: WebhookMessage) -> dict[str, Any] | None:
    event, description = _describe(message)
    if description is None or event is None:
        return None
    return {
        "event": event,
        "text": f"{event['name']}: {description.sentence}",
        "link": make_link(description.path),
        "picture": _make_picture_link(event, description),
        **description.parts,
    }


def _describe(message: WebhookMessage) -> tuple[dict[str, Any] | None, Description | None]:
    tournament = Tournament.objects.filter(pk=message.tournament_id or 0).first()
    occasion = map_occasions().get(message.kind)
    # An event may have left the season in the meantime.
    if tournament is None or occasion is None or is_silent(tournament) or not _is_of(message.webhook, tournament):
        return None, None
    if _is_told_later(message):
        return None, None
    event = read_as_visitor(reverse("api-tournament", args=[tournament.slug]))
    return event, occasion.describe(tournament, message.about) if event is not None else None


def _is_of(webhook: Webhook, tournament: Tournament) -> bool:
    if webhook.season_id is None:
        return webhook.tournament_id == tournament.pk
    return tournament.seasons.filter(season=webhook.season_id).exists()


def _is_told_later(message: WebhookMessage) -> bool:
    """Return True if the same happened again, after it was withdrawn, before this message was sent."""
    later = WebhookMessage.objects.filter(webhook=message.webhook_id, state=WebhookMessage.State.WAITING)
    later = later.filter(tournament=message.tournament_id, kind=message.kind, pk__gt=message.pk)
    return any(about == message.about for about in later.values_list("about", flat=True))


def make_link(path: str) -> str:
    """Return the path under the site's address; empty while no address is known outside."""
    address = find_known_address()
    return address + path if address else ""


def _make_picture_link(event: Mapping[str, Any], description: Description) -> str:
    """Return the address of the preview, of the standings where they are told; empty as the link is."""
    route = "event_standings_preview" if description.parts.get("standings") else "event_preview"
    # Chats keep pictures by their address; the version lets them ask for the new one.
    query = urlencode({"lang": translation.get_language() or "", "v": event["version"]})
    return make_link(f"{reverse(route, args=[event['slug']])}?{query}")


def sign(key: str, moment: int, body: bytes) -> str:
    """Return the value of the header `Mahjong-Signature`: the time in seconds, and HMAC SHA-256 of time and body."""
    signature = hmac.new(key.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={signature}"


def _make_request(webhook: Webhook, facts: Mapping[str, Any]) -> Request:
    address, text = webhook.secret.address, str(facts["text"])[:MAX_TEXT]
    content: Mapping[str, Any] = facts
    if webhook.style == Style.TELEGRAM:
        address, chat = split_chat(address)
        content = {"chat_id": chat, **_write_for_telegram(text, facts["link"])}
    elif webhook.style == Style.DISCORD:
        content = _write_for_discord(text, facts["link"], facts["picture"])
    elif webhook.style == Style.SLACK:
        content = _write_for_slack(text, facts["link"], facts["picture"])
    body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    headers = {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "mahjong-director",
        "Connection": "close",
        "Mahjong-Delivery": str(facts["id"]),
        "Mahjong-Kind": str(facts["kind"]),
    }
    if webhook.style == Style.JSON:
        headers["Mahjong-Signature"] = sign(webhook.secret.key, int(time.time()), body)
    return Request(address, headers, body)


def _join(text: str, link: str) -> str:
    return f"{text}\n{link}" if link else text


def _write_for_telegram(text: str, link: str) -> dict[str, Any]:
    # Telegram takes the picture from the page.
    preview = {"link_preview_options": {"url": link, "prefer_large_media": True}} if link else {}
    return {"text": _join(text, link), **preview}


def _write_for_discord(text: str, link: str, picture: str) -> dict[str, Any]:
    # Names of people and events are no markup and call nobody.
    plain = re.sub(r"([\\`*_~|<>\[\]()#@:-])", r"\\\1", text)[:MAX_TEXT]
    embeds = {"embeds": [{"url": link, "image": {"url": picture}}]} if picture else {}
    return {"content": _join(plain, link), "allowed_mentions": {"parse": []}, **embeds}


def _write_for_slack(text: str, link: str, picture: str) -> dict[str, Any]:
    plain = _join(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"), link)
    if not picture:
        return {"text": plain}
    section = {"type": "section", "text": {"type": "mrkdwn", "text": plain}}
    return {"text": plain, "blocks": [section, {"type": "image", "image_url": picture, "alt_text": text}]}
