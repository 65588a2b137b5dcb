"""Tables of a new database, made by one operation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.migrations import CreateModel
from django.db.migrations.operations.base import Operation, OperationCategory


class CreateModels(Operation):
    """`CreateModel` for each of many models, which may refer to each other in circles.

    After each of its own operations Django renders every related model anew, which takes seconds; here all are
    rendered once.
    """

    category = OperationCategory.ADDITION
    reversible = False
    serialization_expand_args = ["operations"]

    def __init__(self, operations: Sequence[CreateModel]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: Any) -> None:
        if "apps" in vars(state):
            # A cached property: its models are rendered when they are next asked for.
            del state.apps
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Create {len(self.operations)} models"
