"""Formats that are a folder of files."""
