/**
 * Icepack beside Iceberg with a plain BINARY column: the same data, the same statements, one Spark,
 * one run.
 */
package io.icepack.benchmarks.endtoend;
