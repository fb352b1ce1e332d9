/**
 * A local file system that counts bytes, so that a byte count in a report is measured and not
 * assumed.
 */
package io.icepack.benchmarks.storage;
