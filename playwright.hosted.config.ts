import { defineConfig } from '@playwright/test';
import e2e from './playwright.config.ts';

/** Journeys with what the hosted systems give out to try them with; started by scripts/test-hosted.mjs. */
export default defineConfig(e2e, { testDir: 'tests/hosted', outputDir: 'artifacts/hosted' });
