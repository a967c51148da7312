// @ts-check
import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Reads the counts of a Vitest JSON report. A file that could not be loaded counts as one failed test.
 * @param {string} path
 * @returns {Counts}
 */
export function readVitestReport(path) {
  /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { status: string, assertionResults: { status: string }[] }[] }} */
  const report = JSON.parse(readFileSync(path, 'utf8'));
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Reads the counts of a Playwright JSON report. Only the first attempt counts: a test that passed on a retry is flaky,
 * and so it failed.
 * @param {string} path
 * @returns {Counts}
 */
export function readPlaywrightReport(path) {
  /** @type {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} */
  const { stats, errors } = JSON.parse(readFileSync(path, 'utf8'));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky || errors.length,
    skipped: stats.skipped,
  };
}

/**
 * The counts of a stage: those of its report, plus a failure if only its exit code shows one. A stage without a report
 * counts as one passed or failed. A stalled run wrote no report: its counts are what it had `seen`, and the stall is
 * one more failure.
 * @param {number} code
 * @param {(() => Counts) | undefined} count
 * @param {() => Counts} [seen]
 * @returns {Counts}
 */
export function toStageCounts(code, count, seen = () => ({ passed: 0, failed: 0, skipped: 0 })) {
  const plain = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  if (count === undefined) return plain;
  try {
    const counts = count();
    const silent = code !== 0 && counts.failed === 0;
    const empty = counts.passed + counts.failed === 0;
    return silent || empty ? { ...counts, failed: 1 } : counts;
  } catch {
    const counts = seen();
    return { ...counts, failed: counts.failed + 1 };
  }
}
