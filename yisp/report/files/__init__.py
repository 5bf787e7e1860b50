"""Results in files and in other programs' formats.

Results and records come in; JSON, CSV, Parquet, Markdown, JUnit and tables for notebooks go out. ``files``
writes a file whole or not at all, and everybody here writes by it; ``tables`` and ``records`` have rows.
What a figure is called and how precise it is was decided in ``simulate.counting.tabular``.
"""
