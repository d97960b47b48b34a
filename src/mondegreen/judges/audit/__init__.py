"""How far a judge can be trusted: its rulings compared with the labels of people."""

from __future__ import annotations

from mondegreen.judges.audit.agreement import Agreement, Estimate, agreement
from mondegreen.judges.audit.label_sheet import Label, read_labels, write_sheet
from mondegreen.judges.audit.rulings import AuditItem, items_of
from mondegreen.judges.audit.sampling import draw, strata_of

__all__ = [
    "Agreement",
    "AuditItem",
    "Estimate",
    "Label",
    "agreement",
    "draw",
    "items_of",
    "read_labels",
    "strata_of",
    "write_sheet",
]
