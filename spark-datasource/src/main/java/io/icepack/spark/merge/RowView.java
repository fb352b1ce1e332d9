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
package io.icepack.spark.merge;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.CalendarInterval;
import org.apache.spark.unsafe.types.GeographyVal;
import org.apache.spark.unsafe.types.GeometryVal;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.unsafe.types.VariantVal;

/** A row that takes each of its columns from some other row, without copying. */
abstract class RowView extends InternalRow {

  private static final long serialVersionUID = 1L;

  private final StructType type;

  RowView(StructType type) {
    this.type = type;
  }

  /** The row, of the same type, whose column at {@code ordinal} shows; null if that is null. */
  abstract InternalRow source(int ordinal);

  @Override
  public int numFields() {
    return type.length();
  }

  @Override
  public boolean isNullAt(int ordinal) {
    InternalRow source = source(ordinal);
    return source == null || source.isNullAt(ordinal);
  }

  @Override
  public boolean getBoolean(int ordinal) {
    return source(ordinal).getBoolean(ordinal);
  }

  @Override
  public byte getByte(int ordinal) {
    return source(ordinal).getByte(ordinal);
  }

  @Override
  public short getShort(int ordinal) {
    return source(ordinal).getShort(ordinal);
  }

  @Override
  public int getInt(int ordinal) {
    return source(ordinal).getInt(ordinal);
  }

  @Override
  public long getLong(int ordinal) {
    return source(ordinal).getLong(ordinal);
  }

  @Override
  public float getFloat(int ordinal) {
    return source(ordinal).getFloat(ordinal);
  }

  @Override
  public double getDouble(int ordinal) {
    return source(ordinal).getDouble(ordinal);
  }

  @Override
  public Decimal getDecimal(int ordinal, int precision, int scale) {
    return isNullAt(ordinal) ? null : source(ordinal).getDecimal(ordinal, precision, scale);
  }

  @Override
  public UTF8String getUTF8String(int ordinal) {
    return isNullAt(ordinal) ? null : source(ordinal).getUTF8String(ordinal);
  }

  @Override
  public byte[] getBinary(int ordinal) {
    return isNullAt(ordinal) ? null : source(ordinal).getBinary(ordinal);
  }

  @Override
  public GeographyVal getGeography(int ordinal) {
    return isNullAt(ordinal) ? null : source(ordinal).getGeography(ordinal);
  }

  @Override
  public GeometryVal getGeometry(int ordinal) {
    return isNullAt(ordinal) ? null : source(ordinal).getGeometry(ordinal);
  }

  @Override
  public CalendarInterval getInterval(int ordinal) {
    return isNullAt(ordinal) ? null : source(ordinal).getInterval(ordinal);
  }

  @Override
  public VariantVal getVariant(int ordinal) {
    return isNullAt(ordinal) ? null : source(ordinal).getVariant(ordinal);
  }

  @Override
  public InternalRow getStruct(int ordinal, int numFields) {
    return isNullAt(ordinal) ? null : source(ordinal).getStruct(ordinal, numFields);
  }

  @Override
  public ArrayData getArray(int ordinal) {
    return isNullAt(ordinal) ? null : source(ordinal).getArray(ordinal);
  }

  @Override
  public MapData getMap(int ordinal) {
    return isNullAt(ordinal) ? null : source(ordinal).getMap(ordinal);
  }

  @Override
  public Object get(int ordinal, DataType dataType) {
    return isNullAt(ordinal) ? null : source(ordinal).get(ordinal, dataType);
  }

  @Override
  public InternalRow copy() {
    StructField[] fields = type.fields();
    Object[] values = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      values[i] = InternalRow.copyValue(get(i, fields[i].dataType()));
    }
    return new GenericInternalRow(values);
  }

  @Override
  public void setNullAt(int ordinal) {
    throw readOnly();
  }

  @Override
  public void update(int ordinal, Object value) {
    throw readOnly();
  }

  private static UnsupportedOperationException readOnly() {
    return new UnsupportedOperationException("Cannot set a value: the row is read-only");
  }
}
