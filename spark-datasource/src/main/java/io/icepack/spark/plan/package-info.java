/**
 * The Catalyst side of the session extension. It makes statements cheaper and never changes what
 * they mean; nothing else uses it.
 */
package io.icepack.spark.plan;
