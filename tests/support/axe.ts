import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** CSS selectors of what is judged, and of what is left out of it. */
export interface JudgedParts {
  within?: string[];
  except?: string[];
}

/**
 * What axe objects to on this page, or in these parts of it: `rule: selectors`. Of all its rules, or of these.
 * axe is brought to each frame of a document once: reading half a megabyte takes longer than most runs.
 */
export async function findAxeViolations(
  page: Page,
  { rules, within = ['html'], except = [] }: JudgedParts & { rules?: string[] } = {},
): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) {
    await page.mainFrame().evaluate(source);
    const [, ...frames] = page.frames();
    // A frame may go, or run no script: axe itself then says that it could not look inside.
    await Promise.all(frames.map((frame) => frame.evaluate(source).catch(() => {})));
  }
  return page.evaluate(
    async ({ rules, within, except }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        { include: within, exclude: except },
        { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) },
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    { rules, within, except },
  );
}
