"""Rules that say why a difference does not matter; one file each."""
