from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0033_table_places"),
    ]

    operations = [
        migrations.AlterModelManagers(name="user", managers=[]),
    ]
