"""Base of the API: views, fields, lists, files, request bodies and the schema."""
