"""Batches of a sweep by the workers of a Dask cluster."""

from collections.abc import Iterator
from typing import Any

from sipbullet.errors import OutputError
from sipbullet.study.cases import COLUMNS, Row, run_batch
from sipbullet.study.sweep_file import Value

Cases = list[tuple[int, dict[str, Value]]]


def on_cluster(batches: list[Cases], walk: dict[str, Any], scheduler: str) -> Iterator[list[Row]]:
    """Batches by the workers of a Dask cluster."""
    try:
        from distributed import Client, KilledWorker, as_completed
    except ImportError:
        raise OutputError(
            "sweep: dask is not installed; install it with: pip install 'sipbullet[sweep]'"
        ) from None
    try:
        client = Client(scheduler, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise OutputError(f"sweep: no scheduler at {scheduler}: {error}") from None
    with client:
        futures = client.map(run_batch, batches, walk=walk, pure=False)
        places = {future.key: batch for future, batch in zip(futures, batches, strict=True)}
        for future in as_completed(futures):  # type: ignore[no-untyped-call]
            try:
                yield future.result()
            except KilledWorker:
                lost = {"status": "error", "reason": "the workers that walked its batch died"}
                yield [
                    {"case": n, **p, **dict.fromkeys(COLUMNS), **lost}
                    for n, p in places[future.key]
                ]
            future.release()
