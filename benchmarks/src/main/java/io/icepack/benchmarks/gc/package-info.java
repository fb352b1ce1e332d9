/** Garbage collection of a table of many files: time, requests to storage, and memory. */
package io.icepack.benchmarks.gc;
