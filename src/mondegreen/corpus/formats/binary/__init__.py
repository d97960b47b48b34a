"""Formats of bytes that are no text."""
