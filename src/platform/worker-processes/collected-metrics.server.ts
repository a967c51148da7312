import { AggregatorRegistry } from 'prom-client';

/** The metrics of one process, as `getMetricsAsJSON` of its registry returns them. */
export type MetricsSnapshot = { name: string; type: unknown }[];

/** The metrics of all workers as one text. */
export interface CollectedMetrics {
  /** Keeps a worker's newest metrics. */
  record(worker: number, snapshot: MetricsSnapshot): void;
  /** What a worker has counted stays in the sums, since a counter that falls looks like one that began again. */
  forget(worker: number): void;
  /** All of them together, in the Prometheus text format. */
  toText(): Promise<string>;
}

/** These only grow. The value of any other kind belongs to a process that is there. */
const CUMULATIVE = ['counter', 'histogram'];

export function createCollectedMetrics(): CollectedMetrics {
  const snapshots = new Map<number, MetricsSnapshot>();
  let ended: MetricsSnapshot = [];
  /** Of the workers that have ended while this text was made, or before. */
  let adding: Promise<void> = Promise.resolve();
  return {
    record: (worker, snapshot) => void snapshots.set(worker, snapshot),
    forget(worker) {
      const counted = (snapshots.get(worker) ?? []).filter(({ type }) => CUMULATIVE.includes(String(type)));
      snapshots.delete(worker);
      adding = adding.then(async () => {
        ended = await AggregatorRegistry.aggregate([ended, counted]).getMetricsAsJSON();
      });
    },
    async toText() {
      await adding;
      // Last, since the first one of a name says how it is put together.
      return AggregatorRegistry.aggregate([...snapshots.values(), ended]).metrics();
    },
  };
}
