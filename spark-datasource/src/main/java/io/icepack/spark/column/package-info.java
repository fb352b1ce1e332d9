/**
 * One column's values, for every shape: logical values (bytes, serialised descriptors, handles)
 * become descriptor structs on the way in, and descriptor structs become logical values on the way
 * out. The only package that knows how a shape is walked.
 */
package io.icepack.spark.column;
