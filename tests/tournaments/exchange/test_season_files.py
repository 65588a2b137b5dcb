"""A season travels whole: its file makes the same season on an empty site, or nothing."""

import io
import json
import zipfile

import jsonschema
import pytest
from django.core.management import CommandError, call_command

from tests.support.people import acting
from tests.support.remembered import remembered
from tests.support.seasons import played
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.exchange.document import seasons as portable
from tournaments.exchange.documents import to_json
from tournaments.people import services as persons
from tournaments.seasons import services as season_services
from tournaments.seasons.models import Season
from tournaments.seasons.queries import compute_ranking

pytestmark = pytest.mark.django_db

NAMES = ("Petra Quist", "Rosa Lind", "Olaf Berg", "Uwe Sand")


@pytest.fixture
@remembered
def season():
    first = played("spring", [(30, 10, -10, -30)], NAMES)
    second = played("autumn", [(-40, 20, 40, -20)], (*NAMES[:3], "Uve Sand"), day="2026-10-03")
    rule = {"value": "place_points", "place_points": ["5/2", 1], "drop": 0, "tie_breaks": ["latest"]}
    made = season_services.create(acting(), name="Club league", published=True, rule=rule)
    for event, factor in ((second, "2"), (first, "3/2")):
        season_services.add_event(acting(), made, tournament=event, factor=factor)
    season_services.merge_people(
        acting(), made, entry=first.entries.get(number=4), same_as=second.entries.get(number=4)
    )
    made.refresh_from_db()
    return made


def out_of_the_way():
    """Rename existing rows to make room for those of the file."""
    Season.objects.all().delete()
    for event in Tournament.objects.all():
        Tournament.objects.filter(pk=event.pk).update(slug=f"old-{event.slug}")


def opened(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def told(season):
    return [(one.row.place, one.person.name, one.row.total, one.person.places) for one in compute_ranking(season).rows]


def test_a_season_and_its_events_come_back_from_the_file(season, tmp_path, capsys):
    before, file = told(season), tmp_path / "season.zip"
    assert before[0] == (1, "Olaf Berg", 5, (("autumn", 3), ("spring", 3)))
    call_command("export_season", "club-league", output=file)
    out_of_the_way()
    call_command("import_season", file)
    assert capsys.readouterr().out == "club-league: 2 events, 4 ranked\n"
    made = Season.objects.get()
    assert told(made) == before
    again = tmp_path / "again.zip"
    call_command("export_season", "club-league", output=again)
    first, second = (json.loads(opened(path)["season.json"]) for path in (file, again))
    assert {**second, "exported_at": ""} == {**first, "exported_at": ""}
    jsonschema.validate(first, portable.build_season_schema())
    assert portable.SCHEMA_FILE.read_bytes() == to_json(portable.build_season_schema())


def test_a_link_made_elsewhere_ranks_the_same_after_the_round_trip(season, tmp_path):
    first, second = (Entry.objects.get(tournament__slug=slug, number=1) for slug in ("spring", "autumn"))
    Entry.objects.filter(pk=second.pk).update(family_name="Quist-Sol", folded_name="petra quist-sol")
    apart = told(season)
    persons.link(acting(), entry=first, same_as=second)
    before, file = told(season), tmp_path / "season.zip"
    assert (len(apart), len(before)) == (5, 4)
    call_command("export_season", "club-league", output=file)
    out_of_the_way()
    call_command("import_season", file)
    assert told(Season.objects.get()) == before


def test_events_that_are_here_already_are_taken_as_they_are_unless_they_are_others(season, tmp_path, capsys):
    file = tmp_path / "season.zip"
    call_command("export_season", "club-league", output=file)
    call_command("import_season", file, slug="once-more", dry_run=True)
    assert capsys.readouterr().out.splitlines() == [
        "Club league, short name once-more, 4 ranked; nothing is saved yet",
        "  autumn: Autumn (here already)",
        "  spring: Spring (here already)",
    ]
    assert Season.objects.count() == 1
    call_command("import_season", file, slug="once-more")
    assert (Tournament.objects.count(), told(Season.objects.get(slug="once-more"))) == (2, told(season))
    with pytest.raises(CommandError, match="There is a season “club-league” already"):
        call_command("import_season", file)
    Tournament.objects.filter(slug="spring").update(name="Another")
    with pytest.raises(CommandError, match="There is another event “spring” here"):
        call_command("import_season", file, slug="once-again")
    assert Season.objects.count() == 2


def packed(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def test_a_file_that_was_changed_is_refused_by_its_part(season):
    files = opened(io.BytesIO(portable.pack(season)))
    changed = {**files, "season.json": files["season.json"].replace(b"Club", b"Clab")}
    gone = {name: content for name, content in files.items() if name != "events/spring.zip"}
    for tampered, part in ((changed, "season.json"), (gone, "events/spring.zip")):
        read, problems = portable.unpack(packed(tampered))
        assert (read, problems[0].column) == (None, part)
    assert portable.unpack(packed(changed))[1][0].message == "This part was changed since the export."
    assert portable.unpack(b"PK no archive")[1][0].message == "The file is damaged: it cannot be unpacked."
