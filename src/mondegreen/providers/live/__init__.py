"""Live providers, one file each: ``live/deepgram.py`` is the provider ``deepgram-live``."""
