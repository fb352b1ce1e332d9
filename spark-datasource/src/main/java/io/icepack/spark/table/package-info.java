/**
 * What a blob table <em>is</em>: which columns hold blobs (remembered by Iceberg field id), how
 * their logical types (BINARY, ARRAY, MAP) stand in the physical Iceberg schema (descriptor
 * structs), its options, and its capability flags. Nothing here reads or writes data.
 */
package io.icepack.spark.table;
