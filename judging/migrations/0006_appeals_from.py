"""Time for an appeal runs from the end of the session; events that have set it so far count it from the ruling."""

from django.db import migrations, models


def keep_what_was_set(apps, schema_editor):
    apps.get_model("judging", "Desk").objects.using(schema_editor.connection.alias).update(appeals_from="ruling")


class Migration(migrations.Migration):
    dependencies = [("judging", "0005_place_in_event")]

    operations = [
        migrations.AddField(
            model_name="desk",
            name="appeals_from",
            field=models.CharField(
                choices=[("session", "The end of the session"), ("ruling", "The ruling")],
                default="session",
                max_length=7,
                verbose_name="counted from",
            ),
        ),
        migrations.AlterField(
            model_name="desk",
            name="appeal_minutes",
            field=models.PositiveSmallIntegerField(default=30, verbose_name="minutes for an appeal"),
        ),
        migrations.RunPython(keep_what_was_set, migrations.RunPython.noop),
    ]
