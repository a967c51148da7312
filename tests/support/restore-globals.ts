import { afterAll, vi } from 'vitest';

// Before each test Vitest restores what the one before has stubbed, but nobody does after the last of a file: the next
// file of this worker would load its modules among stubs.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
