import { defineConfig } from '@playwright/test';

const chromium = process.env.PLAYWRIGHT_CHROMIUM;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'artifacts/e2e',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // A retry records the trace of a failure; a green test pays for none. `npm test` counts the first verdict.
  retries: 1,
  // Two cores: two workers left a quarter of them idle while pages and timers were waited for.
  workers: 3,
  use: {
    browserName: 'chromium',
    // To paint sixty frames a second takes a twentieth of a journey. `MOVING` is for tests of what moves.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      // As root, as in most containers, Chromium's own sandbox cannot work; the pages are the shop's own.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
