"""The hand checker without its page: the question, how a press changes it, and the answer laid out. Pure."""
