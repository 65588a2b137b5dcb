"""Forms: what a person may type, checked before a service is called."""
