/**
 * The door: the catalog, the tables it hands out, and the checks of CREATE and ALTER. Everything
 * that Iceberg's own catalog can do is left to it; only what touches a blob column is changed on
 * its way in and out.
 */
package io.icepack.spark.catalog;
