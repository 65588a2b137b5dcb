"""Duplicate deals, and triggers that keep what was committed to: a seed, a value, a deal never change once they stand.

SQLite drops a table's triggers when a later migration alters the table there; such a migration calls `guard` again.
"""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


STAYS = {
    "tournaments_boardset": (
        "board_set_stays",
        "what was committed to does not change",
        ["tournament_id", "event", "ruleset_id", "model", "flowers", "sessions", "boards", "sealed_seed", "commitment"],
        ["public_value", "seed"],
        ["value_name", "value_known_at", "committed_at"],
    ),
    "tournaments_board": (
        "board_stays",
        "a deal does not change",
        ["board_set_id", "session", "number", "reserve", "prevalent_wind", "sealed_deal", "digest"],
        ["text"],
        [],
    ),
}
"""Table -> name, message, columns that never change, columns that are filled once, more that never change."""


def guard(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    differs = {"sqlite": "OLD.{0} IS NOT NEW.{0}", "postgresql": "OLD.{0} IS DISTINCT FROM NEW.{0}"}[vendor]
    for table, (name, message, fixed, once, more) in STAYS.items():
        tests = [differs.format(column) for column in (*fixed, *more)]
        tests += [f"(OLD.{column} <> '' AND {differs.format(column)})" for column in once]
        condition = " OR ".join(tests)
        if vendor == "sqlite":
            schema_editor.execute(
                f"CREATE TRIGGER {name} BEFORE UPDATE ON {table} WHEN {condition} "
                f"BEGIN SELECT RAISE(ABORT, '{message}'); END",
                params=None,
            )
        else:
            schema_editor.execute(
                f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS "
                f"$$ BEGIN RAISE EXCEPTION '{message}'; END $$",
                params=None,
            )
            schema_editor.execute(
                f"CREATE TRIGGER {name} BEFORE UPDATE ON {table} "
                f"FOR EACH ROW WHEN ({condition}) EXECUTE FUNCTION {name}()",
                params=None,
            )


def release(apps, schema_editor):
    for table, (name, *_rest) in STAYS.items():
        if schema_editor.connection.vendor == "sqlite":
            schema_editor.execute(f"DROP TRIGGER {name}")
        else:
            schema_editor.execute(f"DROP TRIGGER {name} ON {table}")
            schema_editor.execute(f"DROP FUNCTION {name}()")


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0005_replay_upload'),
    ]

    operations = [
        migrations.CreateModel(
            name='Board',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session', models.PositiveSmallIntegerField(verbose_name='session')),
                ('number', models.PositiveSmallIntegerField(verbose_name='board')),
                ('reserve', models.PositiveSmallIntegerField(default=0, verbose_name='reserve set')),
                ('prevalent_wind', models.PositiveSmallIntegerField(choices=[(0, 'East'), (1, 'South'), (2, 'West'), (3, 'North')], default=0, verbose_name='prevalent wind')),
                ('sealed_deal', models.TextField()),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('text', models.TextField(blank=True)),
                ('released_at', models.DateTimeField(blank=True, null=True)),
                ('retired_at', models.DateTimeField(blank=True, null=True)),
                ('retired_reason', models.TextField(blank=True)),
            ],
            options={
                'ordering': ['board_set', 'session', 'number', 'reserve'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('number__gte', 1), ('session__gte', 1)), name='board_numbers_from_one'),
                    models.CheckConstraint(condition=models.Q(models.Q(('released_at__isnull', True), ('text', '')), models.Q(models.Q(('text', ''), _negated=True), ('released_at__isnull', False)), _connector='OR'), name='board_text_only_when_released'),
                    models.CheckConstraint(condition=models.Q(models.Q(('retired_at__isnull', True), ('retired_reason', '')), models.Q(('retired_at__isnull', False), models.Q(('retired_reason', ''), _negated=True)), _connector='OR'), name='board_retired_with_reason'),
                    models.CheckConstraint(condition=models.Q(('prevalent_wind__lte', 3)), name='board_wind_known'),
                ],
            },
        ),
        migrations.CreateModel(
            name='BoardPlay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveSmallIntegerField()),
                ('copy', models.PositiveSmallIntegerField(default=1, help_text='Which set of trays it is.')),
                ('version', models.PositiveSmallIntegerField(default=0, help_text='How often a result was entered.')),
                ('entered_at', models.DateTimeField(blank=True, null=True)),
                ('verified', models.BooleanField(default=False, help_text='The walls were turned up and match the deal.')),
                ('findings', models.JSONField(blank=True, default=list)),
                ('record', models.JSONField(blank=True, default=dict, help_text="The hand's log; encrypted until the board is public.")),
                ('flag', models.CharField(blank=True, choices=[('', 'nothing'), ('mismatch', 'The walls do not match the deal'), ('fouled', 'Fouled: not played as dealt'), ('unplayable', 'Could not be played')], default='', max_length=10, verbose_name='flag')),
                ('flag_reason', models.TextField(blank=True, verbose_name='what happened')),
                ('ruling', models.CharField(blank=True, choices=[('', 'not ruled yet'), ('stands', 'The result stands'), ('fouled', 'Fouled: compared only with others who played it so'), ('unplayable', 'Not played: the average of the own session')], default='', max_length=10, verbose_name='ruling')),
                ('ruling_reason', models.TextField(blank=True, verbose_name='reason')),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='plays', to='tournaments.board')),
                ('entered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('ruled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='plays', to='tournaments.gametable')),
            ],
            options={
                'ordering': ['table', 'order'],
                'constraints': [
                    models.UniqueConstraint(fields=('table', 'order'), name='board_play_one_at_a_time'),
                    models.UniqueConstraint(fields=('table', 'board'), name='board_play_once_at_table'),
                    models.CheckConstraint(condition=models.Q(('flag__in', ['', 'mismatch', 'fouled', 'unplayable'])), name='board_play_flag_known'),
                    models.CheckConstraint(condition=models.Q(('ruling', ''), models.Q(('ruling__in', ['stands', 'fouled', 'unplayable']), models.Q(('ruling_reason', ''), _negated=True)), _connector='OR'), name='board_play_ruling_has_reason'),
                    models.CheckConstraint(condition=models.Q(models.Q(('ruling', 'stands'), _negated=True), ('entered_at__isnull', False), _connector='OR'), name='board_play_standing_result_exists'),
                ],
            },
        ),
        migrations.CreateModel(
            name='BoardSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('event', models.CharField(max_length=60)),
                ('model', models.CharField(choices=[('seat34', 'A wall for each seat'), ('shared', 'One wall for the table')], default='seat34', max_length=6, verbose_name='walls')),
                ('flowers', models.BooleanField(default=False, verbose_name='flowers among the tiles of the seats')),
                ('sessions', models.PositiveSmallIntegerField(help_text='One session is a round.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(99)], verbose_name='sessions')),
                ('boards', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(64)], verbose_name='boards in a session')),
                ('sealed_seed', models.TextField()),
                ('commitment', models.CharField(max_length=64, unique=True)),
                ('value_name', models.CharField(max_length=200, verbose_name='the public value')),
                ('value_known_at', models.DateTimeField(verbose_name='known from')),
                ('committed_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('withdrawn_reason', models.TextField(blank=True)),
                ('public_value', models.CharField(blank=True, max_length=200)),
                ('value_at', models.DateTimeField(blank=True, null=True)),
                ('made_at', models.DateTimeField(blank=True, null=True)),
                ('seed', models.CharField(blank=True, max_length=256)),
                ('seed_at', models.DateTimeField(blank=True, null=True)),
                ('committed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('ruleset', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.rulesetversion')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='board_sets', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['tournament', 'number'],
                'constraints': [
                    models.UniqueConstraint(fields=('tournament', 'number'), name='board_set_number_once'),
                    models.UniqueConstraint(condition=models.Q(('withdrawn_at__isnull', True)), fields=('tournament',), name='board_set_one_in_force'),
                    models.CheckConstraint(condition=models.Q(('model__in', ['seat34', 'shared'])), name='board_set_model_known'),
                    models.CheckConstraint(condition=models.Q(('boards__gte', 1), ('sessions__gte', 1)), name='board_set_has_boards'),
                    models.CheckConstraint(condition=models.Q(('value_known_at__gt', models.F('committed_at'))), name='board_set_value_later_than_commitment'),
                    models.CheckConstraint(condition=models.Q(models.Q(('public_value', ''), ('value_at__isnull', True)), models.Q(models.Q(('public_value', ''), _negated=True), ('value_at__gte', models.F('value_known_at'))), _connector='OR'), name='board_set_value_when_known'),
                    models.CheckConstraint(condition=models.Q(('made_at__isnull', True), models.Q(('public_value', ''), _negated=True), _connector='OR'), name='board_set_made_with_value'),
                    models.CheckConstraint(condition=models.Q(models.Q(('withdrawn_at__isnull', True), ('withdrawn_reason', '')), models.Q(('public_value', ''), ('seed', ''), models.Q(('withdrawn_reason', ''), _negated=True)), _connector='OR'), name='board_set_withdrawn_before_value'),
                    models.CheckConstraint(condition=models.Q(models.Q(('seed', ''), ('seed_at__isnull', True)), models.Q(models.Q(('seed', ''), _negated=True), ('made_at__isnull', False)), _connector='OR'), name='board_set_seed_after_deals'),
                ],
            },
        ),
        migrations.CreateModel(
            name='BoardLook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session', models.PositiveSmallIntegerField(verbose_name='session')),
                ('number', models.PositiveSmallIntegerField(default=0, verbose_name='board')),
                ('purpose', models.TextField(verbose_name='what for')),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('approved_at', models.DateTimeField(blank=True, null=True)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('refused_at', models.DateTimeField(blank=True, null=True)),
                ('approved_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('board_set', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='looks', to='tournaments.boardset')),
            ],
            options={
                'ordering': ['board_set', 'asked_at'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('approved_by__isnull', True), models.Q(('approved_by', models.F('asked_by')), _negated=True), _connector='OR'), name='board_look_two_people'),
                    models.CheckConstraint(condition=models.Q(models.Q(('approved_at__isnull', True), ('approved_by__isnull', True), ('expires_at__isnull', True)), models.Q(('approved_at__isnull', False), ('approved_by__isnull', False), ('expires_at__gt', models.F('approved_at')), ('refused_at__isnull', True)), _connector='OR'), name='board_look_approved_for_a_time'),
                    models.CheckConstraint(condition=models.Q(('purpose', ''), _negated=True), name='board_look_has_purpose'),
                ],
            },
        ),
        migrations.AddField(
            model_name='board',
            name='board_set',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='all_boards', to='tournaments.boardset'),
        ),
        migrations.CreateModel(
            name='PlaySeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(choices=[(0, 'East'), (1, 'South'), (2, 'West'), (3, 'North')])),
                ('points', models.IntegerField(blank=True, null=True)),
                ('penalty', models.IntegerField(default=0)),
                ('award', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('left', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('tail', models.CharField(blank=True, max_length=200)),
                ('ticked', models.BooleanField(default=False)),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.board')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='board_seats', to='tournaments.entry')),
                ('play', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.boardplay')),
            ],
            options={
                'ordering': ['play', 'seat'],
                'constraints': [
                    models.UniqueConstraint(fields=('play', 'seat'), name='play_seat_once'),
                    models.UniqueConstraint(fields=('board', 'entry'), name='player_meets_board_once'),
                    models.CheckConstraint(condition=models.Q(('seat__lte', 3)), name='play_seat_four'),
                    models.CheckConstraint(condition=models.Q(('award__isnull', True), ('award__lte', 100), _connector='OR'), name='play_award_is_a_percentage'),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name='board',
            constraint=models.UniqueConstraint(fields=('board_set', 'session', 'number', 'reserve'), name='board_once'),
        ),
        migrations.AddConstraint(
            model_name='board',
            constraint=models.UniqueConstraint(condition=models.Q(('retired_at__isnull', True)), fields=('board_set', 'session', 'number'), name='board_one_in_force'),
        ),
        migrations.RunPython(guard, release, hints={"guard": True}),
    ]
