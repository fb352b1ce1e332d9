"""Blobs that Lance's own client wrote are adopted in place, and stay readable for it."""

import os

import pyarrow as pa
import pytest

VALUES = [b"tiny", b"", None, os.urandom(100_000), os.urandom(200_000), os.urandom(5_000_000)]
MORE = [b"other file", os.urandom(90_000), None, os.urandom(4_500_000)]


@pytest.fixture(scope="module")
def lance():
    """The client, which is imported late because it changes how PyArrow shows blobs."""
    return pytest.importorskip("lance")


def write(lance, path, managed):
    metadata = {"lance.blob.managed": "true"} if managed else None
    schema = pa.schema([pa.field("id", pa.int64()), lance.blob_field("content")], metadata)

    def table(start, values):
        ids = pa.array(range(start, start + len(values)))
        return pa.table({"id": ids, "content": lance.blob_array(values)}, schema=schema)

    lance.write_dataset(table(0, VALUES), path, data_storage_version="2.2")
    return lance.write_dataset(table(len(VALUES), MORE), path, mode="append")


def scan_descriptors(dataset, path):
    """Writes what a scan gives, and the data file of each row, to an Arrow file."""
    parts = []
    for fragment in dataset.get_fragments():
        part = fragment.to_table()
        column = dataset.lance_schema.field("content").id()
        (file,) = [file.path for file in fragment.data_files() if column in file.fields]
        parts.append(part.append_column("data_file", pa.array([file] * len(part))))
    scan = pa.concat_tables(parts)
    with pa.ipc.new_file(str(path), scan.schema) as writer:
        writer.write_table(scan)
    return scan.column("content").to_pylist()


def payloads(folder):
    """Every object below a folder, with its size and times."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {file: (file.stat().st_size, file.stat().st_mtime_ns, file.stat().st_ino) for file in files}


def contents(dataset):
    found = dataset.read_blobs("content", indices=list(range(dataset.count_rows())))
    return [content for _, content in found]


@pytest.mark.parametrize("managed", [False, True])
def test_blobs_are_adopted_without_a_copy(spark, lance, warehouse, tmp_path, managed):
    path = tmp_path / "photos.lance"
    dataset = write(lance, str(path), managed)
    before = payloads(path)
    kinds = {value["kind"] for value in scan_descriptors(dataset, tmp_path / "scan.arrow") if value}
    assert kinds == ({0, 4} if managed else {0, 1, 2})
    spark.read.format("icepack-arrow").load(str(tmp_path / "scan.arrow")).createOrReplaceTempView("scan")
    name = f"adopted_{managed}".lower()
    spark.sql(f"CREATE TABLE lake.examples.{name} (id BIGINT, content BINARY COMMENT '__BLOB_FIELD')")

    (figures,) = spark.sql(
        f"CALL lake.sys.adopt_lance_blobs(table => 'examples.{name}', dataset => '{path}', source => 'scan')"
    ).collect()
    values = VALUES + MORE
    stored = [value for value in values if value is not None]
    assert figures.rows_count == len(values)
    assert figures.blobs_count == len(stored)
    assert figures.referenced_bytes == sum(map(len, stored))

    rows = spark.table(f"lake.examples.{name}").orderBy("id").collect()
    assert [None if row.content is None else bytes(row.content) for row in rows] == values
    own = payloads(warehouse / "examples" / name)
    assert not [file for file in own if file.suffix == ".blob"]
    assert sum(size for size, *_ in own.values()) < 100_000
    assert payloads(path) == before
    assert contents(lance.dataset(str(path))) == values


def test_lance_takes_what_spark_exports(spark, lance, tmp_path):
    export = spark.sql(
        "SELECT id, IF(id = 1, NULL, named_struct('data', CAST(repeat('x', id * 100000) AS BINARY),"
        " 'uri', STRING(NULL))) AS content FROM range(3)"
    )
    export.coalesce(1).write.format("icepack-arrow").option("blob-fields", "content").save(str(tmp_path / "out"))
    (file,) = (tmp_path / "out").glob("part-*.arrow")
    table = pa.ipc.open_file(str(file)).read_all()
    dataset = lance.write_dataset(table, str(tmp_path / "copy.lance"), data_storage_version="2.2")
    assert contents(dataset) == [b"", None, b"x" * 200_000]
