"""Texts that were stored in the language of the writer become sentences again; what a person typed stays.

The log stays byte for byte as it was written: its entries are append-only, and each digest covers the text of then.
"""

from django.db import migrations

from engine.sentences import listed
from tournaments.migrations import _texts_of_0_1 as old

COLUMNS = (
    ("ScoreLine", "reason", old.LEDGER),
    ("ScoreLine", "void_reason", old.LEDGER + old.RESULT),
    ("Forfeit", "reason", old.LEDGER),
    ("Forfeit", "void_reason", old.LEDGER),
    ("Seating", "reason", old.SEATING),
    ("TableResult", "reason", old.BOARDS),
    ("TableResult", "doubtful_reason", old.BOARDS),
    ("Job", "message", old.JOBS),
)


def columns(apps, schema_editor):
    for model, column, texts in COLUMNS:
        rows = apps.get_model("tournaments", model).objects.using(schema_editor.connection.alias)
        for text in rows.exclude(**{column: ""}).order_by().values_list(column, flat=True).distinct():
            if (sentence := old.sentence_of(text, texts)) is not None:
                rows.filter(**{column: text}).update(**{column: sentence})


def names(apps, schema_editor):
    """Names that the program gave: of fillers and of players without one in an imported event, of the first stage."""
    alias = schema_editor.connection.alias
    entries = apps.get_model("tournaments", "Entry").objects.using(alias)
    for entry in entries.exclude(extra={}):
        given = old.FILLERS if entry.extra.get("filler") else old.NAMELESS if "file" in entry.extra else ()
        own = entry.romanised_name or entry.native_name
        sentence = old.sentence_of(own, given)
        if sentence is not None:
            entries.filter(pk=entry.pk).update(romanised_name=sentence, native_name="")
    stages = apps.get_model("tournaments", "Stage").objects.using(alias)
    for stage in stages.filter(number=1):
        if (sentence := old.sentence_of(stage.name, old.STAGES)) is not None:
            stages.filter(pk=stage.pk).update(name=sentence)


def boards(apps, schema_editor):
    """What did not fit at a board: each finding, and the flag's reason that lists them."""
    plays = apps.get_model("tournaments", "BoardPlay").objects.using(schema_editor.connection.alias)
    for play in plays.exclude(findings=[]):
        found = [old.sentence_of(text, old.BOARDS) for text in play.findings if isinstance(text, str)]
        if not found or None in found:
            continue
        if play.flag_reason == " ".join(play.findings):
            play.flag_reason = listed(found, "%(list)s %(last)s")
        play.findings = [sentence.to_dict() for sentence in found]
        play.save(update_fields=["findings", "flag_reason"])


def stay(apps, schema_editor):
    """The way back: an older program shows the stored form; nothing is lost."""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_stored_sentences")]
    operations = [
        migrations.RunPython(columns, stay),
        migrations.RunPython(names, stay),
        migrations.RunPython(boards, stay),
    ]
