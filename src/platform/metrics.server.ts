import { type Aggregator, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ConnectionPool } from './connection-pool.server.ts';
import type { DatabaseMonitor } from './database-monitor.server.ts';
import type { DiskSpace } from './disk-space.server.ts';
import type { HealthRegistry } from './health-registry.server.ts';
import { createImageMetrics, type ImageMetrics } from './image-process/image-metrics.server.ts';
import { createMeasuredGauge } from './measured-gauge.server.ts';
import type { Replica } from './replica/replica.server.ts';
import type { ResponseCache } from './response-cache/response-cache.server.ts';
import { createTaxMetrics, type TaxMetrics } from './tax-metrics.server.ts';
import { VERSION } from './version.server.ts';
import type { QueueLength } from './worker/queue-lengths.server.ts';
import { createWorkerMetrics, type WorkerMetrics } from './worker/worker-metrics.server.ts';

export interface Metrics {
  registry: Registry;
  /** The Prometheus text of this process, or of all workers of a machine. */
  toText(): Promise<string>;
  workers: WorkerMetrics;
  images: ImageMetrics;
  tax: TaxMetrics;
  /** Whether the changes of other processes are heard. */
  changes: { listening(isListening: boolean): void };
  /** Told of the newest backup: the moment of its data, and the size of its file in bytes; and of an archived log. */
  backups: { made(madeAt: Date, bytes: number): void; archived(at: Date): void };
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  /** Counts a request that no route has seen. `kind` takes the place of the route, in parentheses. */
  observeEarlyResponse(method: string, kind: string, status: number): void;
  /** Keeps what was measured until the next measurement. */
  recordQueues(queues: readonly QueueLength[]): void;
  recordDisk(space: DiskSpace): void;
  /** Reads these whenever the metrics are requested. */
  observe(parts: {
    pool: ConnectionPool;
    responseCache: ResponseCache;
    monitor: DatabaseMonitor;
    health: Pick<HealthRegistry, 'statuses'>;
    replica: Pick<Replica, 'stats'> | null;
  }): void;
}

/**
 * Metrics of this process in the Prometheus text format. Labels are bounded: routes, never addresses. Several workers of
 * a machine are added up, except where `aggregator` says otherwise. `collectAll` returns the text of all of them.
 */
export function createMetrics(collectAll?: () => Promise<string>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests responded to. A route in parentheses: responded to before any route.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to respond.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => number, aggregator: Aggregator = 'sum') =>
    new Gauge({
      name,
      help,
      aggregator,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  const listening = new Gauge({
    name: 'change_listener_connected',
    help: '1 while the changes of other processes are heard, 0 while they are not.',
    aggregator: 'min',
    registers: [registry],
  });
  const losses = new Counter({
    name: 'change_listener_losses_total',
    help: 'Times that the connection on which changes are heard was lost.',
    registers: [registry],
  });
  const backupMadeAt = new Gauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'The moment of the newest backup, in seconds since 1970; 0 without one, or without a schedule.',
    aggregator: 'max',
    registers: [registry],
  });
  const backupBytes = new Gauge({
    name: 'backup_last_success_bytes',
    help: 'The size of the newest backup.',
    aggregator: 'max',
    registers: [registry],
  });
  const walArchivedAt = new Gauge({
    name: 'wal_archive_last_success_timestamp_seconds',
    help: 'When the log of the built-in database was last archived, in seconds since 1970; 0 if it is not.',
    registers: [registry],
  });
  new Gauge({
    name: 'ironmonger_info',
    help: '1, with the version of the shop and of Node.',
    aggregator: 'first',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: VERSION, node: process.version }, 1);
  const due = createMeasuredGauge(registry, {
    name: 'queue_due',
    help: 'Entries that are due now, counted up to 10000.',
    labelNames: ['queue'],
  });
  const oldestDue = createMeasuredGauge(registry, {
    name: 'queue_oldest_due_seconds',
    help: 'For how long the oldest entry has been due, 0 if none is. Absent if the queue does not store it.',
    labelNames: ['queue'],
  });
  const diskFree = createMeasuredGauge(registry, {
    name: 'data_disk_free_bytes',
    help: 'Bytes that the shop can still write to the disk of DATA_DIR.',
  });
  const diskSize = createMeasuredGauge(registry, {
    name: 'data_disk_size_bytes',
    help: 'Bytes of the disk of DATA_DIR.',
  });
  return {
    registry,
    toText: collectAll ?? (() => registry.metrics()),
    recordQueues(queues) {
      due.record(queues.map(({ queue, due }) => ({ labels: { queue }, value: due })));
      oldestDue.record(
        queues.flatMap(({ queue, oldestSeconds }) =>
          oldestSeconds === null ? [] : [{ labels: { queue }, value: oldestSeconds }],
        ),
      );
    },
    recordDisk({ freeBytes, sizeBytes }) {
      diskFree.record([{ value: freeBytes }]);
      diskSize.record([{ value: sizeBytes }]);
    },
    workers: createWorkerMetrics(registry),
    images: createImageMetrics(registry),
    tax: createTaxMetrics(registry),
    changes: {
      listening(isListening) {
        listening.set(isListening ? 1 : 0);
        if (!isListening) losses.inc();
      },
    },
    backups: {
      made(madeAt, bytes) {
        backupMadeAt.set(madeAt.getTime() / 1_000);
        backupBytes.set(bytes);
      },
      archived: (at) => walArchivedAt.set(at.getTime() / 1_000),
    },
    observeRequest(method, route, status, seconds) {
      requests.inc({ method, route, status });
      durations.observe({ method, route }, seconds);
    },
    observeEarlyResponse(method, kind, status) {
      requests.inc({ method, route: `(${kind})`, status });
    },
    observe({ pool, responseCache, monitor, health, replica }) {
      gauge('response_cache_entries', 'Responses in the cache.', () => responseCache.stats().entries);
      gauge('response_cache_bytes', 'Bytes of cached responses.', () => responseCache.stats().bytes);
      gauge('response_cache_hits', 'Requests served from the cache.', () => responseCache.stats().hits);
      gauge(
        'response_cache_misses',
        'Cacheable responses that had to be computed.',
        () => responseCache.stats().misses,
      );
      gauge(
        'response_cache_stale_hits',
        'Outdated responses sent while the database was away.',
        () => responseCache.stats().staleHits,
      );
      const isWritable = () => Number(monitor.last().state === 'writable');
      const isReadable = () => Number(monitor.last().state !== 'away');
      gauge('database_writable', '1 if the database accepts writes.', isWritable, 'min');
      gauge('database_readable', '1 if the database can be read.', isReadable, 'min');
      new Gauge({
        name: 'dependency_up',
        help: '1 if an outside system worked when it was last used or probed, 0 if it did not. Absent if unknown.',
        aggregator: 'min',
        labelNames: ['dependency', 'mode'],
        registers: [registry],
        collect() {
          this.reset();
          for (const { dependency, mode, health: state } of health.statuses())
            if (state !== 'unknown') this.set({ dependency, mode }, Number(state === 'up'));
        },
      });
      gauge('database_connections', 'Open database connections.', () => pool.totalCount);
      gauge('database_waiting', 'Requests waiting for a database connection.', () => pool.countWaiting());
      const replicaGauge = (name: string, help: string, read: (stats: ReturnType<Replica['stats']>) => number) =>
        gauge(name, `${help} 0 without a replica.`, () => (replica ? read(replica.stats()) : 0));
      replicaGauge('replica_lag_seconds', 'How far the replica is behind, at most.', (stats) => stats.lagSeconds);
      replicaGauge(
        'replica_statements',
        'Statements and transactions read at the replica.',
        (stats) => stats.statements,
      );
      replicaGauge(
        'replica_fallbacks',
        'Statements and transactions read at the primary because the replica could not be used.',
        (stats) => stats.fallbacks,
      );
    },
  };
}
