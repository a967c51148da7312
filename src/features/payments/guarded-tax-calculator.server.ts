import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import type { HealthMonitor } from '#src/platform/health-registry.server.ts';
import type { TaxMetrics } from '#src/platform/tax-metrics.server.ts';
import type { HostedTax, TaxQuestion } from '#src/shared/totals/hosted-tax.ts';
import { callWithDeadline, ProviderUnavailable } from './provider-errors.server.ts';
import { TAX_DEADLINE_MS, type TaxCalculator } from './tax-calculator.server.ts';

interface GuardOptions {
  monitor: HealthMonitor;
  metrics: TaxMetrics;
  now?: () => number;
}

/** Far more than a shop needs, and less than Stripe allows one account. */
const MAX_CONCURRENT = 20;
const MAX_PLACES = 120;
/** One buyer, or one network of strangers, asks for one purchase at a time, perhaps in several windows. */
const MAX_CONCURRENT_PER_CLIENT = 4;
const MAX_PLACES_PER_CLIENT = 12;
/** How long a question waits for its turn. */
const MAX_WAIT_MS = 2_000;

/** After so many failures in a row, nobody waits for the service until the pause is over. */
const FAILURES_TO_PAUSE = 3;
const PAUSE_MS = 10_000;

/** The question was not asked, since too many others were waiting. This says nothing about the service. */
export class TaxServiceBusy extends Error {
  override name = 'TaxServiceBusy';
}

export interface GuardedTaxCalculator {
  /** `client`: the account or network that asks. Clients take turns. */
  calculate(question: TaxQuestion, client: string): Promise<HostedTax>;
}

/**
 * The same calculator, for which nobody waits longer than the deadline, and nobody at all while it is down. Every call
 * reports its result to the health monitor and the metrics. It fails with `TaxServiceBusy` if there is no turn in time.
 */
export function guardTaxCalculator(
  calculator: Pick<TaxCalculator, 'calculate'>,
  { monitor, metrics, now = Date.now }: GuardOptions,
): GuardedTaxCalculator {
  const limiter = createFairLimiter({
    maxConcurrent: MAX_CONCURRENT,
    maxConcurrentPerClient: MAX_CONCURRENT_PER_CLIENT,
    maxPlaces: MAX_PLACES,
    maxPlacesPerClient: MAX_PLACES_PER_CLIENT,
  });
  let failures = 0;
  let pausedUntil = 0;

  function refuseDuringPause(): void {
    if (now() >= pausedUntil) return;
    metrics.observe('skipped', 0);
    throw new ProviderUnavailable('not asked: it did not answer just before');
  }

  async function ask(question: TaxQuestion): Promise<HostedTax> {
    // It may have gone down while this question waited.
    refuseDuringPause();
    const sentAt = now();
    const seconds = () => (now() - sentAt) / 1000;
    try {
      const answer = await callWithDeadline(TAX_DEADLINE_MS, () => calculator.calculate(question));
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
  }

  return {
    async calculate(question, client) {
      refuseDuringPause();
      const answer = await limiter.run(client, () => ask(question), AbortSignal.timeout(MAX_WAIT_MS));
      if (answer) return answer;
      metrics.observe('busy', 0);
      throw new TaxServiceBusy('too many wait');
    },
  };
}
