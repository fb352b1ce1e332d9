/**
 * What a procedure does, callable from Java without SQL: compaction of data files and rebuilding of
 * sidecars. Each operation plans on the driver, works in one Spark job, and commits once or not at
 * all.
 */
package io.icepack.spark.maintenance;
