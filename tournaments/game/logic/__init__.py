"""Hand checker and replay without their pages. Pure."""
