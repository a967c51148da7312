import { defineConfig } from '@playwright/test';
import e2e from './playwright.config.ts';

/** `npm run screens`: takes screenshots of every page in every state. */
export default defineConfig(e2e, { testDir: 'tests/screens', outputDir: 'artifacts/screens-failed' });
