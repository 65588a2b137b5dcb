"""Claims of further infractions in one case."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("judging", "0010_accepted_rulings"),
    ]

    operations = [
        migrations.AddField(
            model_name="claimrecord",
            name="further",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="Claims of further infractions at the table, examined with the first.",
            ),
        ),
    ]
