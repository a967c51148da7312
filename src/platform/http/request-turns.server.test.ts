import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRequestTurns } from './request-turns.server.ts';

/** Keeps the event loop busy for this long, in ms, like an expensive request. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('a request runs at once if the turn has time left', () => {
  const turns = createRequestTurns(1_000);
  const done: string[] = [];
  turns.run('one', () => done.push('first'));
  turns.run('one', () => done.push('second'));
  expect(done).toEqual(['first', 'second']);
});

test('requests beyond the time of a turn wait, and the event loop handles connections in between', async () => {
  const turns = createRequestTurns(5);
  let done = 0;
  for (let at = 0; at < 10; at += 1) {
    turns.run('one', () => {
      work(6);
      done += 1;
    });
  }
  const seen: number[] = [];
  while (done < 10) {
    seen.push(done);
    await nextTurn();
  }
  // One per turn, so that each turn ends after it.
  expect(seen.every((count, at) => at === 0 || count - (seen[at - 1] ?? 0) <= 1)).toBe(true);
  expect(seen.length).toBeGreaterThanOrEqual(9);
});

test('clients take turns: a second client waits for one request of the first, but not for all', async () => {
  const turns = createRequestTurns(1);
  const done: string[] = [];
  const run = (client: string) =>
    turns.run(client, () => {
      work(2);
      done.push(client);
    });
  for (let at = 0; at < 50; at += 1) run('many');
  run('one');
  while (!done.includes('one')) await nextTurn();
  expect(done.length).toBeLessThanOrEqual(3);
});

test('work that a request leaves for the end of its callback counts toward the turn', async () => {
  const turns = createRequestTurns(5);
  let done = 0;
  // Uses up the time of this turn, so that all others wait.
  turns.run('one', () => work(6));
  for (let at = 0; at < 10; at += 1) {
    turns.run('one', () => {
      void Promise.resolve().then(() => {
        work(6);
        done += 1;
      });
    });
  }
  let most = 0;
  for (let before = 0; done < 10; before = done) {
    await nextTurn();
    most = Math.max(most, done - before);
  }
  expect(most).toBe(1);
});
