"""Questions that take more than one run, or that are about one position.

A deck and a question come in; a plain object with findings goes out, which ``yisp.report`` shows. Each
folder is one question (``comparison``, ``sweeping``, ``tuning``, ``failures``, ``advice``, ``odds``);
``work`` does their runs, ``figures`` are what they follow from deck to deck. A single run belongs to
``yisp.simulate``.
"""
