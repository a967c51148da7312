import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTime } from './in-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what never comes is not waited for longer than half a minute', async () => {
  const failed = vi.fn();
  inTime(new Promise(() => {})).catch(failed);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledOnce();
});

test('what comes, or fails, is handed on at once', async () => {
  expect(await inTime(Promise.resolve('map'))).toBe('map');
  await expect(inTime(Promise.reject(new Error('no script')))).rejects.toThrow('no script');
  expect(vi.getTimerCount()).toBe(0);
});
