import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** CSS selectors of the parts to check, and of parts to leave out. */
export interface JudgedParts {
  within?: string[];
  except?: string[];
}

/** Selects the elements that `markUnjudgedTexts` has marked. */
export const NEW_TEXT = '[data-new-text]';

/**
 * Returns axe's findings for this page or parts of it, as `rule: selectors`. Runs these rules or all of them. With all
 * rules, contrast is only checked for elements that match `contrastOf`; null means none. axe is injected once into each
 * frame of a document, since parsing half a megabyte takes longer than most runs.
 */
export async function findAxeViolations(
  page: Page,
  {
    rules,
    contrastOf = '*',
    within = ['html'],
    except = [],
  }: JudgedParts & { rules?: string[]; contrastOf?: string | null } = {},
): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) {
    await page.mainFrame().evaluate(source);
    const [, ...frames] = page.frames();
    // A frame may disappear or run no scripts. axe itself then reports that it could not look inside.
    await Promise.all(frames.map((frame) => frame.evaluate(source).catch(() => {})));
  }
  return page.evaluate(
    async ({ rules, contrastOf, within, except }) => {
      const { axe: judge } = window as unknown as { axe: typeof axe };
      judge.configure({ rules: [{ id: 'color-contrast', selector: contrastOf ?? '*' }] });
      const { violations } = await judge.run(
        { include: within, exclude: except },
        {
          resultTypes: ['violations'],
          rules: { 'color-contrast': { enabled: contrastOf !== null } },
          ...(rules ? { runOnly: rules } : {}),
        },
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    { rules, contrastOf, within, except },
  );
}

/** Hashes of the elements whose contrast this process has checked: see `markUnjudgedTexts`. */
const judgedTexts = new Set<string>();

/**
 * Marks elements with text as `NEW_TEXT` if it has not marked them before, on any page. It treats elements as the same
 * if they have the same tags, classes and styles up to the root, the same colors, and the same window width, such as
 * the cells of different rows. A failed test ends the process, which also forgets all marks. The content of frames is
 * checked each time.
 */
async function markUnjudgedTexts(
  page: Page,
  { among = '*', except = [] }: Pick<JudgedParts, 'except'> & { among?: string } = {},
): Promise<{ added: string[]; marked: number }> {
  return page.evaluate(
    ({ judged, among, left }) => {
      const known = new Set(judged);
      const paths = new Map<Element, string>();
      const toPath = (element: Element): string => {
        const before = paths.get(element);
        if (before !== undefined) return before;
        const { color, fontSize, fontWeight, backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
        const own = [element.localName, element.getAttribute('class'), element.getAttribute('style')];
        const look = [color, fontSize, fontWeight, backgroundColor, backgroundImage, opacity];
        const above = element.parentElement ? toPath(element.parentElement) : String(window.innerWidth);
        // The paths themselves would be too long to send, so this is a hash of 53 bits.
        const hash = hashText([above, ...own, ...look].join('|'));
        paths.set(element, hash);
        return hash;
      };
      const hashText = (text: string): string => {
        let [low, high] = [0xdeadbeef, 0x41c6ce57];
        for (let at = 0; at < text.length; at += 1) {
          const code = text.charCodeAt(at);
          low = Math.imul(low ^ code, 2654435761);
          high = Math.imul(high ^ code, 1597334677);
        }
        return `${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`;
      };
      const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '';
      const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
      const candidates = [...document.body.querySelectorAll(among)];
      for (const old of document.querySelectorAll('[data-new-text]')) old.removeAttribute('data-new-text');
      const added: string[] = [];
      let marked = 0;
      for (const element of candidates) {
        const isFrame = element.localName === 'iframe';
        const isWritten = [...element.childNodes].some(isText) || element.matches('input, select, textarea');
        if (!(isFrame || isWritten) || !element.checkVisibility() || (left && element.closest(left))) continue;
        // axe skips these, so they have not been checked.
        if (element.closest(':disabled, [aria-disabled="true"], [inert]') || (modal && !modal.contains(element)))
          continue;
        const path = toPath(element);
        if (!isFrame && known.has(path)) continue;
        known.add(path);
        added.push(path);
        element.setAttribute('data-new-text', '');
        marked += 1;
      }
      return { added, marked };
    },
    { judged: [...judgedTexts], among, left: except.join() },
  );
}

/**
 * Marks elements that have not been checked yet, and checks them. If the page draws all of them anew in between, and so
 * without their marks, it tries again.
 */
async function judgeNewTexts(
  page: Page,
  options: Pick<JudgedParts, 'except'> & { among?: string },
  judge: (marked: number) => Promise<string[]>,
): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const { added, marked } = await markUnjudgedTexts(page, options);
    try {
      const violations = await judge(marked);
      for (const path of added) judgedTexts.add(path);
      return violations;
    } catch (error) {
      if (attempt === 3 || !String(error).includes('No elements found for include')) throw error;
    }
  }
}

/**
 * Returns axe's contrast findings for elements that have not been checked yet, as the page looks now. `among` limits
 * the check to elements that match a CSS selector.
 */
export async function findContrastViolations(page: Page, options: { among?: string } = {}): Promise<string[]> {
  return judgeNewTexts(page, options, async (marked) =>
    marked === 0 ? [] : findAxeViolations(page, { within: [NEW_TEXT], rules: ['color-contrast'] }),
  );
}

/**
 * Returns axe's findings for these parts, and its contrast findings for unchecked elements on the whole page, like
 * `findContrastViolations`. One run does both, since axe starts each run by reading the whole page.
 */
export async function findNewViolations(
  page: Page,
  { among, within, except = [] }: JudgedParts & { among?: string } = {},
): Promise<string[]> {
  return judgeNewTexts(page, { except, ...(among && { among }) }, (marked) =>
    findAxeViolations(page, {
      contrastOf: marked > 0 ? NEW_TEXT : null,
      // Some rules only apply to whole pages, and only if nothing else is included.
      ...(within ? { within: [...within, NEW_TEXT] } : {}),
      except,
    }),
  );
}

/**
 * Marks elements in these parts as `NEW_TEXT` if the page has not shown their colors, backgrounds and sizes yet, and
 * unmarks all others. Returns the number of marked elements.
 */
export async function markNewTexts(page: Page, { within = ['html'], except = [] }: JudgedParts): Promise<number> {
  return page.evaluate(
    ({ parts, left }) => {
      const shop = window as { knownTexts?: Set<string> };
      shop.knownTexts ??= new Set();
      const known = shop.knownTexts;
      /** Returns all backgrounds down to the first opaque one. */
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
