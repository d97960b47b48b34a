"""Languages as data: a folder each, read by one engine that gives all readings of a span.

>>> from mondegreen import languages
>>> languages.language("en").meet("five oh five", "505")
True
"""

from mondegreen.languages.folders import add, added, folders
from mondegreen.languages.language import Checked, Language, Reading, codes, language

__all__ = ["Checked", "Language", "Reading", "add", "added", "codes", "folders", "language"]
