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

import io.icepack.spark.catalog.BlobCatalog;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/** A procedure on one table that answers with one row of figures. */
abstract class TableProcedure extends SysProcedure {

  /** Does the work and returns the figures. */
  abstract Object[] run(ProcedureCall call);

  @Override
  final List<Object[]> run(BlobCatalog catalog, InternalRow arguments) {
    return List.<Object[]>of(run(ProcedureCall.of(catalog, name(), parameters(), arguments)));
  }
}
