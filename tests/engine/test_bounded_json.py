"""JSON from outside is read like any JSON, and refused with a sentence where it would do harm."""

import json

import pytest

from engine.bounded_json import MAX_DEPTH, MAX_NUMBER_LENGTH, JSONError, check_json, read_json


def nested(depth):
    return "[" * depth + "]" * depth


@pytest.mark.parametrize(
    "text", ['{"a": [1, -2.5, true, null, "麻雀"]}', "[]", '"x"', "1e300", '\ufeff{"bom": 1}', nested(MAX_DEPTH)]
)
def test_it_reads_what_json_reads(text):
    assert read_json(text) == json.loads(text.removeprefix("\ufeff"))


@pytest.mark.parametrize("text", [nested(MAX_DEPTH + 1), nested(100_000), '{"a":' * 40 + "1" + "}" * 40])
def test_what_lies_too_deep_is_refused(text):
    with pytest.raises(JSONError, match="are nested too deeply"):
        read_json(text)


@pytest.mark.parametrize(
    "number", ["9" * (MAX_NUMBER_LENGTH + 1), "0." + "1" * MAX_NUMBER_LENGTH, "1e999", "Infinity", "-Infinity", "NaN"]
)
def test_numbers_without_end_or_value_are_refused(number):
    with pytest.raises(JSONError, match=f"a number is invalid or has more than {MAX_NUMBER_LENGTH} characters"):
        read_json(f'{{"points": {number}}}')


def test_the_longest_number_is_read():
    assert read_json("9" * MAX_NUMBER_LENGTH) == int("9" * MAX_NUMBER_LENGTH)


@pytest.mark.parametrize("text", ['"\\u0000"', '{"\\u0000": 1}', '["\\ud800"]', '{"a": {"b": "x\\udfff"}}'])
def test_texts_that_cannot_be_stored_are_refused(text):
    with pytest.raises(JSONError, match="text contains NUL or a lone surrogate"):
        read_json(text)


def test_a_broken_text_names_line_and_character():
    with pytest.raises(JSONError) as caught:
        read_json('{"a": 1,\n "b": }')
    assert str(caught.value) == "invalid JSON: Expecting value in line 2, character 7"
    assert caught.value.at == 2


def test_a_value_that_was_read_elsewhere_is_checked_alike():
    check_json({"a": [1, {"b": "東"}]})
    with pytest.raises(JSONError):
        check_json({"a": ["x\x00"]})
