"""Events are archived, or deleted: an event's log goes after the site's log has said so, as a rehearsal's always did."""

from django.db import migrations, models

GUARD = """
CREATE OR REPLACE FUNCTION audit_entries_stay() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
IF TG_OP = 'DELETE' AND OLD.tournament_id IS NOT NULL AND (
    EXISTS (SELECT 1 FROM tournaments_tournament t WHERE t.id = OLD.tournament_id AND t.rehearsal)
    OR EXISTS (
        SELECT 1 FROM tournaments_auditentry s
        WHERE s.tournament_id IS NULL AND s.action = 'events.remove' AND s.object_type = 'tournament'
        AND s.object_id = OLD.tournament_id::text
    )
) THEN RETURN OLD; END IF;
RAISE EXCEPTION 'audit entries are append-only';
END $$;
"""
RELEASE = """
CREATE OR REPLACE FUNCTION audit_entries_stay() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
IF TG_OP = 'DELETE' AND EXISTS (
    SELECT 1 FROM tournaments_tournament t WHERE t.id = OLD.tournament_id AND t.rehearsal
) THEN RETURN OLD; END IF;
RAISE EXCEPTION 'audit entries are append-only';
END $$;
"""


def guard(apps, schema_editor):
    """SQLite lets entries go already."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(GUARD, params=None)


def release(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(RELEASE, params=None)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0035_marks_of_rounds")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="archived_at",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="archived since"),
        ),
        migrations.RunPython(guard, release, hints={"guard": True}),
    ]
