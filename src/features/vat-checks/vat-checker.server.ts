import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#src/platform/database.server.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import type { HealthMonitor } from '#src/platform/health-registry.server.ts';
import type { RateLimits } from '#src/platform/rate-limits.server.ts';
import { claimVatCheck, getVatCheck, storeAnswer, storeFailure } from './queries.server.ts';
import type { VatCheck } from './rules.ts';
import { RegisterAway, type VatRegister } from './vat-register.ts';

/** On whose behalf the register is asked. Each may only do so a few times an hour, and so may each network. */
export interface Asker {
  userId: string;
  clientAddress: string;
}

export interface VatChecker {
  /**
   * Whether a VAT ID of the European Union is registered. Asks the register only for an `asker`, who waits a few seconds
   * at most; without one, it says what is stored.
   */
  check(vatId: string, asker: Asker | null): Promise<VatCheck>;
}

/** How long an order or a form waits for the register, in ms. */
const MAX_WAIT_MS = 3_000;
/** How often a process looks for the answer that another one is waiting for, in ms. */
const POLL_MS = 200;

interface CheckerParts {
  db: Db;
  register: VatRegister;
  limits: Pick<RateLimits, 'consume'>;
  monitor: HealthMonitor;
  /** The shop's own VAT ID, or null. */
  getRequester: () => string | null;
  maxWaitMs?: number;
}

/** Asks the register once for however many requests wait for the same number, in all processes of the shop. */
export function createVatChecker(parts: CheckerParts): VatChecker {
  const { db, register, limits, monitor, getRequester, maxWaitMs = MAX_WAIT_MS } = parts;
  const running = new Map<string, Promise<VatCheck | null>>();
  // VIES blocks whoever asks too much at once.
  const requests = createFairLimiter({
    maxConcurrent: 4,
    maxConcurrentPerClient: 2,
    maxPlaces: 40,
    maxPlacesPerClient: 10,
  });

  async function ask(vatId: string, { clientAddress }: Asker): Promise<VatCheck | null> {
    if (!(await claimVatCheck(db, vatId))) return waitForOther(vatId);
    try {
      const answer = await requests.run(clientAddress, () => register.ask(vatId, getRequester()));
      if (!answer) throw new RegisterAway();
      monitor.up();
      await storeAnswer(db, vatId, answer);
      return (await getVatCheck(db, vatId)).check;
    } catch (error) {
      await storeFailure(db, vatId);
      if (!(error instanceof RegisterAway)) throw error;
      if (error.message) monitor.down(error.message);
      return null;
    }
  }

  async function waitForOther(vatId: string): Promise<VatCheck | null> {
    for (let waited = 0; waited < maxWaitMs; waited += POLL_MS) {
      const { check, hasFailed } = await getVatCheck(db, vatId);
      if (check || hasFailed) return check;
      await pause(POLL_MS);
    }
    return null;
  }

  async function mayAsk({ userId, clientAddress }: Asker): Promise<boolean> {
    const waits = [await limits.consume('vatCheck', userId), await limits.consume('vatCheckAddress', clientAddress)];
    return waits.every((wait) => wait === null);
  }

  return {
    async check(vatId, asker) {
      const unverified: VatCheck = { vatId, state: 'unverified', checkedAt: null, consultationNumber: '' };
      const { check: known } = await getVatCheck(db, vatId);
      if (known || !asker) return known ?? unverified;
      // Not unverified, or whoever asks often enough would be believed without being asked about.
      if (!running.has(vatId) && !(await mayAsk(asker))) return { ...unverified, state: 'refused' };
      let asking = running.get(vatId);
      if (!asking) {
        asking = ask(vatId, asker).finally(() => running.delete(vatId));
        running.set(vatId, asking);
      }
      const waiting = new AbortController();
      const tooLong = pause(maxWaitMs, null, { signal: waiting.signal }).catch(() => null);
      try {
        return (await Promise.race([asking, tooLong])) ?? unverified;
      } finally {
        waiting.abort();
        // Nobody may be waiting any more when it fails.
        asking.catch(() => {});
      }
    },
  };
}
