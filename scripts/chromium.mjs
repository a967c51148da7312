// @ts-check
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { step } from './progress.mjs';
import { findPinnedNode, findTool, run } from './toolbox.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The Chromium for the browser journeys: the one PLAYWRIGHT_CHROMIUM names, the machine's own, or one that is now installed.
 * 'playwright' stands for the copy that Playwright itself keeps; undefined means there is none to be had.
 * @returns {Promise<string | undefined>}
 */
export async function provideChromium() {
  const { PLAYWRIGHT_CHROMIUM: named } = process.env;
  if (named) return named;
  const found = findOnPath();
  if (found !== undefined) return found;
  return step(
    'Installing Chromium for the browser journeys (once)',
    async () => (await installByApt()) ?? installByPlaywright(),
  );
}

function findOnPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

async function installByApt() {
  if (process.platform !== 'linux') return undefined;
  const rise = process.geteuid?.() === 0 ? [] : ['sudo', '-n'];
  const commands = [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
  ];
  for (const command of commands) {
    const [program = '', ...args] = [...rise, 'env', 'DEBIAN_FRONTEND=noninteractive', ...command];
    const done = await run(program, args, { quiet: true }).catch(() => undefined);
    if (done?.code !== 0) return undefined;
  }
  return findOnPath();
}

async function installByPlaywright() {
  const args = [findTool('@playwright/test', 'playwright'), 'install', 'chromium'];
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
