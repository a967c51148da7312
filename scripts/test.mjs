// @ts-check
// `npm test`: everything that must pass. `npm test -- --only unit,journeys` runs some stages alone.
import './require-node.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstallChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { findBin, findPinnedNode, projectEnvironment, root, run, ScriptError } from './processes.mjs';
import { readPlaywrightReport, readVitestReport, toStageCounts } from './test-reports.mjs';

const reports = join(root, 'artifacts');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
const timeoutMs = 20 * 60_000;

/**
 * @typedef {{ name: string, title: string, work: () => Promise<number>, count?: () => import('./test-reports.mjs').Counts }} Stage
 * @type {Stage[]}
 */
const stages = [
  {
    name: 'types',
    title: 'Types',
    work: async () =>
      (await runBin('@react-router/dev', 'react-router', ['typegen'])) ||
      (await runBin('typescript', 'tsc', ['--noEmit', '-p', '.'])),
  },
  { name: 'lint', title: 'Lint and format', work: () => runBin('@biomejs/biome', 'biome', ['ci', '.']) },
  {
    name: 'imports',
    title: 'Import rules',
    work: () => runBin('dependency-cruiser', 'depcruise', ['--config', '.dependency-cruiser.json', 'src']),
  },
  { name: 'unused', title: 'Nothing unused', work: () => runBin('knip', 'knip', []) },
  {
    name: 'build',
    title: 'Build',
    work: async () => {
      await ensureBuilt();
      return 0;
    },
  },
  {
    name: 'unit',
    title: 'Unit and integration tests',
    // The browser first: installing it takes longer than any single test may.
    work: async () =>
      runBin(
        'vitest',
        'vitest',
        ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
        await prepareForTests(),
      ),
    count: () => readVitestReport(vitestReport),
  },
  {
    name: 'journeys',
    title: 'Browser journeys',
    work: async () =>
      runBin('@playwright/test', 'playwright', ['test', '--reporter=list,json'], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
        ...(await prepareForTests()),
      }),
    count: () => readPlaywrightReport(playwrightReport),
  },
];

const total = { passed: 0, failed: 0, skipped: 0 };
try {
  const chosen = chooseStages(process.argv.slice(2));
  await ensureInstalled();
  mkdirSync(reports, { recursive: true });
  for (const report of [vitestReport, playwrightReport]) rmSync(report, { force: true });
  for (const stage of chosen) await runStage(stage);
} catch (error) {
  if (!(error instanceof ScriptError)) throw error;
  console.error(error.message);
  total.failed += 1;
}
const skipped = total.skipped === 0 ? '' : `, ${total.skipped} skipped`;
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);

/** What tests of the running shop need: its build, and a Chromium, installed where there is none. */
async function prepareForTests() {
  await ensureBuilt();
  const chromium = await findOrInstallChromium();
  if (chromium === undefined) {
    throw new ScriptError('No Chromium found or installable. Install one, or set PLAYWRIGHT_CHROMIUM to its path.');
  }
  /** @type {Record<string, string>} */
  const environment = chromium === 'playwright' ? {} : { PLAYWRIGHT_CHROMIUM: chromium };
  return environment;
}

/** @param {Stage} stage */
async function runStage({ title, work, count }) {
  console.log(`\n── ${title}`);
  const startedAt = performance.now();
  const code = await work().catch((error) => {
    console.error(error instanceof ScriptError ? error.message : error);
    return 1;
  });
  const counts = toStageCounts(code, count);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  const numbers = count === undefined ? '' : `: ${counts.passed} passed, ${counts.failed} failed`;
  console.log(
    `${counts.failed === 0 ? '✓' : '✗'} ${title}${numbers}  ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
}

/**
 * @param {string} packageName
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
async function runBin(packageName, command, args, env) {
  const { code } = await run(findPinnedNode(), [findBin(packageName, command), ...args], {
    env: projectEnvironment(env),
    timeoutMs,
  });
  return code;
}

/** @param {string[]} args */
function chooseStages(args) {
  const [flag, names = '', ...rest] = args;
  if (flag === undefined) return stages;
  const wanted = names.split(',');
  const known = stages.map(({ name }) => name);
  if (flag !== '--only' || rest.length > 0 || !wanted.every((name) => known.includes(name))) {
    throw new ScriptError(`Usage: npm test [-- --only ${known.join(',')}]`);
  }
  return stages.filter(({ name }) => wanted.includes(name));
}
