/** Primary-key tables: upserts beside MERGE INTO, and what merging sorted runs costs. */
package io.icepack.benchmarks.keyed;
