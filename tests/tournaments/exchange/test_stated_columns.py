"""Meanings of columns stated by programs and on the command line, and tables of which no column is known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.support.people import acting, people, program, small_tournament
from tests.support.play import published
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db

TABLE = "Ronda;Mesa;Quien;Saldo;Nota\n" + "\n".join(
    f"1;{(number + 3) // 4};{number};{points};x" for number, points in enumerate((60, 20, -30, -50) * 2, 1)
)
COLUMNS = "Ronda=round; mesa=Table\nQuien=number; Saldo=points; Nota=-"
UNKNOWN = (
    "No column of this table is known: Ronda, Mesa, Quien, Saldo, Nota. Enter their meanings in “columns”, such as"
    " “Ronda=round; Mesa=-”."
)


def test_programs_and_commands_state_the_meanings_of_columns(tmp_path: Path) -> None:
    event = small_tournament(8)
    people(event)
    round_ = event.rounds.get(number=1)
    published(round_)
    rounds.start(acting(), round_)
    olga = program("olga")

    def sent(path: str = "results", **more: Any) -> tuple[int, Any]:
        body = {"text": TABLE, **more}
        answer = olga.post(f"/api/v1/tournaments/{event.slug}/{path}/import/", body, format="json")
        return answer.status_code, answer.json()

    status, unknown = sent()
    assert (status, unknown["field"], unknown["detail"]) == (400, "columns", UNKNOWN)
    assert "points: Points" in unknown["problems"]
    assert sent(columns="Punkte=points")[1]["detail"] == (
        "There is no column “Punkte”. The table has: Ronda, Mesa, Quien, Saldo, Nota."
    )
    assert sent(columns="Saldo=money")[1]["detail"] == (
        "“money” is not the meaning of a column. Choose one from the list."
    )
    status, known = sent(columns=COLUMNS)
    assert (status, known["counts"], known["problems"]) == (200, {"add": 2, "change": 0, "same": 0}, [])
    roster = "Quien,Casa\nAda Lund,Oslo\n"
    rows = sent("entries", text=roster, columns="Quien=romanised_name; Casa=club")[1]["rows"]
    assert [row["values"] for row in rows] == [{"romanised_name": "Ada Lund", "club": "Oslo"}]

    file = tmp_path / "results.csv"
    file.write_text(TABLE)
    with pytest.raises(CommandError, match="No column of this table is known"):
        call_command("import_results", event.slug, str(file))
    call_command("import_results", event.slug, str(file), columns=COLUMNS, save=True)
    assert round_.tables.filter(results__state="entered").count() == 2
    with pytest.raises(CommandError, match="No column of this table is known"):
        call_command("import_event", str(file), rules="mcr-ema", slug="season")
    call_command("import_event", str(file), rules="mcr-ema", slug="season", columns=COLUMNS)
