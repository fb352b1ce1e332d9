/**
 * Blob columns in Arrow batches: {@link BlobSchemas} recognises them and derives the descriptor and
 * materialised schemas, and a conversion turns one batch into another. A conversion shares every
 * buffer of the batch except those of the blob values themselves, so containers keep their shape.
 */
package io.icepack.blob.arrow;
