from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0085_seed_shares")]

    operations = [migrations.DeleteModel(name="BoardShare")]
