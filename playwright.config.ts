import { defineConfig } from '@playwright/test';

const chromium = process.env.PLAYWRIGHT_CHROMIUM;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'artifacts/e2e',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // Only a retry records a trace, so that passing tests do not pay for one. `npm test` counts the first attempt.
  retries: 1,
  // For two cores: with two workers, a quarter of the processor time was idle while tests waited for pages and timers.
  workers: 3,
  use: {
    browserName: 'chromium',
    // Painting 60 frames per second took 5 % of a test. `MOVING` is for tests of animations.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      // Chromium's sandbox does not work as root, as in most containers. All pages are the shop's own.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Optimizing code that runs for a few seconds took a tenth of the time.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
});
