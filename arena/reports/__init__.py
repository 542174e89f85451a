"""Reports: ladders as tables and pictures. Imports arena.ratings only.

    report = report_of(results, anchors, pool)      # report.py: everything there is to say, once
    csv_rows(report), exported(report)              # data.py: CSV, and JSON with the full covariance
    forest(report, title), crosstable(report, title), superiority(report, title)    # SVG files
    history(traces, title)                          # the same of ratings over time

Bots are named in results as people read them. svg.py is the writer beneath the pictures.
"""

from arena.reports.data import CSV_COLUMNS, Json, csv_rows, exported, pairs, summary
from arena.reports.forest import forest
from arena.reports.history import Moment, history
from arena.reports.matrices import crosstable, percent, superiority
from arena.reports.report import Meeting, Report, report_of

__all__ = [
    "CSV_COLUMNS",
    "Json",
    "Meeting",
    "Moment",
    "Report",
    "crosstable",
    "csv_rows",
    "exported",
    "forest",
    "history",
    "pairs",
    "percent",
    "report_of",
    "summary",
    "superiority",
]
