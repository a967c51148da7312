// @ts-check
import { relative } from 'node:path';
import { root } from './processes.mjs';
import { abridgeError, recordProgress } from './test-progress.mjs';

/** @param {import('vitest/node').TestCase} testCase */
const describeTest = (testCase) => `${relative(root, testCase.module.moduleId)} › ${testCase.fullName}`;

/** Records the start and end of each test, so that a hanging run can name its test. */
export default class VitestProgressReporter {
  /** @param {import('vitest/node').TestModule} testModule */
  onTestModuleStart(testModule) {
    recordProgress({ event: 'begin', test: relative(root, testModule.moduleId) });
  }

  /** @param {import('vitest/node').TestCase} testCase */
  onTestCaseReady(testCase) {
    recordProgress({ event: 'begin', test: describeTest(testCase) });
  }

  /** @param {import('vitest/node').TestCase} testCase */
  onTestCaseResult(testCase) {
    const { state, errors } = testCase.result();
    const outcome = state === 'pending' ? 'failed' : state;
    const error = outcome === 'failed' ? { error: abridgeError(errors?.[0]?.message) } : {};
    recordProgress({ event: 'end', test: describeTest(testCase), outcome, ...error });
  }

  /** @param {import('vitest/node').TestModule} testModule */
  onTestModuleEnd(testModule) {
    // A file that cannot be loaded, or whose hooks failed. A hook that fails first often makes the last one hang.
    const suites = [...testModule.children.allSuites()];
    const errors = [...suites, testModule].flatMap((suite) => suite.errors());
    const failure = errors.length === 0 ? {} : { error: errors.map((error) => abridgeError(error.message)).join('\n') };
    recordProgress({ event: 'end', test: relative(root, testModule.moduleId), ...failure });
  }
}
