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
package io.icepack.spark.procedures;

import io.icepack.spark.maintenance.BlobRefsRebuild;
import io.icepack.spark.maintenance.ForeignRewrite;
import java.util.Iterator;
import java.util.function.Supplier;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.connector.read.Scan;

/**
 * {@code CALL <catalog>.system.rewrite_data_files(…)}: Iceberg's procedure, and after it the
 * sidecars of the data files that it wrote.
 */
public final class RewriteDataFilesProcedure extends IcebergProcedure {

  @Override
  public String name() {
    return "rewrite_data_files";
  }

  @Override
  Iterator<Scan> run(ProcedureCall call, Supplier<Iterator<Scan>> iceberg) {
    SparkTable sparkTable = call.table();
    Table table = sparkTable.table();
    table.refresh();
    ForeignRewrite.check(call.spark(), table, call.branch(sparkTable));
    return new BlobRefsRebuild(call.spark(), table).after(iceberg);
  }
}
