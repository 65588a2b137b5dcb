"""Rehearsals: copies that are never public, and the only events whose log goes when they go."""

from django.db import migrations, models

GUARD = """
CREATE OR REPLACE FUNCTION audit_entries_stay() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
IF TG_OP = 'DELETE' AND EXISTS (
    SELECT 1 FROM tournaments_tournament t WHERE t.id = OLD.tournament_id AND t.rehearsal
) THEN RETURN OLD; END IF;
RAISE EXCEPTION 'audit entries are append-only';
END $$;
CREATE FUNCTION rehearsal_stays() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'a rehearsal stays one, and no event becomes one'; END $$;
CREATE TRIGGER rehearsal_stays BEFORE UPDATE ON tournaments_tournament
FOR EACH ROW WHEN (OLD.rehearsal IS DISTINCT FROM NEW.rehearsal) EXECUTE FUNCTION rehearsal_stays();
"""
RELEASE = """
CREATE OR REPLACE FUNCTION audit_entries_stay() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'audit entries are append-only'; END $$;
DROP TRIGGER rehearsal_stays ON tournaments_tournament;
DROP FUNCTION rehearsal_stays();
"""


def guard(apps, schema_editor):
    """SQLite lets entries go already, and drops a table's triggers with its next change."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(GUARD, params=None)


def release(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(RELEASE, params=None)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0028_through_the_day")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="rehearsal",
            field=models.BooleanField(default=False, editable=False, verbose_name="rehearsal"),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("rehearsal", False), ("published", False), _connector="OR"),
                name="tournament_rehearsal_not_public",
            ),
        ),
        migrations.RunPython(guard, release, hints={"guard": True}),
    ]
