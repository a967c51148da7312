import { type Failure, fail } from '#src/shared/problem.ts';
import type { Versioned } from '#src/shared/versions.ts';

/** The failure of a change that came after somebody else's. `current` is sent so that the caller can compare. */
export function failChanged(thing: Versioned, current: Record<string, unknown>, detail?: string): Failure {
  return fail(`${thing}_changed`, { extra: current, ...(detail === undefined ? {} : { detail }) });
}

/**
 * Null if the version that was read is still current, or the caller accepts any. Call it with the lock held, and only
 * once it is known that something would change: repeating what is already stored is not a conflict.
 */
export async function checkVersion(
  thing: Versioned,
  { read, now }: { read: number | undefined; now: number },
  getCurrent: () => Record<string, unknown> | Promise<Record<string, unknown>>,
): Promise<Failure | null> {
  return read === undefined || read === now ? null : failChanged(thing, await getCurrent());
}
