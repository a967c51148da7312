import { Counter, Gauge, Registry } from 'prom-client';
import { createCollectedMetrics, type MetricsSnapshot } from './collected-metrics.server.ts';
import { createTurnKeeper } from './machine-turn.server.ts';
import type { FromWorker } from './messages.ts';
import type { Supervisor } from './supervisor.server.ts';

/** What the workers of a machine tell each other, through their parent. */
export interface Relay {
  receive(worker: number, message: FromWorker): void;
  /** Call it when a worker has ended. */
  forget(worker: number): void;
}

/** How long a worker may take to report its metrics, in ms. After that, its last report counts. */
const REPORT_MS = 1_000;

/** The parent's own metrics count as those of a worker with this number, which no worker has. */
const PARENT = 0;

export function createRelay(supervisor: Pick<Supervisor, 'send' | 'broadcast' | 'size'>): Relay {
  const collected = createCollectedMetrics();
  const turns = createTurnKeeper((worker, news) => supervisor.send(worker, { kind: 'turn', news }));
  const registry = new Registry();
  new Gauge({
    name: 'shop_workers',
    help: 'Workers of this machine that serve requests.',
    registers: [registry],
    collect() {
      this.set(supervisor.size);
    },
  });
  const ends = new Counter({
    name: 'shop_worker_ends_total',
    help: 'Workers of this machine that have ended, for whatever reason.',
    registers: [registry],
  });
  const known = new Set<number>();
  const collections = new Map<number, { awaited: Set<number>; finish: () => void }>();
  let lastCollection = 0;

  async function collect(): Promise<string> {
    lastCollection += 1;
    const collection = lastCollection;
    const { promise, resolve } = Promise.withResolvers<void>();
    collections.set(collection, { awaited: new Set(known), finish: resolve });
    const late = setTimeout(resolve, REPORT_MS);
    supervisor.broadcast({ kind: 'report metrics', collection });
    await promise;
    clearTimeout(late);
    collections.delete(collection);
    collected.record(PARENT, (await registry.getMetricsAsJSON()) as MetricsSnapshot);
    return collected.toText();
  }

  function settle(worker: number, collection: number | null): void {
    for (const [id, { awaited, finish }] of collections) {
      if (collection === null || collection === id) awaited.delete(worker);
      if (awaited.size === 0) finish();
    }
  }

  return {
    async receive(worker, message) {
      known.add(worker);
      if (message.kind === 'counts') supervisor.broadcast(message, worker);
      else if (message.kind === 'turn') turns.receive(worker, message.request);
      else if (message.kind === 'snapshot') {
        collected.record(worker, message.snapshot);
        if (message.collection !== null) settle(worker, message.collection);
      } else if (message.kind === 'read metrics')
        supervisor.send(worker, { kind: 'metrics', request: message.request, text: await collect() });
    },
    forget(worker) {
      known.delete(worker);
      ends.inc();
      turns.forget(worker);
      collected.forget(worker);
      settle(worker, null);
    },
  };
}
