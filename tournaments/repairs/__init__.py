"""Repairs: one action corrects a mistake in the hall, with a preview of its effects and one undo."""
