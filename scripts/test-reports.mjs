// @ts-check
import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts of a Vitest JSON report. A file that could not even be loaded counts as one failed test.
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
 * Counts of a Playwright JSON report. The first verdict counts: a test that passed when tried again is flaky, and failed.
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
 * What a stage contributes: its report's counts, corrected where its exit code says more; one passed or failed without a report.
 * A run that was ended wrote no report: `seen` is what it got through, and the end is one failure more.
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
