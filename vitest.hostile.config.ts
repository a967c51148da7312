import { defineConfig } from 'vitest/config';

/** Attacks on a built shop, one at a time: nothing else may use the processor while a visitor's wait is measured. */
export default defineConfig({
  test: {
    include: ['tests/hostile/**/*.test.ts'],
    globalSetup: './tests/support/hostile-setup.ts',
    testTimeout: 180_000,
    hookTimeout: 60_000,
    pool: 'forks',
    fileParallelism: false,
    maxWorkers: 1,
    isolate: false,
  },
});
