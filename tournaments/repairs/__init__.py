"""Repairs: what went wrong in the hall put right in one action, with its effects shown before and one undo."""
