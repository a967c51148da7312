import { afterAll, vi } from 'vitest';
import { setShopCurrency, US_DOLLARS } from '#src/shared/money.ts';

// Vitest removes stubs before each test, but not after the last test of a file. The next file of this worker would load
// its modules with those stubs, or with the currency of that file's shop.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  setShopCurrency(US_DOLLARS);
});
