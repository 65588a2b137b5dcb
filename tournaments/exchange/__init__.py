"""Files of whole events and seasons: JSON documents, the archives that hold them, and their problems."""
