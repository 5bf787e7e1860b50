"""What commands say about a few small decks: each command line with all that it says, and what it writes.

    python tests/cli/heard.py --write      write tests/cli/heard/ anew
    python tests/cli/heard.py NAME         print one

What comes in: a name of ``HEARD``.  What goes out: the text of its file.  Here it is asked whether all that was
said still is, and nothing else; whether that is right is asked by the tests beside it.  A change of such a file
is a change of what users read, and is read before it is committed.

Not handled: what takes a terminal (``on_terminal``), a server, or a moment that is measured; and what click
says in words of its own, which are others in another version.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from commanding import yispc

FOLDER = Path(__file__).parent / "heard"

DECK = """\
set: {most: 2}
deck:
  size: 12
  cards:
    ash: {count: 2, attribute: [start], description: grey}
    dig: {count: 2, program: '[1]@;(# X B);(# D.2 H [draw])'}
    burn: {count: 1, program: '[1]@;(# X B);(# H.ash.1 X)'}
    gem: {count: 1, kind: ash}
    rest: {count: -1}
  define: {over(n): '(if (> n most) (- n most) 0)'}
simulate:
  seed: 5
  tests:
    opening:
      exec-program: true
      start-card: 3
      combos: {one: {hand: [ash]}, two: {score: (+ 1 (over |H|)), hand: ['a:start', ash]}}
      watch: {burnt: {B: [burn]}}
      stats: {left: '|D|', part: '(/ 6 |H.ash|)'}
      relate: [[left, one]]
      expect: [rate > 90%, 'one < 99%']
    hands: {start-card: 2, combos: {pair: {hand: [ash, gem]}}}
"""
FILES = {
    "deck.yml": DECK,
    "other.yml": "extends: deck.yml\ndeck: {cards: {ash: {count: 3}}}\n",
    "renamed.yml": DECK.replace("    hands:", "    held:"),
    "wrong.yml": DECK.replace("(# X B)", "(# X b)").replace("hand: [ash]}", "hand: [ahs]}"),
    "prints.yml": DECK.replace("[draw])", "[draw]);(print H |H|)"),
    "doubtful.yml": DECK.replace("D.2 H", "D.a:strat.2 H"),
    "routes.yml": DECK.replace("      start-card: 3\n", "      start-card: 4\n      policy: staged-search\n"),
    "debug.yml": DECK.replace(
        "  seed: 5\n", "  seed: 5\n  debug: true\n  count: 2\n  confidence-interval: true\n"
    ).replace("      start-card: 3\n", "      start-card: 3\n      method: sample\n"),
    "doubt.yisp": "(# D.a:none.2 H);(print H)\n",
    "play.yisp": "(# D.2 H);(print H |D|);(= most 9);(gone)\n",
    "fine.yisp": "(# D.2 H);(shuffle D);(print H most)\n",
    "list.txt": "3 Ash\n2 Lamp\n20 Island\n",
    "plain.txt": "3 Ash\n2 Lamp\n30 Stone\n",
    "list.ydk": "#main\n89631139\n89631139\n55144522\n#extra\n!side\n55144522\n",
    "table.csv": "id,name\n89631139,Blue-Eyes\n55144522,Pot\n",
    "limits.csv": "ash,2\nnobody,1\n",
    "notes.txt": "no deck\n",
    "notes.html": "no page\n",
}

HEARD = {
    "running": """
        deck.yml
        run deck.yml --topic hands --with ash=1 --set most=1
        deck.yml other.yml --method sample -n 60 --policy greedy,best --topic opening -v
        deck.yml --policy greedy,best --topic opening
        deck.yml --method sample -n 60 --markdown --relate left,score -q
        deck.yml --method sample -n 40 --json --topic hands
        deck.yml --method sample -n 5 --records records.csv --csv table.tsv --junit junit.xml --topic opening
        deck.yml --until 20% --topic hands --method sample
        deck.yml --strict --method sample -n 60 --topic opening
        deck.yml wrong.yml gone.yml --annotations github -q --topic hands
        doubtful.yml --annotations github --method sample -n 60 --topic opening
        prints.yml --method sample -n 90 --topic opening -q
        prints.yml --method sample -n 20 --topic opening --policy greedy,best
        fine.yisp --deck deck.yml --seed 3
        play.yisp --deck deck.yml --seed 3
        fine.yisp
        doubt.yisp --deck deck.yml --seed 3
        doubt.yisp --deck deck.yml --seed 3 -q
        deck.yml fine.yisp --deck deck.yml
        debug.yml --topic opening
        debug.yml --topic opening --policy greedy,best -q
        run - --topic hands < deck.yml
        run - --topic opening --method sample -n 30 < deck.yml
        run - < wrong.yml
        run - - < deck.yml
        run deck.yml --topic hands --lang zh
        run wrong.yml --lang ja
        YISP_TIME_LIMIT=9X run deck.yml --topic hands
        YISP_MEMORY_LIMIT=2G run deck.yml --topic hands -q
        LANGUAGE=ZH run gone.yml
        check deck.yml wrong.yml doubtful.yml gone.yml notes.txt
        check wrong.yml --annotations github
    """,
    "looking": """
        explain deck.yml
        explain deck.yml --card dig
        explain deck.yml --card dgi
        explain deck.yml --card ???
        trace deck.yml
        trace deck.yml --topic opening --trial 3 --policy greedy,best
        trace deck.yml --topic opening --trial 3 --policy greedy,best --show best
        trace deck.yml --show best
        trace deck.yml --step
        trace deck.yml --worlds --with ash=3 --trial 2
        trace other.yml --worlds deck.yml --worlds-topic opening --trial 4 --seed 4
        trace other.yml --topic hands --worlds deck.yml --worlds-topic opening --trial 1 --seed 4
        trace deck.yml --topic opening --worlds --worlds-topic gone
        search routes.yml --trial 1
        search routes.yml --turn 9
        search deck.yml --trial 1
        search routes.yml --trial 1 --json
        search worked-example --explain
        search routes.yml --trial 1 --with ash=3 --set most=1
        compile deck.yml --emit tree
        compile deck.yml --emit nodes
        compile deck.yml --emit python
        eval '(+ 1 (over 4))' --deck deck.yml
        eval -7
        eval '(# D.3 B);(print B);(shuffle D);(/ 1 0)' --deck deck.yml --draw 2 --seed 7
        eval '(+ 1'
        eval '|H|' --draw 2
        eval '|H|' --deck deck.yml --draw 20
        eval 1 --set most=1
        eval 1 --with ash=1
    """,
    "studying": """
        compare deck.yml other.yml
        compare deck.yml --with ash=3 --markdown --topic hands
        compare deck.yml --topic opening --topic hands --method sample -n 80
        compare deck.yml --size 11 --topic hands --csv compared.csv
        compare deck.yml
        compare deck.yml other.yml --set most=0 --topic opening
        compare deck.yml renamed.yml
        compare deck.yml renamed.yml --topic hands
        sensitivity deck.yml --topic hands
        sensitivity deck.yml --topic hands --markdown --filler rest
        sensitivity deck.yml --filler gone
        sweep deck.yml --vary ash=1..3 --topic hands
        sweep deck.yml --vary ash=1..2 --vary most=0,2 --topic opening --show one --markdown
        sweep deck.yml --vary ash=1..3 --topic hands --csv - --show rate
        sweep deck.yml --vary gone=1..3
        sweep deck.yml --vary ash=1..900 --most 100
        sweep deck.yml --vary size=5..7 --topic hands
        sweep deck.yml --vary size=5..6 --topic hands
        sweep deck.yml --vary ash=1..2 --topic hands --show luck
        sweep deck.yml --vary ash=1..2 --topic hands --topic opening --csv swept.csv -q
        tune deck.yml --topic hands --only ash --only gem --size 11..12
        tune deck.yml --topic hands --goal pair --minimize score --range ash=1..3 --only gem --markdown
        tune deck.yml --topic hands --banlist limits.csv --lock gem --lock dig --lock burn --limit 2
        tune deck.yml --topic hands --banlist limits.csv --lock gem --lock dig --lock burn --limit 1 -q
        tune deck.yml --topic hands --only ash --lock ash
        tune deck.yml --topic hands --only gone
        tune deck.yml --topic hands --range ash=3..1
        tune deck.yml --goal luck
        tune deck.yml --goal one --only ash --method sample -n 200 --look 2
        why deck.yml --topic opening -n 60
        odds deck.yml --hand ash --topic hands
        odds '2 ash of 12, draw 3, at least 1 ash'
        odds deck.yml
        advise deck.yml --hand 'dig, ash' --topic opening
        advise deck.yml --hand 'dig, 9 ash'
        advise prints.yml --hand 'dig, ash' --method exact
        advise deck.yml --hand 'dig, ash' --top burn --graveyard rest --seen 'J: rest' --goal left --depth 0 --with ash=3
        compare deck.yml --policy greedy,best --topic opening
        compare deck.yml other.yml --policy greedy,best
        why deck.yml --topic opening -n 40 --with ash=0 --csv lacking.csv --set most=1 -q
        odds deck.yml --top 'ash, gem' --hand rest --topic opening --method sample -n 50
        odds '2 ash of 12, draw 13'
    """,
    "files": """
        export deck.yml
        export deck.yml --to csv -o cards.csv
        export deck.yml --to ydk
        export deck.yml --to ydk --names table.csv
        export deck.yml --to csv -o cards.csv
        export deck.yml --to csv -o cards.csv --force
        import list.txt
        import list.txt -o mine.yml
        import list.ydk --names table.csv
        import list.ydk --blank -o -
        import notes.txt --from csv
        import gone.txt
        import - --blank < list.txt
        import - --from ydk --names gone.csv < list.ydk
        new
        new --yes -
        new mine.yml --yes
        new begun.yml --card Ash:3 --card Lamp:2 --size 20 --hand 4 --want Ash --want 'Ash + Lamp'
        new other.txt --card Ash:many
        new --list list.txt --want '2x Ash / Lamp' --want '0x Island' -
        new --card Ash:3 --want Nobody --yes -
        new --list list.txt --want '2x Ash / Lamp' --want 0x3 -
        new --list list.txt --size 3
        new --list list.txt --want Nobody -
        report deck.yml -o deck.yml
        report deck.yml --method sample -n 30 --topic opening
        report deck.yml
        report deck.yml --vary ash=1..900 --force
        report deck.yml --compare renamed.yml --topic hands -o of_both.html
        report deck.yml -o of_all.html --method sample -n 30 --panel policies --topic hands
        report deck.yml -o of_all.html --compare renamed.yml --compare wrong.yml
        plot notes.txt
        plot deck.yml notes.html -o notes.html
        plot deck.yml -o out.txt
        plot out.json --relate left,one
        cache --clear
        site out --base x
    """,
    "mistakes": """
        --version
        rnu deck.yml --topic hands
        run deck.yml --seed x
        run deck.yml --topic opning
        run deck.yml --set mots=1
        run deck.yml --set most
        run deck.yml --with ahs=1
        run deck.yml --with ash=-1
        run deck.yml --filler gone
        run deck.yml --policy bset
        run deck.yml --relate left
        run deck.yml --relate left,luck
        run deck.yml --csv table.doc
        run deck.yml --records gone/records.csv
        run deck.yml --csv deck.yml
        run deck.yml --until 200%
        run deck.yml --time-limit x
        run deck.yml --memory-limit 1
        run deck.yml --lang xx
        run deck.yml --jobs 0
        run dek.yml
        run .
        run opning
        deck.yml --deck other.yml
        deck.yml --json --markdown
        fine.yisp --deck deck.yml --count 3
    """,
}
"""Command lines, scene by scene; each scene has a folder of its own."""

ASKED = {
    "new": ["", "", "", "", "", ""],
    "new asked.yml": ["", "20", "x", "4", "Ash: many", "Ash: 3", "Lamp: 2", "", "Nobody", "Ash + Lamp", ""],
    "new sized.yml --size 12": ["3", "Ash: 3", "", ""],
    "new pasted.yml": [
        "3 Ash",
        "1 Ash Blosom & Joyous Spring",
        "20 Island",
        "",
        "9",
        "1 2",
        "1",
        "3",
        "y",
        "",
        "",
        "",
    ],
    "new handed.yml --hand 4": ["", "Ash: 3", "", ""],
    "new listed.yml --list plain.txt": ["Ash", "", "", "n"],
    "new known.yml --list list.ydk": ["1-2", "", "", "n"],
}
"""What asks where there is a terminal, and what is typed then."""

WRITTEN = (".csv", ".tsv", ".xml", ".yml", ".txt")


def heard(name: str) -> str:
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("YISP_CACHE_DIR", str(Path(folder, "cache")))
        patch.setenv("LANGUAGE", "en")
        for module in ("request", "seeds"):
            patch.setattr(f"yisp.simulate.{module}.fresh_seed", lambda: 7)
        patch.setattr("yisp.studies.comparison.sensitivity.fresh_seed", lambda: 7)
        os.chdir(folder)
        try:
            for file, text in FILES.items():
                Path(file).write_text(text, encoding="utf-8")
            return "".join(f"{line}\n" for line in _scene(name, folder, patch))
        finally:
            os.chdir(before)


def _scene(name: str, folder: str, patch: pytest.MonkeyPatch) -> Iterator[str]:
    known = dict(FILES)
    typed: dict[str, list[str]] = {}
    if name == "asked":
        typed = ASKED
        patch.setattr("yisp.cli.exchange.new.on_terminal", lambda: True)
        patch.setattr("select.select", lambda *_: ([], [], []))  # nothing more is pasted
    for words in typed or filter(None, map(str.strip, HEARD[name].splitlines())):
        line, _, read = words.partition(" < ")
        given = FILES[read] if read else "".join(f"{answer}\n" for answer in typed.get(words, ()))
        variable, _, rest = line.partition(" ")
        with pytest.MonkeyPatch.context() as own:
            if variable.isupper():
                own.setenv(*variable.split("=", 1))
            said = yispc(*shlex.split(rest if variable.isupper() else line), stdin=given.encode())
        yield f"$ yispc {words}" + (f"   ({said.code})" if said.code else "")
        for text, mark in ((said.out, ""), (said.err, "! ")):
            for line in plain(text, folder).splitlines():
                yield f"{mark}{line}".rstrip()
        for file in sorted(Path(".").iterdir()):
            if file.suffix in WRITTEN and known.get(file.name) != (text := file.read_text(encoding="utf-8")):
                known[file.name] = text
                yield f"-> {file.name}"
                yield from plain(text, folder).splitlines()


def plain(text: str, folder: str) -> str:
    """What was said without what no run has again."""
    text = re.sub(
        r'"seconds": \{[^}]*\}|"seconds": [0-9.e-]+', '"seconds": -', text.replace(folder, "FOLDER")
    )
    text = re.sub(r"(Time used: |用时：)\S+", r"\1-", text)
    text = re.sub(r"[0-9.]+ KiB", "- KiB", text)
    text = re.sub(r'time="[0-9.]+"', 'time="-"', text)
    return re.sub(r"[0-9]+\.[0-9]+\.[0-9]+(?=\b)", "VERSION", text)


def main(words: Iterable[str]) -> None:
    match list(words):
        case ["--write"]:
            FOLDER.mkdir(exist_ok=True)
            for name in (*HEARD, "asked"):
                (FOLDER / f"{name}.txt").write_text(heard(name), encoding="utf-8")
        case [name] if name in (*HEARD, "asked"):
            print(heard(name), end="")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
