import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { createDayChange } from './day-change.server.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-12-31T22:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('cached responses are evicted once, when another day begins in the time zone of the shop', async () => {
  const invalidateAll = vi.fn();
  const getCompany = () => ({ timeZone: 'Europe/Berlin' });
  const run = createDayChange({ responseCache: { invalidateAll }, getCompany } as unknown as AppContext);
  vi.setSystemTime(new Date('2026-12-31T22:59:59Z'));
  await run();
  expect(invalidateAll).not.toHaveBeenCalled();
  vi.setSystemTime(new Date('2026-12-31T23:00:00Z'));
  await run();
  await run();
  expect(invalidateAll).toHaveBeenCalledTimes(1);
});
