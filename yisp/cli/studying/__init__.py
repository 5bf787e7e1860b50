"""The commands that ask more of a deck than one run.

Each module is the command it is named after: options in, a study of ``yisp.studies`` asked, its report out.
``common`` is what they share: progress, figures, results as text, JSON and files.
"""
