import { type ConcurrencyLimiter, createConcurrencyLimiter } from '#src/platform/concurrency-limiter.server.ts';
import type { HealthMonitor } from '#src/platform/health-registry.server.ts';
import type { TaxMetrics } from '#src/platform/tax-metrics.server.ts';
import { callWithDeadline, ProviderUnavailable } from './provider-errors.server.ts';
import { TAX_DEADLINE_MS, type TaxCalculator } from './tax-calculator.server.ts';

interface GuardOptions {
  monitor: HealthMonitor;
  metrics: TaxMetrics;
  now?: () => number;
}

/** Far more than a shop needs, and less than Stripe allows one account. */
const MAX_CONCURRENT = 20;
const MAX_QUEUED = 100;

/** After so many failures in a row, nobody waits for the service until the pause is over. */
const FAILURES_TO_PAUSE = 3;
const PAUSE_MS = 10_000;

/**
 * The same calculator, for which nobody waits longer than the deadline, and nobody at all while it is down. Every call
 * reports its result to the health monitor and the metrics.
 */
export function guardTaxCalculator(
  calculator: TaxCalculator,
  { monitor, metrics, now = Date.now }: GuardOptions,
): TaxCalculator {
  const limiter = createConcurrencyLimiter(MAX_CONCURRENT, MAX_QUEUED);
  let failures = 0;
  let pausedUntil = 0;

  return {
    ...calculator,
    async calculate(question) {
      const startedAt = now();
      if (startedAt < pausedUntil) {
        metrics.observe('skipped', 0);
        throw new ProviderUnavailable('not asked: it did not answer just before');
      }
      const seconds = () => (now() - startedAt) / 1000;
      try {
        const answer = await callWithDeadline(TAX_DEADLINE_MS, () =>
          runBeforeDeadline(limiter, startedAt + TAX_DEADLINE_MS, now, () => calculator.calculate(question)),
        );
        failures = 0;
        monitor.up();
        metrics.observe('answered', seconds());
        return answer;
      } catch (error) {
        metrics.observe('unavailable', seconds());
        // A rejection of this one question says nothing about the service.
        if (!(error instanceof ProviderUnavailable) || !error.reason) throw error;
        failures += 1;
        if (failures >= FAILURES_TO_PAUSE) pausedUntil = now() + PAUSE_MS;
        monitor.down(error.reason);
        throw error;
      }
    },
  };
}

/** A question whose asker has stopped waiting in the queue is not asked any more. */
async function runBeforeDeadline<T>(
  limiter: ConcurrencyLimiter,
  deadline: number,
  now: () => number,
  work: () => Promise<T>,
): Promise<T> {
  const result = await limiter.run(async () => (now() < deadline ? { value: await work() } : null));
  if (!result) throw new ProviderUnavailable('too many wait', { reason: 'Too many buyers wait for the tax service.' });
  return result.value;
}
