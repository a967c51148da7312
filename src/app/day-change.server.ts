import type { AppContext } from '#src/flows/app-context.server.ts';
import { toDay } from '#src/shared/dates.ts';

/** A job that evicts all cached responses once another day has begun in the shop's time zone. */
export function createDayChange({
  responseCache,
  getCompany,
}: Pick<AppContext, 'responseCache' | 'getCompany'>): () => Promise<number> {
  const readDay = () => toDay(new Date(), getCompany().timeZone);
  let known = readDay();
  return async () => {
    const today = readDay();
    if (today === known) return 0;
    known = today;
    responseCache.invalidateAll();
    return 1;
  };
}
