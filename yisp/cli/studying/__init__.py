"""The commands that ask more of a deck than one run.

Each module is the command it is named after: options in, a study of ``yisp.studies`` asked, its report out.
``studying`` is what they share: limits, progress, files of results, the end of a study that is cut short.
"""
