"""What Python sees of a table: ``PyTable``, one class in four modules.

A plan comes in; the modules add to one another: ``layout`` (the memory), ``opened`` (a topic, its counts,
rows and log), ``dealer`` (presence, the wall, seats), ``table`` (trials and the primitives of the python
target). What each checks, ``boundary`` says.
"""
