import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#src/platform/database.server.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import type { HealthMonitor } from '#src/platform/health-registry.server.ts';
import type { RateLimits } from '#src/platform/rate-limits.server.ts';
import { claimVatCheck, getVatCheck, releaseVatCheck, storeAnswer, storeFailure } from './queries.server.ts';
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

/** An answer; null if there is none. `refused`: nobody could ask. */
type Asked = VatCheck | null | 'refused';

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
  const running = new Map<string, Promise<Asked>>();
  // VIES blocks whoever asks too much at once. Nobody waits for a turn: whoever is not asked about at once is refused.
  const requests = createFairLimiter({ maxConcurrent: 10, maxPlaces: 10, maxPlacesPerClient: 4 });

  async function ask(vatId: string, { clientAddress }: Asker): Promise<Asked> {
    if (!(await claimVatCheck(db, vatId))) return waitForOther(vatId);
    try {
      const answer = await requests.run(clientAddress, () => register.ask(vatId, getRequester()));
      if (!answer) {
        await releaseVatCheck(db, vatId);
        return 'refused';
      }
      monitor.up();
      await storeAnswer(db, vatId, answer);
      return (await getVatCheck(db, vatId)).check;
    } catch (error) {
      await storeFailure(db, vatId);
      if (!(error instanceof RegisterAway)) throw error;
      monitor.down(error.message);
      return null;
    }
  }

  async function waitForOther(vatId: string): Promise<VatCheck | null> {
    for (let waited = 0; waited < maxWaitMs; waited += POLL_MS) {
      const { check, isPaused } = await getVatCheck(db, vatId);
      if (check || isPaused) return check;
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
      // Not unverified, or whoever asks often enough would be believed without being asked about.
      const refused: VatCheck = { ...unverified, state: 'refused' };
      const { check: known, isPaused } = await getVatCheck(db, vatId);
      if (known || isPaused || !asker) return known ?? unverified;
      if (!running.has(vatId) && !(await mayAsk(asker))) return refused;
      let asking = running.get(vatId);
      if (!asking) {
        asking = ask(vatId, asker).finally(() => running.delete(vatId));
        running.set(vatId, asking);
      }
      const waiting = new AbortController();
      const tooLong = pause(maxWaitMs, null, { signal: waiting.signal }).catch(() => null);
      try {
        const asked = (await Promise.race([asking, tooLong])) ?? unverified;
        return asked === 'refused' ? refused : asked;
      } finally {
        waiting.abort();
        // Nobody may be waiting any more when it fails.
        asking.catch(() => {});
      }
    },
  };
}
