"""Boards that nobody can choose: the whole promise, shares of the seed, looks at named boards, sights, two for a reserve.

SQLite drops a table's triggers when a later migration alters the table there; such a migration calls `guard` again.
"""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

STAYS = "board_set_stays"
FIXED = [
    "tournament_id", "event", "ruleset_id", "model", "flowers", "sessions", "boards", "sealed_seed", "commitment",
    "promise", "value_kind", "value_source", "value_which", "value_name", "value_known_at", "committed_at",
    "entries_close_at",
]
OPEN = "EXISTS (SELECT 1 FROM tournaments_board b JOIN tournaments_boardset s ON s.id = b.board_set_id WHERE b.id = {0} AND s.seed <> '')"


def triggers(vendor):
    """Name, table, event, condition and message of each."""
    differs = {"sqlite": "{0} IS NOT {1}", "postgresql": "{0} IS DISTINCT FROM {1}"}[vendor]

    def changed(column):
        return differs.format(f"OLD.{column}", f"NEW.{column}")

    tests = [changed(column) for column in FIXED]
    tests.append(f"(OLD.seed <> '' AND {changed('seed')})")
    # A slip of the value may be corrected in the open until the boards are dealt.
    tests.append(f"(OLD.public_value <> '' AND OLD.made_at IS NOT NULL AND {changed('public_value')})")
    yield STAYS, "tournaments_boardset", "UPDATE", " OR ".join(tests), "what was committed to does not change"
    over = "the seed is open, nothing is played any more"
    result = " OR ".join(changed(column) for column in ("version", "entered_at", "board_id"))
    yield "board_play_over", "tournaments_boardplay", "UPDATE", f"({result}) AND {OPEN.format('OLD.board_id')}", over
    points = " OR ".join(changed(column) for column in ("points", "penalty", "entry_id"))
    yield "play_seat_over", "tournaments_playseat", "UPDATE", f"({points}) AND {OPEN.format('OLD.board_id')}", over
    later = OPEN.replace("s.seed <> ''", "s.seed <> '' AND s.seed_at < NEW.entered_at").format("NEW.board_id")
    # An event that travels brings its results along; one that was entered after the seed was open is none.
    yield "board_play_late", "tournaments_boardplay", "INSERT", later, over
    held = " OR ".join(changed(column) for column in ("board_set_id", "holder", "commitment", "committed_at"))
    held += f" OR (OLD.sealed_share <> '' AND {changed('sealed_share')}) OR (OLD.share <> '' AND {changed('share')})"
    yield "board_share_stays", "tournaments_boardshare", "UPDATE", held, "what was committed to does not change"


def guard(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    drop(schema_editor, [(STAYS, "tournaments_boardset")])
    for name, table, event, condition, message in triggers(vendor):
        if vendor == "sqlite":
            schema_editor.execute(
                f"CREATE TRIGGER {name} BEFORE {event} ON {table} WHEN {condition} "
                f"BEGIN SELECT RAISE(ABORT, '{message}'); END",
                params=None,
            )
            continue
        # PostgreSQL looks into other tables in the function only.
        schema_editor.execute(
            f"CREATE OR REPLACE FUNCTION {name}_now() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN IF {condition} THEN RAISE EXCEPTION '{message}'; END IF; RETURN NEW; END $$",
            params=None,
        )
        schema_editor.execute(
            f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}_now()", params=None
        )


def release(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    made = [(name, table) for name, table, *_rest in triggers(vendor)]
    drop(schema_editor, made)
    if vendor == "postgresql":
        for name, _table in made:
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {name}_now()")


def drop(schema_editor, made):
    for name, table in made:
        where = "" if schema_editor.connection.vendor == "sqlite" else f" ON {table}"
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}{where}")


def name_boards(apps, schema_editor):
    """Looks that were asked for name the boards that are in force now."""
    for look in apps.get_model("tournaments", "BoardLook").objects.all():
        boards = apps.get_model("tournaments", "Board").objects.filter(
            board_set=look.board_set_id, session=look.session, retired_at=None
        )
        look.boards.set(boards.filter(number=look.number) if look.number else boards)
    if schema_editor.connection.vendor == "postgresql":
        # Rows that wait to be checked would keep the tables from being altered.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")



class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0021_draws_as_promised'),
    ]

    operations = [
        migrations.AddField(
            model_name='boardlook',
            name='boards',
            field=models.ManyToManyField(blank=True, related_name='looks', to='tournaments.board'),
        ),
        migrations.AddField(
            model_name='boardplay',
            name='foul',
            field=models.CharField(blank=True, help_text='Plays of one board with one fault.', max_length=4, verbose_name='fault'),
        ),
        migrations.AddField(
            model_name='boardset',
            name='corrections',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name='boardset',
            name='promise',
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name='boardset',
            name='value_kind',
            field=models.CharField(choices=[('beacon', 'A round of a randomness beacon (drand)'), ('lottery', 'The numbers of a lottery'), ('price', 'A closing price or index'), ('other', 'Another public text')], default='other', max_length=10),
        ),
        migrations.AddField(
            model_name='boardset',
            name='value_source',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name='boardset',
            name='value_which',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.CreateModel(
            name='BoardSight',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seen_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('shown_as', models.CharField(max_length=40)),
                ('boards', models.JSONField(default=list)),
                ('look', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sights', to='tournaments.boardlook')),
                ('seen_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['look', 'seen_at'],
            },
        ),
        migrations.CreateModel(
            name='BoardReplacement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.TextField(verbose_name='reason')),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('approved_at', models.DateTimeField(blank=True, null=True)),
                ('refused_at', models.DateTimeField(blank=True, null=True)),
                ('approved_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='replacements', to='tournaments.board')),
            ],
            options={
                'ordering': ['board', 'asked_at'],
                'constraints': [models.CheckConstraint(condition=models.Q(('approved_by__isnull', True), models.Q(('approved_by', models.F('asked_by')), _negated=True), _connector='OR'), name='board_replacement_two_people'), models.CheckConstraint(condition=models.Q(models.Q(('approved_at__isnull', True), ('approved_by__isnull', True)), models.Q(('approved_at__isnull', False), ('approved_by__isnull', False), ('refused_at__isnull', True)), _connector='OR'), name='board_replacement_answered_once'), models.UniqueConstraint(condition=models.Q(('approved_at__isnull', True), ('refused_at__isnull', True)), fields=('board',), name='board_replacement_one_open'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='board_replacement_has_reason')],
            },
        ),
        migrations.CreateModel(
            name='BoardShare',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('holder', models.CharField(max_length=60, verbose_name='holder')),
                ('commitment', models.CharField(max_length=64)),
                ('committed_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('sealed_share', models.TextField(blank=True)),
                ('handed_in_at', models.DateTimeField(blank=True, null=True)),
                ('share', models.CharField(blank=True, max_length=512)),
                ('dropped_at', models.DateTimeField(blank=True, null=True)),
                ('dropped_reason', models.TextField(blank=True)),
                ('board_set', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='tournaments.boardset')),
            ],
            options={
                'ordering': ['board_set', 'number'],
                'constraints': [models.UniqueConstraint(fields=('board_set', 'number'), name='board_share_number_once'), models.UniqueConstraint(fields=('board_set', 'commitment'), name='board_share_once'), models.CheckConstraint(condition=models.Q(models.Q(('handed_in_at__isnull', True), ('sealed_share', '')), models.Q(models.Q(('sealed_share', ''), _negated=True), ('handed_in_at__isnull', False)), _connector='OR'), name='board_share_handed_in'), models.CheckConstraint(condition=models.Q(models.Q(('dropped_at__isnull', True), ('dropped_reason', '')), models.Q(('dropped_at__isnull', False), models.Q(('dropped_reason', ''), _negated=True)), _connector='OR'), name='board_share_dropped_with_reason')],
            },
        ),
        migrations.RunPython(name_boards, migrations.RunPython.noop),
        migrations.RunPython(guard, release, hints={"guard": True}),
    ]
