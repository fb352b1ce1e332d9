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
package io.icepack.blob.read;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs the jobs of one batch at a time on a few daemon threads, which start with the first batch
 * that needs them and end when they are idle. The first failure, an interrupt of the caller, and
 * {@link #close()} stop a batch: its threads are interrupted, and the call returns when none of
 * them runs a job any more.
 */
final class Workers implements Closeable {
  private static final long IDLE_SECONDS = 5;
  private static final AtomicInteger THREADS = new AtomicInteger();

  private final int parallelism;
  private ThreadPoolExecutor executor;
  private Batch running;
  private boolean closed;

  Workers(int parallelism) {
    this.parallelism = parallelism;
  }

  /** One piece of a batch. */
  interface Job {
    void run() throws IOException;
  }

  /** Runs the jobs one after the other on the calling thread. */
  void runHere(List<? extends Job> jobs) throws IOException {
    for (Job job : jobs) {
      checkOpen();
      job.run();
    }
  }

  /** Runs the jobs, several at a time, and returns when all are done. */
  void run(List<? extends Job> jobs) throws IOException {
    if (parallelism == 1 || jobs.size() < 2) {
      runHere(jobs);
      return;
    }
    Batch batch = new Batch(jobs, Math.min(parallelism, jobs.size()));
    start(batch);
    batch.await();
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (running != null) {
      running.fail(readerClosed());
    }
    if (executor != null) {
      executor.shutdown();
    }
  }

  private synchronized void start(Batch batch) throws IOException {
    checkOpen();
    if (executor == null) {
      executor =
          new ThreadPoolExecutor(
              parallelism,
              parallelism,
              IDLE_SECONDS,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              Workers::thread);
      executor.allowCoreThreadTimeOut(true);
    }
    running = batch;
    for (int i = 0; i < batch.helpers; i++) {
      executor.execute(batch);
    }
  }

  private synchronized void checkOpen() throws IOException {
    if (closed) {
      throw readerClosed();
    }
  }

  private static IOException readerClosed() {
    return new IOException("Cannot read payloads: the reader is closed");
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "icepack-range-reader-" + THREADS.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  private static final class Batch implements Runnable {
    private final List<? extends Job> jobs;
    private final int helpers;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch done;
    private final Set<Thread> threads = new HashSet<>();
    private Throwable failure;
    private volatile boolean stopped;

    Batch(List<? extends Job> jobs, int helpers) {
      this.jobs = jobs;
      this.helpers = helpers;
      this.done = new CountDownLatch(helpers);
    }

    @Override
    public void run() {
      try {
        if (enter()) {
          runJobs();
        }
      } finally {
        done.countDown();
      }
    }

    void await() throws IOException {
      boolean interrupted = false;
      while (true) {
        try {
          done.await();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
          fail(ReadFailures.interrupted(e));
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      throwFailure();
    }

    synchronized void fail(Throwable cause) {
      if (!stopped) {
        failure = cause;
        stopped = true;
        threads.forEach(Thread::interrupt);
      }
    }

    private void runJobs() {
      try {
        for (int i = next.getAndIncrement();
            i < jobs.size() && !stopped;
            i = next.getAndIncrement()) {
          jobs.get(i).run();
        }
      } catch (Throwable e) {
        fail(e);
      } finally {
        leave();
      }
    }

    private synchronized boolean enter() {
      return !stopped && threads.add(Thread.currentThread());
    }

    private synchronized void leave() {
      threads.remove(Thread.currentThread());
      Thread.interrupted();
    }

    private synchronized void throwFailure() throws IOException {
      if (failure instanceof IOException e) {
        throw e;
      }
      if (failure instanceof RuntimeException e) {
        throw e;
      }
      if (failure instanceof Error e) {
        throw e;
      }
    }
  }
}
