import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Journeys with what the hosted systems give out to try them with; started by scripts/test-hosted.mjs. */
export default defineConfig(journeys, { testDir: 'tests/hosted', outputDir: 'artifacts/hosted' });
