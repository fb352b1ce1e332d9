/** What it costs to adopt the blobs of a Lance dataset. */
package io.icepack.benchmarks.adopt;
