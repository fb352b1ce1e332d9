/**
 * The functions of the namespace {@code sys} of a catalog. {@link
 * io.icepack.spark.function.BlobFunctions} finds them; each class is one function.
 */
package io.icepack.spark.function;
