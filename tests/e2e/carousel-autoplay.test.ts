import { expect } from '@playwright/test';
import {
  CAROUSELS,
  getSlides,
  getStrip,
  openWithFakeClock,
  section,
  waitForScroll,
  waitForTurn,
} from './carousel-helpers.ts';
import { MOVING, test } from './fixtures.ts';

test.use(MOVING);

test('on the home page each carousel advances by itself', async ({ page }) => {
  const turns = await openWithFakeClock(page, '/home');
  for (const { name } of CAROUSELS) await waitForTurn(page, name, turns);
});

for (const carousel of CAROUSELS) {
  const { name, pausesForReaders } = carousel;

  test.describe(`"${name}"`, () => {
    test('a visitor sees another slide every 3000 ms, and the first one after the last', async ({ page }) => {
      const turns = await openWithFakeClock(page);
      await waitForTurn(page, name, turns);
      for (let turn = 0; turn < 6; turn += 1) {
        const before = (await turns(name)).length;
        await page.clock.runFor(2999);
        expect((await turns(name)).length).toBe(before);
        await page.clock.runFor(1);
        expect((await turns(name)).length).toBe(before + 1);
        await waitForScroll(page, name, turns);
      }
      const goals = await turns(name);
      const end = await getStrip(page, name).evaluate((list) => list.scrollWidth - list.clientWidth);
      const last = goals.findIndex((goal) => Math.abs(goal - end) < 2);
      expect(goals.slice(0, last + 1)).toEqual([...goals.slice(0, last + 1)].sort((one, other) => one - other));
      expect(goals[last + 1]).toBe(0);
    });

    test('choosing a slide does not stop the carousel, and gives that slide its full time', async ({ page }) => {
      const turns = await openWithFakeClock(page);
      await waitForTurn(page, name, turns);
      await page.clock.runFor(2000);
      await section(page, name).getByRole('button', { name: /^Next/ }).click();
      const chosen = (await turns(name)).length;
      await page.mouse.move(2, 2);
      await expect(section(page, name).locator('[aria-live]')).toHaveAttribute('aria-live', 'off');
      await page.clock.runFor(2999);
      expect((await turns(name)).length).toBe(chosen);
      await page.clock.runFor(1);
      expect((await turns(name)).length).toBe(chosen + 1);
    });

    test(`the mouse on it ${pausesForReaders ? 'pauses it until it leaves' : 'does not stop it'}`, async ({ page }) => {
      const turns = await openWithFakeClock(page);
      const live = section(page, name).locator('[aria-live]');
      await section(page, name).scrollIntoViewIfNeeded();
      await expect(live).toHaveAttribute('aria-live', 'off');
      await section(page, name).hover();
      if (pausesForReaders) {
        await expect(live).toHaveAttribute('aria-live', 'polite');
        const before = (await turns(name)).length;
        await page.clock.runFor(20_000);
        expect((await turns(name)).length).toBe(before);
        await page.mouse.move(2, 2);
        await expect(live).toHaveAttribute('aria-live', 'off');
      }
      await expect(async () => {
        await page.clock.runFor(3000);
        expect((await turns(name)).length).toBeGreaterThan(1);
      }).toPass();
    });

    test('its button stops it for good and starts it again', async ({ page }) => {
      const turns = await openWithFakeClock(page);
      const live = section(page, name).locator('[aria-live]');
      await expect(live).toHaveAttribute('aria-live', 'off');
      const pause = section(page, name).getByRole('button', { name: /^Pause the / });
      const { width, height } = (await pause.boundingBox()) ?? { width: 0, height: 0 };
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      await pause.press('Enter');
      await expect(live).toHaveAttribute('aria-live', 'polite');
      const before = (await turns(name)).length;
      await page.clock.runFor(20_000);
      expect((await turns(name)).length).toBe(before);
      await section(page, name)
        .getByRole('button', { name: /^Play the / })
        .press('Enter');
      // The button still has the focus, and yet the carousel starts.
      await expect(live).toHaveAttribute('aria-live', 'off');
      await expect(async () => {
        await page.clock.runFor(3000);
        expect((await turns(name)).length).toBeGreaterThan(before);
      }).toPass();
    });

    test('if the system asks for reduced motion, it stands still and its arrows still work', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const turns = await openWithFakeClock(page);
      const shown = section(page, name);
      await shown.getByRole('button', { name: /^Next/ }).click();
      expect((await turns(name)).length).toBe(1);
      const slides = getSlides(page, carousel);
      const left = (at: number) => slides.nth(at).evaluate((slide) => Math.round(slide.getBoundingClientRect().left));
      // The slide is there at once, without an animation.
      expect(await left(1)).toBe(await getStrip(page, name).evaluate(contentLeft));
      await expect(shown.getByRole('button', { name: /^Pause/ })).toBeHidden();
      await page.clock.runFor(20_000);
      expect((await turns(name)).length).toBe(1);
    });

    test('keyboard users see the slide that they have reached', async ({ page }) => {
      const turns = await openWithFakeClock(page);
      await getStrip(page, name).focus();
      await page.keyboard.press('ArrowRight');
      await expect(getSlides(page, carousel).nth(1)).toBeInViewport({ ratio: 0.5 });
      if (!pausesForReaders) return;
      await expect(section(page, name).locator('[aria-live]')).toHaveAttribute('aria-live', 'polite');
      const before = (await turns(name)).length;
      await page.clock.runFor(20_000);
      expect((await turns(name)).length).toBe(before);
    });
  });
}

/** Returns the left edge of a strip's slides. */
function contentLeft(strip: Element): number {
  return Math.round(strip.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(strip).paddingLeft));
}
