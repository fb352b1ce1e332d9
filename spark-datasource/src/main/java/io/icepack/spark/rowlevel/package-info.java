/**
 * UPDATE, DELETE and MERGE INTO as merge-on-read: deletion vectors for the old rows, new rows that
 * keep the descriptors of values which the statement only passes on.
 */
package io.icepack.spark.rowlevel;
