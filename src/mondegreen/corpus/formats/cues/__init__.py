"""Formats of text with clock times."""
