"""Print pages as pure values, one module a document; templates and WeasyPrint make sheets of them."""
