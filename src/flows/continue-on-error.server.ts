import { ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { isLockLost } from '#src/platform/fence.server.ts';

/**
 * Logs a failure and returns null, so that one item does not stop the others. Returns `unavailable` if the provider
 * could not be reached, since then all others would fail, too.
 */
export async function continueOnError<T>(
  context: AppContext,
  work: string,
  id: string,
  run: () => Promise<T>,
): Promise<T | 'unavailable' | null> {
  try {
    return await run();
  } catch (error) {
    // All others would fail, too.
    if (isLockLost(error)) throw error;
    const level = error instanceof ProviderUnavailable ? 'warn' : 'error';
    context.log[level]({ err: error, work, id }, 'will be tried again');
    return error instanceof ProviderUnavailable && error.reason ? 'unavailable' : null;
  }
}
