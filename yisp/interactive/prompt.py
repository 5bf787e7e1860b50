"""The prompt of ``yispc repl``, apart from the terminal: a line in, lines out.

What comes in: lines, each a script or a command (``:undo``).  What goes out: what to print, and where:
results, or complaints.  A mistake never ends the session.  What is not handled: reading lines, history,
colours of what is written; that is ``yisp.cli.showing.repl``.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..compile.program import EMPTY_MOVE, PROBLEMS
from ..deck.load import load_file
from ..deck.model import Deck
from ..deck.reading.files import SourceFile
from ..deck.reading.source import read_source
from ..editor.answers.completion import Proposal, matching, proposals
from ..editor.text.names import Names
from ..lang.diagnostics import DeckError, Diagnostics, PlayError, render, visible
from ..lang.parsing.scan import goes_on
from ..lang.suggest import nearest
from ..messages import language, look_up, quoted, say, speaking, told, translated, with_commas
from ..report.text.trace import printed_line, render_entry
from ..simulate.single.session import ZONES, Compiled
from .step import Played
from .table import Table

LINE = "<input>"
"""What a line is called in complaints."""

BARE = {
    "?": "help", "exit": "quit",
    **{name: name for name in ("combos", "end", "help", "quit", "undo", "vars", "zones")},
}  # fmt: skip
"""Words that people type for commands, and which; a variable of that name comes first."""

CARD_SET = re.compile(r"[A-WYZ](?:\.[^\s()|;]+)+")
"""A set alone in a line, which is shown."""

HIDDEN = ("step", "try", "notice")
"""Events that are not shown: what was written stands a line above, and notices are complaints."""


_DO = "_do_"
"""How the names of the methods begin that are commands."""


class Said(NamedTuple):
    """A text to print; ``wrong`` is a complaint that makes a script of lines fail."""

    text: str
    complaint: bool = False
    wrong: bool = False


class Leave(Exception):
    """The session is over."""


class Refused(Exception):
    """A command cannot be carried out; the message says why."""


class Prompt:
    """A session: a table, and what to do with lines.

    ``read`` gives the content of a file, and what to call it; it raises :class:`Refused`.  Complaints are in
    the language ``complains_in``, or in that in force like all else.
    """

    def __init__(
        self,
        deck: Deck | None,
        read: Callable[[str], SourceFile],
        *,
        topic: str | None = None,
        seed: int | None = None,
        trial: int = 0,
        colour: bool = False,
        complains_in: str | None = None,
    ) -> None:
        self.table = Table(deck, topic=topic, seed=seed, trial=trial)
        self._names = Names(self.table.deck)
        self._read = read
        self._colour = colour
        self._complains_in = complains_in
        # Every method that is called _do_NAME is the command :NAME; its docstring is the help (``helps``).
        self._commands = {
            name.removeprefix(_DO): method
            for name, method in inspect.getmembers(self, inspect.ismethod)
            if name.startswith(_DO)
        }

    def greeting(self) -> list[Said]:
        """Where the session begins."""
        return list(self._position())

    def handle(self, line: str) -> list[Said]:
        """What comes of a line; raises :class:`Leave`."""
        said: list[Said] = []
        line = line.strip()
        try:
            if line:
                said.extend(self._command(line[1:]) if line.startswith(":") else self._script(line))
        except PlayError as error:
            said += [*self._played(error.played), *self._diagnostics(error.diagnostics)]
        except DeckError as error:
            said += self._diagnostics(error.diagnostics)
        except (Refused, ValueError) as error:
            with speaking(self._complains_in or language()):
                said.append(Said(translated(str(error)), complaint=True, wrong=True))
        return said

    def goes_on(self, text: str) -> bool:
        """Whether a text that was typed is only the beginning of a script."""
        return not text.startswith(":") and goes_on(text)

    def proposals(self, line: str) -> list[Proposal]:
        """What could come next in a line."""
        if not line.startswith(":"):
            if self._names.deck is not self.table.deck:
                self._names = Names(self.table.deck)
            return proposals(line, self._names, self.table.variables)
        name, blank, rest = line[1:].partition(" ")
        if not blank:
            return matching(name, {known: _help(method) for known, method in self._commands.items()})
        if name == "topic":
            about = told("topic")
            return matching(rest, {topic.name: about for topic in self.table.deck.topics})
        if name == "activate":
            descriptions = self.table.deck.descriptions
            return matching(rest, {name: about or told("card") for name, about in descriptions.items()})
        return []

    # Scripts ------------------------------------------------------------------------------------

    def _script(self, script: str) -> Iterator[Said]:
        if script in BARE and script not in self.table.variables:
            yield from self._commands[BARE[script]]("")
            return
        if script in ZONES:
            yield Said(zone_line(script, self.table[script]))
            return
        if CARD_SET.fullmatch(script):
            script = f"(print {script})"
        compiled = self.table.compile(script, LINE)
        yield from self._diagnostics(compiled.diagnostics)
        yield from self._played(self.table.play(compiled))

    def _played(self, played: Played) -> Iterator[Said]:
        program = played.program
        for entry in played.entries:
            if entry.what == "print":
                yield Said(printed_line(program, entry))
            elif entry.what not in HIDDEN:
                yield Said(render_entry(program, entry).strip())
        for code in played.notices:
            if code == EMPTY_MOVE:
                with speaking(self._complains_in or language()):
                    text = f"{code}: {translated(PROBLEMS[code])}"
                yield Said(text, complaint=True)
        if played.number is not None:
            yield Said(str(played.number))

    def _diagnostics(self, diagnostics: Diagnostics) -> Iterator[Said]:
        for item in diagnostics:
            with speaking(self._complains_in or language()):
                text = render(item, colour=self._colour)
            yield Said(text, complaint=True, wrong=item.severity == "error")

    # Commands -----------------------------------------------------------------------------------

    def _command(self, line: str) -> Iterator[Said]:
        name, _, rest = line.partition(" ")
        method = self._commands.get(name)
        if method is None:
            begins = [known for known in self._commands if name and known.startswith(name)]
            if len(begins) != 1:
                near = nearest(name, self._commands)
                if near is None:
                    raise Refused(
                        say("there is no command :{name}; :help shows what there is", name=visible(name))
                    )
                raise Refused(
                    say("there is no command :{name}; did you mean :{near}?", name=visible(name), near=near)
                )
            method = self._commands[begins[0]]
        result: Iterator[Said] = method(rest.strip())
        return result

    def _do_help(self, _: str) -> Iterator[Said]:
        """show this"""
        yield Said(told("A line is a script, such as  (# D.2 H)  or  |H.a:monster|  or a command:"))
        for name, method in self._commands.items():
            yield Said(f"  {_usage(name, method):<24} {_help(method)}")

    def _do_quit(self, _: str) -> Iterator[Said]:
        """leave (so does Ctrl-D)"""
        raise Leave

    def _do_undo(self, _: str) -> Iterator[Said]:
        """take the last step back"""
        self.table.undo()
        return self._position()

    def _do_zones(self, _: str) -> Iterator[Said]:
        """show every zone that holds a card"""
        return self._position()

    def _do_vars(self, _: str) -> Iterator[Said]:
        """show the variables of the trial"""
        for name, value in sorted(self.table.variables.items()):
            yield Said(f"{name} = {value}")

    def _do_combos(self, _: str) -> Iterator[Said]:
        """show what the topic's combos score as things are, and whether what it watches holds"""
        for name, score in self.table.combos.items():
            yield Said(f"{visible(name)}: {score}")
        for name, held in self.table.watch.items():
            yield Said(f"{visible(name)}: {told('yes') if held else told('no')}")

    def _do_trial(self, number: str) -> Iterator[Said]:
        """N -- deal trial N, or the next one"""
        self.table.open(_whole(number) if number else self.table.trial + 1)
        return self._position()

    def _do_topic(self, name: str) -> Iterator[Said]:
        """NAME -- go to another topic, or show which there are"""
        if not name:
            return (Said(visible(topic.name)) for topic in self.table.deck.topics)
        self.table = Table(self.table.deck, topic=name, seed=self.table.seed, trial=self.table.trial)
        return self._position()

    def _do_seed(self, number: str) -> Iterator[Said]:
        """N -- deal the trial of another seed, or show the seed"""
        if not number:
            return iter([Said(str(self.table.seed))])
        table = self.table
        topic = table.topic if table.deck.topics else None
        self.table = Table(table.deck, topic=topic, seed=_whole(number), trial=table.trial)
        return self._position()

    def _do_activate(self, words: str) -> Iterator[Said]:
        """CARD [N] -- activate effect N (from 0) of a card; without one, as the policy greedy would"""
        card, _, number = words.rpartition(" ")
        if not (card and number.isdecimal()):
            card, number = words, "0"
        played = self.table.activate(card.strip() or None, _whole(number))
        yield from self._played(played)
        if not played.activated:
            yield Said(told("nothing was activated"))

    def _do_end(self, _: str) -> Iterator[Said]:
        """end the turn and begin the next"""
        return self._played(self.table.end_turn())

    def _do_run(self, name: str) -> Iterator[Said]:
        """FILE -- run the statements of a .yisp file"""
        if not name:
            raise Refused(say("give a file of statements"))
        compiled = compile_file(self.table, self._read(name))
        yield from self._diagnostics(compiled.diagnostics)
        yield from self._played(self.table.play(compiled))

    def _do_load(self, name: str) -> Iterator[Said]:
        """DECK -- shuffle another deck"""
        if not name:
            raise Refused(say("give a deck: its file, or the name of a packaged one"))
        deck = load_file(self._read(name))
        yield from self._diagnostics(deck.diagnostics)
        self.table = Table(deck)
        yield from self._position()

    # The position -------------------------------------------------------------------------------

    def _position(self) -> Iterator[Said]:
        table = self.table
        if not table.deck.kinds:
            return
        yield Said(
            told(
                "{file}, topic {topic}, seed {seed}, trial {trial}",
                file=visible(table.deck.file),
                topic=visible(table.topic),
                seed=table.seed,
                trial=table.trial,
            )
        )
        yield from map(Said, zone_lines(table))


def compile_file(table: Table, file: SourceFile) -> Compiled:
    """The script in a ``.yisp`` file, ready to be played on a table; raises :class:`DeckError`."""
    return table.compile(read_source(file.data, file.name, Diagnostics()).text, file.name, comments=True)


def zone_lines(table: Table) -> Iterator[str]:
    """Every zone that holds a card, a line each."""
    for letter, names in table.zones.items():
        yield zone_line(letter, names)


def zone_line(letter: str, names: list[str | None]) -> str:
    """A zone, how many cards it holds, and which."""
    return f"{letter} ({len(names)})  {_listed(names)}".rstrip()


def _listed(names: list[str | None]) -> str:
    """The names in order; what nobody has seen is counted."""
    words: list[str] = []
    unseen = 0
    for name in [*names, ""]:
        if name is None:
            unseen += 1
            continue
        if unseen:
            words.append(told("{number} unseen", number=unseen))
            unseen = 0
        if name:
            words.append(visible(name))
    return translated(with_commas(words))


def _whole(text: str) -> int:
    if text.startswith("-") and text[1:].isdecimal():
        raise Refused(say("{given} is negative; the number is 0 or more", given=quoted(text)))
    if not text.isdecimal() or len(text) > 19:
        raise Refused(say("{given} is not a whole number", given=quoted(visible(text))))
    return int(text)


def helps() -> list[str]:
    """What is said about each command, in English."""
    return [_about(method)[1] for name, method in vars(Prompt).items() if name.startswith(_DO)]


def _about(method: Callable[..., Iterator[Said]]) -> tuple[str, str]:
    """What a command takes, and what it does."""
    arguments, dashes, about = (method.__doc__ or "").partition(" -- ")
    return (arguments, about) if dashes else ("", arguments)


def _usage(name: str, method: Callable[[str], Iterator[Said]]) -> str:
    return f":{name} {_about(method)[0]}".rstrip()


def _help(method: Callable[[str], Iterator[Said]]) -> str:
    return look_up(_about(method)[1])
