"""Audit log: append-only, one hash chain per tournament, with personal values beside it that can be erased."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Never

from django.conf import settings
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.sql.compiler import SQLCompiler
from django.utils.translation import gettext_lazy as _

from engine.sentences import Sentence, gettext_noop
from tournaments.core.models import refusals
from tournaments.core.models.sentences import SentenceField, ShortSentenceField, decode_sentence, render_text

FORMER, COMMITTED = 1, 2
"""Forms of an entry: with its personal values as text, up to release 0.3.0, and with commitments to them."""

ERASED: Final[Mapping[str, Any]] = {"personal": None}
"""Mark in place of an erased value of a former entry."""
REQUEST: Final = "request"
"""Name of the commitment to IP address and browser together."""
TEXTS: Final = ("actor_name", "object_name", "reason")
FACTS: Final = (*TEXTS, "before", "after", "ip_address", "user_agent", "personal")
"""Columns of an entry that hold personal values or commitments to them."""


def is_commitment(fact: Any) -> bool:
    """Return True for a commitment to a personal value, and for the mark of an erased one."""
    return isinstance(fact, dict) and "personal" in fact and set(fact) <= {"personal", "digest"}


def is_erased(facts: Any) -> bool:
    """Return True if a fact of an entry that was read from the log, or a part of it, was erased."""
    if is_commitment(facts):
        return True
    parts = facts.values() if isinstance(facts, Mapping) else facts if isinstance(facts, list) else ()
    return any(map(is_erased, parts))


def build_erased_text() -> Sentence:
    """Return the text that stands for an erased one, in each reader's language."""
    return Sentence(gettext_noop("erased"))


def describe_value(fact: Any) -> str:
    """Return a value of the log as a text in the active language, also where it was erased."""
    return render_text(build_erased_text()) if is_commitment(fact) else str(fact)


def compute_value_digest(salt: str, text: str) -> str:
    """Return the SHA-256 (hex) of salt and text, with a bar between."""
    return hashlib.sha256(f"{salt}|{text}".encode()).hexdigest()


class SiteChain(models.Model):
    """Single row whose lock orders the entries outside any tournament (accounts, sign-in links)."""

    version = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"site chain {self.version}"


VALUES: Final = "contents"
"""Name of the annotation and of the property that Django sets from it."""


class JSONObjectAgg(models.Aggregate):
    """JSON object of two columns of text, keys and values; null without rows."""

    function = "JSONB_OBJECT_AGG"
    arity = 2
    output_field = models.JSONField()

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any) -> tuple[str, Any]:
        return self.as_sql(compiler, connection, function="JSON_GROUP_OBJECT", **context)


@cache
def build_contents() -> models.Subquery:
    """Return the subquery of an entry's values; cached, as building it takes longer than many a query of the log."""
    values = PersonalValue.objects.filter(entry=models.OuterRef("pk")).order_by().values("entry")
    return models.Subquery(values.annotate(contents=JSONObjectAgg("key", "value")).values("contents"))


class LogManager(models.Manager["AuditEntry"]):
    """Entries of the log, read with their personal values."""

    def get_queryset(self) -> models.QuerySet[AuditEntry]:
        return super().get_queryset().annotate(**{VALUES: build_contents()})


class CommittedManager(models.Manager["AuditEntry"]):
    """Entries as stored and digested, with commitments in place of personal values; for what reads none, too."""


class AuditEntry(models.Model):
    """Logged change, written by `tournaments.core.audit` only.

    `sequence` counts from 1 without gaps within a tournament (within the site where `tournament` is null), and `digest`
    covers the entry and the previous digest.

    Entries of the form `COMMITTED` hold commitments `{"personal": key, "digest": SHA-256}` in place of personal values,
    within `before` and `after`, and in `personal` for columns, which are empty. `LogManager` reads the values; then
    `stored` has the commitments. A former entry is emptied of personal values by the erasure with the number
    `redacted_by`; its digest stays.
    """

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.PROTECT, null=True, blank=True, related_name="audit_entries"
    )
    sequence = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    actor_name = ShortSentenceField(
        _("who"), max_length=200, help_text="The account's name then, or the table's code, or the command."
    )
    action = models.CharField(_("action"), max_length=60)
    object_type = models.CharField(max_length=40)
    object_id = models.CharField(max_length=40, blank=True)
    object_name = models.CharField(_("what"), max_length=200, blank=True)
    before = models.JSONField(_("before"), default=dict, blank=True)
    after = models.JSONField(_("after"), default=dict, blank=True)
    reason = SentenceField(_("reason"), blank=True)
    origin = models.CharField(
        _("from where"), max_length=20, help_text="web, api, table code, team link, command, task"
    )
    ip_address = models.GenericIPAddressField(null=True, blank=True)
    user_agent = models.CharField(max_length=300, blank=True)
    elsewhere = models.JSONField(
        null=True, blank=True, help_text="Keys of tournament and account where it was written, if that was elsewhere."
    )
    previous_digest = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)
    form = models.PositiveSmallIntegerField(default=FORMER)
    personal = models.JSONField(
        default=dict, blank=True, help_text="Commitments to personal values of columns, which are empty."
    )
    redacted_by = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="Number of the entry that erased personal values of this one."
    )

    objects = LogManager()
    committed = CommittedManager()

    stored: Mapping[str, Any] = {}
    """Columns as they are in the database, where the entry was read with its personal values."""

    class Meta:
        ordering = ["tournament", "sequence"]
        verbose_name_plural = "audit entries"
        indexes = [models.Index(fields=["tournament", "action"], name="audit_by_action")]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "sequence"],
                name="audit_sequence_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.UniqueConstraint(
                fields=["sequence"],
                condition=models.Q(tournament__isnull=True),
                name="audit_site_sequence_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.CheckConstraint(
                condition=models.Q(form__in=[FORMER, COMMITTED]),
                name="audit_form_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=models.Q(redacted_by__isnull=True)
                | models.Q(form=FORMER, redacted_by__gt=models.F("sequence")),
                name="audit_redacted_later",
                violation_error_message=refusals.CONTRADICTION,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.action} {self.object_name}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("audit entries are append-only")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Never:
        raise TypeError("audit entries are append-only")

    def _set_contents(self, contents: Mapping[str, str] | None) -> None:
        if self.__dict__.get("form", COMMITTED) == COMMITTED or self.__dict__.get("redacted_by") is not None:
            fill_entry(self, {key: json.loads(text) for key, text in (contents or {}).items()})

    contents = property(fset=_set_contents)
    """Contents of commitments as JSON by key, put into the columns as Django reads the row."""

    def as_stored(self, column: str) -> Any:
        """Return the column as it is in the database, and in the digest."""
        return self.stored[column] if column in self.stored else getattr(self, column)


class PersonalValue(models.Model):
    """Personal value of an entry of the log, with the salt of its commitment; erasing deletes the row.

    `key` is unique within the entry and goes along in event files; `value` is JSON. `place`: column of the entry, or
    `REQUEST`.
    """

    entry = models.ForeignKey(AuditEntry, models.CASCADE, related_name="personal_values", db_index=False)
    key = models.CharField(max_length=32)
    place = models.CharField(max_length=20)
    salt = models.CharField(max_length=64)
    value = models.TextField()

    class Meta:
        ordering = ["entry", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "key"], name="personal_value_once", violation_error_message=refusals.MEANWHILE
            )
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def content(self) -> Any:
        return json.loads(self.value)

    @property
    def commitment(self) -> dict[str, str]:
        return {"personal": self.key, "digest": compute_value_digest(self.salt, self.value)}


def fill_entry(entry: AuditEntry, contents: Mapping[str, Any]) -> None:
    """Put the contents of commitments, by key, into the entry's columns; without one it is erased."""
    loaded = entry.__dict__
    entry.stored = {name: loaded[name] for name in FACTS if name in loaded}
    for name in ("before", "after"):
        if name in loaded:
            setattr(entry, name, fill_facts(loaded[name], contents))
    for name, commitment in loaded.get("personal", {}).items():
        content = contents.get(commitment["personal"])
        if name == REQUEST:
            entry.ip_address, entry.user_agent = content or (None, "")
        else:
            text = content if content is None or name == "object_name" else decode_sentence(content)
            setattr(entry, name, build_erased_text() if text is None else text)


def fill_facts(facts: Any, contents: Mapping[str, Any]) -> Any:
    """Return facts with the contents of their commitments; commitments to erased values stay."""
    if is_commitment(facts):
        return contents.get(facts["personal"], facts)
    if isinstance(facts, list):
        return [fill_facts(part, contents) for part in facts]
    if not isinstance(facts, dict):
        return facts
    if set(facts) == {"template", "values"}:
        parts = {name: fill_facts(part, contents) for name, part in facts["values"].items()}
        parts = {name: build_erased_text().to_dict() if is_commitment(part) else part for name, part in parts.items()}
        return Sentence.from_dict({"template": facts["template"], "values": parts}).to_dict()
    return {name: fill_facts(part, contents) for name, part in facts.items()}
