"""The examples in the documents: finding them, running them, and writing what they really give.

    python tests/documents.py            say where a document shows something else
    python tests/documents.py --write    write the true output into the documents
    python tests/documents.py --write docs/zh/war.md docs/war.md    only into these

What comes in: Markdown files.  In each, from top to bottom and in a folder of the document's own:

* a block with a name (``yaml NAME``, ``yisp NAME``, ``text NAME``) is saved as that file; a ``yaml`` block
  without a name must load as a deck when it begins with ``deck:``;
* a ``console`` block runs each line that begins with ``$ yispc``; what follows is its output, both
  streams; a line ``…`` stands for any lines.  It speaks the language of the document, as it does for whoever
  types the line on a terminal of that language (into a pipe it would be English);
* a ``sh`` block runs each of its commands in a shell; its output is not shown, so its exit code must be 0,
  or the one that its line names (``exit code 4``); those in ``NOT_RUN`` are left out;
* a ``python`` block is a session: what follows a ``>>>`` is what it prints.

What goes out: a :class:`Difference` for each example that is not so, and the corrected text.  Times
are not compared.  Not handled: the workflows of ``docs/ci.md``, which ``tests/cli/test_ci.py`` runs.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yisp_runtime

import yisp
from yisp.cli import start
from yisp.cli.language import settle
from yisp.deck.load import loads
from yisp.deck.reference import spoken
from yisp.lang.diagnostics import DeckError
from yisp.messages import ENGLISH, LANGUAGES, look_up, speaking

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
ORIGINALS = [README, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
TRANSLATIONS = {
    **{ROOT / f"README.{language}.md": README for language in ("zh", "ja")},
    **{path: ROOT / "docs" / path.name for path in sorted((ROOT / "docs").glob("??/*.md"))},
}
"""The English document of each that is a translation."""
DOCUMENTS = [*ORIGINALS, *TRANSLATIONS]
SHOWING = [*DOCUMENTS, ROOT / "bench" / "README.md"]
"""Those that show commands; what is for developers alone is no page of the site."""

NOT_RUN = {
    "python3 -m venv": "installs; .ci/run does it",
    "pip install": "installs",
    "python setup.py": "builds the runtime that the tests are using",
    "python -m yisp.deck.reference --write": "writes into the checkout",
    "python tests/": "writes into the checkout",
    "python -m bench": "takes minutes; tests/test_bench.py runs it with one round",
    "cd web &&": "installs from the network; tests/page/test_built.py builds the page where npm is",
    "cd editors/vscode": "the next lines install from the network, and Visual Studio Code",
    "npm install": "installs",
    "npx @vscode/vsce": "installs",
    "code --install-extension": "installs",
    "dask scheduler": "does not end",
    "dask worker": "needs a scheduler, and does not end",
    "yispc sweep deck.yml --vary 'ash=0..3' --cluster": "needs the scheduler of another machine",
    "yispc sweep deck.yml --vary 'a=0..9'": "takes a cluster a day",
    "yispc view": "serves until it is ended",
    "yispc trace war --trial 3 --step": "waits for keys on a terminal",
    "yispc zhulei.yml": "the reader's own deck",
}
"""How the commands begin that are not run, and why."""

PROMPT = "$ yispc"
ANYTHING = "…"

_BLOCK = re.compile(r"^```(\w+)(?: ([^\n]+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def _before_a_time(language: str) -> str:
    with speaking(language):
        return re.escape(look_up("Time used: {time}").partition("{")[0])


TIME = re.compile(rf"({'|'.join(map(_before_a_time, LANGUAGES))})\S+")
"""What differs from run to run, in any language."""


def named(path: Path) -> str:
    """A document's name, as tests and messages show it."""
    return path.relative_to(ROOT).as_posix()


def language_of(path: Path) -> str:
    """The language of a document, by its name (``README.zh.md``) or the folder that it stands in."""
    language = path.with_suffix("").suffix.removeprefix(".")
    return language if language in LANGUAGES else spoken(path)


class Block(NamedTuple):
    """A fenced block: its language, the file it is saved as, its text, and where that stands."""

    language: str
    file: str | None
    text: str
    start: int


class Difference(NamedTuple):
    """An example that gives something else than its document shows."""

    line: int
    command: str
    shown: str
    given: str


def blocks(document: str) -> Iterator[Block]:
    """The fenced blocks of a document."""
    for match in _BLOCK.finditer(document):
        yield Block(match[1], match[2], match[3], match.start(3))


def check(document: str, language: str = ENGLISH) -> tuple[list[Difference], str]:
    """Run the examples of a document in a language; what differs, and the document with the true output."""
    differences: list[Difference] = []
    corrected, end = [], 0
    session: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="yisp-docs-") as folder:
        for block in blocks(document):
            line = document.count("\n", 0, block.start) + 1
            found: list[Difference] = []
            text = block.text
            if block.file is not None or block.language == "yaml":
                found = _deck(block, line, Path(folder))
            elif block.language == "console":
                found, text = _console(block, line, folder, language)
            elif block.language == "sh":
                found = _shell(block, line, folder)
            elif block.language == "python":
                found, text = _python(block, line, folder, session)
            differences += found
            corrected += [document[end : block.start], text if found else block.text]
            end = block.start + len(block.text)
    return differences, "".join(corrected) + document[end:]


def _deck(block: Block, line: int, folder: Path) -> list[Difference]:
    if block.file is not None:
        (folder / block.file).write_text(block.text, encoding="utf-8")
    elif block.text.startswith(("deck:", "extends:")):
        try:
            loads(block.text, "deck.yml")
        except DeckError as error:
            return [Difference(line, "loading this deck", "", str(error))]
    return []


def _console(block: Block, line: int, folder: str, language: str) -> tuple[list[Difference], str]:
    found, text = [], ""
    for number, (command, shown) in enumerate(_commands(block.text)):
        arguments = shlex.split(command)[2:]
        given = run(["--lang", language, *arguments], folder)
        if not agrees(shown, given):
            found.append(Difference(line, command, shown, given))
            shown = _corrected(shown, given, arguments, folder)
        text += ("\n" if number and not text.endswith("\n") else "") + f"{command}\n{shown}"
    return found, text


def _corrected(shown: str, given: str, arguments: list[str], folder: str) -> str:
    """What is to be shown of the output; where lines are left out the same ones, if what was shown is true
    in some language, and else what was shown."""
    if ANYTHING not in shown.splitlines():
        return given
    lines = given.splitlines(keepends=True)
    for language in LANGUAGES:
        other = run(["--lang", language, *arguments], folder)
        left_out = _left_out(shown, other)
        if left_out is not None and len(other.splitlines()) == len(lines):
            text, at = "", 0
            for line in shown.splitlines(keepends=True):
                text += line if line.strip() == ANYTHING else lines[at]
                at += left_out.pop(0) if line.strip() == ANYTHING else 1
            return text
    return shown


def _commands(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with the output shown."""
    command, shown = None, ""
    for line in text.splitlines(keepends=True):
        if line.startswith("$ "):
            if not line.startswith(PROMPT):
                raise ValueError(f"a console block runs yispc, not {line!r}")
            if command is not None:
                yield command, shown
            command, shown = line.rstrip("\n"), ""
        else:
            shown += line
    if command is not None:
        yield command, shown


def _shell(block: Block, line: int, folder: str) -> list[Difference]:
    found = []
    for command in shell_commands(block.text):
        if not not_run(command) and (failure := failure_of(command, command, folder)):
            found.append(Difference(line, command, "", failure))
    return found


def failure_of(command: str, said: str, folder: str) -> str:
    """What a shell's command prints where it ends with another exit code than is said, if it does."""
    named = re.search(r"exit code (\d+)", said)
    code, given = _run(["sh", "-c", f"{FUNCTIONS}\n{command}"], folder)
    return "" if code == int(named[1] if named else 0) else f"{given}exit code {code}\n"


def shell_commands(text: str) -> list[str]:
    """The commands of a ``sh`` block; one that ends in a backslash goes on."""
    return re.sub(r"\\\n *", "", text).splitlines()


def not_run(command: str) -> list[str]:
    """The entries of ``NOT_RUN`` that a command of a ``sh`` block is under."""
    return [start for start in NOT_RUN if command.removeprefix(".venv/bin/").startswith(start)]


def run(arguments: list[str], folder: str) -> str:
    """What ``yispc`` prints on both streams, in a folder.

    In this process: a start takes longer than most commands, and those of ``sh`` blocks have one each.
    Limits are of a process, though.
    """
    if any(word.startswith(start.LIMITING) for word in arguments):
        return _run([sys.executable, "-m", "yisp", *arguments], folder)[1]
    said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    before = sys.argv, sys.stdin, dict(os.environ)
    sys.argv, sys.stdin = ["yispc", *arguments], io.StringIO()
    os.environ |= IN_A_PIPE
    try:
        with (
            contextlib.chdir(folder), speaking(ENGLISH), contextlib.suppress(SystemExit),
            contextlib.redirect_stdout(said), contextlib.redirect_stderr(said),
        ):  # fmt: skip
            start.main()
    finally:
        os.environ |= IN_A_PIPE  # a command sets the language to what it speaks
        sys.argv, sys.stdin, environment = before
        with speaking(ENGLISH):
            settle([])  # the next one in this process speaks as ever
        os.environ.clear()
        os.environ |= environment
    return said.buffer.getvalue().decode("utf-8")


IN_A_PIPE = {"NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", "LANGUAGE": "en"}
"""The environment of a command, so that it prints the same everywhere."""

FUNCTIONS = f"""
python() {{ {shlex.quote(sys.executable)} "$@"; }}
yispc() {{ python -m yisp "$@"; }}
"""
"""Ours, for a shell: what is tested, whatever else is installed."""


def _run(command: list[str], folder: str) -> tuple[int, str]:
    """A command's exit code and what it prints on both streams, in a folder."""
    places = [Path(yisp.__file__).parents[1], Path(yisp_runtime.__file__).parents[1]]
    environment = {**os.environ, **IN_A_PIPE, "PYTHONPATH": os.pathsep.join(map(str, places))}
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=300, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout.decode("utf-8")


def agrees(shown: str, given: str) -> bool:
    """Whether the output is the one shown, times aside."""
    return _left_out(shown, given) is not None


def _left_out(shown: str, given: str) -> list[int] | None:
    """How many lines of the output each ``…`` stands for; None where the output is another one."""
    pieces = re.split(rf"^{ANYTHING}\n", TIME.sub("", shown), flags=re.MULTILINE)
    match = re.fullmatch(r"((?:.*\n)*?)".join(map(re.escape, pieces)), TIME.sub("", given))
    return None if match is None else [lines.count("\n") for lines in match.groups()]


def _python(block: Block, line: int, folder: str, session: dict[str, Any]) -> tuple[list[Difference], str]:
    found, text, end = [], "", 0
    lines = block.text.splitlines(keepends=True)
    with contextlib.chdir(folder):
        for example in doctest.DocTestParser().get_examples(block.text):
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                exec(compile(example.source, "<document>", "single"), session)
            given = output.getvalue()
            if given != example.want:
                found.append(Difference(line, example.source.strip(), example.want, given))
            last = example.lineno + example.source.count("\n")
            text += "".join(lines[end:last]) + given
            end = last + example.want.count("\n")
    return found, text + "".join(lines[end:])


def main() -> int:
    """Check or write all documents, or those that are named; 1 when one is wrong."""
    wrong = 0
    asked = [Path(word).resolve() for word in sys.argv[1:] if word != "--write"]
    for path in asked or SHOWING:
        document = path.read_text(encoding="utf-8")
        differences, corrected = check(document, language_of(path))
        for difference in differences:
            print(f"{path}:{difference.line}: {difference.command}\n{difference.given}", file=sys.stderr)
        if "--write" in sys.argv:
            path.write_text(corrected, encoding="utf-8")
            differences, _ = check(corrected, language_of(path))
        wrong |= bool(differences)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
