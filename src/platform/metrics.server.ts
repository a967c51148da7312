import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ResponseCache } from './response-cache/response-cache.server.ts';

export interface Metrics {
  registry: Registry;
  observeRequest(method: string, route: string, status: number, seconds: number): void;
}

/** Counters of this process, in Prometheus' text form. Labels are bounded: routes, never addresses. */
export function createMetrics(pool: Pool, kept: ResponseCache): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('kept_answers', 'Answers kept in memory.', () => kept.stats().entries);
  gauge('kept_answers_bytes', 'Bytes of kept answers.', () => kept.stats().bytes);
  gauge('kept_answers_hits', 'Requests answered from memory.', () => kept.stats().hits);
  gauge('database_connections', 'Open database connections.', () => pool.totalCount);
  gauge('database_waiting', 'Requests waiting for a database connection.', () => pool.waitingCount);
  return {
    registry,
    observeRequest(method, route, status, seconds) {
      requests.inc({ method, route, status });
      durations.observe({ method, route }, seconds);
    },
  };
}
