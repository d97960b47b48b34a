"""Formats of plain text, known by their lines."""
