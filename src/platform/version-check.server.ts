import { type Failure, fail } from '#src/shared/problem.ts';
import type { Versioned } from '#src/shared/versions.ts';

/** Why nothing was stored: somebody else was faster. `current` is sent, so that the caller can compare. */
export function failChanged(thing: Versioned, current: Record<string, unknown>, detail?: string): Failure {
  return fail(`${thing}_changed`, { extra: current, ...(detail === undefined ? {} : { detail }) });
}

/**
 * Null where the thing still is in the version that was read, or the caller takes any. The caller holds its lock, and asks only
 * once it knows that something would change: a repetition of what was stored is no conflict.
 */
export async function checkVersion(
  thing: Versioned,
  { read, now }: { read: number | undefined; now: number },
  getCurrent: () => Record<string, unknown> | Promise<Record<string, unknown>>,
): Promise<Failure | null> {
  return read === undefined || read === now ? null : failChanged(thing, await getCurrent());
}
