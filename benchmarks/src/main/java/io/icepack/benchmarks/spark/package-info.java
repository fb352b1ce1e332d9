/** The embedded Spark that the demo and the benchmarks run in. */
package io.icepack.benchmarks.spark;
