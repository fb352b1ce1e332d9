/** Payloads that are large for the heap. */
package io.icepack.benchmarks.heap;
