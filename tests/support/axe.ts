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
 * What axe objects to on this page, or in these parts of it: `rule: selectors`. Of all its rules, of these, or of all
 * but `skipped`.
 * axe is brought to each frame of a document once: reading half a megabyte takes longer than most runs.
 */
export async function findAxeViolations(
  page: Page,
  { rules, skipped = [], within = ['html'], except = [] }: JudgedParts & { rules?: string[]; skipped?: string[] } = {},
): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) {
    await page.mainFrame().evaluate(source);
    const [, ...frames] = page.frames();
    // A frame may go, or run no script: axe itself then says that it could not look inside.
    await Promise.all(frames.map((frame) => frame.evaluate(source).catch(() => {})));
  }
  return page.evaluate(
    async ({ rules, skipped, within, except }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        { include: within, exclude: except },
        {
          resultTypes: ['violations'],
          rules: Object.fromEntries(skipped.map((rule) => [rule, { enabled: false }])),
          ...(rules ? { runOnly: rules } : {}),
        },
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    { rules, skipped, within, except },
  );
}

/** Marks texts whose color, background or size the page has not shown since it was loaded. */
export const NEW_TEXT = '[data-new-text]';

/** Marks what is `NEW_TEXT` now in these parts, and takes the mark from all others. Returns how many there are. */
export async function markNewTexts(page: Page, { within = ['html'], except = [] }: JudgedParts): Promise<number> {
  return page.evaluate(
    ({ parts, left }) => {
      const shop = window as { knownTexts?: Set<string> };
      shop.knownTexts ??= new Set();
      const known = shop.knownTexts;
      /** All backgrounds down to the first opaque one. */
      const getSurfaces = (element: Element | null): string => {
        if (!element) return '';
        const { backgroundColor: color, backgroundImage: image, opacity } = getComputedStyle(element);
        if (image === 'none' && opacity === '1') {
          if (color.startsWith('rgb(')) return color;
          if (color === 'rgba(0, 0, 0, 0)') return getSurfaces(element.parentElement);
        }
        return `${color} ${image} ${opacity} ${getSurfaces(element.parentElement)}`;
      };
      const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '';
      const added = new Set<string>();
      let marked = 0;
      for (const old of document.querySelectorAll('[data-new-text]')) old.removeAttribute('data-new-text');
      for (const element of document.querySelectorAll(parts)) {
        const isWritten = [...element.childNodes].some(isText) || element.matches('input, select, textarea');
        if (!isWritten || !element.checkVisibility() || (left && element.closest(left))) continue;
        const { color, fontSize, fontWeight } = getComputedStyle(element);
        const look = `${color} ${fontSize} ${fontWeight} ${getSurfaces(element)}`;
        if (known.has(look)) continue;
        added.add(look);
        element.setAttribute('data-new-text', '');
        marked += 1;
      }
      for (const look of added) known.add(look);
      return marked;
    },
    { parts: within.map((part) => `${part} *`).join(), left: except.join() },
  );
}
