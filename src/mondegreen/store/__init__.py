"""What is kept between runs: judgements by content, and the tables of scored samples.

SQLite by default, any database that SQLAlchemy knows by URL. `open_store` is the one door.
"""

from __future__ import annotations

from mondegreen.store.database import Store, open_store

__all__ = ["Store", "open_store"]
