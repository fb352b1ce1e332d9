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
package io.icepack.benchmarks.gc;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import javax.management.ListenerNotFoundException;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * The most of the heap that was in use after a collection of the JVM, of which the last is forced.
 */
final class HeapPeak implements AutoCloseable {
  private static final Set<String> POOLS =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(pool -> pool.getName())
          .collect(Collectors.toSet());

  private final AtomicLong bytes = new AtomicLong();
  private final NotificationListener listener =
      (notification, context) -> take(notification.getUserData());

  HeapPeak() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector).addNotificationListener(listener, null, null);
    }
  }

  private void take(Object data) {
    long used =
        GarbageCollectionNotificationInfo.from((CompositeData) data)
            .getGcInfo()
            .getMemoryUsageAfterGc()
            .entrySet()
            .stream()
            .filter(pool -> POOLS.contains(pool.getKey()))
            .mapToLong(pool -> pool.getValue().getUsed())
            .sum();
    bytes.accumulateAndGet(used, Math::max);
  }

  /** Bytes so far, those that are in use now included. */
  long bytes() {
    System.gc();
    long now = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    return bytes.accumulateAndGet(now, Math::max);
  }

  @Override
  public void close() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      try {
        ((NotificationEmitter) collector).removeNotificationListener(listener);
      } catch (ListenerNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
