import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * What axe objects to on this page: `rule: selectors`, of all its rules or of these.
 * axe is brought to each frame of a document once: reading half a megabyte takes longer than most runs.
 */
export async function findAxeViolations(page: Page, rules?: string[]): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) {
    await page.mainFrame().evaluate(axe.source);
    const [, ...frames] = page.frames();
    // A frame may go, or run no script: axe itself then says that it could not look inside.
    await Promise.all(frames.map((frame) => frame.evaluate(axe.source).catch(() => {})));
  }
  return page.evaluate(async (only) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      ...(only ? { runOnly: only } : {}),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, rules);
}
