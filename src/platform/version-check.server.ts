import { type Failure, fail } from '#src/shared/problem.ts';
import type { Resent, Versioned } from '#src/shared/versions.ts';

/** What a refusal sends. `readNewer` reads a thing under its own name. */
type Current<Thing extends Versioned> = Record<string, unknown> & Record<Extract<Thing, Resent>, unknown>;

/** The failure of a change that came after somebody else's. `current` is sent so that the caller can compare. */
export function failChanged<Thing extends Versioned>(thing: Thing, current: Current<Thing>, detail?: string): Failure {
  return fail(`${thing}_changed`, { extra: current, ...(detail === undefined ? {} : { detail }) });
}

/**
 * Null if the version that was read is still current, or the caller accepts any. Call it with the lock held, and only
 * once it is known that something would change: repeating what is already stored is not a conflict.
 */
export async function checkVersion<Thing extends Versioned>(
  thing: Thing,
  { read, now }: { read: number | undefined; now: number },
  getCurrent: () => Current<Thing> | Promise<Current<Thing>>,
): Promise<Failure | null> {
  return read === undefined || read === now ? null : failChanged(thing, await getCurrent());
}
