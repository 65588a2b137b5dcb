"""Deliveries replace only rows that differ; the end is that of a delivery to an empty event, whatever came before."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, models, transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.support.people import acting, small_tournament
from tests.support.whole_events import eventful
from tournaments.core.models.derived import DerivedColumn
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.exchange.document.deleting import clear_rows
from tournaments.exchange.document.sections import get_section, list_sections
from tournaments.exchange.document.visitor import compute_projection_mark, list_visitor_sections
from tournaments.exchange.document.writing import build_visitor_part, list_mirrored_rows, make_row_key
from tournaments.exchange.models import Mirror
from tournaments.exchange.services import mirroring
from tournaments.exchange.services.mirror_rows import KEPT
from tournaments.exchange.services.mirroring import Delivery, RefusedDeliveryError
from tournaments.people.models import Person, PersonEntry
from tournaments.results.models.results import ResultSeat, TableResult
from tournaments.rounds.models import GameTable, Round, Seat
from tournaments.standings.models import ScoreLine

pytestmark = [pytest.mark.django_db]

EPOCH = "e" * 32
Raw = dict[str, Any]


def make_mirror() -> Tournament:
    event = small_tournament(4, slug="public-site")
    Entry.objects.filter(tournament=event).update(note="private")
    mirroring.make_key(acting(), event)
    Mirror.objects.filter(tournament=event).update(epoch=EPOCH)
    return event


def receive(tournament: Tournament, raw: Raw) -> None:
    mirror = Mirror.objects.select_related("tournament").get(tournament=tournament)
    number, event = mirror.number + 1, copy.deepcopy(raw)
    delivery = Delivery(EPOCH, number, timezone.now(), event, {}, compute_projection_mark())
    mirroring.receive(mirror, delivery)
    connection.check_constraints()


def read(event: Tournament) -> dict[str, list[list[Any]]]:
    """Return every column of every row that a delivery decides, in order; players by their number."""
    state: dict[str, list[list[Any]]] = {}
    listed = list_mirrored_rows(event, list_visitor_sections())
    for section in list_visitor_sections():
        beyond = [
            column.attname
            for column in section.model._meta.concrete_fields
            if column.name in {"note", "imported", "reason", "seed", "void_reason"} or isinstance(column, DerivedColumn)
        ]
        stored = section.model._base_manager.filter(**{section.way: event})
        values = {row["pk"]: [row[name] for name in beyond] for row in stored.values("pk", *beyond)}
        assert {row.pk for row, _raw in listed[section.name]} == {*values}
        rows = [[raw, values[row.pk]] for row, raw in listed[section.name]]
        state[section.name] = sorted(rows, key=lambda row: row[0]["number"]) if section.model is Entry else rows
    return state


def receive_in_full(event: Tournament, raw: Raw) -> dict[str, list[list[Any]]] | None:
    """Return the state after a delivery to an empty event, and undo both; None if it is refused."""
    state = None
    with transaction.atomic():
        clear_rows(event, without=[section.model for section in list_sections() if section.model.__name__ in KEPT])
        try:
            receive(event, raw)
            state = read(event)
        except RefusedDeliveryError:
            pass
        transaction.set_rollback(True)
    return state


def remove(raw: Raw, name: str, index: int) -> None:
    """Take a row out, with all that name it."""
    section = next(section for section in list_visitor_sections() if section.name == name)
    row = raw[name].pop(index)
    if not section.key:
        for place, numbered in enumerate(raw[name], 1):
            numbered["id"] = place
    key = make_row_key(section, index + 1, row)
    for other in list_visitor_sections():
        references = [column.name for column in other.columns if column.related_model is section.model]
        many = [one for one in other.many if other.model._meta.get_field(one).related_model is section.model]
        for place in reversed(range(len(raw[other.name]))):
            if place < len(raw[other.name]) and any(raw[other.name][place][column] == key for column in references):
                remove(raw, other.name, place)
        for naming in raw[other.name]:
            for column in many:
                naming[column] = [linked for linked in naming[column] if linked != key]


def swap(raw: Raw, name: str, chance: random.Random) -> None:
    """Two rows of a section exchange all values except their keys."""
    section = get_section(next(s.model for s in list_visitor_sections() if s.name == name))
    if len(raw[name]) > 1:
        first, second = chance.sample(raw[name], 2)
        for column in set(first) - {*section.key, "id"}:
            first[column], second[column] = second[column], first[column]


def renumber(raw: Raw, chance: random.Random) -> None:
    """Two players exchange their numbers; what names the numbers stays."""
    first, second = chance.sample(raw["entries"], 2)
    first["number"], second["number"] = second["number"], first["number"]


def change_document(raw: Raw, chance: random.Random) -> None:
    texts = {"entries": "club", "rounds": "day", "tables": "name", "teams": "name", "score_lines": "clause"}
    filled = [section.name for section in list_visitor_sections() if raw[section.name]]
    name = chance.choice(filled)
    match chance.choice(
        ["remove", "swap", "swap unkeyed", "renumber", "edit", "first", "about", "dangling", "shuffle"]
    ):
        case "remove" if name != "rulesets":
            remove(raw, name, chance.randrange(len(raw[name])))
        case "swap":
            swap(raw, chance.choice(["entries", "teams", "stages", "announcements"]), chance)
        case "swap unkeyed":
            swap(raw, chance.choice(["seats", "score_lines", "forfeits"]), chance)
        case "renumber" if len(raw["entries"]) > 1:
            renumber(raw, chance)
        case "edit":
            name = chance.choice([name for name in texts if raw[name]])
            row = chance.choice(raw[name])
            row[texts[name]] = chance.randrange(1, 9) if name == "rounds" else f"text {chance.random()}"
        case "first":
            raw["score_lines"] = [{**row, "id": place} for place, row in enumerate(raw["score_lines"][1:], 1)]
        case "about":
            raw["tournament"]["shown_names"] = chance.choice(["names", "both", "nicknames"])
            for row in raw["entries"][:2]:
                row["nickname"] = chance.choice(["", "Wind", "Dragon"])
        case "dangling":
            chance.choice(raw["entries"])["team"] = chance.choice(["", "nobody", None])
        case "shuffle":
            rows = chance.sample(raw["score_lines"], len(raw["score_lines"]))
            raw["score_lines"] = [{**row, "id": place} for place, row in enumerate(rows, 1)]


def change_by_hand(event: Tournament, chance: random.Random) -> None:
    rows: dict[type[models.Model], str] = {
        ScoreLine: "tournament", Seat: "seating__round__tournament", ResultSeat: "result__table__round__tournament",
        Entry: "tournament", TableResult: "table__round__tournament", GameTable: "round__tournament",
        Round: "tournament",
    }  # fmt: skip
    changes: list[tuple[type[models.Model], dict[str, Any]]] = [
        (ScoreLine, {"clause": "9.9"}), (ScoreLine, {"void_reason": "by hand"}), (ResultSeat, {"points": 1}),
        (Entry, {"note": "by hand"}), (Entry, {"family_name": "Somebody"}), (Entry, {"status": "waiting"}),
        (TableResult, {"leftover_points": 7}), (GameTable, {"name": "Kitchen"}), (Round, {"minutes": 7}),
    ]  # fmt: skip
    model, values = chance.choice(changes)
    keys = list(model._base_manager.filter(**{rows[model]: event}).order_by("pk").values_list("pk", flat=True))
    if keys and chance.random() < 0.7:
        model._base_manager.filter(pk=chance.choice(keys)).update(**values)
    elif keys and model in (ScoreLine, ResultSeat, Seat):
        model._base_manager.filter(pk=chance.choice(keys)).delete()


BASE: dict[str, Raw] = {}


def get_base(family: str) -> Raw:
    if family not in BASE:
        with transaction.atomic():
            BASE[family] = build_visitor_part(eventful(family, 7))
            transaction.set_rollback(True)
    return copy.deepcopy(BASE[family])


STEPS = st.lists(st.sampled_from(["deliver", "change", "change", "by hand", "earlier"]), min_size=2, max_size=9)


@settings(
    max_examples=10, deadline=None, phases=[Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(family=st.sampled_from(["mcr", "riichi"]), steps=STEPS, seed=st.integers(0, 2**32))
def test_any_sequence_ends_as_a_delivery_to_an_empty_event(family, steps, seed):
    with transaction.atomic():
        chance, raw, event = random.Random(seed), get_base(family), make_mirror()
        taken = [copy.deepcopy(raw)]
        receive(event, raw)
        for step in [*steps, "deliver"]:
            match step:
                case "change":
                    change_document(raw, chance)
                case "by hand":
                    change_by_hand(event, chance)
                case "earlier":
                    raw = copy.deepcopy(chance.choice(taken))
                case "deliver":
                    before = read(event)
                    wanted = receive_in_full(event, raw)
                    if wanted is None:
                        with pytest.raises(RefusedDeliveryError), transaction.atomic():
                            receive(event, raw)
                        assert read(event) == before
                        raw = copy.deepcopy(taken[-1])
                    else:
                        receive(event, raw)
                        assert read(event) == wanted
                        taken.append(copy.deepcopy(raw))
        transaction.set_rollback(True)


def list_keys(event: Tournament) -> dict[str, list[int]]:
    return {
        section.name: list(
            section.model._base_manager.filter(**{section.way: event}).order_by("pk").values_list("pk", flat=True)
        )
        for section in list_visitor_sections()
    }


def _edit_a_club(raw: Raw) -> None:
    raw["entries"][0]["club"] = "Harbour"


def _drop_a_line(raw: Raw) -> None:
    del raw["score_lines"][3]
    for place, row in enumerate(raw["score_lines"], 1):
        row["id"] = place


def _finish_a_round(raw: Raw) -> None:
    raw["rounds"][0]["minutes"] = 17


@pytest.mark.parametrize("edit", [_edit_a_club, _drop_a_line, _finish_a_round, lambda _raw: None])
def test_rows_that_are_equal_keep_their_keys(edit: Callable[[Raw], None]):
    raw, event = get_base("mcr"), make_mirror()
    receive(event, raw)
    before = list_keys(event)
    edit(raw)
    receive(event, raw)
    after = list_keys(event)
    assert all(set(after[name]) <= set(before[name]) for name in before)
    gone = sum(len(before[name]) - len(after[name]) for name in before)
    assert gone == (1 if edit is _drop_a_line else 0)


def test_a_person_stays_linked_while_others_change():
    raw, event = get_base("mcr"), make_mirror()
    receive(event, raw)
    entry = event.entries.get(number=1)
    PersonEntry.objects.create(entry=entry, person=Person.objects.create())
    raw["entries"][0]["club"] = "Harbour"
    raw["entries"].append(raw["entries"].pop(0))
    receive(event, raw)
    assert PersonEntry.objects.get().entry.club == "Harbour"
    raw["entries"][-1]["family_name"] = "Somebody"
    receive(event, raw)
    assert not PersonEntry.objects.exists()
