"""Makes the files of the law for phones: the runtime from its package, the law compiled for it."""
