"""Calls of two parties: turns, sides, methods, entities, and the files of a run."""
