import { expect, type Page } from '@playwright/test';
import { test } from './visiting.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });

const CAROUSELS = [
  { name: 'Our drawings', slide: 'Picture', restsForReaders: false },
  { name: 'From the blog', slide: 'Post', restsForReaders: true },
  { name: 'What our clients say', slide: 'Review', restsForReaders: true },
] as const;

const stripOf = (page: Page, name: string) => section(page, name).getByRole('group', { name, exact: true });

const slidesOf = (page: Page, { name, slide }: (typeof CAROUSELS)[number]) =>
  section(page, name).getByRole('group', { name: new RegExp(`^${slide} \\d of 6$`) });

/**
 * Opens the home page with its clock in our hand. Answers a way to ask where a carousel has been sent so far, in px from
 * its first slide.
 */
async function openWithClock(page: Page): Promise<(name: string) => Promise<number[]>> {
  await page.addInitScript(() => {
    const turns: Record<string, number[]> = {};
    Object.assign(window, { turns });
    const { scrollTo } = Element.prototype;
    Element.prototype.scrollTo = function (this: Element, to?: ScrollToOptions | number) {
      if (typeof to !== 'object') return;
      const name = this.getAttribute('aria-label') ?? '';
      turns[name] = [...(turns[name] ?? []), to.left ?? 0];
      scrollTo.apply(this, [to] as unknown as [number, number]);
    };
  });
  await page.clock.install({ time: '2026-01-05T09:00:00Z' });
  await page.clock.pauseAt('2026-01-05T09:00:01Z');
  await page.goto('/home');
  return (name) =>
    page.evaluate((of) => (window as unknown as { turns: Record<string, number[]> }).turns[of] ?? [], name);
}

/** Lets time pass until this carousel has taken its first turn, and the browser has scrolled it there. */
async function awaitTurn(page: Page, name: string, turns: (name: string) => Promise<number[]>): Promise<number> {
  await section(page, name).scrollIntoViewIfNeeded();
  const before = (await turns(name)).length;
  await expect(async () => {
    await page.clock.runFor(3000);
    expect((await turns(name)).length).toBeGreaterThan(before);
  }).toPass();
  await arrived(page, name, turns);
  return (await turns(name)).length;
}

async function arrived(page: Page, name: string, turns: (name: string) => Promise<number[]>): Promise<void> {
  const goal = (await turns(name)).at(-1) ?? 0;
  await expect
    .poll(async () => Math.abs((await stripOf(page, name).evaluate((list) => list.scrollLeft)) - goal))
    .toBeLessThan(2);
}

for (const carousel of CAROUSELS) {
  const { name, restsForReaders } = carousel;

  test.describe(`"${name}"`, () => {
    test('a visitor sees another slide every 3000 ms, from the last one on to the first', async ({ page }) => {
      const turns = await openWithClock(page);
      await awaitTurn(page, name, turns);
      for (let turn = 0; turn < 6; turn += 1) {
        const before = (await turns(name)).length;
        await page.clock.runFor(2999);
        expect((await turns(name)).length).toBe(before);
        await page.clock.runFor(1);
        expect((await turns(name)).length).toBe(before + 1);
        await arrived(page, name, turns);
      }
      const goals = await turns(name);
      const end = await stripOf(page, name).evaluate((list) => list.scrollWidth - list.clientWidth);
      const last = goals.findIndex((goal) => Math.abs(goal - end) < 2);
      expect(goals.slice(0, last + 1)).toEqual([...goals.slice(0, last + 1)].sort((one, other) => one - other));
      expect(goals[last + 1]).toBe(0);
    });

    test('choosing a slide does not stop it, and leaves that slide its whole time', async ({ page }) => {
      const turns = await openWithClock(page);
      await awaitTurn(page, name, turns);
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

    test(`the mouse on it ${restsForReaders ? 'makes it rest until it leaves' : 'does not stop it'}`, async ({
      page,
    }) => {
      const turns = await openWithClock(page);
      const live = section(page, name).locator('[aria-live]');
      await section(page, name).scrollIntoViewIfNeeded();
      await expect(live).toHaveAttribute('aria-live', 'off');
      await section(page, name).hover();
      if (restsForReaders) {
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
      const turns = await openWithClock(page);
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
      // The keyboard is still on the button: who starts it sees it start.
      await expect(live).toHaveAttribute('aria-live', 'off');
      await expect(async () => {
        await page.clock.runFor(3000);
        expect((await turns(name)).length).toBeGreaterThan(before);
      }).toPass();
    });

    test('where the system asks for less motion, it stands still and its arrows still work', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const turns = await openWithClock(page);
      const shown = section(page, name);
      await shown.getByRole('button', { name: /^Next/ }).click();
      expect((await turns(name)).length).toBe(1);
      const slides = slidesOf(page, carousel);
      const left = (at: number) => slides.nth(at).evaluate((slide) => Math.round(slide.getBoundingClientRect().left));
      // At once, not on the way there.
      expect(await left(1)).toBe(await stripOf(page, name).evaluate(contentLeft));
      await expect(shown.getByRole('button', { name: /^Pause/ })).toBeHidden();
      await page.clock.runFor(20_000);
      expect((await turns(name)).length).toBe(1);
    });

    test('who comes by keyboard sees what they have reached', async ({ page }) => {
      const turns = await openWithClock(page);
      await stripOf(page, name).focus();
      await page.keyboard.press('ArrowRight');
      await expect(slidesOf(page, carousel).nth(1)).toBeInViewport({ ratio: 0.5 });
      if (!restsForReaders) return;
      await expect(section(page, name).locator('[aria-live]')).toHaveAttribute('aria-live', 'polite');
      const before = (await turns(name)).length;
      await page.clock.runFor(20_000);
      expect((await turns(name)).length).toBe(before);
    });
  });
}

/** Where the slides of a strip begin. */
function contentLeft(strip: Element): number {
  return Math.round(strip.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(strip).paddingLeft));
}

const WIDTHS = [
  ['From the blog', 639, 1, 30],
  ['From the blog', 640, 2, 20],
  ['From the blog', 1023, 2, 20],
  ['From the blog', 1024, 3, 50],
  ['What our clients say', 767, 1, 30],
  ['What our clients say', 768, 2, 30],
  ['Our drawings', 1440, 1, 30],
] as const;

for (const script of [true, false]) {
  test.describe(script ? 'with script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: script });

    test('a visitor sees as many slides side by side as there is room for, with their gaps', async ({ page }) => {
      await page.goto('/home');
      for (const [name, width, inView, gap] of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        const strip = stripOf(page, name);
        const boxes = await Promise.all((await strip.locator('> div').all()).map((slide) => slide.boundingBox()));
        const [first, second] = boxes;
        const nth = boxes[inView - 1];
        if (!first || !second || !nth) throw new Error('a slide is not shown');
        expect([name, width, boxes.length]).toEqual([name, width, 6]);
        expect(second.x - first.x - first.width, `gap of ${name} at ${width} px`).toBeCloseTo(gap, 0);
        const room = await strip.evaluate((list) => {
          const { paddingLeft, paddingRight } = getComputedStyle(list);
          return list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        });
        expect(nth.x + nth.width - first.x, `${inView} of ${name} at ${width} px`).toBeCloseTo(room, 0);
      }
    });
  });
}

test('a carousel that nobody can see does not run', async ({ page }) => {
  const turns = await openWithClock(page);
  const [banners, reviews] = ['Our drawings', 'What our clients say'];
  const ran = async (name: string) => {
    const before = (await turns(name)).length;
    await page.clock.runFor(9000);
    return (await turns(name)).length - before;
  };
  await awaitTurn(page, banners, turns);
  expect(await turns(reviews)).toEqual([]);
  await awaitTurn(page, reviews, turns);
  await expect.poll(() => ran(banners)).toBe(0);
  expect(await ran(reviews)).toBeGreaterThan(0);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => ran(reviews)).toBe(0);
});

test('a visitor who marks a text keeps it before their eyes', async ({ page }) => {
  const turns = await openWithClock(page);
  const name = 'What our clients say';
  const before = await awaitTurn(page, name, turns);
  await page.evaluate((label) => {
    const strip = document.querySelector(`[role=group][aria-label="${label}"]`);
    if (strip?.firstChild) document.getSelection()?.selectAllChildren(strip.firstChild);
  }, name);
  await page.clock.runFor(9000);
  expect((await turns(name)).length).toBe(before);
  await page.evaluate(() => document.getSelection()?.removeAllRanges());
  await page.clock.runFor(3000);
  expect((await turns(name)).length).toBeGreaterThan(before);
});

test('a visitor goes through all posts by the Tab key alone, and each is in sight when they reach it', async ({
  page,
}) => {
  await page.goto('/home');
  await stripOf(page, 'From the blog').focus();
  const links = section(page, 'From the blog').getByRole('link', { name: 'Read More!' });
  for (let at = 0; at < 6; at += 1) {
    await page.keyboard.press('Tab');
    await expect(links.nth(at)).toBeFocused();
    await expect(links.nth(at)).toBeInViewport({ ratio: 1 });
  }
  // Their focus has made it rest, so nothing is taken away either.
  await expect(section(page, 'From the blog').locator('[aria-live]')).toHaveText('Post 4 to 6 of 6');
});

test('a visitor turns the banners by arrows and marks, around either end', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/home');
  const banners = section(page, 'Our drawings');
  const mark = (at: number) => banners.getByRole('button', { name: new RegExp(`^Picture ${at} of 6`) });
  const ways = [
    ['Previous picture', 6],
    ['Next picture', 1],
    ['Next picture', 2],
  ] as const;
  for (const [button, at] of ways) {
    await banners.getByRole('button', { name: button }).click();
    await expect(mark(at)).toHaveAttribute('aria-current', 'true');
    await expect(banners.getByRole('img').nth(at - 1)).toBeInViewport({ ratio: 0.5 });
  }
  await mark(5).click();
  await expect(banners.getByRole('img').nth(4)).toBeInViewport({ ratio: 0.5 });
  await expect(banners.locator('[aria-live]')).toHaveText('Square, caliper, micrometer, dial gauge and rule');
});

test('who presses an arrow twice goes two slides on, however far the first press has got', async ({ page }) => {
  const turns = await openWithClock(page);
  const next = section(page, 'Our drawings').getByRole('button', { name: 'Next picture' });
  await expect(section(page, 'Our drawings').locator('[aria-live]')).toHaveAttribute('aria-live', 'off');
  await next.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await arrived(page, 'Our drawings', turns);
  await expect(section(page, 'Our drawings').getByRole('img').nth(2)).toBeInViewport({ ratio: 0.5 });
});
