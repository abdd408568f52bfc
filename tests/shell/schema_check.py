"""A checker for the part of JSON Schema that our schemas use; unknown words are an error."""

from __future__ import annotations

from typing import Any

_KINDS: dict[str, type | tuple[type, ...]] = {
    "object": dict, "array": list, "string": str, "boolean": bool, "null": type(None),
    "integer": int, "number": (int, float),
}  # fmt: skip
_WORDS = {
    "$schema", "$defs", "$ref", "title", "description", "default", "type", "properties", "required",
    "additionalProperties", "items", "anyOf", "enum", "const", "minimum", "maximum", "minLength",
    "maxLength",
}  # fmt: skip


def mistakes(
    value: object, schema: dict[str, Any], root: dict[str, Any], at: str = "$"
) -> list[str]:
    """Everything in which a value differs from a schema."""
    assert schema.keys() <= _WORDS, f"the checker knows not {schema.keys() - _WORDS}"
    if "$ref" in schema:
        return mistakes(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root, at)
    if "anyOf" in schema:
        tried = [mistakes(value, one, root, at) for one in schema["anyOf"]]
        return [] if [] in tried else [f"{at}: none of {tried}"]
    if "const" in schema and value != schema["const"]:
        return [f"{at}: {value!r} is not {schema['const']!r}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{at}: {value!r} is not one of {schema['enum']}"]
    kind = schema.get("type")
    if kind is not None and not _is_a(value, kind):
        return [f"{at}: {value!r} is no {kind}"]
    if isinstance(value, dict):
        return _in_object(value, schema, root, at)
    if isinstance(value, list):
        inner = schema.get("items", {})
        return [
            m for n, each in enumerate(value) for m in mistakes(each, inner, root, f"{at}[{n}]")
        ]
    return _in_bounds(value, schema, at)


def _is_a(value: object, kind: str) -> bool:
    if isinstance(value, bool) and kind != "boolean":
        return False
    return isinstance(value, _KINDS[kind])


def _in_object(
    value: dict[str, Any], schema: dict[str, Any], root: dict[str, Any], at: str
) -> list[str]:
    known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    found = [f"{at}: {key} is missing" for key in schema.get("required", []) if key not in value]
    for key, inner in value.items():
        if key in known:
            found += mistakes(inner, known[key], root, f"{at}.{key}")
        elif others is False:
            found.append(f"{at}: {key} is not known")
        elif isinstance(others, dict):
            found += mistakes(inner, others, root, f"{at}.{key}")
    return found


def _in_bounds(value: object, schema: dict[str, Any], at: str) -> list[str]:
    size = len(value) if isinstance(value, str) else value
    low = schema.get("minLength", schema.get("minimum"))
    high = schema.get("maxLength", schema.get("maximum"))
    assert isinstance(size, int | float | None)
    if size is not None and (
        (low is not None and size < low) or (high is not None and size > high)
    ):
        return [f"{at}: {value!r} is out of bounds"]
    return []
