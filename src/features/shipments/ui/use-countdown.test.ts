import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toLocalTime } from './use-countdown.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-02T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

test('a server time is converted to the device’s clock, however wrong that is, and is never late', () => {
  // The server's clock is three hours behind, and its header omits the 400 ms of the current second.
  const until = toLocalTime('2026-03-02T09:01:00.400Z', Date.parse('2026-03-02T09:00:00Z'));
  const left = until - Date.now();
  expect(left).toBeLessThanOrEqual(60_000);
  expect(left).toBeGreaterThan(58_000);
});

test('without the server’s time, the time does not change', () => {
  expect(toLocalTime('2026-03-02T12:01:00Z', null)).toBe(Date.parse('2026-03-02T12:01:00Z'));
});
