import { defineConfig } from '@playwright/test';
import e2e from './playwright.config.ts';

/** `npm run screens`: pictures of every page in every state. */
export default defineConfig(e2e, { testDir: 'tests/screens', outputDir: 'artifacts/screens-failed' });
