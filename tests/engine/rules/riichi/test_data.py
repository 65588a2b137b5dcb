"""The family's data files refer to existing names."""

import dataclasses
import tomllib
from typing import Any

import pytest

from engine.family import families
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.patterns import YAKU
from engine.rules.riichi.yakuman import DOUBLE_YAKUMAN, YAKUMAN
from engine.tiles.tile import LANGUAGES

FAMILY = families()["riichi"]
CLAUSES: dict[str, str] = tomllib.loads((FAMILY.folder / "clauses.toml").read_text(encoding="utf-8"))
FIELDS = {field.name: field for field in dataclasses.fields(Parameters)}


@pytest.mark.parametrize("row", [*YAKU, *YAKUMAN, *DOUBLE_YAKUMAN], ids=lambda row: row.id)
def test_yaku_has_a_name_in_every_language_and_a_clause(row: Any) -> None:
    assert set(FAMILY.names[row.id]) == set(LANGUAGES)
    assert row.clause in CLAUSES


def test_names_are_complete() -> None:
    assert {
        key for key, names in FAMILY.names.items() if set(names) != set(LANGUAGES) or not all(names.values())
    } == set()


@pytest.mark.parametrize("name", FIELDS)
def test_parameter_has_a_label_and_a_known_clause(name: str) -> None:
    metadata = FIELDS[name].metadata
    assert metadata["label"]
    assert metadata["clause"] in CLAUSES


@pytest.mark.parametrize("row", FAMILY.infractions, ids=lambda row: row["code"])
def test_infraction_names_parameters_and_values_that_exist(row: dict[str, Any]) -> None:
    assert row["clause"].partition(" ")[0] in CLAUSES
    assert set(row.get("when", {})) | ({row["amount"]} if "amount" in row else set()) <= set(FIELDS)
    taken = [FAMILY.preset(preset) for preset in FAMILY.presets]
    applies = [all(getattr(rules, key) in values for key, values in row.get("when", {}).items()) for rules in taken]
    assert any(applies)


def test_every_edition_punishes_an_invalid_win_once() -> None:
    for preset in FAMILY.presets:
        rules = FAMILY.preset(preset)
        rows = [
            row["code"]
            for row in FAMILY.infractions
            if row["code"] in ("false_win", "rcr_false_win")
            and all(getattr(rules, key) in values for key, values in row.get("when", {}).items())
        ]
        assert rows == (["rcr_false_win"] if preset == "rcr-2024" else ["false_win"])


def test_infraction_codes_are_unique() -> None:
    codes = [row["code"] for row in FAMILY.infractions]
    assert sorted(codes) == sorted(set(codes))


def test_editions_hold_what_the_rulebooks_say() -> None:
    """A few values of each edition that its rulebook prints (RI-1, editions 4)."""
    published = ("ema-2008", "ema-2012", "ema-2016", "rcr-2024", "tenhou", "wrc")
    values = {name: FAMILY.preset(name) for name in published}
    assert {name: rules.red_fives for name, rules in values.items()} == {
        "ema-2008": 3, "ema-2012": 3, "ema-2016": 0, "rcr-2024": 0, "tenhou": 3, "wrc": 0,
    }  # fmt: skip
    assert {name: rules.multi_win for name, rules in values.items()} == {
        "ema-2008": "all", "ema-2012": "all", "ema-2016": "all", "rcr-2024": "head_bump", "tenhou": "all",
        "wrc": "head_bump",
    }  # fmt: skip
    assert {name: rules.uma[0] for name, rules in values.items()} == {
        "ema-2008": 9000, "ema-2012": 30000, "ema-2016": 15000, "rcr-2024": 15000, "tenhou": 20000, "wrc": 15000,
    }  # fmt: skip
    assert {name: rules.last_tile_and_after_kong_add for name, rules in values.items()} == {
        "ema-2008": True, "ema-2012": True, "ema-2016": False, "rcr-2024": False, "tenhou": False, "wrc": False,
    }  # fmt: skip
    assert {name: (rules.session_minutes, rules.exposed_limit) for name, rules in values.items()} == {
        "ema-2008": (90, 5), "ema-2012": (90, 5), "ema-2016": (90, None), "rcr-2024": (None, None),
        "tenhou": (None, None), "wrc": (90, 5),
    }  # fmt: skip
