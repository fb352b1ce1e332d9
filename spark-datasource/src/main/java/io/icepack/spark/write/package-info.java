/**
 * The way of a row in: payloads go to packs, the row with descriptors to Iceberg's file writers, a
 * sidecar beside each data file, and everything into one Iceberg commit.
 */
package io.icepack.spark.write;
