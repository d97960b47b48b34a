"""Text in, text or tokens out, before anything is aligned."""
