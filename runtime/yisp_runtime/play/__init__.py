"""A trial: dealing, effects that are activated, answers to what happened, judging.

``trials.h`` is the way in and runs the stages of a trial; ``scan.h`` finds what can be activated,
``effects.h`` tries it, ``answers.h`` lets others respond, ``match.h`` says whether a combo is there,
``deal.h`` deals to seats.
"""
