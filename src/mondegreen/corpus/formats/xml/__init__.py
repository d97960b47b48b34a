"""Formats of XML."""
