"""Actions of the site by subject; `core.actions` finds the modules of this folder by their place."""
