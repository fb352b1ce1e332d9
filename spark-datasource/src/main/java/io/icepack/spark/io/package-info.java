/** The payload layer's storage interface over a table's Iceberg {@code FileIO}. */
package io.icepack.spark.io;
