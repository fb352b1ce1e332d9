/**
 * The class names that users type into a Spark configuration; everything else lies in the packages
 * below.
 */
package io.icepack.spark;
