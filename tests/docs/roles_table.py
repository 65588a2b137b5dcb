"""``python -m tests.docs.roles_table`` writes docs/roles.md and its translation: what each role opens, and may do."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"en": DOCS / "roles.md", "ja": DOCS / "ja" / "roles.md"}

HEAD = """# Roles

Roles give an account rights at one event. The director gives them under *People*, several to an account if needed. A
director may do everything at the event.

`python -m tests.docs.roles_table` writes this page from the program's table of permissions.

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


HEAD_JA = """# 役割

役割は、一つの大会での権限をアカウントに与えます。責任者が*関係者*で、必要なら一つのアカウントに複数与えます。責任者はその大会のことをすべてできます。

`python -m tests.docs.roles_table`が、プログラムの権限の表からこのページを書きます。

## 運営メニューのページ

"""

WORDS_JA = {
    "entries.add": "選手を加える",
    "entries.edit": "選手を変更する",
    "entries.check_in": "選手を受け付ける",
    "seating.draft": "座席を抽選する、入力する",
    "seating.publish": "座席を公開する",
    "seating.swap": "二人の選手を入れ替える",
    "clock.control": "タイマーを動かす、止める",
    "clock.extra": "時間を延長する",
    "results.enter": "記録を入力する",
    "results.confirm": "記録を確認する、差し戻す",
    "results.correct": "確認済みの記録を訂正する",
    "results.release": "成績を公開する",
    "logs.attach": "牌譜を付ける",
    "ledger.penalty": "罰点を入れる",
    "ledger.adjust": "その他の加減点を入れる",
    "cases.rule": "事案を裁定する",
    "cases.appeal": "異議を決める",
    "deals.secret": "対局の前に配牌を見る",
}


class Words(NamedTuple):
    """The words of one language."""

    head: str
    page: str
    between: str
    right: str
    rights: dict[str, str]
    yes: str


LANGUAGES = {
    "en": Words(HEAD, "page", "Rights", "right", WORDS, "yes"),
    "ja": Words(HEAD_JA, "ページ", "権限", "権限", WORDS_JA, "○"),
}


def text(language: str = "en") -> str:
    """The page as it should be."""
    from django.utils.translation import override

    from tournaments.accounts.models import Role
    from tournaments.core.permissions import ACTIONS, ALL_ACTIONS
    from tournaments.templatetags.manage import MENU

    words = LANGUAGES[language]
    held = {role: ALL_ACTIONS if role == Role.DIRECTOR else ACTIONS[role] for role in Role}

    def table(first: str, rows: list[tuple[str, str]]) -> str:
        names = [str(role.label) for role in Role]
        lines = [f"| {first} | {' | '.join(names)} |", "|---|" + "---|" * len(names)]
        for label, action in rows:
            cells = " | ".join(words.yes if action in held[role] else "" for role in Role)
            lines.append(f"| {label} | {cells} |")
        return "\n".join(lines) + "\n"

    with override(language):
        pages = table(words.page, [(str(line.label), line.permission) for line in MENU])
        rights = table(words.right, [(said, action) for action, said in words.rights.items()])
    return f"{words.head}{pages}\n## {words.between}\n\n{rights}"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
    import django

    django.setup()
    for language, page in PAGES.items():
        page.write_text(text(language), encoding="utf-8")
