"""What the program says and stores is a sentence with its values; the columns stay text."""

from importlib import import_module

import tournaments.models.sentences
from django.db import migrations

chain = import_module("tournaments.migrations.0003_audit_entries_stay")

class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0012_proof_of_draws'),
    ]

    operations = [
        # SQLite changes a column by building its table anew, without the trigger that keeps entries as they are.
        migrations.RunPython(chain.release, chain.guard),
        migrations.AlterField(
            model_name='auditentry',
            name='actor_name',
            field=tournaments.models.sentences.ShortSentenceField(help_text="The account's name then, or the table's code, or the command.", max_length=200, verbose_name='who'),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='reason',
            field=tournaments.models.sentences.SentenceField(blank=True, verbose_name='reason'),
        ),
        migrations.RunPython(chain.guard, chain.release),
        migrations.AlterField(
            model_name='boardplay',
            name='flag_reason',
            field=tournaments.models.sentences.SentenceField(blank=True, verbose_name='what happened'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='romanised_name',
            field=tournaments.models.sentences.ShortSentenceField(blank=True, max_length=160, verbose_name='name in Latin letters'),
        ),
        migrations.AlterField(
            model_name='forfeit',
            name='reason',
            field=tournaments.models.sentences.SentenceField(verbose_name='reason'),
        ),
        migrations.AlterField(
            model_name='forfeit',
            name='void_reason',
            field=tournaments.models.sentences.SentenceField(blank=True, verbose_name='why void'),
        ),
        migrations.AlterField(
            model_name='job',
            name='message',
            field=tournaments.models.sentences.SentenceField(blank=True),
        ),
        migrations.AlterField(
            model_name='scoreline',
            name='reason',
            field=tournaments.models.sentences.SentenceField(blank=True, verbose_name='reason'),
        ),
        migrations.AlterField(
            model_name='scoreline',
            name='void_reason',
            field=tournaments.models.sentences.SentenceField(blank=True, verbose_name='why void'),
        ),
        migrations.AlterField(
            model_name='seating',
            name='reason',
            field=tournaments.models.sentences.SentenceField(blank=True, verbose_name='reason'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='name',
            field=tournaments.models.sentences.ShortSentenceField(max_length=80, verbose_name='name'),
        ),
        migrations.AlterField(
            model_name='tableresult',
            name='doubtful_reason',
            field=tournaments.models.sentences.SentenceField(blank=True, verbose_name='why a doubtful sheet is saved'),
        ),
        migrations.AlterField(
            model_name='tableresult',
            name='reason',
            field=tournaments.models.sentences.SentenceField(blank=True, verbose_name='reason of the correction'),
        ),
    ]
