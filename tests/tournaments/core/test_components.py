"""The markup of tables and fields, as the tags write it once for every page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django import forms
from django.template import Engine, TemplateSyntaxError, engines
from django.template.loader import render_to_string

TABLE = """
{% table "Results" class="compact" stack=stack empty="Nothing." %}
  {% column "Place" kind="num" plain=True %}
  {% column "Player" head=True %}
  {% column "TP" kind="num" cells="key" title="Table points" %}
  {% for place, name, points in rows %}
    {% row data_number=place %}
      {% if points < 0 %}{% row_class "muted" %}{% endif %}
      {% cell %}{{ place }}{% endcell %}
      {% cell class="wide" %}{{ name }}{% endcell %}
      {% cell %}{{ points }}{% endcell %}
    {% endrow %}
  {% endfor %}
{% endtable %}
"""


def shown(source: str, **context: Any) -> str:
    """The template with white space between tags taken out."""
    page = engines["django"].from_string(source).render(context)
    return re.sub(r"\s*(<[^>]*>)\s*", lambda match: re.sub(r"\s+", " ", match[1]).replace(" >", ">"), page).strip()


def test_cells_take_class_and_heading_from_their_column():
    page = shown(TABLE, rows=[(1, "Ann <b>", 4), (2, "Bob", -1)])
    assert page.startswith(
        '<div class="table-wrap"><table class="compact"><caption class="visually-hidden">Results</caption>'
    )
    assert '<th scope="col" class="num"><abbr title="Table points">TP</abbr></th></tr></thead>' in page
    assert '<tr data-number="1"><td class="num">1</td><th class="wide" scope="row">Ann &lt;b&gt;</th>' in page
    assert '<td class="num key">4</td></tr>' in page
    assert '<tr class="muted" data-number="2">' in page
    assert "data-label" not in page


def test_rows_that_are_cards_on_a_phone_carry_the_headings():
    page = shown(TABLE, rows=[(1, "Ann", 4)], stack=True)
    assert '<table class="compact table-stack">' in page
    assert '<td class="num">1</td><th class="wide" data-label="Player" scope="row">Ann</th>' in page
    assert '<td class="num key" data-label="TP">4</td>' in page


def test_rarer_actions_stand_behind_a_button_that_is_missing_without_them():
    page = shown("{% more %} <a href='/x/'>X</a> {% endmore %}")
    assert page.startswith('<details class="menu" data-menu><summary class="button">More')
    assert page.endswith("<div class=\"menu-panel\"><a href='/x/'>X</a></div></details>")
    assert shown("{% more %}{% if away %}<a>X</a>{% endif %} {% endmore %}") == ""


@pytest.mark.parametrize(("countries", "shown_columns"), [(["", ""], 2), (["", "FRA"], 3)])
def test_an_optional_column_is_left_out_where_all_its_cells_are_empty(countries, shown_columns):
    source = """{% table "Players" %}{% column "Name" head=True %}{% column "Country" optional=True %}{% column "TP" %}
      {% for country in countries %}
        {% row %}{% cell %}Ann{% endcell %}{% cell %}{{ country }}{% endcell %}{% cell %}4{% endcell %}{% endrow %}
      {% endfor %}{% endtable %}"""
    page = shown(source, countries=countries)
    assert page.count('<th scope="col"') == shown_columns
    assert page.count("<td") == 2 * (shown_columns - 1)
    assert ("<td>FRA</td>" in page, "\0" in page) == ("FRA" in countries, False)


def test_a_printed_table_has_no_frame_and_no_heading_that_says_nothing():
    assert shown(TABLE, rows=[]) == '<p class="soft">Nothing.</p>'
    empty = shown(TABLE.replace('"Nothing."', '"No teams yet." empty_href="#add" empty_action="Add one"'), rows=[])
    assert empty == '<p class="soft">No teams yet.<a href="#add">Add one</a></p>'
    page = shown("{% table paper=True %}{% column %}{% row %}{% cell %}x{% endcell %}{% endrow %}{% endtable %}")
    assert page == "<table><tbody><tr><td>x</td></tr></tbody></table>"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{% cell %}1{% endcell %}", "fills 1 of 2"),
        ("{% cell %}1{% endcell %}{% cell %}2{% endcell %}{% cell %}3{% endcell %}", "more cells"),
    ],
)
def test_a_row_of_another_length_is_an_error(row, said):
    with pytest.raises(TemplateSyntaxError, match=said):
        shown(f'{{% table "T" %}}{{% column "A" %}}{{% column "B" %}}{{% row %}}{row}{{% endrow %}}{{% endtable %}}')


def test_cells_outside_of_tables_and_unknown_options_are_errors():
    with pytest.raises(TemplateSyntaxError, match="in a table"):
        shown("{% cell %}1{% endcell %}")
    with pytest.raises(TemplateSyntaxError, match="colour"):
        Engine(builtins=["tournaments.templatetags.components"]).from_string(
            '{% table "T" colour="red" %}{% endtable %}'
        )


def test_a_control_written_by_hand_is_a_field():
    source = '{% control label id="q" help="A name." field_class="short" %}<input id="q">{% endcontrol %}'
    page = shown(source, label="Find <it>")
    assert page == (
        '<div class="field short"><label for="q">Find &lt;it&gt;</label>'
        '<p class="helptext" id="q_helptext">A name.</p><input id="q"></div>'
    )
    page = shown('{% control "Yes" check=True bare=True %}<input type="checkbox">{% endcontrol %}')
    assert page == '<label class="check"><input type="checkbox"><span>Yes</span></label>'


def test_cells_span_the_rest_of_a_row_and_tables_may_stand_in_tables():
    page = shown(
        '{% table "T" %}{% column "A" %}{% column "B" kind="num" %}{% column "C" %}'
        '{% row %}{% cell %}1{% endcell %}{% cell colspan="rest" %}2{% endcell %}{% endrow %}{% endtable %}'
    )
    assert '<td>1</td><td colspan="2">2</td>' in page
    inner = '{% table "In" %}{% column "x" %}{% row %}{% cell %}1{% endcell %}{% endrow %}{% endtable %}'
    page = shown(
        f'{{% table "Out" %}}{{% column "A" %}}{{% column "B" %}}{{% row %}}{{% cell %}}{inner}{{% endcell %}}'
        "{% cell %}2{% endcell %}{% endrow %}{% endtable %}"
    )
    assert page.count("<table") == 2
    assert page.endswith("<td>2</td></tr></tbody></table></div>")


class TwoFields(forms.Form):
    name = forms.CharField()
    text = forms.CharField()


def test_the_summary_counts_every_sentence_it_lists():
    form = TwoFields({"text": "x"})
    form.add_error("text", ["Line 1 is wrong.", "Line 2 is wrong."])
    summary = render_to_string("components/error_summary.html", {"form": form})
    assert ("3 problems to fix" in summary, summary.count("<li>")) == (True, 3)
    assert "1 problem to fix" in render_to_string("components/error_summary.html", {"form": TwoFields({"name": "x"})})
