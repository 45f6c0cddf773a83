# SPDX-License-Identifier: BSD-3-Clause
"""A Python function for many cases, in worker processes, with a record of every call.

Workers are spawned: a process that is forked after OpenMP has run threads hangs. Each has a pipe of its own, so that a
worker that crashes is known with the call that it was doing, and costs no other one.
"""
from __future__ import annotations

import copy
import hashlib
import inspect
import json
import math
import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections import deque
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Callable, Mapping, Optional, Sequence, Tuple

from ._jobs import FolderLock, LineStore, cores, signal_text
from ._plan import case_print, make_runs, value_text
from ._run_table import Table, check_columns
from ._terminal import log as _log
from .errors import Error, InputError


# Members of a line of the store, and their types.
_RECORD = {"key": str, "outputs": dict, "failure": (str, type(None)), "digest": str, "seconds": (int, float, type(None))}

_Task = Tuple[Mapping[str, Any], Optional[int]]  # values of the parameters, and seed


def _prepare(case: Any, values: Mapping[str, Any]) -> Any:
    """What a function is called with: a copy of the case with the values set, or the values alone without a case."""
    if case is None:
        return dict(values)
    if isinstance(case, (str, os.PathLike)):
        from .case import Case
        changed = Case(case)
    else:
        changed = copy.deepcopy(case)
    for path, value in values.items():
        changed[path] = value
    return changed


def _plain(value: Any, name: str) -> Any:
    """An output as JSON has it: numbers, texts, None, lists, mappings; arrays become lists. TypeError or InputError otherwise."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(k): _plain(v, f"{name}.{k}") for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v, name) for v in value]
    if isinstance(value, int) and abs(value) > sys.float_info.max:
        raise InputError(f"output '{name}' is a whole number beyond {sys.float_info.max:.4g}; accepted: numbers that fit into a double")
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"output '{name}' is a {type(value).__name__}; accepted: numbers, texts, arrays, lists and mappings of them")


def _call(function: Callable, case: Any, values: Mapping[str, Any], seed: int | None) -> dict:
    """Outputs of a call, or its failure."""
    begin = time.monotonic()
    record: dict[str, Any] = {"outputs": {}, "failure": None, "digest": ""}
    try:
        prepared = _prepare(case, values)
        given = function(prepared) if seed is None else function(prepared, seed)
        outputs = _plain(dict(given) if isinstance(given, Mapping) else {"value": given}, "outputs")
        digest = str(outputs.pop("digest", ""))
        check_columns([*values, *(["seed"] if seed is not None else [])], list(outputs))
        record.update(digest=digest, outputs=outputs)
    except Exception as problem:  # of any kind: it is the user's function
        record["failure"] = f"{type(problem).__name__}: {problem}"
        record["trace"] = traceback.format_exc()
    record["seconds"] = round(time.monotonic() - begin, 4)
    return record


def _serve(pipe: Connection, function: Callable, case: Any) -> None:
    """A worker: answers values and seed with a record until the pipe is closed. Ctrl-C is the parent's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe.send("ready")
    while True:
        try:
            values, seed = pipe.recv()
            pipe.send(_call(function, case, values, seed))
        except (EOFError, BrokenPipeError):
            return


class _Worker:
    def __init__(self, context: Any, function: Callable, case: Any) -> None:
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, function, case), daemon=True)
        self.process.start()
        theirs.close()
        self.ready = False
        self.task: int | None = None  # number of the call that it does

    def end(self) -> None:
        self.pipe.close()
        self.process.terminate()
        self.process.join()


def _run_parallel(function: Callable, case: Any, tasks: Sequence[_Task], workers: int,
                  ended: Callable[[int, dict], None]) -> None:
    context = multiprocessing.get_context("spawn")
    waiting = deque(range(len(tasks)))
    pool: list[_Worker] = []
    try:
        while waiting or any(w.task is not None for w in pool):
            while len(pool) < min(workers, len(waiting) + sum(w.task is not None for w in pool)):
                pool.append(_Worker(context, function, case))
            for pipe in wait([w.pipe for w in pool]):
                worker = next(w for w in pool if w.pipe is pipe)
                try:
                    answer = worker.pipe.recv()
                except (EOFError, ConnectionResetError):
                    answer = None
                if answer is None:
                    pool.remove(worker)
                    worker.process.join()
                    code = worker.process.exitcode
                    how = signal_text(-code) if code < 0 else f"ended with exit code {code}"
                    if not worker.ready:
                        raise Error(f"a worker process {how} before its first call. A script that calls scree.sweep must do so under "
                                    "`if __name__ == \"__main__\":`, because workers import it; its function must be one of a file")
                    if worker.task is not None:
                        ended(worker.task, {"outputs": {}, "failure": f"the worker process was {how}" if code < 0 else
                                            f"the worker process {how}", "digest": "", "seconds": None})
                    continue
                if worker.task is not None:  # the first answer only says that it is ready
                    task, worker.task = worker.task, None
                    ended(task, answer)
                worker.ready = True
                if waiting:
                    worker.task = waiting.popleft()
                    worker.pipe.send(tasks[worker.task])
    finally:
        for worker in pool:
            worker.end()


def _print_of(function: Callable, case: Any) -> list:
    """What decides the outputs besides values and seed: source of the function, text of the case, version."""
    try:
        source = inspect.getsource(function)
    except (OSError, TypeError):
        source = ""
    if case is None:
        text = ""
    elif isinstance(case, (str, os.PathLike)):
        text = case_print(Path(case))
    else:
        text = case.to_yaml() if hasattr(case, "to_yaml") else repr(case)
    version = getattr(sys.modules.get("scree"), "__version__", "")
    return [getattr(function, "__qualname__", repr(function)), source, text, version]


def sweep_function(function: Callable, case: Any = None, parameters: Mapping[str, Any] | None = None, *,
                   seeds: Sequence[int] | None = None, workers: int | None = None, store: str | os.PathLike | None = None,
                   retry: bool = False) -> Table:
    """Calls function(case, seed) for all combinations of the values of `parameters` (path -> list) and the seeds.

    The case is a copy of `case` (a scree.Case, or the path of a file) with the values set; without a case it is the dict of
    the values. Without seeds the function is called with the case alone. It returns a dict of numbers, arrays or texts, or a
    single number; `digest` among them is kept as such. An exception is a failure of this call, named in the table, and stops
    no other.

    workers: processes, as many as cores if not given; 0: in this process. The function must be one that a worker can import:
    of a module, or of a script that calls sweep under `if __name__ == "__main__":`.
    store: a file of JSON lines, one for each call: parameters, seed, digest, version, outputs, failure. Calls that it has are
    not done again, nor failures unless `retry`; the source of the function, the case and the version are part of the key.
    """
    if getattr(multiprocessing.process.current_process(), "_inheriting", False):
        raise RuntimeError("scree.sweep was called while a worker imports the script; put the call under "
                           "`if __name__ == \"__main__\":`")
    lists = {p: v.tolist() if hasattr(v, "tolist") else v for p, v in (parameters or {}).items()}
    lists = {p: list(v) if isinstance(v, (list, tuple, range)) else [v] for p, v in lists.items()}
    if not all(lists.values()):
        raise InputError("a parameter has an empty list of values; accepted: at least one")
    check_columns([*lists, *([] if seeds is None else ["seed"])], [])
    options = [(p, [str(k) for k in range(len(v))], False) for p, v in lists.items()]  # make_runs combines the positions
    runs = make_runs(options, None, None if seeds is None else [int(s) for s in seeds], "seed")
    calls = [({c.path: lists[c.path][int(c.value)] for c in run.changes if c.path in lists}, run.seed) for run in runs]
    start = _print_of(function, case)
    keys = [hashlib.sha256(json.dumps([*start, [[p, value_text(v)] for p, v in values.items()], seed]).encode()).hexdigest()[:32]
            for values, seed in calls]
    if store is None:
        records = _run_calls(function, case, calls, keys, workers, None, retry, start[-1])
    else:
        path = Path(store)
        with FolderLock(path.parent, f".{path.name}.lock"):
            records = _run_calls(function, case, calls, keys, workers, LineStore(path, _RECORD), retry, start[-1])
    return _make_table(calls, [records[key] for key in keys], list(lists), seeds is not None)


def _run_calls(function: Callable, case: Any, calls: Sequence[_Task], keys: Sequence[str], workers: int | None,
               store: LineStore | None, retry: bool, version: str) -> dict[str, dict]:
    records = {r["key"]: r for r in (store.records if store else []) if not (retry and r.get("failure"))}
    todo = list({key: k for k, key in enumerate(keys) if key not in records}.values())

    def ended(number: int, record: dict) -> None:
        k = todo[number]
        values, seed = calls[k]
        trace = record.pop("trace", "")
        if trace:
            _log.debug("%s", trace)
        record = {"key": keys[k], "parameters": _plain(values, "parameters"), "seed": seed, "version": version, **record}
        records[keys[k]] = record
        if store:
            store.add(record)
        _log.info("%d of %d %s: %s", number + 1, len(todo), values, record["failure"] or "done")

    if workers == 0:
        for number, k in enumerate(todo):
            ended(number, _call(function, case, *calls[k]))
    elif todo:
        _run_parallel(function, case, [calls[k] for k in todo], workers or cores(), ended)
    return records


def _make_table(calls: Sequence[_Task], records: Sequence[dict], parameters: list[str], seeded: bool) -> Table:
    rows = []
    results: dict[str, str] = {}
    for (values, seed), record in zip(calls, records):
        row = {**values, **({"seed": seed} if seeded else {}), **record["outputs"]}
        results.update({name: "" for name, v in record["outputs"].items() if isinstance(v, (int, float)) and math.isfinite(v)})
        row.update(status="failed" if record["failure"] else "done", message=record["failure"] or "", digest=record["digest"],
                   seconds=record["seconds"])
        rows.append(row)
    return Table(rows, parameters + (["seed"] if seeded else []), results, "seed" if seeded else None)
