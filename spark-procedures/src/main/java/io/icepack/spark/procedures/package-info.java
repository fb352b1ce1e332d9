/**
 * {@code CALL <catalog>.sys.*}: one class a procedure, which names parameters and result columns
 * and leaves the work to {@link io.icepack.spark.maintenance}.
 */
package io.icepack.spark.procedures;
