"""Meanings of unknown headings that an account chose at imports."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0043_optional_features")]

    operations = [
        migrations.AddField("user", "column_choices", models.JSONField(blank=True, default=dict, editable=False)),
    ]
