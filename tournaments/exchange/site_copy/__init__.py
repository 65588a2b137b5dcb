"""Static copy of the public pages of an event."""
