"""The checks, a module for each subject; a kind of claim lies in one module."""
