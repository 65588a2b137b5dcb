"""Everything that is said to people: values into sentences, in the language of the reader."""
