"""What a file of an event brings along: names of tables, days of rounds, who acted elsewhere.

A copy of an event brings its deals, so that a seed stands once an event. SQLite drops a table's triggers when it is
altered; they are made again.
"""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


SQLITE = {
    "tournaments_boardset": (
        "board_set_stays",
        "what was committed to does not change",
        [
            "tournament_id", "event", "ruleset_id", "model", "flowers", "sessions", "boards", "sealed_seed",
            "commitment", "value_name", "value_known_at", "committed_at", "entries_close_at",
        ],
        ["public_value", "seed"],
    ),
    "tournaments_board": (
        "board_stays",
        "a deal does not change",
        ["board_set_id", "session", "number", "reserve", "prevalent_wind", "sealed_deal", "digest"],
        ["text"],
    ),
}


def guard_again(apps, schema_editor):
    if schema_editor.connection.vendor != "sqlite":
        return
    for table, (name, message, fixed, once) in SQLITE.items():
        tests = [f"OLD.{column} IS NOT NEW.{column}" for column in fixed]
        tests += [f"(OLD.{column} <> '' AND OLD.{column} IS NOT NEW.{column})" for column in once]
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}")
        schema_editor.execute(
            f"CREATE TRIGGER {name} BEFORE UPDATE ON {table} WHEN ({' OR '.join(tests)}) "
            f"BEGIN SELECT RAISE(ABORT, '{message}'); END",
            params=None,
        )


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0018_players_phones'),
    ]

    operations = [
        migrations.AddField(
            model_name='auditentry',
            name='elsewhere',
            field=models.JSONField(blank=True, help_text='Keys of tournament and account where it was written, if that was elsewhere.', null=True),
        ),
        migrations.AddField(
            model_name='gametable',
            name='name',
            field=models.CharField(blank=True, help_text='Empty: its number.', max_length=20, verbose_name='name'),
        ),
        migrations.AddField(
            model_name='round',
            name='day',
            field=models.DateField(blank=True, null=True, verbose_name='date'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='origins',
            field=models.JSONField(default=list, editable=False, help_text='Sites that the event came from, and which row each key of theirs is.'),
        ),
        migrations.AddField(
            model_name='user',
            name='acted_as',
            field=models.CharField(blank=True, editable=False, max_length=150),
        ),
        migrations.AddField(
            model_name='user',
            name='acted_at',
            field=models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament'),
        ),
        migrations.AlterField(
            model_name='board',
            name='digest',
            field=models.CharField(max_length=64),
        ),
        migrations.AlterField(
            model_name='boardset',
            name='commitment',
            field=models.CharField(max_length=64),
        ),
        migrations.AlterField(
            model_name='seedcommitment',
            name='commitment',
            field=models.CharField(max_length=64),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='rounds_planned',
            field=models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(9999)], verbose_name='rounds'),
        ),
        migrations.AddConstraint(
            model_name='board',
            constraint=models.UniqueConstraint(fields=('board_set', 'digest'), name='board_deal_once'),
        ),
        migrations.AddConstraint(
            model_name='boardset',
            constraint=models.UniqueConstraint(fields=('tournament', 'commitment'), name='board_set_seed_once'),
        ),
        migrations.AddConstraint(
            model_name='seedcommitment',
            constraint=models.UniqueConstraint(fields=('tournament', 'commitment'), name='seed_commitment_once'),
        ),
        migrations.RunPython(guard_again, migrations.RunPython.noop, hints={"guard": True}),
    ]
