"""Formats of rows with separators between the cells."""
