"""Printed papers of an event, one module each in the `papers` of a subject."""
