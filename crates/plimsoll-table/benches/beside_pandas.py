#!/usr/bin/env python3
"""Reads the same pages with Plimsoll and with pandas.read_html in turn, and prints both.

It needs pages, a release build of Plimsoll, and in its Python pandas and lxml:

    cargo run --release -p plimsoll-table --example vendor-pages -- results target/pages/results 1000
    cargo build --release -p plimsoll
    python3 -m venv target/pandas && target/pandas/bin/pip install pandas lxml
    target/pandas/bin/python crates/plimsoll-table/benches/beside_pandas.py target/release/plimsoll target/pages/results
"""

import argparse
import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# The grouping mark and the decimal mark of each language; its tag begins the name of a page.
MARKS = {
    "en": (",", "."),
    "de": (".", ","),
    "fr": ("\u202f", ","),
    "ru": ("\u00a0", ","),
    "tr": (".", ","),
    "ko": (",", "."),
    "ja": (",", "."),
    "zh-Hant": (",", "."),
}
MIB = 1 << 20


def peer(folder):
    """The peer: every table of every page as a frame, frames of one shape put together.

    It is told the language of each page, and writes nothing. lxml is the fastest of its parsers, and styles that hide
    cells are not looked for. Notes are not cut off: pandas makes 421 of 42 with a note 1, so IOPS are only counted.
    """
    import pandas

    shapes = {}
    for page in sorted(folder.iterdir()):
        thousands, decimal = MARKS[page.name.rsplit("-", 1)[0]]
        for frame in pandas.read_html(
            page, flavor="lxml", encoding="utf-8", displayed_only=False, thousands=thousands, decimal=decimal
        ):
            frame.columns = range(frame.shape[1])
            shapes.setdefault(frame.shape[1], []).append(frame)
    tables = sum(map(len, shapes.values()))
    limits, mixes, records = (pandas.concat(shapes[width], ignore_index=True) for width in (4, 6, 7))
    return {
        "tables": tables,
        "values": int(limits.iloc[:, 2:].size + mixes.iloc[:, 1:].size + records.iloc[:, 4:].size),
        "throughput": float(records[4].sum() + mixes.iloc[:, 1:].sum().sum()),
        "latency": float(records[6].sum()),
    }


def of_rows(path):
    """The same of the rows that Plimsoll wrote: the IOPS of a row, its throughput and its latency are three values."""
    tables, values, throughput, latency = set(), 0, 0.0, 0.0
    with open(path, newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            tables.add((row["source"], row["locator"].split(" row ")[0]))
            figures = [row[name] for name in ("iops", "bytes_per_second", "latency_mean_ns")]
            values += sum(1 for figure in figures if figure)
            throughput += float(row["bytes_per_second"] or 0) / MIB
            latency += float(row["latency_mean_ns"] or 0) / 1e6
    return {"tables": len(tables), "values": values, "throughput": throughput, "latency": latency}


def measured(command):
    """Runs a command: its output, wall and CPU seconds, and its peak memory in MiB."""
    with tempfile.TemporaryFile("w+") as output:
        begin = time.monotonic()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - begin
        if status:
            sys.exit(f"{' '.join(map(str, command))} failed with status {os.waitstatus_to_exitcode(status)}")
        output.seek(0)
        return output.read(), (wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def agree(one, other):
    """Ends with an error unless both read the same."""
    same = all(abs(one[key] - other[key]) <= 1e-9 * abs(other[key]) for key in other)
    if not same:
        sys.exit(f"they read different tables:\nPlimsoll {one}\npandas   {other}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plimsoll")
    parser.add_argument("folder", type=Path, help="the pages")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    if arguments.plimsoll == "peer":
        print(json.dumps(peer(arguments.folder)))
        return

    folder, runs = arguments.folder, {"Plimsoll": [], "pandas": []}
    with tempfile.TemporaryDirectory() as output:
        rows = Path(output, "rows.csv")
        convert = [arguments.plimsoll, "convert", folder, "--to", "csv", "--output", rows]
        for number in range(arguments.rounds):
            runs["Plimsoll"].append(measured(convert)[1])
            read, costs = measured([sys.executable, __file__, "peer", folder])
            runs["pandas"].append(costs)
            if number == 0:
                ours = of_rows(rows)
                agree(ours, json.loads(read))

    pages = sum(1 for _ in folder.iterdir())
    size = sum(page.stat().st_size for page in folder.iterdir())
    print(f"{pages} pages, {size / 1e6:.1f} MB, {ours['tables']} tables, {ours['values']} values; both read the same")
    medians = {name: [statistics.median(costs) for costs in zip(*of)] for name, of in runs.items()}
    for name, (wall, cpu, memory) in medians.items():
        print(f"{name:9} {wall:7.3f} s wall {cpu:7.3f} s CPU {memory:5.0f} MiB")
    wall, cpu, _ = (of_pandas / of_plimsoll for of_plimsoll, of_pandas in zip(*medians.values()))
    print(f"ratio     {wall:7.2f} wall   {cpu:7.2f} CPU")


if __name__ == "__main__":
    main()
