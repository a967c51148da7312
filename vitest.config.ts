import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'tests/{integration,documents,faults,process}/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    globalSetup: './tests/support/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: 2,
    // Spies and stubs of one test never reach the next.
    restoreMocks: true,
    unstubGlobals: true,
  },
});
