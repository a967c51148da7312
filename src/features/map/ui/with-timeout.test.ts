import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('rejects after half a minute without a result', async () => {
  const failed = vi.fn();
  withTimeout(new Promise(() => {})).catch(failed);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledOnce();
});

test('passes a result or an error on at once', async () => {
  expect(await withTimeout(Promise.resolve('map'))).toBe('map');
  await expect(withTimeout(Promise.reject(new Error('no script')))).rejects.toThrow('no script');
  expect(vi.getTimerCount()).toBe(0);
});
