import type { TestProject } from 'vitest/node';
import { removeDataDir, startShop } from './running-shop.ts';

declare module 'vitest' {
  interface ProvidedContext {
    hostileShop: { origin: string; pid: number; dataDir: string };
  }
}

/** Below the limit of rendered pages per address in ten seconds. */
const WARMING_VISITS = 80;

/** Starts one built shop with demo data and rate limits, for all tests of hostile clients. */
export default async function setup(project: TestProject) {
  const shop = await startShop({ env: { RATE_LIMITS: 'on' } });
  // A newly started shop uses less memory than one that has been visited.
  for (let at = 0; at < WARMING_VISITS; at += 1) await (await fetch(`${shop.origin}/tools?q=hammer${at}`)).text();
  project.provide('hostileShop', { origin: shop.origin, pid: shop.process.pid ?? 0, dataDir: shop.dataDir });
  return async () => {
    await shop.stop();
    removeDataDir(shop.dataDir);
  };
}
