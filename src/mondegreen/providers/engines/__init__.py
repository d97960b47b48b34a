"""Providers on this machine, one file each."""
