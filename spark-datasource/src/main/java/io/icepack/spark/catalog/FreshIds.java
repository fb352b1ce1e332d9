/*
 * Copyright 2026 the Icepack authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.icepack.spark.catalog;

import io.icepack.spark.table.BlobColumns;
import io.icepack.spark.table.BlobStorage;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Field ids of a table that replaces another. Iceberg gives a column the id of the one that had its
 * name. A BINARY and a descriptor column are of one type, so where one takes the place of the other
 * the older snapshots would be read wrong, and the column gets an id of its own.
 *
 * @param table full name, for errors
 * @param replaced the table that is replaced, or a new one without snapshots
 * @param descriptors names of the descriptor columns of the new table
 */
record FreshIds(String table, TableMetadata replaced, Set<String> descriptors) {

  /** Gives the columns of a staged table the ids that they need. */
  void assign(Table staged) {
    List<Types.NestedField> columns = staged.schema().columns();
    if (columns.stream().noneMatch(this::meantSomethingElse)) {
      return;
    }
    UpdateSchema update = staged.updateSchema().allowIncompatibleChanges();
    String previous = null;
    for (Types.NestedField field : columns) {
      if (meantSomethingElse(field)) {
        checkNoPartition(staged, field);
        replace(update, field, previous);
      }
      previous = field.name();
    }
    update.commit();
  }

  private boolean meantSomethingElse(Types.NestedField field) {
    boolean recorded =
        BlobColumns.fieldIds(BlobStorage.DESCRIPTOR, replaced.properties())
            .contains(field.fieldId());
    return isBinary(field)
        && recorded != descriptors.contains(field.name())
        && replaced.snapshots().stream()
            .map(snapshot -> replaced.schemasById().get(snapshot.schemaId()))
            .anyMatch(past -> past != null && isBinary(past.findField(field.fieldId())));
  }

  private static boolean isBinary(Types.NestedField field) {
    return field != null && field.type().typeId() == Type.TypeID.BINARY;
  }

  private static void replace(UpdateSchema update, Types.NestedField field, String previous) {
    update.deleteColumn(field.name());
    if (field.isOptional()) {
      update.addColumn(null, field.name(), field.type(), field.doc());
    } else {
      update.addRequiredColumn(null, field.name(), field.type(), field.doc());
    }
    if (previous == null) {
      update.moveFirst(field.name());
    } else {
      update.moveAfter(field.name(), previous);
    }
  }

  private void checkNoPartition(Table staged, Types.NestedField field) {
    for (PartitionField partition : staged.spec().fields()) {
      if (partition.sourceId() == field.fieldId()) {
        throw new ValidationException(
            "Cannot partition table %s by column %s: it was a BLOB in the table that is replaced; "
                + "choose another name",
            table, field.name());
      }
    }
  }
}
