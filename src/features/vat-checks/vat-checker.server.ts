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
   * Whether a VAT ID of the European Union is registered, on behalf of an `asker`, who waits a few seconds at most.
   * Anybody else learns nothing: what is stored would tell that somebody has used the number here.
   */
  check(vatId: string, asker: Asker | null): Promise<VatCheck>;
}

/** An answer; null if the register gives none. `refused`: nobody could ask. */
type Asked = VatCheck | null | 'refused';

interface Asking {
  answer: Promise<Asked>;
  /** Whether this process or another one is known to be asking the register. */
  isAsked: boolean;
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
  const running = new Map<string, Asking>();
  // VIES blocks whoever asks too much at once. Nobody waits for a turn: whoever is not asked about at once is refused.
  const requests = createFairLimiter({ maxConcurrent: 10, maxPlaces: 10, maxPlacesPerClient: 4 });

  async function ask(vatId: string, { clientAddress }: Asker, asking: Pick<Asking, 'isAsked'>): Promise<Asked> {
    for (let waited = 0; waited < maxWaitMs; waited += POLL_MS) {
      const { check, isPaused, isAsked } = await getVatCheck(db, vatId);
      if (check || isPaused) return check;
      asking.isAsked = isAsked;
      if (!isAsked) {
        // Claimed only by whoever has a place, so that others never wait for somebody who is refused.
        const asked = await requests.run(clientAddress, () => askRegister(vatId, asking));
        if (asked !== 'taken') return asked ? asked.check : 'refused';
      }
      await pause(POLL_MS);
    }
    return asking.isAsked ? null : 'refused';
  }

  /** `taken`: somebody else has just begun to ask, or has failed to. */
  async function askRegister(vatId: string, asking: Pick<Asking, 'isAsked'>) {
    if (!(await claimVatCheck(db, vatId))) return 'taken';
    asking.isAsked = true;
    try {
      const answer = await register.ask(vatId, getRequester());
      monitor.up();
      return { check: await storeAnswer(db, vatId, answer) };
    } catch (error) {
      await storeFailure(db, vatId);
      if (!(error instanceof RegisterAway)) throw error;
      monitor.down(error.message);
      return { check: null };
    }
  }

  /** The account's own limit comes first, so that whoever is beyond it uses up none of their network's. */
  const mayAsk = async ({ userId, clientAddress }: Asker): Promise<boolean> =>
    (await limits.consume('vatCheck', userId)) === null &&
    (await limits.consume('vatCheckAddress', clientAddress)) === null;

  function begin(vatId: string, asker: Asker): Asking {
    const state = { isAsked: false };
    const asking: Asking = Object.assign(state, {
      answer: ask(vatId, asker, state).finally(() => running.delete(vatId)),
    });
    running.set(vatId, asking);
    return asking;
  }

  return {
    async check(vatId, asker) {
      const unverified: VatCheck = { vatId, state: 'unverified', checkedAt: null, consultationNumber: '' };
      // Not unverified, or whoever asks often enough would be believed without being asked about.
      const refused: VatCheck = { ...unverified, state: 'refused' };
      if (!asker) return { ...unverified, state: 'unasked' };
      const { check: known, isPaused } = await getVatCheck(db, vatId);
      if (known || isPaused) return known ?? unverified;
      if (!running.has(vatId) && !(await mayAsk(asker))) return refused;
      const asking = running.get(vatId) ?? begin(vatId, asker);
      const waiting = new AbortController();
      const tooLong = pause(maxWaitMs, null, { signal: waiting.signal }).catch(() => null);
      try {
        const asked = await Promise.race([asking.answer, tooLong]);
        return asked === 'refused' || (asked === null && !asking.isAsked) ? refused : (asked ?? unverified);
      } finally {
        waiting.abort();
        // Nobody may be waiting any more when it fails.
        asking.answer.catch(() => {});
      }
    },
  };
}
