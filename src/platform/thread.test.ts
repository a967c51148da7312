import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createThread, ThreadEnded } from './thread.server.ts';

test('the time limit of a response starts when the thread is ready', async () => {
  const thread = createThread<string, string>({
    program: fileURLToPath(new URL('../../tests/support/late-thread.ts', import.meta.url)),
    name: 'late',
    timeoutMs: 500,
    idleMs: 60_000,
    maxHeapMegabytes: 64,
  });
  try {
    expect(await thread.ask('there?')).toBe('there?');
    await expect(thread.ask('stuck')).rejects.toThrow(ThreadEnded);
    // A new thread starts.
    expect(await thread.ask('again')).toBe('again');
  } finally {
    await thread.end();
  }
});
