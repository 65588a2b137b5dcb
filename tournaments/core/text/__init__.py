"""Text for people: values as sentences in the reader's language."""
