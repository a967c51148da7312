import { expect, type Page } from '@playwright/test';
import { type RunningShop, sendRequest } from '#tests/support/running-shop.ts';
import {
  newCustomer,
  openDashboard,
  PREFETCHING,
  placeOrder,
  signInAsAdmin,
  signInAsNewCustomer,
  test,
} from './fixtures.ts';

test.use(PREFETCHING);

type SignIn = (page: Page, shop: RunningShop) => Promise<unknown>;

const asCustomerWithOrder: SignIn = async (page, shop) => placeOrder(shop, await signInAsNewCustomer(page, shop));

const asAdminWithOrder: SignIn = async (page, shop) => {
  await placeOrder(shop, await newCustomer(shop));
  await signInAsAdmin(page);
};

/** The API call that each page depends on, and a text that the page then shows. */
const READ_PAGES: [title: string, path: string, signIn: SignIn, call: string, shows: RegExp][] = [
  ['My Profile', '/dashboard', asCustomerWithOrder, '/api/profile/*', /No profile yet/],
  ['My Review', '/dashboard/myreview', asCustomerWithOrder, '/api/profile/*', /Rating/],
  ['My Order', '/dashboard/myorder', asCustomerWithOrder, '/api/purchases?*', /Ordered on/],
  ['All Orders', '/dashboard/allorder', asAdminWithOrder, '/api/purchases?*', /Customer/],
  ['All Users', '/dashboard/allusers', asAdminWithOrder, '/api/user?*', /Already Admin/],
];

for (const [title, path, signIn, call, shows] of READ_PAGES) {
  test(`${title} says that it could not be loaded, and loads when tried again`, async ({ page, shop }) => {
    const main = page.getByRole('main');
    const recover = async () => {
      await expect(page).toHaveURL(path);
      await expect(main.getByRole('alert')).toContainText('The shop could not be reached.');
      await expect(main).not.toContainText(shows);
      await page.unroute(call);
      await main.getByRole('button', { name: 'Try again' }).click();
      await expect(main.getByRole('heading', { level: 1 })).toHaveText([title]);
      await expect(main).toContainText(shows);
    };
    await signIn(page, shop);
    await page.goto('/about');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(['About']);
    await page.route(call, (route) => route.abort());
    if (title === 'My Profile') await page.getByRole('link', { name: 'DashBoard' }).click();
    else await openDashboard(page, title);
    await recover();
    await page.route(call, (route) => route.abort());
    await page.reload();
    await recover();
  });
}

test('the pages for paying and ordering also say that they could not be loaded, and load when tried again', async ({
  page,
  shop,
}) => {
  const { id, tool } = await placeOrder(shop, await signInAsNewCustomer(page, shop));
  const [main, again] = [page.getByRole('main'), page.getByRole('button', { name: 'Try again' })];
  for (const [path, call, shown] of [
    [`/dashboard/payment/${id}`, '/api/payment/*', page.getByLabel('Card number')],
    [`/dashboard/payment/${id}`, '/api/create-payment-intent', page.getByLabel('Card number')],
    [`/singleTool/${tool._id}`, '/api/tools/*', page.getByRole('form', { name: 'Order' })],
  ] as const) {
    await page.route(call, (route) => route.abort());
    await page.goto(path);
    await expect(main.getByRole('alert').filter({ has: again })).toContainText('The shop could not be reached.');
    await expect(shown).toHaveCount(0);
    await page.unroute(call);
    await again.click();
    await expect(shown).toBeVisible();
  }
});

/** Expects that nothing extends past the sides of the page, from the narrowest phone to a wide screen. */
async function expectNothingSticksOut(page: Page): Promise<void> {
  // Simulates a navigation: otherwise, content far below is not laid out, and a carousel there keeps the number of
  // slides for another width.
  await page.evaluate(() => {
    document.documentElement.dataset.navigated = '';
  });
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const findSticking = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main :is(h1, h2, h3, p, td, th, dd, span, a, button), header li')]
          // Carousels, the menu and filters scroll by themselves.
          .filter(
            (element) =>
              element.checkVisibility() &&
              !element.closest('.sr-only, .scroll-strip, nav:is([aria-label="DashBoard"], [aria-label^="Filter "])'),
          )
          .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
          .map((element) => `${element.tagName} ${element.textContent.slice(0, 40)}`),
      );
    // A carousel recounts its slides a moment after the window's width has changed.
    await expect.poll(findSticking, `${page.url()} at ${width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

test('a name of a hundred characters without a space does not widen any page', async ({ page, shop }) => {
  const name = 'W'.repeat(100);
  const customer = await signInAsNewCustomer(page, shop, name);
  const { tool } = await placeOrder(shop, customer);
  const review = { displayName: name, company: name, designation: name, title: name, about: name, rating: 5 };
  await sendRequest('POST', `${shop.origin}/api/review`, { ...review, image: tool.picture }, customer.token);
  const widenNothing = async (pages: [path: string, shows: string][]) => {
    for (const [path, shows] of pages) {
      await page.goto(path);
      await expect(page.locator('body')).toContainText(shows);
      await expectNothingSticksOut(page);
    }
  };
  await widenNothing([
    ['/home', name],
    ['/dashboard', 'No profile yet'],
    ['/dashboard/myorder', 'Ordered on'],
    ['/dashboard/myreview', 'Rating'],
  ]);
  await signInAsAdmin(page);
  await widenNothing([
    ['/dashboard/allusers', name],
    ['/dashboard/allorder', name],
  ]);
  await page.goto('/dashboard/allusers');
  const address = page.getByRole('row').filter({ hasText: name }).getByText(customer.email);
  expect((await address.boundingBox())?.height).toBeLessThan(60);
});
