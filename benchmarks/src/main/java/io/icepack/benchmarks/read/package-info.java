/** The hot path of every payload read, without Spark. */
package io.icepack.benchmarks.read;
