"""Files in a bucket instead of a folder: what the environment says, and that the shelf works there."""

import datetime
import errno

import boto3
import pytest
from botocore.exceptions import EndpointConnectionError
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import storages
from django.test import override_settings
from moto import mock_aws

from tournaments.core.http import faults
from tournaments.exchange.reading import pending_files as event_shelf
from tournaments.site.environment import read_backup_storage, read_file_storage

ADDRESS = "https://s3.amazonaws.com/hall/files"


def test_without_a_bucket_files_lie_in_the_folder(monkeypatch):
    monkeypatch.delenv("MAHJONG_DIRECTOR_S3", raising=False)
    assert read_file_storage() == {"BACKEND": "django.core.files.storage.FileSystemStorage"}


@pytest.mark.parametrize("address", ["storage.example/hall", "https://storage.example", "ftp://storage.example/hall"])
def test_an_address_that_names_no_bucket_stops_the_start(monkeypatch, address):
    monkeypatch.setenv("MAHJONG_DIRECTOR_S3", address)
    with pytest.raises(ImproperlyConfigured, match="must look like"):
        read_file_storage()


@mock_aws
def test_an_event_s_file_waits_in_the_bucket_and_is_gone_after_a_day(monkeypatch):
    monkeypatch.setenv("MAHJONG_DIRECTOR_S3", ADDRESS)
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "key")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    bucket = boto3.resource("s3").create_bucket(Bucket="hall")
    with override_settings(STORAGES={**storages.backends, "default": read_file_storage()}):
        name = event_shelf.put(7, b"{}")
        assert (event_shelf.find(7, name), event_shelf.find(8, name)) == (b"{}", None)
        assert [one.key for one in bucket.objects.all()] == [f"files/events/7-{name}"]
        monkeypatch.setattr(event_shelf, "KEPT", -datetime.timedelta(seconds=5))
        other = event_shelf.put(7, b"[]")
    assert [one.key for one in bucket.objects.all()] == [f"files/events/7-{other}"]


def test_a_bucket_that_does_not_answer_is_a_fault_around_us():
    assert faults.find_environment_fault(EndpointConnectionError(endpoint_url=ADDRESS)) is faults.FILES
    assert faults.find_environment_fault(OSError(errno.ESTALE, "of a shared folder")) is faults.FILES


def test_backups_lie_in_the_data_folder_in_another_or_in_a_bucket(monkeypatch, tmp_path):
    monkeypatch.delenv("MAHJONG_DIRECTOR_BACKUPS", raising=False)
    assert read_backup_storage(tmp_path)["OPTIONS"]["location"] == str(tmp_path / "backups")
    monkeypatch.setenv("MAHJONG_DIRECTOR_BACKUPS", "/mnt/share")
    assert read_backup_storage(tmp_path)["OPTIONS"]["location"] == "/mnt/share"
    monkeypatch.setenv("MAHJONG_DIRECTOR_BACKUPS", ADDRESS)
    options = read_backup_storage(tmp_path)["OPTIONS"]
    assert (options["bucket_name"], options["location"]) == ("hall", "files")
    monkeypatch.setenv("MAHJONG_DIRECTOR_BACKUPS", "https://storage.example")
    with pytest.raises(ImproperlyConfigured, match="MAHJONG_DIRECTOR_BACKUPS must look like"):
        read_backup_storage(tmp_path)
