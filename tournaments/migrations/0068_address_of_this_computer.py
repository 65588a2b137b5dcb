from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0067_new_start_of_demonstration'),
    ]

    operations = [
        migrations.AddField(
            model_name='siteaddress',
            name='of_this_computer',
            field=models.BooleanField(default=False, verbose_name='of this computer'),
        ),
    ]
