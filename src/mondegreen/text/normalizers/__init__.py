"""Normalizers by name; one file each."""

from mondegreen.text.normalizers.registry import NORMALIZERS, normalizer

__all__ = ["NORMALIZERS", "normalizer"]
