/**
 * The main job from end to end: a folder of media becomes a table, is queried, exported, relabelled
 * and compacted.
 */
package io.icepack.benchmarks.demo;
