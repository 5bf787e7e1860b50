"""The commands that show something beside text: pages, pictures, the prompt, editors.

Each module is the command it is named after; ``pictures`` is an option that several of them have,
``terminal`` reads lines for the prompt. What they show is made in ``yisp.page``, ``yisp.view``,
``yisp.report`` and ``yisp.editor``.
"""
