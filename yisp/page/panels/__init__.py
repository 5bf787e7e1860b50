"""What panels show: the content of a study as data, for the page of ``yispc view`` and for a report.

A study's findings come in; objects go out that the page's script draws. ``panels`` has a function for each
kind, ``advice`` is the longest, ``questions`` works them out to the end for a report. How a panel sharpens
while somebody looks is ``view.work``.
"""
