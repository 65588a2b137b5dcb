"""Reasons of lines and lost sessions that rulings gave are the infractions' titles: sentences that the catalogues have."""

from django.db import migrations

from engine.sentences import Sentence


def titles_of(ruling):
    """The English titles and reasons that the law proposed."""
    for sanction in ruling.sanctions.all():
        yield sanction.proposal.get("title")
        for line in sanction.proposal.get("ledger") or ():
            yield line.get("reason")


def give_titles(apps, schema_editor):
    alias = schema_editor.connection.alias
    rulings = apps.get_model("judging", "Ruling").objects.using(alias).prefetch_related("sanctions")
    lines = apps.get_model("tournaments", "ScoreLine").objects.using(alias)
    forfeits = apps.get_model("tournaments", "Forfeit").objects.using(alias)
    for ruling in rulings:
        for title in filter(None, set(titles_of(ruling))):
            sentence = Sentence(str(title))
            lines.filter(ruling_line__ruling=ruling.pk, reason=str(title)).update(reason=sentence)
            forfeits.filter(ruling_forfeit__ruling=ruling.pk, reason=str(title)).update(reason=sentence)


def stay(apps, schema_editor):
    """The way back: an older program shows the stored form; nothing is lost."""


class Migration(migrations.Migration):
    dependencies = [("judging", "0003_ruling_forfeits"), ("tournaments", "0014_sentences_of_0_1")]
    operations = [migrations.RunPython(give_titles, stay)]
