"""Reports: ladders as tables and pictures. Imports arena.ratings only.

    report = report_of(results, anchors, pool)      # report.py: everything there is to say, once
    csv_rows(report), exported(report)              # data.py: CSV, and JSON with the full covariance
    forest(report, title), crosstable(report, title), superiority(report, title)    # SVG files
    residuals(report, title), history(traces, title)    # two more: beyond the ratings, and over time
    sprt_trace(course, a, b), exported_course(course)   # sprt.py: a sequential test and how it went

Bots are named in results as people read them. svg.py is the writer beneath the pictures.
"""

from arena.reports.data import CSV_COLUMNS, Json, beyond, csv_rows, exported, pairs, standing_cells, summary
from arena.reports.forest import forest
from arena.reports.history import Moment, history
from arena.reports.matrices import crosstable, percent, points, residuals, signed, superiority
from arena.reports.report import Meeting, Report, report_of
from arena.reports.sprt import COURSE_COLUMNS, Course, course_rows, exported_course, sprt_trace

__all__ = [
    "COURSE_COLUMNS",
    "CSV_COLUMNS",
    "Course",
    "Json",
    "Meeting",
    "Moment",
    "Report",
    "beyond",
    "course_rows",
    "crosstable",
    "csv_rows",
    "exported",
    "exported_course",
    "forest",
    "history",
    "pairs",
    "percent",
    "points",
    "report_of",
    "residuals",
    "signed",
    "standing_cells",
    "sprt_trace",
    "summary",
    "superiority",
]
