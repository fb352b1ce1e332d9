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
