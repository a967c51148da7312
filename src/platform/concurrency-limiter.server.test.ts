import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.server.ts';

test('a limiter runs two tasks at once, queues three and rejects the rest', async () => {
  const limiter = createConcurrencyLimiter(2, 3);
  let inside = 0;
  let peak = 0;
  const enter = () =>
    limiter.run(async () => {
      inside += 1;
      peak = Math.max(peak, inside);
      await pause(5);
      inside -= 1;
      return 'done';
    });
  const results = await Promise.all(Array.from({ length: 8 }, enter));
  expect(results).toEqual([...Array(5).fill('done'), ...Array(3).fill(null)]);
  expect(peak).toBe(2);
});

test('a place is free again after a task that failed', async () => {
  const limiter = createConcurrencyLimiter(1, 0);
  await expect(limiter.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await limiter.run(async () => 'in')).toBe('in');
});
