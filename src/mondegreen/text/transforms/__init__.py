"""Transforms: small changes of a text, one a file, that are put together with `Compose`.

Each is a normalizer: call it on one text, or give it to ``normalizer=``. Its options are part of
the signature.

>>> tidy = Compose([LowerCase(), RemovePunctuation(keep="'"), RemoveWords(["uh"]), SqueezeSpaces()])
>>> tidy("Well -- uh, it's 5 p.m.!")
"well it's 5 pm"
"""

from mondegreen.text.transforms.base import Transform
from mondegreen.text.transforms.compose import Compose
from mondegreen.text.transforms.expand_contractions import ExpandContractions
from mondegreen.text.transforms.lower_case import LowerCase
from mondegreen.text.transforms.remove_non_words import RemoveNonWords
from mondegreen.text.transforms.remove_punctuation import RemovePunctuation
from mondegreen.text.transforms.remove_spaces import RemoveSpaces
from mondegreen.text.transforms.remove_words import RemoveWords
from mondegreen.text.transforms.replace_patterns import ReplacePatterns
from mondegreen.text.transforms.replace_words import ReplaceWords
from mondegreen.text.transforms.squeeze_spaces import SqueezeSpaces
from mondegreen.text.transforms.strip import Strip
from mondegreen.text.transforms.upper_case import UpperCase

__all__ = [
    "Compose",
    "ExpandContractions",
    "LowerCase",
    "RemoveNonWords",
    "RemovePunctuation",
    "RemoveSpaces",
    "RemoveWords",
    "ReplacePatterns",
    "ReplaceWords",
    "SqueezeSpaces",
    "Strip",
    "Transform",
    "UpperCase",
]
