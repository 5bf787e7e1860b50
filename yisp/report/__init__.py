"""From results to text: the terminal, JSON, tables, records, plots."""
