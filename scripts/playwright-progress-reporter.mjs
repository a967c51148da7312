// @ts-check
import { relative } from 'node:path';
import { root } from './processes.mjs';
import { abridgeError, recordProgress } from './test-progress.mjs';

/** @param {import('@playwright/test/reporter').TestCase} test */
const describeTest = (test) => `${relative(root, test.location.file)} › ${test.title}`;

/** Records the start and end of each test. Only the first attempt counts: a retry is there for its trace. */
export default class PlaywrightProgressReporter {
  /** @param {import('@playwright/test/reporter').TestCase} test */
  onTestBegin(test) {
    recordProgress({ event: 'begin', test: describeTest(test) });
  }

  /**
   * @param {import('@playwright/test/reporter').TestCase} test
   * @param {import('@playwright/test/reporter').TestResult} result
   */
  onTestEnd(test, result) {
    const outcome =
      result.status === 'skipped' ? 'skipped' : result.status === test.expectedStatus ? 'passed' : 'failed';
    const error = outcome === 'failed' ? { error: abridgeError(result.error?.message) } : {};
    recordProgress({ event: 'end', test: describeTest(test), ...(result.retry === 0 ? { outcome, ...error } : {}) });
  }

  printsToStdio() {
    return false;
  }
}
