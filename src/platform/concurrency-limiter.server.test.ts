import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.server.ts';

test('a gate lets two in at once, keeps three waiting and turns the rest away', async () => {
  const limiter = createConcurrencyLimiter(2, 3);
  let inside = 0;
  let most = 0;
  const visit = () =>
    limiter.run(async () => {
      inside += 1;
      most = Math.max(most, inside);
      await pause(5);
      inside -= 1;
      return 'been in';
    });
  const visits = await Promise.all(Array.from({ length: 8 }, visit));
  expect(visits).toEqual([...Array(5).fill('been in'), ...Array(3).fill(null)]);
  expect(most).toBe(2);
});

test('a place is free again after work that failed', async () => {
  const limiter = createConcurrencyLimiter(1, 0);
  await expect(limiter.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await limiter.run(async () => 'in')).toBe('in');
});
