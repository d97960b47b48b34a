"""Groq, which speaks as OpenAI does."""

from __future__ import annotations

from mondegreen.providers.vendors.openai import Openai

__all__ = ["Groq"]


class Groq(Openai):
    """``POST /openai/v1/audio/transcriptions``."""

    name = "groq"
    about = "Groq, Whisper on its own processors"
    variable = "GROQ_API_KEY"
    address = "https://api.groq.com/openai/v1"
    documented = "groq-python of 18 Aug 2026; page Rate limits"
    default_model = "whisper-large-v3-turbo"
    own_server = False
    proven = True
