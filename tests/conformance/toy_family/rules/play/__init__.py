"""Playing a toy hand."""
