import { defineConfig } from '@playwright/test';
import e2e from './playwright.config.ts';

/** Tests with the emulators and test tools of the hosted systems. Started by scripts/test-hosted.mjs. */
export default defineConfig(e2e, { testDir: 'tests/hosted', outputDir: 'artifacts/hosted' });
