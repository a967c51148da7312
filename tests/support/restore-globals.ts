import { afterAll, vi } from 'vitest';

// Vitest removes stubs before each test, but not after the last test of a file. The next file of this worker would load
// its modules with those stubs.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
