"""The database itself refuses to change an entry of the audit log.

SQLite refuses updates only: emptying a test database deletes rows there, and a deleted entry shows as a gap in the chain.
"""

from django.db import migrations

SQLITE = """
CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON tournaments_auditentry
BEGIN SELECT RAISE(ABORT, 'audit entries are append-only'); END
"""
POSTGRESQL = """
CREATE FUNCTION audit_entries_stay() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'audit entries are append-only'; END $$;
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON tournaments_auditentry
FOR EACH ROW EXECUTE FUNCTION audit_entries_stay();
"""


def guard(apps, schema_editor):
    statements = {"sqlite": SQLITE, "postgresql": POSTGRESQL}
    schema_editor.execute(statements[schema_editor.connection.vendor], params=None)


def release(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER audit_entries_stay")
    else:
        schema_editor.execute("DROP TRIGGER audit_entries_stay ON tournaments_auditentry")
        schema_editor.execute("DROP FUNCTION audit_entries_stay()")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_job")]
    operations = [migrations.RunPython(guard, release, hints={"guard": True})]
