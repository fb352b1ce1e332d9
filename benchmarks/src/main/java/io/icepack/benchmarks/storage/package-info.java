/**
 * A local file system that counts bytes and requests, so that a count in a report is measured and
 * not assumed.
 */
package io.icepack.benchmarks.storage;
