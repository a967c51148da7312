import { cpSync, existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';
import { makeDataDir, QUICK_PASSWORDS, startShop } from './running-shop.ts';

/**
 * Returns a copy of the data folder of a stopped shop, which has the demo shop and the first admin. The first start of
 * a shop takes four times as long as a later one, so it happens once for all tests that are not about it.
 */
export async function copyUsedDataDir(): Promise<string> {
  const original = join(inject('scratchDir'), 'used-shop');
  while (!existsSync(original)) {
    if (claim(original)) await makeOriginal(original);
    else await pause(50);
  }
  const dataDir = makeDataDir();
  cpSync(original, dataDir, { recursive: true });
  return dataDir;
}

/** Whether this worker is the one to make the folder. Only one can create the folder of the claim. */
function claim(original: string): boolean {
  try {
    mkdirSync(`${original}.claim`);
    return true;
  } catch {
    return false;
  }
}

async function makeOriginal(original: string): Promise<void> {
  const dataDir = `${original}.new`;
  try {
    // Another worker may have finished it just before the claim.
    if (existsSync(original)) return;
    const shop = await startShop({ dataDir, env: QUICK_PASSWORDS });
    await shop.stop();
    renameSync(dataDir, original);
  } finally {
    rmdirSync(`${original}.claim`);
  }
}
