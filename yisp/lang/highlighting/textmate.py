"""A TextMate grammar of the language, for Visual Studio Code and the many editors that read these.

    python -m yisp.lang.highlighting.textmate > yisp.tmLanguage.json

What comes in: the rules of ``highlight``.  What goes out: the grammar as JSON.  An editor shows it
one line at a time, so what may reach over several lines (a string) has a beginning and an end.
"""

from __future__ import annotations

import json
from typing import Any

from .highlight import Role, Rule, rules

SCOPE = "source.yisp"


def grammar() -> dict[str, Any]:
    """The grammar."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Yisp",
        "scopeName": SCOPE,
        "fileTypes": ["yisp"],
        "patterns": [_pattern(rule) for rule in rules() if rule.roles != (Role.BLANK,)],
    }


def rendered() -> str:
    """The grammar as the text of a file."""
    return json.dumps(grammar(), indent=2) + "\n"


def _pattern(rule: Rule) -> dict[str, Any]:
    if rule.roles == (Role.STRING,):
        escape = {"name": "constant.character.escape.yisp", "match": '""'}
        return {"name": _scope(Role.STRING), "begin": '"', "end": '"(?!")', "patterns": [escape]}
    captures = {
        str(number): {"name": _scope(role)} for number, role in enumerate(rule.roles, 1) if role.scope
    }
    return {"match": rule.pattern, "captures": captures}


def _scope(role: Role) -> str:
    return f"{role.scope}.yisp"


if __name__ == "__main__":
    print(rendered(), end="")
