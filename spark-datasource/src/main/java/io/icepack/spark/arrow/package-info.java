/**
 * {@code format("icepack-arrow")}: Arrow IPC files in Spark, with their {@code lance.blob.v2}
 * fields as structs (Blob v2, "Table Schema"). It knows nothing of tables.
 */
package io.icepack.spark.arrow;
