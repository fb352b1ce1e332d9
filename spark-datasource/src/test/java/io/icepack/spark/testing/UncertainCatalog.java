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
package io.icepack.spark.testing;

import io.icepack.spark.table.ForwardingTableOperations;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.ServiceFailureException;
import org.apache.iceberg.hadoop.HadoopCatalog;

/** A catalog of which a commit may go wrong, also in such a way that its outcome is unknown. */
public class UncertainCatalog extends HadoopCatalog {

  private static final AtomicInteger COMMITS = new AtomicInteger();
  private static volatile int disturbed;
  private static volatile Disturbance disturbance;

  /** What goes wrong. */
  public enum Disturbance {
    /** The catalog refuses to commit, and says so. */
    REFUSED,
    /** The catalog never gets to know of the commit, and the client not of that. */
    LOST_REQUEST,
    /** The catalog commits, and the client does not get to know. */
    LOST_ANSWER
  }

  /** Forgets everything and disturbs nothing. */
  public static void reset() {
    disturb(0, null);
  }

  /** Disturbs the nth commit from now on, counted from 1. */
  public static void disturb(int commit, Disturbance newDisturbance) {
    COMMITS.set(0);
    disturbance = newDisturbance;
    disturbed = commit;
  }

  /** Attempts to commit so far. */
  public static int commits() {
    return COMMITS.get();
  }

  /** Makes the next commit succeed and look as if its outcome were unknown. */
  public static void loseNextAnswer() {
    disturb(1, Disturbance.LOST_ANSWER);
  }

  @Override
  protected TableOperations newTableOps(TableIdentifier identifier) {
    return new UncertainOperations(super.newTableOps(identifier));
  }

  private static final class UncertainOperations extends ForwardingTableOperations {
    UncertainOperations(TableOperations operations) {
      super(operations);
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
      Disturbance now = COMMITS.incrementAndGet() == disturbed ? disturbance : null;
      if (now == Disturbance.REFUSED) {
        throw new ForbiddenException("the commit was refused");
      } else if (now == Disturbance.LOST_REQUEST) {
        throw new ServiceFailureException("the request was lost");
      }
      super.commit(base, metadata);
      if (now == Disturbance.LOST_ANSWER) {
        throw new CommitStateUnknownException(new RuntimeException("the answer was lost"));
      }
    }
  }
}
