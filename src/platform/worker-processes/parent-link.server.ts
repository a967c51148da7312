import type { Registry } from 'prom-client';
import type { MetricsSnapshot } from './collected-metrics.server.ts';
import { type CountSharing, createCountSharing } from './count-sharing.server.ts';
import { createMachineTurn, type MachineTurn } from './machine-turn.server.ts';
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts';

/** What the parent asks for once the worker serves requests. */
export type Order = 'drain' | 'retire' | 'stop';

/** A worker's connection to its parent. */
export interface ParentLink {
  start: WorkerStart;
  sharing: CountSharing;
  /** The right to have the machine's only image process. */
  imageTurn: MachineTurn;
  /** The metrics of all workers as text. */
  readMetrics(): Promise<string>;
  /** From now on, reports the metrics of this registry when the parent asks. Returns a function that does so at once. */
  reportMetrics(registry: Registry): () => Promise<void>;
  /** Resolves when the port is free for this worker. */
  askToListen(): Promise<void>;
  /** Says that requests are served, and calls back for each order. */
  serve(onOrder: (order: Order) => void): void;
}

const BEAT_MS = 1_000;
/** Longer than the parent waits for the reports of other workers, in ms. */
const METRICS_MS = 3_000;

/** Reports to the parent, and resolves when it has said what to start with. */
export async function openParentLink(): Promise<ParentLink> {
  const started = Promise.withResolvers<WorkerStart>();
  const allowed = Promise.withResolvers<void>();
  const requests = new Map<number, (text: string) => void>();
  const imageTurn = createMachineTurn((request) => send({ kind: 'turn', request }));
  let sharing: ReturnType<typeof createCountSharing> | null = null;
  let registry: Registry | null = null;
  let onOrder: (order: Order) => void = () => {};
  let lastRequest = 0;

  async function report(collection: number | null): Promise<void> {
    if (registry)
      send({ kind: 'snapshot', collection, snapshot: (await registry.getMetricsAsJSON()) as MetricsSnapshot });
  }

  function receive(message: ToWorker): void {
    if (message.kind === 'start') started.resolve(message.start);
    else if (message.kind === 'listen') allowed.resolve();
    else if (message.kind === 'counts') sharing?.receive(message.counts);
    else if (message.kind === 'turn') imageTurn.receive(message.news);
    else if (message.kind === 'report metrics') void report(message.collection);
    else if (message.kind === 'metrics') requests.get(message.request)?.(message.text);
    else onOrder(message.kind);
  }

  process.on('message', receive);
  setInterval(() => send({ kind: 'beat' }), BEAT_MS).unref();
  send({ kind: 'hello' });
  const start = await started.promise;
  sharing = createCountSharing(start.workers, (counts) => send({ kind: 'counts', counts }));
  return {
    start,
    sharing,
    imageTurn,
    async readMetrics() {
      lastRequest += 1;
      const request = lastRequest;
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      requests.set(request, resolve);
      const late = setTimeout(() => reject(new Error('the parent did not return the metrics')), METRICS_MS);
      send({ kind: 'read metrics', request });
      try {
        return await promise;
      } finally {
        clearTimeout(late);
        requests.delete(request);
      }
    },
    reportMetrics(reported) {
      registry = reported;
      return () => report(null);
    },
    async askToListen() {
      send({ kind: 'about to listen' });
      await allowed.promise;
    },
    serve(callback) {
      onOrder = callback;
      send({ kind: 'ready' });
    },
  };
}

/** The parent may be gone; Node then ends this process. */
function send(message: FromWorker): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
