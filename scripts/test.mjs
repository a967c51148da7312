// @ts-check
// `npm test`: everything that must pass. `npm test -- --only unit,e2e` runs only some stages. Further words are passed
// to the test runner: `npm run e2e buy-a-tool basket`, `npm run e2e imports -- --headed`.
import './require-node.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstallChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { findBin, findPinnedNode, projectEnvironment, root, run, ScriptError } from './processes.mjs';
import { toPlaywrightWords } from './test-names.mjs';
import { PROGRESS_KEY, readProgress, watchProgress } from './test-progress.mjs';
import { readPlaywrightReport, readVitestReport, toStageCounts } from './test-reports.mjs';

const reports = join(root, 'artifacts');
const vitestReport = join(reports, 'vitest.json');
const hostileReport = join(reports, 'hostile.json');
const faultsReport = join(reports, 'faults.json');
const playwrightReport = join(reports, 'playwright.json');
/** A stage is aborted if no test begins or ends for this long, in ms. It is longer than any single test may take. */
const STALL_MS = 6 * 60_000;

/**
 * @typedef {import('./test-reports.mjs').Counts} Counts
 * @typedef {{ code: number, output?: string }} StageResult
 * @typedef {{ name: string, title: string, work: () => Promise<StageResult>, count?: () => Counts, onRequest?: true }} Stage
 */

/**
 * They run one after the other, and print their output only if they fail.
 * @type {Stage[]}
 */
const staticStages = [
  {
    name: 'types',
    title: 'Types',
    work: async () => {
      const generated = await check('@react-router/dev', 'react-router', ['typegen']);
      // Each checker computes the shop's types again: four of them, the default, take twice the processor time. With
      // `GOGC`, the compiler collects garbage less often, which saves another fifth for a tenth more memory.
      const args = ['--noEmit', '-p', '.', '--checkers', '1'];
      return generated.code === 0 ? check('typescript', 'tsc', args, { GOGC: '400' }) : generated;
    },
  },
  { name: 'lint', title: 'Lint and format', work: () => check('@biomejs/biome', 'biome', ['ci', '.']) },
  {
    name: 'imports',
    title: 'Import rules',
    work: () =>
      check('dependency-cruiser', 'depcruise', [
        '--config',
        '.dependency-cruiser.json',
        'src',
        'tests',
        'bench',
        'scripts',
      ]),
  },
  { name: 'unused', title: 'Nothing unused', work: () => check('knip', 'knip', []) },
  {
    name: 'conventions',
    title: 'Conventions',
    work: () => run(findPinnedNode(), [join(root, 'scripts', 'check-conventions.mjs')], { quiet: true }),
  },
];

/** @type {Stage} */
const buildStage = {
  name: 'build',
  title: 'Build',
  work: async () => {
    await ensureBuilt();
    return { code: 0 };
  },
};

/** @type {Stage} */
const unitStage = {
  name: 'unit',
  title: 'Unit and integration tests',
  // The browser comes first: installing it takes longer than any single test may.
  work: async () => runVitest('unit', 'vitest.config.ts', vitestReport, await prepareForTests()),
  count: () => readVitestReport(vitestReport),
};

/** @type {Stage} */
const faultsStage = {
  name: 'faults-long',
  title: 'Kills and events at random moments, long run',
  work: async () => {
    await ensureBuilt();
    // Each round is a test, so that the watch for a stalled stage sees it go on.
    const { FAULT_ROUNDS = '60', FAULT_SEQUENCES = '3000' } = process.env;
    const files = ['tests/process/random-kills', 'tests/process/full-disk', 'tests/faults/webhook-sequences'];
    return runVitest('faults-long', 'vitest.config.ts', faultsReport, { FAULT_ROUNDS, FAULT_SEQUENCES }, files);
  },
  count: () => readVitestReport(faultsReport),
  onRequest: true,
};

/** @type {Stage[]} */
const hostileStages = [
  {
    name: 'hostile',
    title: 'Hostile clients',
    work: () => runHostile('hostile', {}),
    count: () => readVitestReport(hostileReport),
  },
  {
    name: 'hostile-long',
    title: 'Hostile clients, long runs',
    work: () => runHostile('hostile-long', { HOSTILE: 'long' }),
    count: () => readVitestReport(hostileReport),
    onRequest: true,
  },
];

/** @type {Stage[]} */
const browserStages = [
  {
    name: 'e2e',
    title: 'Browser tests',
    work: async () => runPlaywright('e2e', 'playwright.config.ts', await prepareForTests()),
    count: () => readPlaywrightReport(playwrightReport),
  },
  {
    name: 'screens',
    title: 'Screenshots of every page',
    work: async () => runPlaywright('screens', 'playwright.screens.config.ts', await prepareForTests()),
    count: () => readPlaywrightReport(playwrightReport),
    onRequest: true,
  },
];

const total = { passed: 0, failed: 0, skipped: 0 };
/** What failed, listed again at the end: a failed test is thousands of lines above the counts. */
const failures = /** @type {string[]} */ ([]);
/** @type {string[]} */
let runnerWords = [];
try {
  const { isChosen, words } = readArguments(process.argv.slice(2));
  runnerWords = words;
  await ensureInstalled();
  mkdirSync(reports, { recursive: true });
  for (const report of [vitestReport, hostileReport, faultsReport, playwrightReport]) rmSync(report, { force: true });
  const runAll = async (/** @type {Stage[]} */ stages) => {
    for (const stage of stages.filter(isChosen)) await runStage(stage);
  };
  // The build and some of the first tests leave processor time for the static checks.
  await Promise.all([runAll([buildStage, unitStage]), runAll(staticStages)]);
  // Nothing else runs beside these, since they measure how long a visitor waits.
  await runAll([faultsStage, ...hostileStages]);
  await runAll(browserStages);
} catch (error) {
  if (!(error instanceof ScriptError)) throw error;
  console.error(error.message);
  total.failed += 1;
}
if (failures.length > 0)
  console.log(`\nFailed:\n${failures.map((one) => `✗ ${one.replaceAll('\n', '\n    ')}`).join('\n')}`);
const skipped = total.skipped === 0 ? '' : `, ${total.skipped} skipped`;
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);

/** Prepares what tests of the running shop need: its build, and a Chromium. */
async function prepareForTests() {
  await ensureBuilt();
  const chromium = await findOrInstallChromium();
  if (chromium === undefined) {
    throw new ScriptError(
      'Chromium was not found and could not be installed. Install it, or set PLAYWRIGHT_CHROMIUM to its path.',
    );
  }
  /** @type {Record<string, string>} */
  const environment = chromium === 'playwright' ? {} : { PLAYWRIGHT_CHROMIUM: chromium };
  return environment;
}

/**
 * @param {string} name
 * @param {Record<string, string>} env
 */
async function runHostile(name, env) {
  await ensureBuilt();
  return runVitest(name, 'vitest.hostile.config.ts', hostileReport, env);
}

/** @param {Stage} stage */
async function runStage({ name, title, work, count }) {
  if (count) console.log(`\n── ${title}`);
  const startedAt = performance.now();
  const { code, output } = await work().catch((error) => ({
    code: 1,
    output: String(error instanceof ScriptError ? error.message : (error.stack ?? error)),
  }));
  const progress = readProgress(progressFile(name));
  const counts = toStageCounts(code, count, () => progress.counts);
  // A failure outside of all tests has only the stage's own output.
  if (counts.failed > 0) failures.push(...(progress.failures.length > 0 ? progress.failures : [title]));
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  if (output && counts.failed > 0) console.error(`\n── ${title}\n${output}`);
  const numbers = count === undefined ? '' : `: ${counts.passed} passed, ${counts.failed} failed`;
  console.log(
    `${counts.failed === 0 ? '✓' : '✗'} ${title}${numbers}  ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
}

/** @param {string} stage */
function progressFile(stage) {
  return join(reports, `${stage}-progress.jsonl`);
}

/**
 * Runs a tool whose output matters only when it fails.
 * @param {string} packageName
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function check(packageName, command, args, env = {}) {
  return run(findPinnedNode(), [findBin(packageName, command), ...args], { env: projectEnvironment(env), quiet: true });
}

/**
 * @param {string} name
 * @param {string} config
 * @param {string} report
 * @param {Record<string, string>} env
 * @param {string[]} files
 */
function runVitest(name, config, report, env, files = []) {
  const reporters = ['default', 'json', './scripts/vitest-progress-reporter.mjs'].map((one) => `--reporter=${one}`);
  const args = ['run', '--config', config, ...reporters, `--outputFile.json=${report}`];
  return runTests(name, findBin('vitest', 'vitest'), [...args, ...files, ...runnerWords], env);
}

/**
 * @param {string} name
 * @param {string} config
 * @param {Record<string, string>} env
 */
function runPlaywright(name, config, env) {
  const reporters = '--reporter=list,json,./scripts/playwright-progress-reporter.mjs';
  const args = ['test', '--config', config, reporters, ...toPlaywrightWords(runnerWords)];
  return runTests(name, findBin('@playwright/test', 'playwright'), args, {
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    ...env,
  });
}

/**
 * Runs a test runner and shows its output. A stalled run is ended, and its unfinished tests are named.
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<StageResult>}
 */
async function runTests(name, program, args, env) {
  const file = progressFile(name);
  rmSync(file, { force: true });
  let stalled = false;
  const { code } = await run(findPinnedNode(), [program, ...args], {
    env: projectEnvironment({ ...env, [PROGRESS_KEY]: file }),
    stopWhen: (stop) =>
      watchProgress(file, STALL_MS, () => {
        stalled = true;
        stop();
      }),
  });
  if (!stalled) return { code };
  const { running } = readProgress(file);
  const where =
    running.length === 0 ? 'before its first test' : `in:\n${running.map((test) => `  ${test}`).join('\n')}`;
  console.error(`\nThere was no progress for ${STALL_MS / 60_000} minutes, so this stage was stopped ${where}`);
  return { code: code || 1 };
}

/**
 * @param {string[]} args
 * @returns {{ isChosen: (stage: Stage) => boolean, words: string[] }}
 */
function readArguments(args) {
  const stages = [buildStage, unitStage, faultsStage, ...hostileStages, ...staticStages, ...browserStages];
  const known = stages.map(({ name }) => name);
  const [flag, names = '', ...words] = args;
  if (flag === undefined) return { isChosen: ({ onRequest }) => !onRequest, words };
  const wanted = names.split(',');
  if (flag !== '--only' || !wanted.every((name) => known.includes(name))) {
    throw new ScriptError(`Usage: npm test [-- --only ${known.join(',')} [arguments for the test runner]]`);
  }
  return { isChosen: ({ name }) => wanted.includes(name), words };
}
