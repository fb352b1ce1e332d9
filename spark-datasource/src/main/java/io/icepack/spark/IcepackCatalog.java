package io.icepack.spark;

import io.icepack.spark.catalog.BlobCatalog;

/**
 * The catalog that users configure: Iceberg's Spark catalog, over every Iceberg catalog type and
 * with all its options, whose tables may have managed BLOB columns.
 *
 * <pre>spark.sql.catalog.lake   io.icepack.spark.IcepackCatalog</pre>
 */
public class IcepackCatalog extends BlobCatalog {}
