// @ts-check
// `npm run test:hosted`: tests the shop with the emulators and test tools of the hosted systems. Not part of
// `npm test`. `npm run test:hosted -- firebase` runs the files whose names contain that word.
import './require-node.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstallChromium } from './chromium.mjs';
import { startFirebaseEmulator } from './firebase-emulator.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { findBin, findPinnedNode, projectEnvironment, root, run, ScriptError } from './processes.mjs';
import { readPlaywrightReport, toStageCounts } from './test-reports.mjs';

const report = join(root, 'artifacts', 'hosted.json');
const words = process.argv.slice(2);
let counts = { passed: 0, failed: 1, skipped: 0 };
/** @type {(() => Promise<void>)[]} */
const ends = [];
try {
  await ensureInstalled();
  await ensureBuilt();
  const chromium = await findOrInstallChromium();
  if (chromium === undefined)
    throw new ScriptError('Chromium was not found and could not be installed. Set PLAYWRIGHT_CHROMIUM to its path.');
  mkdirSync(join(root, 'artifacts'), { recursive: true });
  rmSync(report, { force: true });
  /** @type {Record<string, string>} */
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  if (chromium !== 'playwright') env.PLAYWRIGHT_CHROMIUM = chromium;
  if (words.length === 0 || words.some((word) => 'firebase'.includes(word) || word.includes('firebase'))) {
    const emulator = await startFirebaseEmulator();
    ends.push(emulator.end);
    env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host;
  }
  const playwright = findBin('@playwright/test', 'playwright');
  const args = ['test', '--config', 'playwright.hosted.config.ts', '--reporter=list,json', ...words];
  const { code } = await run(findPinnedNode(), [playwright, ...args], { env: projectEnvironment(env) });
  counts = toStageCounts(code, () => readPlaywrightReport(report));
} catch (error) {
  if (!(error instanceof ScriptError)) throw error;
  console.error(error.message);
} finally {
  for (const end of ends) await end();
}
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
