"""Files coming in: bytes -> rows with all their problems -> services. Nothing is saved before somebody confirms."""
