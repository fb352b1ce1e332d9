/** References and ingest of objects by their URIs. */
package io.icepack.benchmarks.references;
