"""Tables to compute with: a DataFrame where pandas is installed, else arrays by name."""

from typing import Any

import numpy as np

from sipbullet.record.schema import TEXTS

Columns = dict[str, np.ndarray[Any, Any]]


def as_columns(names: list[str], rows: list[list[Any]]) -> Columns:
    """Arrays (n,) by column: text as it is, all else as numbers, NaN where there is none."""
    columns = zip(*rows, strict=True) if rows else ([] for _ in names)
    return {
        name: np.array(values) if name in TEXTS else np.array(values, dtype=float)
        for name, values in zip(names, columns, strict=True)
    }


def as_table(columns: Columns) -> Any:
    """The columns as a pandas DataFrame, or as they are where pandas is not installed."""
    try:
        import pandas
    except ImportError:
        return columns
    return pandas.DataFrame(columns)
