"""Normalizers by name; one file each."""

from mondegreen.text.normalizers.registry import NORMALIZERS, normalize, normalizer

__all__ = ["NORMALIZERS", "normalize", "normalizer"]
