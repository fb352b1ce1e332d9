"""Arrow files with blobs go both ways between PyArrow and Spark."""

import pyarrow as pa
import pytest

BLOB = {b"ARROW:extension:name": b"lance.blob.v2"}


def blob_type(complete=True):
    children = [pa.field("data", pa.large_binary()), pa.field("uri", pa.string())]
    if complete:
        children += [pa.field("position", pa.uint64()), pa.field("size", pa.uint64())]
    return pa.struct(children)


def is_blob(field):
    """Where lance is imported, PyArrow takes the metadata for an extension type."""
    if isinstance(field.type, pa.ExtensionType):
        return field.type.extension_name == "lance.blob.v2"
    return field.metadata == BLOB


def storage(kind):
    return kind.storage_type if isinstance(kind, pa.ExtensionType) else kind


def value(data=None, uri=None, position=None, size=None):
    return {"data": data, "uri": uri, "position": position, "size": size}


SCHEMA = pa.schema(
    [
        pa.field("id", pa.int64()),
        pa.field("b", blob_type(), metadata=BLOB),
        pa.field("list", pa.large_list(pa.field("item", blob_type(complete=False), metadata=BLOB))),
        pa.field("deep", pa.struct([pa.field("inner", blob_type(), metadata=BLOB)])),
    ]
)
ROWS = [
    {"id": 1, "b": value(b"one"), "list": [{"data": b"x", "uri": None}, None], "deep": None},
    {"id": 2, "b": value(b""), "list": [], "deep": {"inner": None}},
    {"id": 3, "b": None, "list": None, "deep": {"inner": value(uri="s3://b/k", position=4, size=2)}},
    {"id": 4, "b": value(uri="s3://b/%20 é"), "list": [None], "deep": {"inner": value(b"four")}},
]


@pytest.mark.parametrize("kind, compression", [("file", None), ("file", "zstd"), ("stream", "lz4")])
def test_spark_reads_what_pyarrow_wrote(spark, tmp_path, kind, compression):
    new = pa.ipc.new_file if kind == "file" else pa.ipc.new_stream
    options = pa.ipc.IpcWriteOptions(compression=compression)
    with new(str(tmp_path / "some.arrow"), SCHEMA, options=options) as writer:
        for batch in pa.Table.from_pylist(ROWS, schema=SCHEMA).to_batches(max_chunksize=3):
            writer.write_batch(batch)

    read = spark.read.format("icepack-arrow").load(str(tmp_path))
    assert read.schema["b"].metadata == {"ARROW:extension:name": "lance.blob.v2"}
    assert read.schema["b"].dataType.simpleString() == (
        "struct<data:binary,uri:string,position:bigint,size:bigint>"
    )
    rows = [row.asDict(recursive=True) for row in read.orderBy("id").collect()]
    assert rows == ROWS


def coded(values, indices=pa.int32()):
    """A dictionary-encoded array."""
    return pa.array(values).dictionary_encode().cast(pa.dictionary(indices, pa.array(values).type))


@pytest.mark.parametrize("kind", ["file", "stream"])
def test_dictionaries_are_read_as_their_values(spark, tmp_path, kind):
    words, other = ["a", None, "b", "a"], ["x", "y", "x", None]
    many = pa.ListArray.from_arrays(pa.array([0, 2, 2, 3, 4]), coded(other, pa.uint8()))
    struct = pa.StructArray.from_arrays([coded(words, pa.int8()), coded(["é"] * 4)], ["w", "e"])
    table = pa.table(
        {
            "id": pa.array(range(4)),
            "word": coded(words, pa.uint16()),
            "number": coded([10, 20, 10, None]),
            "struct": struct,
            "many": many,
            "structs": pa.ListArray.from_arrays(pa.array([0, 1, 1, 3, 4]), struct),
        }
    )
    new = pa.ipc.new_file if kind == "file" else pa.ipc.new_stream
    with new(str(tmp_path / "some.arrow"), table.schema) as writer:
        for batch in table.to_batches(max_chunksize=3):
            writer.write_batch(batch)
    read = spark.read.format("icepack-arrow").load(str(tmp_path))
    assert read.schema.simpleString() == (
        "struct<id:bigint,word:string,number:bigint,struct:struct<w:string,e:string>,"
        "many:array<string>,structs:array<struct<w:string,e:string>>>"
    )
    assert [row.asDict(recursive=True) for row in read.orderBy("id").collect()] == table.to_pylist()
    assert [row.w for row in read.orderBy("id").select("struct.w").collect()] == words


@pytest.mark.parametrize("kind, deltas", [("file", True), ("stream", True), ("stream", False)])
def test_dictionaries_grow_and_change(spark, tmp_path, kind, deltas):
    new = pa.ipc.new_file if kind == "file" else pa.ipc.new_stream
    batches = []
    for words in (["a", "b"], ["a", "b", "c"]) if deltas else (["a", "b"], ["c"]):
        indexes = pa.array(range(len(words)), pa.int32())
        encoded = pa.DictionaryArray.from_arrays(indexes, pa.array(words))
        batches.append(pa.record_batch([encoded], names=["word"]))
    options = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=deltas)
    with new(str(tmp_path / "some.arrow"), batches[0].schema, options=options) as writer:
        for batch in batches:
            writer.write_batch(batch)
    read = spark.read.format("icepack-arrow").load(str(tmp_path)).collect()
    assert [row.word for row in read] == (["a", "b"] * 2 + ["c"] if deltas else ["a", "b", "c"])


def test_timestamps_are_read_where_microseconds_hold_them(spark, tmp_path):
    instants = [1_700_000_000_123_456_000, None, -1_000]
    table = pa.table(
        {
            "n": pa.array(instants, pa.timestamp("ns", tz="UTC")),
            "s": pa.array([1, None, -2], pa.timestamp("s", tz="UTC")),
            "local": pa.array([1_000, None, 0], pa.timestamp("ns")),
        }
    )
    with pa.ipc.new_file(str(tmp_path / "some.arrow"), table.schema) as writer:
        writer.write_table(table)
    read = spark.read.format("icepack-arrow").load(str(tmp_path))
    assert read.schema.simpleString() == "struct<n:timestamp,s:timestamp,local:timestamp_ntz>"
    rows = read.selectExpr("unix_micros(n)", "unix_micros(s)", "string(local)").collect()
    assert [tuple(row) for row in rows] == [
        (1_700_000_000_123_456, 1_000_000, "1970-01-01 00:00:00.000001"),
        (None, None, None),
        (-1, -2_000_000, "1970-01-01 00:00:00"),
    ]

    finer = pa.table({"n": pa.array([1_001], pa.timestamp("ns")), "id": pa.array([5])})
    with pa.ipc.new_file(str(tmp_path / "some.arrow"), finer.schema) as writer:
        writer.write_table(finer)
    finest = spark.read.format("icepack-arrow").load(str(tmp_path))
    with pytest.raises(Exception, match="timestamp 1001 of field n, in units of a nanosecond, is no "):
        finest.collect()
    assert [row.id for row in finest.select("id").collect()] == [5]


def test_pyarrow_reads_what_spark_wrote(spark, tmp_path):
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    with pa.ipc.new_file(str(source / "some.arrow"), SCHEMA) as writer:
        writer.write_table(pa.Table.from_pylist(ROWS, schema=SCHEMA))
    read = spark.read.format("icepack-arrow").load(str(source)).coalesce(1)
    # The elements of an array have no metadata in Spark, so that the option has to name them.
    read.write.format("icepack-arrow").option("blob-fields", "list").save(str(target))

    (file,) = target.glob("part-*.arrow")
    table = pa.ipc.open_file(str(file)).read_all()
    assert table.to_pylist() == ROWS
    elements = table.schema.field("list").type.value_field
    assert is_blob(table.schema.field("b")) and is_blob(elements)
    assert is_blob(table.schema.field("deep").type.field("inner"))
    assert storage(table.schema.field("b").type) == blob_type()
    assert storage(elements.type) == blob_type(complete=False)


def test_a_table_is_loaded_and_exported(spark, tmp_path):
    with pa.ipc.new_file(str(tmp_path / "some.arrow"), SCHEMA) as writer:
        writer.write_table(pa.Table.from_pylist(ROWS, schema=SCHEMA))
    files = spark.read.format("icepack-arrow").load(str(tmp_path))
    spark.sql(
        "CREATE TABLE lake.examples.arrow (id BIGINT, content BINARY COMMENT '__BLOB_FIELD')"
    )
    files.where("id < 4").selectExpr("id", "b.data AS content").writeTo("lake.examples.arrow").append()

    table = spark.table("lake.examples.arrow").coalesce(1)
    blob = "named_struct('data', content, 'uri', STRING(NULL))"
    export = table.selectExpr("id", f"IF(content IS NULL, NULL, {blob}) AS content")
    export.write.format("icepack-arrow").option("blob-fields", "content").save(str(tmp_path / "out"))
    (file,) = (tmp_path / "out").glob("part-*.arrow")
    exported = pa.ipc.open_file(str(file)).read_all()
    assert is_blob(exported.schema.field("content"))
    assert exported.sort_by("id").to_pylist() == [
        {"id": 1, "content": {"data": b"one", "uri": None}},
        {"id": 2, "content": {"data": b"", "uri": None}},
        {"id": 3, "content": None},
    ]
