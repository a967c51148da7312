import { expect, test, vi } from 'vitest';
import { cleanUp } from './clean-up.server.ts';

const makeLog = () => ({ info: vi.fn(), error: vi.fn() });

test('a step that keeps failing is logged and keeps no other step from running', async () => {
  const log = makeLog();
  const broken = new Error('relation is missing');
  const steps = [
    { name: 'links', run: async () => 2 },
    { name: 'addresses', run: () => Promise.reject(broken) },
    { name: 'newsletter', run: async () => 3 },
    { name: 'images', run: async () => 0 },
  ];
  expect(await cleanUp(steps, log, new AbortController().signal)).toBe(5);
  expect(log.info.mock.calls.map(([fields]) => fields)).toEqual([
    { job: 'clean up', step: 'links', done: 2 },
    { job: 'clean up', step: 'newsletter', done: 3 },
  ]);
  expect(log.error.mock.calls.map(([fields]) => fields)).toEqual([{ job: 'clean up', step: 'addresses', err: broken }]);
});

test('no step starts once the shop is stopping', async () => {
  const stopping = new AbortController();
  const later = vi.fn(async () => 1);
  const steps = [
    {
      name: 'links',
      async run() {
        stopping.abort();
        return 1;
      },
    },
    { name: 'addresses', run: later },
  ];
  expect(await cleanUp(steps, makeLog(), stopping.signal)).toBe(1);
  expect(later).not.toHaveBeenCalled();
});
