"""Components of pages: tables, fields around handwritten controls, pieces of other apps. Built in: no `{% load %}`.

{% table _("Results") class="compact" lines=True %}       caption; with "lines" a phone shows a line each row
  {% column _("Player") head=True %}                       its cells are the headings of their rows
  {% column _("Club") optional=True more=True %}           left out where empty; on a phone shown on tap
  {% column _("Points") kind="num" %}                      class of the heading and the cells below it
  {% for line in rows %}
    {% row class="mark" %}
      {% cell %}{{ line.player }}{% endcell %}
      {% cell class="key" %}{{ line.points|exact }}{% endcell %}
    {% endrow %}
  {% endfor %}
{% endtable %}

{% control _("Find") id="q" %}<input id="q" name="q">{% endcontrol %}

{% more %}<a href="…">…</a>{% endmore %}                     rarer actions of a page, in its `actions`

{% extension "board" %}                                    pieces of other apps (`tournaments/core/extensions.py`)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from django import template
from django.forms.utils import flatatt
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.template.loader import render_to_string
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from tournaments.core.extensions import render_pieces
from tournaments.core.models.columns import MAX_REASON_LENGTH

register = template.Library()

OPTIONAL = re.compile(r"\0(\d+)\0(.*?)\0", re.DOTALL)
PHONE_ROWS = {"stack": "table-stack", "lines": "line-rows", "cards": "card-rows"}
TABLE_OPTIONS = {
    "class",
    "id",
    "show_caption",
    "empty",
    "empty_href",
    "empty_action",
    "show_columns",
    "paper",
    *PHONE_ROWS,
}
STATE = "components.table"


@dataclass(frozen=True)
class TableColumn:
    label: str
    kind: str = ""
    """Class of the heading and of its cells: "num", "place", "wide-only" …"""
    head: bool = False
    hidden: bool = False
    """True if only screen readers get the heading, as over a column of buttons."""
    cells: str = ""
    """Class of its cells alone, as "key" for the decisive figure."""
    title: str = ""
    plain: bool = False
    """True if its cells carry no label when rows are cards, as a name that heads the card."""
    optional: bool = False
    """True to omit the column if all its cells are empty."""
    more: bool = False
    """True if a phone shows the cell when its row is tapped ("lines"), or on a line of its own ("cards")."""


@dataclass
class TableState:
    labelled: bool
    columns: list[TableColumn] = field(default_factory=list)
    classes: list[str] = field(default_factory=list)
    rows: int = 0
    cells: int = 0
    row_classes: list[str] = field(default_factory=list)
    filled: set[int] = field(default_factory=set)
    around: dict[tuple[int, str, type], tuple[str, str]] = field(default_factory=dict)


class TableNode(template.Node):
    child_nodelists = ("nodelist",)

    def __init__(self, caption: FilterExpression | None, options: dict[str, FilterExpression], nodelist: NodeList):
        self.caption = caption
        self.options = options
        self.nodelist = nodelist

    def render(self, context: template.Context) -> SafeString:
        options = {name: value.resolve(context) for name, value in self.options.items()}
        state = TableState(labelled=any(options.get(name) for name in PHONE_ROWS))
        with context.push(**{STATE: state}):
            rows = self.nodelist.render(context)
        columns = dict(enumerate(state.columns))
        for index in [index for index, column in columns.items() if column.optional and index not in state.filled]:
            del columns[index]
        rows = SafeString(OPTIONAL.sub(lambda match: match[2] if int(match[1]) in columns else "", rows))
        phone_rows = [css for name, css in PHONE_ROWS.items() if options.get(name)]
        values = {
            **options,
            "caption": self.caption and self.caption.resolve(context),
            "columns": columns.values(),
            "class": " ".join(filter(None, [options.get("class"), *state.classes, *phone_rows])),
            "labelled": any(column.label for column in columns.values()),
            "rows": rows,
            "any": state.rows > 0,
        }
        return render_to_string("components/table.html", values)


@register.tag
def table(parser: Parser, token: Token) -> TableNode:
    """Render a table with caption, columns and rows; on a narrow screen it scrolls inside itself.

    Options: `class`, `id`; `show_caption` for a visible caption (else it is for screen readers and names the scrolling
    region); on a phone `stack` for a line each cell, `lines` for a line each row with details on tap, `cards` for a
    small card each row; `empty`, the sentence in place of a table without rows, with the next step as a link where
    `empty_href` and `empty_action` are given; `show_columns=False` for headings that
    only screen readers get; `paper` for a printed one: no caption, no scrolling.
    """
    name, *bits = token.split_contents()
    caption = None
    if bits and not token_kwargs(bits[:1], parser):
        caption = parser.compile_filter(bits.pop(0))
    options = token_kwargs(bits, parser)
    unknown = bits or set(options) - TABLE_OPTIONS
    if unknown:
        raise template.TemplateSyntaxError(f"{name}: not understood: {', '.join(map(str, unknown))}")
    nodelist = parser.parse(("endtable",))
    parser.delete_first_token()
    return TableNode(caption, options, nodelist)


@register.simple_tag
def max_reason_length() -> int:
    return MAX_REASON_LENGTH


@register.simple_tag(takes_context=True)
def column(context: template.Context, label: Any = "", **options: Any) -> str:
    _state(context).columns.append(TableColumn(str(label), **options))
    return ""


@register.simple_tag(takes_context=True)
def table_class(context: template.Context, name: str) -> str:
    _state(context).classes.append(name)
    return ""


@register.simple_block_tag(takes_context=True)
def row(context: template.Context, content: str, **attributes: Any) -> SafeString:
    """Render a row of cells; other keywords become attributes (`data_key="a"` is `data-key="a"`)."""
    state = _state(context)
    if state.cells != len(state.columns):
        raise template.TemplateSyntaxError(f"a row fills {state.cells} of {len(state.columns)} columns")
    classes = " ".join([*state.row_classes, *filter(None, [attributes.pop("class", "")])])
    state.rows += 1
    state.cells = 0
    state.row_classes.clear()
    if not attributes and not classes:
        return SafeString(f"<tr>{content.strip()}</tr>")
    attributes_text = flatatt(_dash_names({**attributes, "class": classes}))
    return format_html("<tr{}>{}</tr>", attributes_text, SafeString(content.strip()))


@register.simple_tag(takes_context=True)
def row_class(context: template.Context, name: str) -> str:
    """Add a class to the enclosing row, for use inside `{% if %}`."""
    _state(context).row_classes.append(name)
    return ""


@register.simple_block_tag(takes_context=True)
def cell(context: template.Context, content: str, **attributes: Any) -> SafeString:
    """Render the cell in the next column. `colspan`: a number, or "rest"; `class` is added; `head` overrides."""
    state = _state(context)
    index = state.cells
    if index >= len(state.columns):
        raise template.TemplateSyntaxError(f"a row has more cells than its table columns ({len(state.columns)})")
    if attributes.get("colspan") == "rest":
        attributes["colspan"] = len(state.columns) - index
    state.cells += int(attributes.get("colspan") or 1)
    classes = attributes.get("class", "")
    if attributes.keys() <= {"class"} and isinstance(classes, str):
        # Nearly every cell of a table reuses the tags computed for the first row.
        key = (index, classes, type(classes))
        around = state.around.get(key)
        if around is None:
            around = state.around[key] = _choose_head(state.columns[index], state.labelled, attributes)
    else:
        around = _choose_head(state.columns[index], state.labelled, attributes)
    content = content.strip()
    if not state.columns[index].optional:
        return SafeString(f"{around[0]}{content}{around[1]}")
    if content:
        state.filled.add(index)
    return SafeString(f"\0{index}\0{around[0]}{content}{around[1]}\0")


def _choose_head(above: TableColumn, labelled: bool, attributes: dict[str, Any]) -> tuple[str, str]:
    head = attributes.pop("head", above.head)
    label = attributes.pop("label", "" if above.plain else above.label)
    of_column = (above.kind, above.cells, "line-more" if above.more else "") if "colspan" not in attributes else ()
    classes = " ".join(filter(None, (*of_column, attributes.pop("class", ""))))
    values = {
        "scope": "row" if head else None,
        "class": classes or None,
        "data-label": label if labelled and label else None,
        **_dash_names(attributes),
    }
    name = SafeString("th" if head else "td")
    return format_html("<{}{}>", name, flatatt(values)), f"</{name}>"


def _state(context: template.Context) -> TableState:
    state = context.get(STATE)
    if not isinstance(state, TableState):
        raise template.TemplateSyntaxError("columns, rows and cells stand in a table")
    return state


def _dash_names(attributes: dict[str, Any]) -> dict[str, Any]:
    return {name.replace("_", "-"): value for name, value in attributes.items() if value not in (None, "")}


@register.filter
def chip(label: object, kind: str) -> SafeString:
    """Render components/chip.html, for lists that have many."""
    return format_html('<span class="chip {}">{}</span>', kind, label)


@register.filter
def in_id(value: object, kind: str) -> str:
    """Return an element id.

    >>> in_id(3, "player")
    'player-3'
    """
    return f"{kind}-{value}"


@dataclass(frozen=True)
class Control:
    """Handwritten control, with the attributes of a form's field that components/field.html reads."""

    content: str
    label: str
    id_for_label: str
    help_text: str = ""
    check: bool = False
    required: bool = True

    is_hidden = False
    use_fieldset = False
    errors = ""

    def __str__(self) -> str:
        return SafeString(self.content)

    @property
    def auto_id(self) -> str:
        return self.id_for_label

    @property
    def widget_type(self) -> str:
        return "checkbox" if self.check else "control"

    @property
    def field(self) -> Control:
        return self


@register.simple_block_tag
def control(content: str, label: Any, id: str = "", help: Any = "", check: bool = False, **options: Any) -> str:
    control = Control(content.strip(), str(label), id, str(help), check)
    return render_to_string("components/field.html", {"field": control, **options})


@register.simple_block_tag
def more(content: str) -> str:
    """Render a button that opens the rarer links and buttons of a page; nothing if there are none."""
    inside = SafeString(content.strip())
    return render_to_string("components/more.html", {"content": inside}) if inside else ""


@register.simple_tag(takes_context=True)
def extension(context: template.Context, name: str, **values: object) -> SafeString:
    """Render the pieces of all apps for this place; they get the page's context and the keywords of the tag."""
    return render_pieces(name, {**{str(key): value for key, value in context.flatten().items()}, **values})


@register.simple_tag(takes_context=True)
def clause(context: template.Context, cited: object, ruleset: str = "", **values: object) -> SafeString:
    text = "" if cited is None else str(cited)
    if not text:
        return conditional_escape(text)
    return extension(context, "clause", clause=text, ruleset=ruleset, **values) or conditional_escape(
        text.replace("_", " ")
    )
