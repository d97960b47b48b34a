"""Formats that are one JSON document, or one object per line."""
