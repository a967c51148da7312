import { expect, type Page } from '@playwright/test';
import { findContrastViolations, findNewViolations, markNewTexts, NEW_TEXT } from '#tests/support/axe.ts';
import { OWN_PARTS, test, trackLayoutShift } from './fixtures.ts';
import type { PageState } from './page-state.ts';
import { ALL_PAGE_STATES, bringAbout, visit } from './page-states.ts';

// The fresh demo shop, without changes by other tests.
test.use({ isolated: true });
// This file takes longest, so all workers share its tests.
test.describe.configure({ mode: 'parallel' });

const DESKTOP = { width: 1280, height: 720 };
const NARROWEST = 320;
/** The width of a desktop at 200 % zoom. */
const ZOOMED = 640;

/** Finds targets that are too small for a thumb. A link inside a sentence may be as high as its line. */
async function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope = document.querySelector('dialog[open]') ?? document.body;
    const targets = scope.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"]',
    );
    const isInSentence = (target: Element) =>
      target.matches('a') &&
      [...(target.parentElement?.childNodes ?? [])].some((node) => node !== target && node.textContent?.trim());
    const small: string[] = [];
    for (const target of targets) {
      if (!target.checkVisibility({ visibilityProperty: true }) || isInSentence(target)) continue;
      // Pressing the label of a checkbox or radio button works, too.
      const label = target.matches('[type="checkbox"], [type="radio"]') ? target.closest('label') : null;
      // The link of a card covers all of it.
      const isStretched = getComputedStyle(target, '::after').position === 'absolute';
      const box = label ?? (isStretched ? target.offsetParent : null) ?? target;
      const { width, height, bottom } = box.getBoundingClientRect();
      // Some elements are off the screen until they have the focus, or always, such as a field that only bots fill in.
      if (bottom + window.scrollY <= 0 || target.closest('[aria-hidden="true"]')?.matches(':has(input)')) continue;
      // The banners' six dots and two arrows share one row, so on narrow screens the dots are smaller.
      const isMark = /^Picture \d of 6: /.test(target.ariaLabel ?? '') && window.innerWidth < 8 * 44 + 8;
      const least = isMark ? 38 : 44;
      if (height < 43.5 || width < least - 0.5)
        small.push(
          `${target.tagName} “${(target.ariaLabel ?? target.textContent).trim()}”: ${Math.round(width)} × ${Math.round(height)}`,
        );
    }
    return small;
  });
}

/**
 * The pages on which the frame is checked: for a visitor, a customer and an admin, around an error, and with
 * suggestions.
 */
const WITH_FRAME = ['home', 'search-suggestions', 'my-profile-none', 'all-users', 'not-found'];

/** The header and footer, which are the same on all pages. */
const FRAME = ':is(header, footer):not(main *)';

/** The later rows of a long list. They are checked once at full width. After that, the first dozen rows are enough. */
const LATER_ROWS = 'main :is(article, li, tr):nth-of-type(n + 13)';

/** Groups page states that are checked in one visit, since each continues the previous one. */
function listVisits(): PageState[][] {
  const visits: PageState[][] = [];
  for (const row of ALL_PAGE_STATES) {
    if (row.continues) visits.at(-1)?.push(row);
    else visits.push([row]);
  }
  return visits;
}

async function expectUsable(page: Page, row: PageState): Promise<void> {
  const unsized = await page.locator('img:not([width][height])').evaluateAll((all) => all.map((img) => img.outerHTML));
  expect(unsized, `images of ${row.name} without width and height`).toEqual([]);
  const hasFrame = WITH_FRAME.includes(row.name);
  const parts = hasFrame ? {} : { ...OWN_PARTS, except: [LATER_ROWS] };
  // Each page opens in light mode, and is reset to it at the end.
  expect(await findNewViolations(page, hasFrame ? {} : { except: [FRAME] }), `${row.name} in light mode`).toEqual([]);
  await markNewTexts(page, parts);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findContrastViolations(page), `${row.name} in dark mode`).toEqual([]);
  await markNewTexts(page, parts);
  // On narrow screens, tables become cards and links move to the drawer.
  await page.setViewportSize({ width: NARROWEST, height: 700 });
  // Contrast checks are most of axe's work, so texts that look the same as before are skipped.
  if ((await markNewTexts(page, parts)) > 0) {
    const found = await findContrastViolations(page, { among: NEW_TEXT });
    expect(found, `${row.name} at ${NARROWEST} px in dark mode`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await markNewTexts(page, parts);
  const found = await findNewViolations(page, { ...parts, among: NEW_TEXT });
  expect(found, `${row.name} at ${NARROWEST} px in light mode`).toEqual([]);
  for (const width of [NARROWEST, ZOOMED]) {
    await page.setViewportSize({ width, height: 700 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, `${row.name} at ${width} px`).toBeLessThanOrEqual(width);
    expect(await findSmallTargets(page), `${row.name} at ${width} px`).toEqual([]);
  }
}

for (const [row, ...later] of listVisits()) {
  if (!row) continue;
  const names = [row, ...later].map(({ name }) => name).join(', then ');
  test(`everybody can use the page ${names}: no layout shift; light and dark, at 320 px, at 200 %, large targets`, async ({
    page,
    shop,
  }) => {
    const readLayoutShift = await trackLayoutShift(page);
    await visit(page, shop, row);
    // The answer to an action may come late, and then counts as an unexpected shift.
    expect(await readLayoutShift({ beforeInput: true })).toBeLessThan(0.02);
    await expectUsable(page, row);
    for (const next of later) {
      await page.setViewportSize(DESKTOP);
      const before = await readLayoutShift();
      await bringAbout(page, next);
      // A message appears above its subject. On a busy machine, browsers may count this as an unexpected shift.
      expect((await readLayoutShift()) - before, `layout shift of ${next.name}`).toBeLessThan(0.1);
      await expectUsable(page, next);
    }
  });
}
