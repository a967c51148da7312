// @ts-check
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * One line of a progress file. The test runner's reporter writes it, and `npm test` reads it.
 * @typedef {{ event: 'begin' | 'end', test: string, outcome?: 'passed' | 'failed' | 'skipped', error?: string }} ProgressEvent
 */

/** The environment variable with the path of the progress file. Without it, a reporter writes nothing. */
export const PROGRESS_KEY = 'TEST_PROGRESS_FILE';

/**
 * Appends one event. Called by the reporters of Vitest and Playwright, in their main process.
 * @param {ProgressEvent} event
 */
export function recordProgress(event) {
  const file = process.env[PROGRESS_KEY];
  if (file) appendFileSync(file, `${JSON.stringify(event)}\n`);
}

/**
 * The first lines of an error, without terminal colors, for a list of failures.
 * @param {string | undefined} message
 */
export function abridgeError(message = '') {
  const lines = stripVTControlCharacters(message).split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, 4)
    .join('\n');
}

/**
 * The progress of a run: counts, the tests that began but did not end, and those that failed, with their error.
 * @param {string} file
 */
export function readProgress(file) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {Set<string>} */
  const running = new Set();
  /** @type {string[]} */
  const failures = [];
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  for (const line of lines) {
    /** @type {ProgressEvent} */
    const { event, test, outcome, error } = JSON.parse(line);
    if (event === 'begin') running.add(test);
    else running.delete(test);
    if (outcome) counts[outcome] += 1;
    if (error !== undefined || outcome === 'failed') failures.push(error ? `${test}\n${error}` : test);
  }
  return { counts, running: [...running], failures };
}

/**
 * Calls `onStall` once when the file has not grown for `stallMs`. Each finished test restarts the wait, so a slow
 * machine is not a stall. Returns a function that stops watching.
 * @param {string} file
 * @param {number} stallMs
 * @param {() => void} onStall
 */
export function watchProgress(file, stallMs, onStall) {
  const startedAt = Date.now();
  const timer = setInterval(
    () => {
      const lastEventAt = existsSync(file) ? statSync(file).mtimeMs : startedAt;
      if (Date.now() - Math.max(lastEventAt, startedAt) < stallMs) return;
      clearInterval(timer);
      onStall();
    },
    Math.min(1_000, stallMs / 4),
  );
  return () => clearInterval(timer);
}
