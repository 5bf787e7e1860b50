"""Doors: whatever shows figures to somebody, held against the truth.

    python -m tests.hunt --door answers --seconds 60 --seed 7

What comes in: a seed and a number.  What goes out, of each module's ``examine``: how many figures were held
against the truth, and which of them are not it.

| module | what it does |
|---|---|
| ``cases``, ``texts`` | odd decks with the truth about them; texts of which every digit is accounted for |
| ``answers`` | a run, in all that it is written to |
| ``studies`` | compare, sensitivity, sweep, tune, odds, why |
| ``questions`` | odds in words |
| ``lists`` | card lists of other programs |
| ``warnings`` | decks that draw warnings, beside decks that do not |
| ``page`` | the report's page, and sessions of `yispc view` |
| ``policies``, ``contests`` | what policies are worth; searches, and the runs that play them |
"""
