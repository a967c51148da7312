import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Ledger, takeUntil } from '#tests/cluster/ledger.ts';
import { listSteps } from '#tests/cluster/options.ts';
import { makeScratchDir } from '#tests/support/scratch-dir.ts';

const listNames = (faults: readonly string[], rounds: number) =>
  listSteps({ faults, rounds, isPart: true, seed: 1, seconds: 8 }).map(({ name }) => name);

test('the faults of the cluster come in the order of the command line, round by round', () => {
  expect(listNames(['switchover', 'node-killed'], 2)).toEqual([
    'switchover',
    'node-killed',
    'switchover',
    'node-killed',
  ]);
});

test('the shops of the cluster are upgraded once and before everything else, since they start with the version before', () => {
  expect(listNames(['switchover', 'rolling-upgrade'], 2)).toEqual(['rolling-upgrade', 'switchover', 'switchover']);
});

test('a run of the cluster that goes on knows what was confirmed before it was interrupted', () => {
  const folder = makeScratchDir('ledger-');
  const file = join(folder, 'ledger');
  const interrupted = new Ledger(file);
  interrupted.note('orders', 'first');
  const mark = interrupted.mark();
  interrupted.note('orders', 'second');
  const { notes } = new Ledger(file);
  rmSync(folder, { recursive: true });
  expect(notes.orders).toEqual(['first', 'second']);
  expect(takeUntil(notes, mark).orders).toEqual(['first']);
});
