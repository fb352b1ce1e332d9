package io.icepack.spark.write;

import java.io.Serializable;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * What a finished task tells the driver.
 *
 * @param dataFiles files with rows
 * @param deleteFiles deletion vectors
 * @param rewrittenDeleteFiles what the deletion vectors take the place of
 * @param referencedDataFiles locations of the data files that the deletion vectors point at
 * @param created locations of every object that the task wrote, to be deleted if the job fails
 */
public record TaskCommit(
    List<DataFile> dataFiles,
    List<DeleteFile> deleteFiles,
    List<DeleteFile> rewrittenDeleteFiles,
    List<String> referencedDataFiles,
    List<String> created)
    implements WriterCommitMessage, Serializable {

  static TaskCommit rows(List<DataFile> dataFiles, List<String> created) {
    return new TaskCommit(dataFiles, List.of(), List.of(), List.of(), created);
  }
}
