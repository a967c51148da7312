// @ts-check
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findBin, findPinnedNode, run } from './processes.mjs';
import { step } from './progress.mjs';

/** Chromium without windows. It takes about a third less time than the full browser. */
const headlessShell = 'chromium-headless-shell';
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Returns the Chromium for the browser tests: the one in PLAYWRIGHT_CHROMIUM, the machine's own, or a newly installed
 * one. 'playwright' stands for Playwright's own copy; undefined means that none can be installed.
 * @returns {Promise<string | undefined>}
 */
export async function findOrInstallChromium() {
  const { PLAYWRIGHT_CHROMIUM: named } = process.env;
  if (named) return named;
  const found = findOnPath([headlessShell]);
  if (found !== undefined) return found;
  return step(
    'Installing Chromium for the browser tests (once)',
    async () =>
      (await installByApt(headlessShell)) ??
      findOnPath(browsers) ??
      (await installByApt('chromium')) ??
      installByPlaywright(),
  );
}

/**
 * Returns the full browser on this machine, which is closer to the browsers people use, or undefined.
 * @returns {string | undefined}
 */
export function findWholeChromium() {
  return findOnPath(browsers);
}

/** @param {string[]} commandNames */
function findOnPath(commandNames) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => commandNames.map((name) => join(folder, name))).find(isProgram);
}

/** @param {string} packageName also the name of its command */
async function installByApt(packageName) {
  if (process.platform !== 'linux') return undefined;
  const sudo = process.geteuid?.() === 0 ? [] : ['sudo', '-n'];
  const commands = [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', packageName, 'fonts-liberation'],
  ];
  for (const command of commands) {
    const [program = '', ...args] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', ...command];
    const done = await run(program, args, { quiet: true }).catch(() => undefined);
    if (done?.code !== 0) return undefined;
  }
  return findOnPath([packageName]);
}

async function installByPlaywright() {
  const args = [findBin('@playwright/test', 'playwright'), 'install', 'chromium'];
  const done = await run(findPinnedNode(), args, { quiet: true });
  return done.code === 0 ? 'playwright' : undefined;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
