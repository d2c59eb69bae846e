"""Reading TOML files into checked models: one clear line for whatever is wrong with one."""

import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from sipbullet.errors import SipbulletError

Model = TypeVar("Model", bound=BaseModel)
MAX_BYTES = 4_000_000


def read_toml(path: Path, error: type[SipbulletError]) -> dict[str, Any]:
    """The content of a TOML file; a fault is raised as `error` in one line."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise error(f"{path}: {path.stat().st_size} bytes; a file may hold at most {MAX_BYTES}")
        text = path.read_bytes().decode("utf-8-sig")
        return tomllib.loads(text)
    except OSError as fault:
        raise error(f"{path}: cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise error(f"{path}: not a text file in UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise error(f"{path}: not valid TOML: {fault}") from None


def validate(model: type[Model], data: object, where: str, error: type[SipbulletError]) -> Model:
    """`data` as a `model`; the first fault is raised as `error` in one line, after `where`."""
    try:
        return model.model_validate(data)
    except ValidationError as fault:
        raise error(f"{where}: {_first_fault(fault, model)}") from None


def _first_fault(fault: ValidationError, model: type[BaseModel]) -> str:
    details = fault.errors(include_url=False)[0]
    place = ".".join(_place(part) for part in details["loc"]) or "content"
    if details["type"] == "extra_forbidden":
        return f"unknown key {place!r}{_allowed(model, details['loc'])}"
    if details["type"] == "missing":
        return f"{place} is missing"
    message = str(details["msg"]).removeprefix("Value error, ").removeprefix("Input ").rstrip(".")
    return f"{place} = {_shown(details['input'])}: {message}"


def _place(part: int | str) -> str:
    return str(part + 1) if isinstance(part, int) else str(part)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _allowed(model: type[BaseModel], location: tuple[int | str, ...]) -> str:
    """The keys allowed where an unknown one stands, as far as the model tells."""
    inner: Any = model
    for part in location[:-1]:
        field = (
            inner.model_fields.get(part)
            if isinstance(part, str) and hasattr(inner, "model_fields")
            else None
        )
        inner = getattr(field, "annotation", None)
    fields = getattr(inner, "model_fields", None)
    return f"; allowed: {', '.join(fields)}" if fields else ""
