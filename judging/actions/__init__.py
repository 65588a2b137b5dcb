"""Actions of the referee's desk by subject; `core.actions` finds the modules of this folder by their place."""
