"""Providers over HTTP, one file each."""
