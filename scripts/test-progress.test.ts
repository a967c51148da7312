import { appendFileSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { abridgeError, readProgress, watchProgress } from './test-progress.mjs';
import { toStageCounts } from './test-reports.mjs';

describe('the progress of a test run', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'progress-'));
    file = join(folder, 'progress.jsonl');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (...events: object[]) => appendFileSync(file, events.map((one) => `${JSON.stringify(one)}\n`).join(''));

  test('names the tests that began but did not end, and counts the others', () => {
    write(
      { event: 'begin', test: 'a › one' },
      { event: 'end', test: 'a › one', outcome: 'passed' },
      { event: 'begin', test: 'a › two' },
      { event: 'begin', test: 'b › three' },
      { event: 'end', test: 'b › three', outcome: 'failed' },
    );
    expect(readProgress(file)).toMatchObject({ counts: { passed: 1, failed: 1, skipped: 0 }, running: ['a › two'] });
  });

  test('lists what failed with the first lines of its error, also a file that could not be loaded', () => {
    write(
      { event: 'end', test: 'a › one', outcome: 'passed' },
      { event: 'end', test: 'a › two', outcome: 'failed', error: 'expected 1 to be 2' },
      { event: 'end', test: 'b', error: 'Cannot find module' },
      { event: 'end', test: 'c › three', outcome: 'failed' },
    );
    expect(readProgress(file).failures).toEqual(['a › two\nexpected 1 to be 2', 'b\nCannot find module', 'c › three']);
    expect(abridgeError('\u001b[31mExpected\u001b[39m\n\n  1\n  2\n  3\n  4')).toBe('Expected\n  1\n  2\n  3');
  });

  test('counts for a run that was ended before it could write its report', () => {
    write({ event: 'end', test: 'a › one', outcome: 'passed' }, { event: 'end', test: 'a › two', outcome: 'passed' });
    const noReport = () => {
      throw new Error('no such file');
    };
    const counts = toStageCounts(143, noReport, () => readProgress(file).counts);
    expect(counts).toEqual({ passed: 2, failed: 1, skipped: 0 });
  });

  test('is reported once as stalled, but not if the run is only slow', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    try {
      const onStall = vi.fn();
      const stopWatching = watchProgress(file, 60_000, onStall);
      for (let at = 0; at < 5; at += 1) {
        vi.advanceTimersByTime(50_000);
        write({ event: 'begin', test: `a › ${at}` });
        utimesSync(file, new Date(), new Date());
      }
      expect(onStall).not.toHaveBeenCalled();
      vi.advanceTimersByTime(200_000);
      expect(onStall).toHaveBeenCalledTimes(1);
      stopWatching();
    } finally {
      vi.useRealTimers();
    }
  });
});
