// @ts-check
// `npm test`: everything that must pass. `npm test -- --only unit,journeys` runs some stages alone.
import './require-node.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { provideChromium } from './chromium.mjs';
import { countPlaywright, countVitest, judge } from './counts.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { Fault, findPinnedNode, findTool, root, run, toolEnvironment } from './toolbox.mjs';

const reports = join(root, 'artifacts');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
const timeoutMs = 20 * 60_000;

/**
 * @typedef {{ name: string, title: string, work: () => Promise<number>, count?: () => import('./counts.mjs').Counts }} Stage
 * @type {Stage[]}
 */
const stages = [
  {
    name: 'types',
    title: 'Types',
    work: async () =>
      (await tool('@react-router/dev', 'react-router', ['typegen'])) ||
      (await tool('typescript', 'tsc', ['--noEmit', '-p', '.'])),
  },
  { name: 'lint', title: 'Lint and format', work: () => tool('@biomejs/biome', 'biome', ['ci', '.']) },
  {
    name: 'imports',
    title: 'Import rules',
    work: () => tool('dependency-cruiser', 'depcruise', ['--config', '.dependency-cruiser.json', 'src']),
  },
  { name: 'unused', title: 'Nothing unused', work: () => tool('knip', 'knip', []) },
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
      tool(
        'vitest',
        'vitest',
        ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
        await prepareForTests(),
      ),
    count: () => countVitest(vitestReport),
  },
  {
    name: 'journeys',
    title: 'Browser journeys',
    work: async () =>
      tool('@playwright/test', 'playwright', ['test', '--reporter=list,json'], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
        ...(await prepareForTests()),
      }),
    count: () => countPlaywright(playwrightReport),
  },
];

const total = { passed: 0, failed: 0, skipped: 0 };
try {
  const chosen = chooseStages(process.argv.slice(2));
  await ensureInstalled();
  mkdirSync(reports, { recursive: true });
  for (const report of [vitestReport, playwrightReport]) rmSync(report, { force: true });
  for (const stage of chosen) await runStage(stage);
} catch (fault) {
  if (!(fault instanceof Fault)) throw fault;
  console.error(fault.message);
  total.failed += 1;
}
const skipped = total.skipped === 0 ? '' : `, ${total.skipped} skipped`;
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);

/** What tests of the running shop need: its build, and a Chromium, installed where there is none. */
async function prepareForTests() {
  await ensureBuilt();
  const chromium = await provideChromium();
  if (chromium === undefined) {
    throw new Fault('No Chromium found or installable. Install one, or set PLAYWRIGHT_CHROMIUM to its path.');
  }
  /** @type {Record<string, string>} */
  const environment = chromium === 'playwright' ? {} : { PLAYWRIGHT_CHROMIUM: chromium };
  return environment;
}

/** @param {Stage} stage */
async function runStage({ title, work, count }) {
  console.log(`\n── ${title}`);
  const begun = performance.now();
  const code = await work().catch((fault) => {
    console.error(fault instanceof Fault ? fault.message : fault);
    return 1;
  });
  const counts = judge(code, count);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  const numbers = count === undefined ? '' : `: ${counts.passed} passed, ${counts.failed} failed`;
  console.log(
    `${counts.failed === 0 ? '✓' : '✗'} ${title}${numbers}  ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  );
}

/**
 * @param {string} packageName
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
async function tool(packageName, command, args, env) {
  const { code } = await run(findPinnedNode(), [findTool(packageName, command), ...args], {
    env: toolEnvironment(env),
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
    throw new Fault(`Usage: npm test [-- --only ${known.join(',')}]`);
  }
  return stages.filter(({ name }) => wanted.includes(name));
}
