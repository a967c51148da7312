import { afterEach, expect, test } from 'vitest';
import { createLog } from '#src/platform/log.server.ts';
import { createShutdownStack } from './shutdown.server.ts';

const EVENTS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect', 'uncaughtException', 'unhandledRejection'] as const;
const listeners = new Map(EVENTS.map((event) => [event, process.listeners(event as 'SIGTERM')]));

afterEach(() => {
  for (const [event, before] of listeners)
    for (const listener of process.listeners(event as 'SIGTERM'))
      if (!before.includes(listener)) process.off(event, listener as () => void);
});

test('a step that hangs or fails does not prevent later steps, and the last one has its own time limit', async () => {
  const shutdown = createShutdownStack(createLog('silent'), { orderlyMs: 300, lastMs: 60_000 });
  const closed: string[] = [];
  let leftToDatabase = 0;
  shutdown.add(
    (leftMs) => {
      leftToDatabase = leftMs;
      closed.push('database');
    },
    { last: true },
  );
  shutdown.add(() => void closed.push('cards'));
  shutdown.add(() => new Promise<never>(() => {}));
  shutdown.add(() => {
    throw new Error('broken');
  });
  shutdown.add(() => void closed.push('requests'));
  await shutdown.run();
  expect(closed).toEqual(['requests', 'cards', 'database']);
  expect(leftToDatabase).toBeGreaterThan(1_000);
});
