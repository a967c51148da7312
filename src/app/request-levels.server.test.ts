import { expect, test } from 'vitest';
import { createRequestLevels } from './request-levels.server.ts';

test('server errors are logged as errors, and full queues only a few times per second', () => {
  let time = 0;
  const { choose } = createRequestLevels(() => time);
  const busy = () => choose({ method: 'GET', status: 503, seconds: 0 });
  expect(Array.from({ length: 12 }, busy).filter((level) => level === 'info')).toHaveLength(10);
  time = 1000;
  expect(busy()).toBe('info');
  expect(choose({ method: 'GET', status: 500, seconds: 0 })).toBe('error');
  expect(choose({ method: 'GET', status: 200, seconds: 2 })).toBe('info');
  expect(choose({ method: 'GET', status: 200, seconds: 0.1 })).toBe('debug');
});
