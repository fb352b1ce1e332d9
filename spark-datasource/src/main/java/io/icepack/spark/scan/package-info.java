/**
 * The way of a row out: Iceberg plans and reads rows with descriptors; rows that pass the pushed
 * filters are gathered into batches, whose payloads are fetched together.
 */
package io.icepack.spark.scan;
