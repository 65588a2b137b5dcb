"""Words in several languages survive the way to the process that prints them."""

import pickle

from django.template import Context, Template

from tournaments.core.text.printed import PrintedWords

ROUND = PrintedWords([("zh-Hans", "第 %(number)s 轮"), ("en", "Round %(number)s")])


def test_another_process_gets_them_whole():
    again = pickle.loads(pickle.dumps(ROUND))
    assert (again, again.parts, type(again)) == (ROUND, ROUND.parts, PrintedWords)


def test_a_template_shows_the_first_language_large_and_the_other_small():
    shown = Template("{{ words|numbered:4 }}").render(Context({"words": ROUND}))
    assert shown == '<span lang="zh-Hans">第 4 轮</span> <small class="second" lang="en">Round 4</small>'


def test_no_language_writes_markup():
    assert PrintedWords([("en", "<b>&")]).__html__() == '<span lang="en">&lt;b&gt;&amp;</span>'
