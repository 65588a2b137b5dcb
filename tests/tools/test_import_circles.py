"""No module imports itself by way of others: imports for types and inside functions count too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import networkx as nx

PACKAGES = ("engine", "tournaments", "judging")


def circles(imports: nx.DiGraph) -> list[list[str]]:
    """The groups of modules that import one another, each sorted."""
    import networkx as nx

    return [sorted(group) for group in nx.strongly_connected_components(imports) if len(group) > 1]


@pytest.fixture(scope="module")
def imports() -> nx.DiGraph:
    """Modules and what each imports directly, wherever in the module the import stands."""
    # Loaded here: every process of a run collects this file, and one runs it.
    import grimp
    import networkx as nx

    found = grimp.build_graph(*PACKAGES, cache_dir=None, exclude_type_checking_imports=False)
    imports = nx.DiGraph()
    for module in found.modules:
        imports.add_edges_from((module, imported) for imported in found.find_modules_directly_imported_by(module))
    return imports


def test_no_module_imports_itself_by_way_of_others(imports: nx.DiGraph) -> None:
    assert circles(imports) == []


@pytest.mark.parametrize(
    ("first", "second"), [("engine.play.table", "engine.family"), ("engine.tiles.tile", "engine.tiles.hand")]
)
def test_one_import_back_makes_a_circle(imports: nx.DiGraph, first: str, second: str) -> None:
    circled = imports.copy()
    circled.add_edge(first, second)
    assert any({first, second} <= set(group) for group in circles(circled))
