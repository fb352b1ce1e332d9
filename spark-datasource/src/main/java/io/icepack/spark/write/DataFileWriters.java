package io.icepack.spark.write;

import io.icepack.blob.base.DescriptorResolver;
import io.icepack.spark.column.BlobSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.RegistryBasedFileWriterFactory;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.DataWriter;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/** Opens Iceberg's file writers for one task and keeps what each data file references. */
final class DataFileWriters extends RegistryBasedFileWriterFactory<InternalRow, StructType> {

  private final transient List<BlobSource> sources;
  private final transient DescriptorResolver resolver;
  private final transient TaskFiles files;
  private final transient Map<String, PackReferences> references = new LinkedHashMap<>();

  DataFileWriters(
      Table table,
      WriteContext context,
      FileFormat deleteFormat,
      DescriptorResolver resolver,
      TaskFiles files) {
    super(
        table,
        context.format(),
        InternalRow.class,
        context.schema(),
        table.sortOrders().get(context.sortOrderId()),
        deleteFormat,
        null,
        null,
        null,
        context.properties(),
        context.sparkSchema(),
        null);
    this.sources =
        context.blobs().stream()
            .map(blob -> new BlobSource(blob.ordinal(), blob.name(), blob.shape()))
            .toList();
    this.resolver = resolver;
    this.files = files;
  }

  @Override
  public DataWriter<InternalRow> newDataWriter(
      EncryptedOutputFile file, PartitionSpec spec, StructLike partition) {
    String location = file.encryptingOutputFile().location();
    files.add(location);
    PackReferences fileReferences = new PackReferences(sources, resolver);
    references.put(location, fileReferences);
    return new RecordingDataWriter(
        super.newDataWriter(file, spec, partition), location, spec, partition, fileReferences);
  }

  /** What each data file references, by location. */
  Map<String, PackReferences> references() {
    return references;
  }
}
