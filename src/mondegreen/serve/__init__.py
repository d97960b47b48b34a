"""A local page in the browser: two texts in, the alignment, the reasons and the rates out."""
