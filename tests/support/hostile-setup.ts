import type { TestProject } from 'vitest/node';
import { removeDataDir, startShop } from './running-shop.ts';

declare module 'vitest' {
  interface ProvidedContext {
    hostileShop: { origin: string; pid: number; dataDir: string };
  }
}

/** Below what one address has rendered in ten seconds. */
const WARMING_VISITS = 80;

/** Starts one built shop with the demo range and its limits on, for all tests of hostile clients. */
export default async function setup(project: TestProject) {
  const shop = await startShop({ env: { RATE_LIMITS: 'on' } });
  // A shop that has just started is smaller than one that anybody has visited.
  for (let at = 0; at < WARMING_VISITS; at += 1) await (await fetch(`${shop.origin}/tools?q=hammer${at}`)).text();
  project.provide('hostileShop', { origin: shop.origin, pid: shop.process.pid ?? 0, dataDir: shop.dataDir });
  return async () => {
    await shop.stop();
    removeDataDir(shop.dataDir);
  };
}
