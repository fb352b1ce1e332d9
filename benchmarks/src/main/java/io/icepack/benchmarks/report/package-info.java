/** What the demo and the benchmarks print and write. */
package io.icepack.benchmarks.report;
