import type { TestProject } from 'vitest/node';
import { removeDataDir, startShop } from './running-shop.ts';

declare module 'vitest' {
  interface ProvidedContext {
    hostileShop: { origin: string; pid: number; dataDir: string };
  }
}

/** Starts one built shop with the demo range and its limits on, for all tests of hostile clients. */
export default async function setup(project: TestProject) {
  const shop = await startShop({ env: { RATE_LIMITS: 'on' } });
  project.provide('hostileShop', { origin: shop.origin, pid: shop.process.pid ?? 0, dataDir: shop.dataDir });
  return async () => {
    await shop.stop();
    removeDataDir(shop.dataDir);
  };
}
