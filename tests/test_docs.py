"""The documentation tells the truth: tables, examples of forms, decks, commands and their output.

What a document shows is brought up to date by

    python -m yisp.deck.reference --write docs
    python tests/documents.py --write
"""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import documents
import pytest
from running import compile_text, open_play

from yisp.cli import COMMANDS
from yisp.cli.help import with_help_options
from yisp.deck.load import loads
from yisp.deck.model import Deck
from yisp.deck.reference import FILES, filled, spoken, tables
from yisp.deck.reference import main as generate
from yisp.lang.checking.check import check_effect
from yisp.lang.diagnostics import CODES, DeckError, Diagnostics
from yisp.lang.forms import FORMS, Form, Kind, Repeat, numbers
from yisp.lang.parsing.parser import parse_effect
from yisp.lang.source import TextSource
from yisp.lang.syntax import SYNTAX, Construct
from yisp.simulate.single.evaluate import evaluate

by_name = pytest.mark.parametrize("path", documents.DOCUMENTS, ids=documents.named)

GAMES = documents.ROOT / "yisp" / "games"

LONG = (
    "advise.md", "checked.md", "collections.md", "compare.md", "contest.md", "cookbook.md", "dealer.md",
    "editors.md", "exchange.md", "explain.md", "page.md", "policies.md", "safety.md", "sweep.md",
    "triggers.md", "understand.md", "war.md",
)  # fmt: skip
"""Documents whose commands take seconds."""

by_name_and_length = pytest.mark.parametrize(
    "path",
    [
        # A translation shows the commands and figures of its original (``test_translations``).
        pytest.param(
            path, id=documents.named(path),
            marks=[pytest.mark.slow] if path.name in LONG or documents.language_of(path) != "en" else [],
        )
        for path in documents.DOCUMENTS
    ],
)  # fmt: skip

# A deck that has everything the examples of forms and constructs speak of.
CARDS = """
deck:
  cards:
    蟲惑の園: {count: 3, attribute: [monster, sushi, hand-trap]}
    Ash Blossom: {count: 3, attribute: [monster]}
  define:
    gain(x): '(= score (+ score x))'
simulate:
  tests:
    t: {header: '(print score)', combos: {c: {hand: [a:monster]}}}
"""


@pytest.fixture(scope="module")
def deck() -> Deck:
    return loads(CARDS, "deck.yml")


# Tables -----------------------------------------------------------------------------------------


@by_name
def test_tables_are_up_to_date(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert filled(text, spoken(path)) == text, "python -m yisp.deck.reference --write docs"


def test_what_is_made_anew_is_checked_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "zh").mkdir()
    fresh, stale = tmp_path / "fresh.md", tmp_path / "zh" / "stale.md"
    fresh.write_text("no table\n", encoding="utf-8")
    stale.write_text("<!-- generated: flag -->\n| old |\n<!-- end of flag -->\n", encoding="utf-8")
    made = [stale, *(tmp_path / name for name in FILES)]
    for arguments, code, said in (([], 1, "not up to date"), (["--write"], 0, "written"), ([], 0, None)):
        assert generate([str(tmp_path), *arguments]) == code
        lines = [f"{path}: {said}" for path in made] if said else []
        assert capsys.readouterr().out.splitlines() == lines
    assert "| old |" not in stale.read_text(encoding="utf-8")
    assert [generate(arguments) for arguments in ([], ["--write"], ["a", "b"])] == [2, 2, 2]


def test_every_table_is_shown_somewhere() -> None:
    marks = [
        name
        for path in documents.ORIGINALS
        for name in re.findall(r"<!-- generated: ([a-z-]+) -->", path.read_text(encoding="utf-8"))
    ]
    assert sorted(marks) == sorted(tables())


def test_every_form_and_code_has_its_row() -> None:
    rows = "\n".join(line for lines in tables().values() for line in lines)
    for form in FORMS.values():
        assert form.signature.replace("|", "\\|") in rows
    for code in CODES:
        assert f"`{code}`" in rows


def test_a_table_of_no_such_name_is_refused() -> None:
    with pytest.raises(KeyError):
        filled("<!-- generated: nonsense -->\n<!-- end of nonsense -->")


# Examples of the declarations -------------------------------------------------------------------


@pytest.mark.parametrize("form", [form for form in FORMS.values() if form.gives], ids=lambda form: form.name)
def test_a_form_gives_what_its_example_says(form: Form) -> None:
    assert str(evaluate(form.example).number) == form.gives


WALL = """
wall: {exits: {pii: 5, rinshan: 1}}
deck: {cards: {a: {count: 6}}}
simulate: {tests: {t: {start-card: 0, combos: {c: {}}}}}
"""

SEATED = f"{WALL}seats: [{{name: one}}]\n"


@pytest.mark.parametrize("form", FORMS.values(), ids=lambda form: form.name)
def test_the_example_of_a_form_runs(form: Form, deck: Deck) -> None:
    if any(argument.kind is Kind.EXIT and argument.repeat is Repeat.ONCE for argument in form.arguments):
        deck = loads(WALL, "wall.yml")
    elif form.name == "plan":
        deck = loads(SEATED, "seats.yml")
    assert not evaluate(form.example, deck, draw=3).failed


@pytest.mark.parametrize("row", SYNTAX, ids=lambda row: f"{row.group} {row.spelling}")
def test_the_example_of_a_construct_is_an_effect(row: Construct, deck: Deck) -> None:
    found = Diagnostics()
    text = TextSource("example", row.example)
    check_effect(parse_effect(text, found), text, deck.vocabulary, found)
    assert not found.failed, list(found)
    assert not [item for item in found if item.code in ("Y402", "Y403", "Y404", "Y405", "Y411")], list(found)


# Documents --------------------------------------------------------------------------------------


@by_name_and_length
def test_a_document_shows_what_really_happens(path: Path) -> None:
    differences, _ = documents.check(path.read_text(encoding="utf-8"), documents.language_of(path))
    assert not differences, "python tests/documents.py --write"


def test_what_is_not_run_is_still_shown() -> None:
    """Each reason stands for a command, and no command has two."""
    found = [
        start
        for path in documents.SHOWING
        for block in documents.blocks(path.read_text(encoding="utf-8"))
        if block.language == "sh"
        for command in documents.shell_commands(block.text)
        for start in [documents.not_run(command)]
        if start
    ]
    assert max(map(len, found)) == 1
    assert {start for (start,) in found} == set(documents.NOT_RUN)


@pytest.mark.parametrize("path", documents.SHOWING, ids=documents.named)
def test_every_command_stands_where_it_is_run(path: Path) -> None:
    """In a block whose language says how; every session of Python has a prompt."""
    text = path.read_text(encoding="utf-8")
    outside = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    assert not re.findall(r"^ {4,}(?:\$ )?(?:yispc|python|pip) .*$", outside, re.MULTILINE)
    for block in documents.blocks(text):
        if block.language == "python":
            assert ">>> " in block.text or block.text.startswith("@form("), block.text
        if block.language not in ("console", "sh"):
            assert not re.findall(r"^\$ .*$", block.text, re.MULTILINE)


@pytest.mark.parametrize("path", documents.SHOWING, ids=documents.named)
def test_a_command_in_a_sentence_names_what_there_is(path: Path) -> None:
    """Those are not run, since most are about the reader's deck; their words are looked up."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for code in re.findall(r"`([^`]+)`", " ".join(text.split())):
        words = code.removeprefix(".venv/bin/").split()
        if words[:1] == ["yispc"] and len(words) > 1:
            name = words[1] if words[1] in COMMANDS else "run"
            command = import_module(f"yisp.cli.{COMMANDS[name][0]}").command
            with_help_options(command)
            known = {option for one in command.params for option in (*one.opts, *one.secondary_opts)}
            asked = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
            assert asked <= known | {"--help", "--version"}, code
        if match := re.match(r"python(?: -P)? (?:-m (\S+)|(\S+\.py))", " ".join(words)):
            assert match[2] is None or (documents.ROOT / match[2]).is_file(), code
            assert match[1] is None or find_spec(match[1]) is not None, code


SOURCES = [
    file.relative_to(documents.ROOT).as_posix()
    for room in ("yisp", "runtime/yisp_runtime", "tests", "bench", "docs", "web/src", "web")
    for file in (documents.ROOT / room).glob("*.*" if room == "web" else "**/*.*")
    if file.parent.name != "__pycache__"
]
_MODULES = [Path(source) for source in SOURCES if source.startswith(("yisp/", "runtime/", "web/"))]
MODULES = {one.name.partition(".")[0] for one in _MODULES} | {one.parent.name for one in _MODULES}


@pytest.mark.parametrize("path", documents.SHOWING, ids=documents.named)
def test_modules_that_a_document_names_are_there(path: Path) -> None:
    """By their name in a table of modules; elsewhere by the end of their path, as ``cards/deck.py``."""
    text = path.read_text(encoding="utf-8")
    tables = re.findall(r"^\| module \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    rows = "".join(re.findall(r"^\|([^|]*)\|", "".join(tables), re.MULTILINE))
    assert set(re.findall(r"`(\w+)`", rows)) <= MODULES
    for name in re.findall(r"`((?:[a-z_]+/)*[a-z_]+\.(?:py|pyx|h|lark|ts))`", text):
        assert any(source == name or source.endswith(f"/{name}") for source in ["setup.py", *SOURCES]), name


@pytest.mark.parametrize("path", documents.SHOWING, ids=documents.named)
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    # (`[on draw](# it J)` is no link.)
    for target, heading in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)", text.replace("\n", " ")):
        aimed = (path.parent / target).resolve() if target else path
        assert aimed.exists(), target
        if heading:
            headings = re.findall(r"^#+ (.+)$", aimed.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading.strip() in [_anchor(line) for line in headings]


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("target", ["python", pytest.param("native", marks=pytest.mark.slow)])
def test_the_form_that_the_architecture_page_adds(
    target: str, deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is declared in one place, as the page says: checked, lowered, run on both targets, listed."""
    page = (documents.ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    (declaration,) = [block.text for block in documents.blocks(page) if block.text.startswith("@form")]
    (name,) = re.findall(r'@form\(\s*"(\S+)",', declaration)
    monkeypatch.delitem(FORMS, name, raising=False)  # by now it may have been added
    known = set(FORMS)
    try:
        exec(declaration, dict(vars(numbers)))
        assert set(FORMS) - known == {name}
        form = FORMS[name]
        assert str(evaluate(form.example).number) == form.gives
        assert any(form.summary in line for line in tables()["number-forms"])
        with pytest.raises(DeckError, match=re.escape(form.signature)):
            evaluate(f"({name} 9)")
        program = compile_text(CARDS.replace("{c: {", f"{{c: {{score: '{form.example}', "))
        play = open_play(program, target)
        play.run(0, 10)
        assert set(play.counts().score.histogram) == {int(form.gives or 0)}
    finally:
        for name in set(FORMS) - known:
            del FORMS[name]


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(GAMES.glob("*.yml")), ids=lambda path: path.stem)
def test_what_a_packaged_deck_says_to_type(path: Path, tmp_path: Path) -> None:
    lines = re.findall(r"^#   (yispc .*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert lines
    for line in lines:
        command = re.sub(r" {3,}.*", "", line)
        assert path.stem in command or path.stem == "contest"
        if not documents.not_run(command):
            assert not documents.failure_of(command, line, str(tmp_path)), command


# The examiner itself ----------------------------------------------------------------------------


def test_a_wrong_output_is_found_and_corrected() -> None:
    document = "text\n```console\n$ yispc eval '(+ 1 2)'\n4\n```\nmore\n"
    differences, corrected = documents.check(document)
    assert [(one.line, one.shown, one.given) for one in differences] == [(3, "4\n", "3\n")]
    assert corrected == document.replace("4\n", "3\n")
    assert documents.check(corrected) == ([], corrected)


@pytest.mark.parametrize(("language", "help"), [("en", "help: "), ("zh", "建议："), ("ja", "ヒント：")])
def test_a_document_is_answered_in_its_language(language: str, help: str) -> None:
    """As on a terminal of that language, though here the output goes into a pipe."""
    (found,), corrected = documents.check("```console\n$ yispc eval '(+ 1 (* 2 3'\n```\n", language)
    assert help in found.given
    assert documents.check(corrected, language) == ([], corrected)


@pytest.mark.slow
def test_lines_that_are_left_out_are_the_same_ones_in_another_language() -> None:
    shown = "…\n    (+ 1 (* 2 3\n…\nhelp: a `)` is missing before the `;` or the end\n"
    _, corrected = documents.check(f"```console\n$ yispc eval '(+ 1 (* 2 3'\n{shown}```\n", "zh")
    assert corrected.splitlines()[2:-1] == ["…", "    (+ 1 (* 2 3", "…", "建议：`;` 或结尾之前缺少 `)`"]
    assert documents.check(corrected, "zh") == ([], corrected)


@pytest.mark.parametrize(
    ("path", "language"),
    [("README.md", "en"), ("README.zh.md", "zh"), ("docs/ja/README.md", "ja"), ("docs/war.md", "en")],
)
def test_the_language_of_a_document(path: str, language: str) -> None:
    assert documents.language_of(documents.ROOT / path) == language


def test_a_command_that_fails_is_found() -> None:
    document = "```sh\nyispc eval '(+ 1 2)'  # it is 3\nyispc eval \\\n    '(+ 1'\npip install .\n```\n"
    differences, corrected = documents.check(document)
    assert [one.command for one in differences] == ["yispc eval '(+ 1'"]
    assert differences[0].given.endswith("exit code 1\n")
    assert corrected == document


def test_an_ellipsis_stands_for_any_lines() -> None:
    assert documents.agrees("a\n…\nd\n", "a\nb\nc\nd\n")
    assert documents.agrees("…\nd\n", "d\n")
    assert not documents.agrees("a\n…\nd\n", "a\nb\n")
    assert documents.agrees("Time used: 3ms\n", "Time used: 12.5s\n")


def test_a_session_is_compared_line_by_line() -> None:
    document = "```python\n>>> 1 + 1\n3\n>>> x = 2\n>>> x\n```\n"
    differences, corrected = documents.check(document)
    assert len(differences) == 2
    assert corrected == "```python\n>>> 1 + 1\n2\n>>> x = 2\n>>> x\n2\n```\n"
