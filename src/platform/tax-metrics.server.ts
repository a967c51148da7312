import { Counter, Histogram, type Registry } from 'prom-client';

export interface TaxMetrics {
  /** A question to the tax service: how it ended, and how long somebody waited, in seconds. */
  observe(result: 'answered' | 'unavailable' | 'skipped' | 'busy', seconds: number): void;
}

/** Without a tax service, nothing is counted. */
export function createTaxMetrics(registry: Registry): TaxMetrics {
  const calls = new Counter({
    name: 'tax_calculations_total',
    help: 'Questions to the tax service. skipped: not asked, since it did not answer just before. busy: not asked, since too many waited.',
    labelNames: ['result'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'tax_calculation_duration_seconds',
    help: 'Time until the tax service answered, or was no longer waited for.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2],
    registers: [registry],
  });
  return {
    observe(result, seconds) {
      calls.inc({ result });
      if (result === 'answered' || result === 'unavailable') durations.observe(seconds);
    },
  };
}
