"""The progress bar: it shows each topic, and goes away."""

import io

from rich.console import Console

from yisp.report.text.progress import Bar


def test_shows_each_topic_and_how_far_it_is():
    stream = io.StringIO()
    bar = Bar(["going-first", "[red]evil[/red]\x1b[2J"], Console(file=stream, force_terminal=True, width=100))
    bar(0, 500, 1000, False)
    bar(1, 10, 20, False)
    bar.close()
    text = stream.getvalue()
    assert "going-first" in text
    assert "500 / 1,000" in text
    assert "[red]evil[/red]" in text, "a name is no markup"
    assert "\x1b[2J" not in text, "a name does not drive the terminal"


def test_it_is_drawn_beside_the_results_and_leaves_nothing_behind() -> None:
    assert Bar(["one"])._progress.console.stderr
    stream = io.StringIO()
    bar = Bar(["one"], Console(file=stream, force_terminal=True, width=100))
    bar(0, 1, 2, False)
    bar.close()
    assert stream.getvalue().endswith("\x1b[2K"), "the line is erased"


def test_says_that_an_exact_answer_is_tried():
    stream = io.StringIO()
    bar = Bar(["going-first"], Console(file=stream, force_terminal=True, width=100))
    bar(0, 1_000_000, 3_000_000, True)
    bar.close()
    assert "going-first: trying an exact answer" in stream.getvalue()
    assert "1,000,000 / 3,000,000" in stream.getvalue()


def test_a_bar_grows_with_what_there_is_to_do():
    bar = Bar(["decks"], Console(file=io.StringIO(), force_terminal=True, width=100))
    bar(0, 53, 53, False)
    bar(0, 54, 106, False)
    (task,) = bar._progress.tasks
    bar.close()
    assert (task.completed, task.total) == (54, 106)


def test_what_was_tried_makes_way_for_trials():
    bar = Bar(["going-first"], Console(file=io.StringIO(), force_terminal=True, width=100))
    bar(0, 1_000_000, 3_000_000, True)
    bar(0, 500, 1000, False)
    (task,) = bar._progress.tasks
    bar.close()
    assert (task.description, task.completed, task.total) == ("going-first", 500, 1000)
