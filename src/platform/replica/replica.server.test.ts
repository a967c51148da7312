import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from '../log.server.ts';
import { catchUp, ReplicaBehind, ReplicaRefused } from './replay-proof.server.ts';
import { createReplicaState } from './replica-state.server.ts';
import { shareRuns } from './shared-runs.server.ts';

afterEach(() => vi.useRealTimers());

test('nobody gets the result of a run that began before the call', async () => {
  const runs: (() => void)[] = [];
  const read = shareRuns(async () => {
    const number = runs.length;
    await new Promise<void>((resolve) => runs.push(resolve));
    return number;
  });
  const [first, second, third] = [read(), read(), read()];
  runs[0]?.();
  expect(await first).toBe(0);
  const fourth = read();
  await vi.waitFor(() => expect(runs).toHaveLength(2));
  const fifth = read();
  runs[1]?.();
  expect(await Promise.all([second, third])).toEqual([1, 1]);
  await vi.waitFor(() => expect(runs).toHaveLength(3));
  runs[2]?.();
  expect([await fourth, await fifth]).toEqual([expect.any(Number), 2]);
});

test('after a run that failed, the next one is another', async () => {
  let runs = 0;
  const read = shareRuns(async () => {
    runs += 1;
    if (runs === 1) throw new Error('no connection');
    return runs;
  });
  const [first, second] = [read(), read()];
  await expect(first).rejects.toThrow('no connection');
  expect(await second).toBe(2);
});

const at = (bytes: bigint, timeline = 'cluster 1', isReplaying = true) => ({ bytes, timeline, isReplaying });
const catchUpTo = (positions: ReturnType<typeof at>[], known: ReturnType<typeof at> | null = null) => {
  const asked: bigint[] = [];
  const ask = async () => positions.shift() ?? at(0n);
  return {
    asked,
    done: catchUp({ required: at(10n), known, ask, onPosition: ({ bytes }) => void asked.push(bytes) }),
  };
};

test('a replica proves that it shows what was committed, and is asked again until it does', async () => {
  const waited = catchUpTo([at(8n), at(9n), at(12n)]);
  await waited.done;
  expect(waited.asked).toEqual([8n, 9n, 12n]);
  const known = catchUpTo([], at(10n));
  await known.done;
  expect(known.asked).toEqual([]);
  const outdated = catchUpTo([at(10n)], at(9n));
  await outdated.done;
  expect(outdated.asked).toEqual([10n]);
  await expect(catchUpTo([]).done).rejects.toThrow(ReplicaBehind);
});

test('a position on another timeline proves nothing, however far it is', async () => {
  await expect(catchUpTo([at(99n, 'cluster 2')]).done).rejects.toThrow(ReplicaRefused);
  await expect(catchUpTo([at(99n, 'cluster 1', false)]).done).rejects.toThrow(/accepts writes/);
  await expect(catchUpTo([at(99n, 'cluster 2')], at(99n, 'cluster 2')).done).rejects.toThrow(ReplicaRefused);
});

test('a lag of a moment stops the reads, and only one of five seconds is told', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const lines: string[] = [];
  const log = createLog('silent');
  log.warn = (_fields: unknown, message?: string) => void lines.push(String(message));
  log.info = log.warn;
  const state = createReplicaState(log);
  expect([state.isUsable(), state.last().state]).toEqual([false, 'starting']);
  state.noteCurrent(performance.now());
  expect([state.isUsable(), state.lagMs()]).toEqual([true, 0]);
  const begunAt = performance.now();
  const passAndNote = (ms: number) => {
    vi.advanceTimersByTime(ms);
    state.noteBehind(performance.now(), 100n);
  };
  passAndNote(1_000);
  expect([state.isUsable(), state.last().state, lines]).toEqual([false, 'current', []]);
  passAndNote(5_000);
  passAndNote(1_000);
  expect(state.last()).toEqual({ state: 'behind', reason: 'It is about 7 seconds behind.' });
  // It has replayed what the primary had a second after the last moment it was known to show.
  state.noteReplay(100n);
  expect(state.lagMs()).toBe(performance.now() - begunAt - 1_000);
  state.noteUnusable('away', 'It does not respond.');
  state.noteUnusable('away', 'It does not respond.');
  state.noteCurrent(performance.now());
  expect(lines).toEqual([
    'the replica is not used; the primary is asked instead',
    'the replica is not used; the primary is asked instead',
    'the replica is used again',
  ]);
});
