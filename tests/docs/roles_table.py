"""``python -m tests.docs.roles_table`` writes docs/roles.md: what each role opens at an event, and what it may do."""

from __future__ import annotations

import os
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "roles.md"

HEAD = """# Roles

An account may have several roles at an event; the director gives them under *People*. A director may do everything
there. This page is made from the program's own table of permissions, by `python -m tests.docs.roles_table`.

## Pages of the organiser's menu

"""

WORDS = {
    "entries.add": "add a player",
    "entries.edit": "change players",
    "entries.check_in": "check players in",
    "seating.draft": "draw and type seatings",
    "seating.publish": "publish a seating",
    "seating.swap": "swap two players",
    "clock.control": "start and stop the clock",
    "clock.extra": "give extra minutes",
    "results.enter": "enter sheets",
    "results.confirm": "confirm sheets and send them back",
    "results.correct": "correct a confirmed sheet",
    "results.release": "release results",
    "logs.attach": "attach logs of games",
    "ledger.penalty": "enter penalties",
    "ledger.adjust": "enter other lines of the ledger",
    "cases.rule": "rule on cases",
    "cases.appeal": "decide appeals",
    "deals.secret": "look into deals before play",
}


def text() -> str:
    """The page as it should be."""
    from tournaments.models import Role
    from tournaments.permissions import ACTIONS, ALL_ACTIONS
    from tournaments.templatetags.manage import MENU

    held = {role: ALL_ACTIONS if role == Role.DIRECTOR else ACTIONS[role] for role in Role}
    names = [str(role.label) for role in Role]
    lines = [f"| page | {' | '.join(names)} |", "|---|" + "---|" * len(names)]
    for _group, _section, _address, label, action in MENU:
        lines.append(f"| {label} | " + " | ".join("yes" if action in held[role] else "" for role in Role) + " |")
    rights = [f"| right | {' | '.join(names)} |", "|---|" + "---|" * len(names)]
    for action, words in WORDS.items():
        rights.append(f"| {words} | " + " | ".join("yes" if action in held[role] else "" for role in Role) + " |")
    return HEAD + "\n".join(lines) + "\n\n## What each may do there\n\n" + "\n".join(rights) + "\n"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
    import django

    django.setup()
    PAGE.write_text(text(), encoding="utf-8")
