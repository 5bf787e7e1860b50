"""The progress bar: it shows each topic, and goes away."""

import io

from rich.console import Console

from yisp.report.progress import Bar


def test_shows_each_topic_and_how_far_it_is():
    stream = io.StringIO()
    bar = Bar(["going-first", "[red]evil[/red]\x1b[2J"], Console(file=stream, force_terminal=True, width=100))
    bar(0, 500, 1000)
    bar(1, 10, 20)
    bar.close()
    text = stream.getvalue()
    assert "going-first" in text
    assert "500 / 1,000" in text
    assert "[red]evil[/red]" in text, "a name is no markup"
    assert "\x1b[2J" not in text, "a name does not drive the terminal"
