import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport, toStageCounts } from './test-reports.mjs';

describe('what a stage of npm test counts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counts-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function save(report: unknown): string {
    const path = join(folder, 'report.json');
    writeFileSync(path, JSON.stringify(report));
    return path;
  }

  test('a check without a report counts as one passed or one failed', () => {
    expect(toStageCounts(0, undefined)).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(toStageCounts(2, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  test('a test file that cannot be loaded counts as a failure', () => {
    const path = save({
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 0,
      testResults: [
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
        { status: 'failed', assertionResults: [{ status: 'failed' }] },
        { status: 'failed', assertionResults: [] },
      ],
    });
    expect(readVitestReport(path)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  test('browser tests count by their first attempt, and an error outside of all tests counts, too', () => {
    const stats = { expected: 3, unexpected: 0, flaky: 1, skipped: 0 };
    expect(readPlaywrightReport(save({ stats, errors: [{}] }))).toEqual({ passed: 3, failed: 1, skipped: 0 });
    expect(readPlaywrightReport(save({ stats: { ...stats, unexpected: 2 }, errors: [] })).failed).toBe(3);
  });

  test('a stage that failed, wrote no report or ran nothing never counts as passed', () => {
    const good = { passed: 3, failed: 0, skipped: 0 };
    expect(toStageCounts(1, () => good).failed).toBe(1);
    expect(toStageCounts(0, () => ({ ...good, passed: 0 })).failed).toBe(1);
    expect(toStageCounts(0, () => readVitestReport(join(folder, 'none.json')))).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
    });
    expect(toStageCounts(0, () => good)).toEqual(good);
  });
});
