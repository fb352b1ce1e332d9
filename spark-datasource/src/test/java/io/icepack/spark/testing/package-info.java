/**
 * What Spark tests of all modules share: sessions, a table {@code FileIO} that counts and fails.
 */
package io.icepack.spark.testing;
