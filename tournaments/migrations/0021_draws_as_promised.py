"""What a draw was promised to be; seeds of draws lie encrypted, and what was promised never changes.

SQLite drops a table's triggers when a later migration alters the table there; such a migration calls `guard` again.
"""

import django.db.models.deletion
import tournaments.models.sentences
from django.db import migrations, models

NAME, TABLE = "seed_commitment_stays", "tournaments_seedcommitment"
MESSAGE = "what was promised of a draw does not change"
FIXED = ["tournament_id", "sealed_seed", "commitment", "promise", "way", "inputs_close_at"]
FIXED += ["value_kind", "value_source", "value_which", "value_known_at", "created_at"]
DRAWN = "EXISTS (SELECT 1 FROM tournaments_seatingdraw d WHERE d.under_id = OLD.id)"


def guard(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    differs = {"sqlite": "OLD.{0} IS NOT NEW.{0}", "postgresql": "OLD.{0} IS DISTINCT FROM NEW.{0}"}[vendor]
    fixed = " OR ".join(differs.format(column) for column in FIXED)
    # The value may be corrected in the open until something has been drawn with it.
    value = f"({differs.format('public_value')} AND OLD.public_value <> '' AND {DRAWN})"
    condition = f"{fixed} OR {value}"
    if vendor == "sqlite":
        schema_editor.execute(
            f"CREATE TRIGGER {NAME} BEFORE UPDATE ON {TABLE} WHEN {condition} "
            f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END",
            params=None,
        )
        return
    # PostgreSQL looks into other tables in the function only.
    schema_editor.execute(
        f"CREATE FUNCTION {NAME}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF {condition} THEN RAISE EXCEPTION '{MESSAGE}'; END IF; RETURN NEW; END $$",
        params=None,
    )
    schema_editor.execute(
        f"CREATE TRIGGER {NAME} BEFORE UPDATE ON {TABLE} FOR EACH ROW EXECUTE FUNCTION {NAME}()", params=None
    )


def release(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(f"DROP TRIGGER {NAME}")
    else:
        schema_editor.execute(f"DROP TRIGGER {NAME} ON {TABLE}")
        schema_editor.execute(f"DROP FUNCTION {NAME}()")


def seal(apps, schema_editor):
    """Seeds that no draw has opened lie encrypted from now on; a draw knows its commitment."""
    from tournaments.services.sealed import seal as sealed

    for commitment in apps.get_model("tournaments", "SeedCommitment").objects.all():
        if commitment.draw_id is not None:
            apps.get_model("tournaments", "SeatingDraw").objects.filter(pk=commitment.draw_id).update(under=commitment)
        commitment.sealed_seed = sealed(commitment.sealed_seed)
        commitment.save(update_fields=["sealed_seed"])
    if schema_editor.connection.vendor == "postgresql":
        # Rows that wait to be checked would keep the tables from being altered.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def unseal(apps, schema_editor):
    from tournaments.services.sealed import unseal as unsealed

    for commitment in apps.get_model("tournaments", "SeedCommitment").objects.filter(promise=""):
        commitment.sealed_seed = unsealed(commitment.sealed_seed)
        drawn = apps.get_model("tournaments", "SeatingDraw").objects.filter(under=commitment).first()
        commitment.draw_id = drawn.pk if drawn else None
        commitment.save(update_fields=["sealed_seed", "draw"])
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0020_registrations'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='seatingdraw',
            name='seating_draw_kind_known',
        ),
        migrations.RemoveConstraint(
            model_name='seedcommitment',
            name='seed_commitment_one_open',
        ),
        migrations.AddField(
            model_name='seatingdraw',
            name='discarded_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seatingdraw',
            name='discarded_reason',
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name='seatingdraw',
            name='under',
            field=models.ForeignKey(blank=True, help_text='Its commitment.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='draws', to='tournaments.seedcommitment'),
        ),
        migrations.AddField(
            model_name='seatingdraw',
            name='why',
            field=tournaments.models.sentences.SentenceField(blank=True, verbose_name='why it was drawn again'),
        ),
        migrations.AddField(
            model_name='seedcommitment',
            name='corrections',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name='seedcommitment',
            name='inputs_close_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seedcommitment',
            name='options',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='seedcommitment',
            name='promise',
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name='seedcommitment',
            name='public_value',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name='seedcommitment',
            name='rounds',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name='seedcommitment',
            name='value_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seedcommitment',
            name='value_kind',
            field=models.CharField(blank=True, choices=[('beacon', 'A round of a randomness beacon (drand)'), ('lottery', 'The numbers of a lottery'), ('price', 'A closing price or index'), ('other', 'Another public text')], max_length=10),
        ),
        migrations.AddField(
            model_name='seedcommitment',
            name='value_known_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seedcommitment',
            name='value_source',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name='seedcommitment',
            name='value_which',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name='seedcommitment',
            name='way',
            field=models.CharField(blank=True, choices=[('together', 'Rounds drawn together'), ('swiss', 'A Swiss round'), ('movement', 'A movement of duplicate boards')], max_length=10, verbose_name='way of drawing'),
        ),
        migrations.AddField(
            model_name='seedcommitment',
            name='withdrawn_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seedcommitment',
            name='withdrawn_reason',
            field=models.TextField(blank=True),
        ),
        migrations.AlterField(
            model_name='seatingdraw',
            name='kind',
            field=models.CharField(choices=[('fixed', 'Fixed schedule'), ('added', 'More rounds after played ones'), ('swiss', 'Swiss round'), ('standings', 'Round by the standings'), ('replan', 'Remaining rounds planned anew'), ('chosen', 'Swiss round chosen by a proof'), ('movement', 'Movement of duplicate boards')], max_length=12, verbose_name='kind'),
        ),
        migrations.AlterField(
            model_name='seedcommitment',
            name='sealed_seed',
            field=models.TextField(),
        ),
        migrations.RunPython(seal, unseal),
        migrations.RemoveField(
            model_name='seedcommitment',
            name='draw',
        ),
        migrations.AddConstraint(
            model_name='seatingdraw',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['fixed', 'added', 'swiss', 'standings', 'replan', 'chosen', 'movement'])), name='seating_draw_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='seedcommitment',
            constraint=models.CheckConstraint(condition=models.Q(('way__in', ['', 'together', 'swiss', 'movement'])), name='seed_commitment_way_known'),
        ),
        migrations.AddConstraint(
            model_name='seedcommitment',
            constraint=models.CheckConstraint(condition=models.Q(('value_known_at__isnull', True), ('value_known_at__gt', models.F('created_at')), _connector='OR'), name='seed_commitment_value_later'),
        ),
        migrations.AddConstraint(
            model_name='seedcommitment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('public_value', ''), ('value_at__isnull', True)), models.Q(models.Q(('public_value', ''), _negated=True), ('value_at__gte', models.F('value_known_at'))), _connector='OR'), name='seed_commitment_value_when_known'),
        ),
        migrations.AddConstraint(
            model_name='seedcommitment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('withdrawn_at__isnull', True), ('withdrawn_reason', '')), models.Q(('withdrawn_at__isnull', False), models.Q(('withdrawn_reason', ''), _negated=True)), _connector='OR'), name='seed_commitment_withdrawn_with_reason'),
        ),
        migrations.RunPython(guard, release, hints={"guard": True}),
    ]
