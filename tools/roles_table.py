"""``python -m tools.roles_table`` writes docs/roles.md and its translation: what each role opens, and may do."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
PAGES = {"en": DOCS / "roles.md", "ja": DOCS / "ja" / "roles.md"}
WORDS = tomllib.loads((DOCS / "roles.toml").read_text(encoding="utf-8"))


def text(language: str = "en") -> str:
    """The page as it should be."""
    from django.utils.translation import override

    from tournaments.accounts.models import Role
    from tournaments.core.permissions import ACTIONS, ALL_ACTIONS
    from tournaments.templatetags.manage import MENU

    words = WORDS[language]
    held = {role: ALL_ACTIONS if role == Role.DIRECTOR else ACTIONS[role] for role in Role}

    def table(first: str, rows: list[tuple[str, str]]) -> str:
        names = [str(role.label) for role in Role]
        lines = [f"| {first} | {' | '.join(names)} |", "|---|" + "---|" * len(names)]
        for label, action in rows:
            cells = " | ".join(words["yes"] if action in held[role] else "" for role in Role)
            lines.append(f"| {label} | {cells} |")
        return "\n".join(lines) + "\n"

    with override(language):
        pages = table(words["page"], [(str(line.label), line.permission) for line in MENU])
        rights = table(words["right"], [(said, action) for action, said in words["rights"].items()])
    return f"{words['head']}{pages}\n## {words['between']}\n\n{rights}"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
    import django

    django.setup()
    from django.core.management import call_command

    # Without compiled catalogues the Japanese page would be written in English.
    call_command("compile_translations", verbosity=0)
    for language, page in PAGES.items():
        page.write_text(text(language), encoding="utf-8")
