import { Gauge, type Registry } from 'prom-client';

interface Value {
  labels?: Record<string, string>;
  value: number;
}

export interface MeasuredGauge {
  /** Replaces all earlier values. */
  record(values: readonly Value[]): void;
}

/** In ms. Several measurements have failed by then: no value is better than one that looks current. */
const MAX_AGE_MS = 60_000;

/**
 * A gauge of something that takes a while to measure, such as a question to the database: reading it shows the last
 * measurement and waits for nothing. A minute after that, it has no value.
 */
export function createMeasuredGauge(
  registry: Registry,
  { labelNames = [], ...options }: { name: string; help: string; labelNames?: readonly string[] },
  now: () => number = Date.now,
): MeasuredGauge {
  let last: { values: readonly Value[]; at: number } = { values: [], at: 0 };
  new Gauge({
    ...options,
    // All workers of a machine measure the same.
    aggregator: 'max',
    labelNames: [...labelNames],
    registers: [registry],
    collect() {
      this.reset();
      // A reset sets a gauge without labels to 0 instead of removing its value.
      if (labelNames.length === 0) this.remove();
      if (now() - last.at > MAX_AGE_MS) return;
      for (const { labels = {}, value } of last.values) this.set(labels, value);
    },
  });
  return {
    record(values) {
      last = { values, at: now() };
    },
  };
}
