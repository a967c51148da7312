import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { overviewCopy } from '#src/features/overview/copy.ts';
import { PROBLEMS } from '#src/shared/problem.ts';
import { type RunningShop, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { ADDRESS_PAGE_STATES } from './address-page-states.ts';
import { AUDIT_PAGE_STATES } from './audit-page-states.ts';
import { BASKET_PAGE_STATES } from './basket-page-states.ts';
import { BULK_PAGE_STATES } from './bulk-page-states.ts';
import { section } from './carousel-helpers.ts';
import { CATEGORY_PAGE_STATES } from './category-page-states.ts';
import { CHECKOUT_PAGE_STATES } from './checkout-page-states.ts';
import { EXEMPTION_PAGE_STATES } from './exemption-page-states.ts';
import {
  type Blog,
  type Customer,
  confirmAddress,
  confirmationLink,
  createImageFile,
  fetchJson,
  fetchNewest,
  fillCard,
  getDialog,
  linkInMail,
  newCustomer,
  placeOrder,
  signInAs,
  signInAsAdmin,
  signInAsNewCustomer,
  type Tool,
} from './fixtures.ts';
import { IMPORT_PAGE_STATES } from './import-page-states.ts';
import { INBOX_PAGE_STATES } from './inbox-page-states.ts';
import { submitForm } from './list-helpers.ts';
import type { PageState } from './page-state.ts';
import { PAYMENTS_PAGE_STATES } from './payments-page-states.ts';
import { REFUND_PAGE_STATES } from './refund-page-states.ts';
import { REVIEW_PAGE_STATES } from './review-page-states.ts';
import { SEARCH_PAGE_STATES } from './search-page-states.ts';
import { SHIPMENT_PAGE_STATES } from './shipment-page-states.ts';
import { SHIPPING_PAGE_STATES } from './shipping-page-states.ts';
import { STOCK_ALERT_PAGE_STATES } from './stock-alert-page-states.ts';
import { TAX_PAGE_STATES } from './tax-page-states.ts';

const newest = async <T extends { _id: string }>(shop: RunningShop, path: string): Promise<T> => {
  const [first] = await fetchNewest<T>(shop, path);
  if (!first) throw new Error(`there is nothing at ${path}`);
  return first;
};

/** Returns a tool with plenty in stock that no test has added or changes. */
const getDemoTool = async (shop: RunningShop): Promise<Tool> => {
  const [oldest] = await fetchJson<Tool[]>(shop, '/tools?sort=created&limit=1');
  if (!oldest) throw new Error('there is no tool');
  return oldest;
};

const asCustomer =
  (path: string | ((customer: Customer, shop: RunningShop) => Promise<string>)) =>
  async (page: Page, shop: RunningShop) => {
    const customer = await signInAsNewCustomer(page, shop);
    return typeof path === 'string' ? path : path(customer, shop);
  };

const asAdmin = (path: string) => async (page: Page) => {
  await signInAsAdmin(page);
  return path;
};

const withProfile = (path: (email: string) => string) =>
  asCustomer(async (customer, shop) => {
    const profile = { number: '216 555 0100', collegeName: 'A', universityName: 'B', division: 'C', district: 'D' };
    await sendRequest('POST', `${shop.origin}/api/profile`, { ...profile, displayName: customer.name }, customer.token);
    return path(encodeURIComponent(customer.email));
  });

const withOrder = (path: (id: string) => string) =>
  asCustomer(async (customer, shop) => path((await placeOrder(shop, customer)).id));

const atTool = async (_: unknown, shop: RunningShop) => `/singleTool/${(await getDemoTool(shop))._id}`;

const signUpThere = async (page: Page) => {
  await page.getByLabel('Display name').fill('Ada Smith');
  await page.getByRole('main').getByLabel('Email').fill(`${randomUUID()}@example.com`);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Sign Up' }).click();
};

const press = (name: string) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

const VISITORS: PageState[] = [
  {
    name: 'home',
    path: '/home',
    heading: /^Hand tools/,
    act: async (page) => {
      await section(page, 'Where to find us').scrollIntoViewIfNeeded();
      await page.getByRole('button', { name: 'Ironmonger', exact: true }).waitFor();
    },
    shows: 'What our clients say',
  },
  { name: 'blog-posts', path: '/blog', heading: 'Blog', shows: 'Read More!' },
  {
    name: 'blog',
    path: async (_, shop) => `/blog/${(await newest<Blog>(shop, '/blogs'))._id}`,
    heading: /\?/,
    shows: 'More from the blog',
  },
  { name: 'tools', path: '/tools', heading: 'All tools', shows: 'place order' },
  { name: 'tools-second-page', path: '/tools?page=2&sort=price', heading: 'All tools', shows: 'place order' },
  {
    name: 'search-suggestions',
    path: '/contact',
    heading: 'Contact',
    act: async (page) => {
      // On narrow screens, a button opens the field.
      const open = page.getByRole('button', { name: 'Open search' });
      if (await open.isVisible()) await open.click();
      await page.getByRole('combobox', { name: 'Search the shop' }).fill('wrench');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  { name: 'tools-corrected', path: '/tools?q=clwa+hamemr', heading: 'All tools', shows: 'Showing results for' },
  { name: 'tools-near', path: '/tools?q=claw+hammer', heading: 'All tools', shows: 'Close matches' },
  { name: 'tools-nearest', path: '/tools?q=hammer+zzqx', heading: 'All tools', shows: 'No tools match all of' },
  { name: 'tools-nothing-found', path: '/tools?q=qwxzqwxz', heading: 'All tools', shows: 'No matches' },
  {
    name: 'tool-page',
    path: '/tools/tape-measure-5-m-25-mm-class-ii',
    heading: /^Tape measure/,
    shows: 'Specification',
  },
  { name: 'contact', path: '/contact', heading: 'Contact' },
  {
    name: 'contact-too-large',
    continues: true,
    path: '/contact',
    heading: 'Contact',
    act: async (page) => {
      const message = page.getByLabel('Message');
      await message.evaluate((field) => field.removeAttribute('maxlength'));
      await message.fill('x'.repeat(70_000));
      await press('Send message')(page);
    },
    shows: 'This is too long',
  },
  { name: 'contact-sent', path: '/contact/sent', heading: /./ },
  { name: 'quote', path: '/quote', heading: /./ },
  {
    name: 'quote-of-tool',
    path: async (_, shop) => `/quote?tool=${(await getDemoTool(shop))._id}&quantity=7`,
    heading: 'Request a quote',
    shows: 'For 7, send this request',
  },
  { name: 'quote-sent', path: '/quote/sent', heading: /./ },
  {
    name: 'quote-sent-orderable',
    path: async (_, shop) => {
      const { _id, minOrderQuantity } = await getDemoTool(shop);
      return `/quote/sent?tool=${_id}&quantity=${2 * minOrderQuantity}`;
    },
    heading: 'We have your request',
    shows: 'You do not need to wait for us',
  },
  { name: 'newsletter', path: '/newsletter', heading: 'Newsletter' },
  { name: 'newsletter-sent', path: '/newsletter/sent', heading: /./ },
  {
    name: 'newsletter-confirm',
    route: '/newsletter/confirm/:token',
    path: async (_, shop) => {
      const email = `${randomUUID()}@example.com`;
      await submitForm(shop, '/newsletter', { email });
      return linkInMail(shop, 'newsletter_confirm', email);
    },
    heading: 'Confirm your subscription',
  },
  {
    name: 'newsletter-leave-unknown',
    path: `/newsletter/leave/${'A'.repeat(43)}`,
    heading: 'This link does not work',
  },
  ...STOCK_ALERT_PAGE_STATES,
  { name: 'jobs', path: '/jobs', heading: 'Jobs' },
  { name: 'press', path: '/press', heading: 'Press kit' },
  { name: 'terms', path: '/terms', heading: 'Terms of use' },
  { name: 'privacy', path: '/privacy', heading: 'Privacy policy' },
  { name: 'cookies', path: '/cookies', heading: 'Cookie policy' },
  { name: 'private', path: '/private', heading: 'Private' },
  { name: 'sign-in', path: '/signIn', heading: 'Sign In' },
  {
    name: 'sign-in-incomplete',
    continues: true,
    path: '/signIn',
    heading: 'Sign In',
    act: press('Sign In'),
    shows: 'required is ture',
  },
  { name: 'sign-up', path: '/signUp', heading: 'Sign Up' },
  {
    name: 'sign-up-incomplete',
    continues: true,
    path: '/signUp',
    heading: 'Sign Up',
    act: press('Sign Up'),
    shows: 'Choose Your Password',
  },
  {
    name: 'signed-up',
    continues: true,
    path: '/signUp',
    heading: 'Sign Up',
    act: signUpThere,
    shows: 'Please open it to confirm your address',
  },
  { name: 'forgot-password', path: '/forgotPassword', heading: 'Forgot your password?' },
  {
    name: 'reset-password',
    route: '/resetPassword/:token',
    path: async (_, shop) => {
      const { email } = await newCustomer(shop);
      await sendRequest('POST', `${shop.origin}/api/auth/request-password-reset`, { email });
      return linkInMail(shop, 'reset_password', email);
    },
    heading: 'Choose a new password',
  },
  { name: 'password-changed', path: '/passwordChanged', heading: 'Your password has been changed' },
  {
    name: 'confirm-email',
    route: '/confirmEmail/:token',
    path: async (_, shop) => confirmationLink(shop, (await newCustomer(shop)).email),
    heading: 'Confirm your address',
  },
  { name: 'not-found', path: '/no/such/page', heading: 'Page not found' },
];

const CUSTOMERS: PageState[] = [
  {
    name: 'confirm-email-signed-in',
    path: asCustomer(({ email }, shop) => confirmationLink(shop, email)),
    heading: 'Confirm your address',
  },
  { name: 'about', path: asCustomer('/about'), heading: 'About' },
  {
    name: 'tool',
    path: asCustomer(atTool),
    heading: /./,
    act: (page) => page.getByRole('region', { name: 'More tools' }).getByRole('article').first().waitFor(),
    shows: 'Total',
  },
  {
    name: 'tool-ordered',
    continues: true,
    path: asCustomer(atTool),
    heading: /./,
    act: async (page) => {
      await press('place order')(page);
      await getDialog(page).getByRole('button', { name: 'OK' }).click();
    },
    shows: 'Pay this order',
  },
  {
    name: 'tool-out-of-range',
    path: asCustomer(atTool),
    heading: /./,
    act: async (page) => {
      await page.getByLabel('Quantity', { exact: true }).fill('1');
      await press('place order')(page);
      await expect(getDialog(page)).toBeVisible();
    },
  },
  { name: 'my-profile-none', path: asCustomer('/dashboard'), heading: 'My Profile', shows: 'No profile yet' },
  {
    name: 'my-profile-link-sent',
    continues: true,
    path: asCustomer('/dashboard'),
    heading: 'My Profile',
    act: press('Send link again'),
    shows: 'We sent a new link to',
  },
  {
    name: 'my-profile-password',
    continues: true,
    path: asCustomer('/dashboard'),
    heading: 'My Profile',
    act: press('Change password'),
    shows: 'Current password',
  },
  {
    name: 'my-profile-confirmed',
    path: asCustomer(async (customer, shop) => {
      await confirmAddress(shop, customer);
      return '/dashboard';
    }),
    heading: 'My Profile',
    shows: 'No profile yet',
  },
  { name: 'my-profile', path: withProfile(() => '/dashboard'), heading: 'My Profile', shows: '216 555 0100' },
  {
    name: 'add-profile',
    path: asCustomer(async ({ email }) => `/addprofile/${encodeURIComponent(email)}`),
    heading: 'add profile',
  },
  {
    name: 'add-profile-incomplete',
    continues: true,
    path: asCustomer(async ({ email }) => `/addprofile/${encodeURIComponent(email)}`),
    heading: 'add profile',
    act: press('add profile'),
    shows: 'Please fill this in.',
  },
  { name: 'update-profile', path: withProfile((email) => `/updateprifile/${email}`), heading: 'update profile' },
  { name: 'my-order-none', path: asCustomer('/dashboard/myorder'), heading: 'My Order', shows: 'No orders yet' },
  { name: 'my-order', path: withOrder(() => '/dashboard/myorder'), heading: 'My Order', shows: 'Not paid yet' },
  {
    name: 'my-order-deleting',
    continues: true,
    path: withOrder(() => '/dashboard/myorder'),
    heading: 'My Order',
    act: async (page) => {
      await press('Delete')(page);
      await expect(getDialog(page)).toBeVisible();
    },
  },
  { name: 'my-review', path: asCustomer('/dashboard/myreview'), heading: 'My Review', shows: 'Rating' },
  {
    name: 'my-review-incomplete',
    continues: true,
    path: asCustomer('/dashboard/myreview'),
    heading: 'My Review',
    act: press('Send review'),
    shows: 'Please choose a picture.',
  },
  {
    name: 'payment',
    path: withOrder((id) => `/dashboard/payment/${id}`),
    heading: 'Payment',
    act: async (page) => expect(page.getByLabel('Card number')).toBeVisible(),
  },
  {
    name: 'payment-done',
    continues: true,
    path: withOrder((id) => `/dashboard/payment/${id}`),
    heading: 'Payment',
    act: async (page) => {
      await fillCard(page, '4242 4242 4242 4242');
      await press('Pay')(page);
    },
    shows: 'Your transaction Id',
  },
  {
    name: 'profile-delete-account',
    path: asCustomer('/dashboard'),
    heading: 'My Profile',
    act: press('Delete my account'),
    shows: 'Delete my account permanently',
  },
  {
    name: 'payment-ended',
    path: asCustomer('/dashboard/payment/none'),
    heading: 'Payment',
    shows: 'This order can no longer be paid',
  },
  { name: 'for-staff-only', path: asCustomer('/dashboard/allusers'), heading: 'Sign In', shows: 'staff only' },
];

/** Opens the overview with this many orders to ship, and this count for each other kind. */
const withWaiting = (ordersToShip: number, others: number) => async (page: Page) => {
  const counts = Object.keys(overviewCopy.kinds).map((kind) => [kind, others] as const);
  await page.route('/api/overview', (route) =>
    route.fulfill({ json: { ...Object.fromEntries(counts), shortTools: others, ordersToShip } }),
  );
  const one = (name: string, day: number, dueBy: string | null = null) => ({
    ...{ number: `IM-2026-0001${day}`, name, amount: `${day}45.50`, since: `2026-11-${day}T12:00:00.000Z`, dueBy },
  });
  const oldest = [
    { kind: 'disputesToAnswer', amount: '1145.50', items: [one('Ada Smith', 11, '2026-12-01T12:00:00.000Z')] },
    {
      kind: 'ordersToShip',
      amount: '48210.00',
      items: [one('Schraubenhandel Süd GmbH & Co. KG, Werk 14', 12), one('Bo Li', 13), one('Cy', 14)],
    },
    { kind: 'messages', amount: null, items: [{ ...one('Di', 15), number: null, amount: null }] },
  ];
  const shown = oldest.filter(({ kind }) => others > 0 || (kind === 'ordersToShip' && ordersToShip > 0));
  await page.route('/api/overview/oldest', (route) => route.fulfill({ json: shown }));
  return asAdmin('/dashboard/overview')(page);
};

const atProduct = async (page: Page, shop: RunningShop) => {
  await signInAsAdmin(page);
  return `/dashboard/products/${(await newest<Tool>(shop, '/tools'))._id}`;
};

const ADMINS: PageState[] = [
  {
    name: 'admin-tool',
    path: async (page, shop) => {
      await signInAsAdmin(page);
      return atTool(page, shop);
    },
    heading: /./,
    shows: 'Only customers can order',
  },
  { name: 'product', path: atProduct, heading: /./, shows: 'Adjust stock' },
  {
    name: 'product-wrong',
    continues: true,
    path: atProduct,
    heading: /./,
    act: async (page) => {
      await page.getByLabel('Volume price 1, from pieces').fill('1');
      await page.getByLabel('Available pieces').or(page.getByLabel('Pieces received')).fill('40');
      await press('Save')(page);
    },
    shows: 'Please enter a whole number of at least 2.',
  },
  { name: 'add-product', path: asAdmin('/dashboard/addproduct'), heading: 'Add Product', shows: 'Unit price' },
  {
    name: 'add-product-incomplete',
    continues: true,
    path: asAdmin('/dashboard/addproduct'),
    heading: 'Add Product',
    act: press('Add Product'),
    shows: 'Please choose a picture.',
  },
  {
    name: 'add-product-typed',
    continues: true,
    path: asAdmin('/dashboard/addproduct'),
    heading: 'Add Product',
    act: async (page) => {
      await page.getByLabel('Item name').fill('Line level, 75 mm');
      await page.getByLabel('About').fill('It hangs on a mason’s line. Drawn brass, the vial ground inside.');
      await page.getByLabel('Unit price').fill('9.4');
      await page.getByLabel('Minimum order quantity').fill('20');
      await page.getByLabel('Picture', { exact: true }).setInputFiles(await createImageFile('level.png'));
      await expect(page.getByAltText('Preview of the chosen file')).toBeVisible();
    },
    shows: '$9.40',
  },
  {
    name: 'all-orders',
    path: async (page, shop) => {
      await placeOrder(shop, await newCustomer(shop));
      return asAdmin('/dashboard/allorder')(page);
    },
    heading: 'All Orders',
    shows: 'Delete',
  },
  {
    name: 'all-orders-none',
    path: async (page) => {
      await page.route('/api/purchases?*', (route) => route.fulfill({ json: [] }));
      return asAdmin('/dashboard/allorder')(page);
    },
    heading: 'All Orders',
    shows: 'No orders yet',
  },
  {
    name: 'all-orders-unreachable',
    path: async (page) => {
      await page.route('/api/purchases?*', (route) => route.abort());
      return asAdmin('/dashboard/allorder')(page);
    },
    heading: 'All Orders',
    shows: 'Try again',
  },
  {
    name: 'all-orders-search-too-broad',
    path: async (page) => {
      const problem = { code: 'search_too_broad', detail: PROBLEMS.search_too_broad[1] };
      await page.route('/api/purchases?*', (route) => route.fulfill({ status: 503, json: problem }));
      return asAdmin('/dashboard/allorder?q=ab')(page);
    },
    heading: 'All Orders',
    shows: 'This search took too long',
  },
  {
    name: 'all-orders-nothing-found',
    path: asAdmin('/dashboard/allorder?q=no-such-thing'),
    heading: 'All Orders',
    shows: 'No matches',
  },
  {
    name: 'all-orders-unpaid',
    path: async (page, shop) => {
      await placeOrder(shop, await newCustomer(shop));
      return asAdmin('/dashboard/allorder?state=placed&sort=-total')(page);
    },
    heading: 'All Orders',
    shows: 'matching order',
  },
  {
    name: 'all-orders-without-address',
    path: asAdmin('/dashboard/allorder?state=without_address'),
    heading: 'All Orders',
    shows: 'Without an address',
  },
  { name: 'export', path: asAdmin('/dashboard/exports'), heading: 'Export', shows: 'Download CSV' },
  {
    name: 'export-wrong-period',
    path: asAdmin('/dashboard/exports'),
    heading: 'Export',
    act: async (page) => {
      await page.getByLabel('Period', { exact: true }).selectOption('Another period');
      await page.getByLabel('From').fill('2020-01-01');
      await page.getByLabel('Through').fill('2026-01-01');
      await press('Download CSV')(page);
    },
    shows: 'at most 366 days',
  },
  { name: 'products', path: asAdmin('/dashboard/products'), heading: 'Products', shows: 'In stock' },
  {
    name: 'products-search',
    path: asAdmin('/dashboard/products?q=hammer&sort=price'),
    heading: 'Products',
    shows: 'hammer',
  },
  { name: 'overview', path: withWaiting(100, 3), heading: 'Overview', shows: '99+' },
  { name: 'overview-quiet', path: withWaiting(4, 0), heading: 'Overview', shows: 'Nothing waiting:' },
  { name: 'overview-nothing', path: withWaiting(0, 0), heading: 'Overview', shows: 'Nothing needs your attention.' },
  { name: 'system', path: asAdmin('/dashboard/system'), heading: 'System', shows: 'No money moves' },
  {
    name: 'system-in-trouble',
    path: async (page) => {
      const since = '2026-11-20T09:30:00Z';
      const seenAt = '2026-11-20T09:41:00Z';
      const up = { health: 'up', trouble: null, since, seenAt };
      const ports = [
        { ...up, port: 'database', mode: 'postgres' },
        { ...up, port: 'payments', mode: 'stripe', health: 'down', trouble: 'Stripe did not respond in time.' },
        { ...up, port: 'mail', mode: 'smtp', health: 'unknown', since: null, seenAt: null },
        {
          ...up,
          port: 'backup',
          mode: 'scheduled',
          health: 'down',
          trouble: '/mnt/backups cannot be used: the disk is full.',
        },
      ];
      const lastBackup = { madeAt: since, place: '/mnt/backups', bytes: 200_326_213 };
      const json = { ports, lastBackup, startedAt: since, node: 'v26.0.0' };
      await page.route('/api/system', (route) => route.fulfill({ json }));
      return asAdmin('/dashboard/system')(page);
    },
    heading: 'System',
    shows: 'not working',
  },
  {
    name: 'settings',
    path: asAdmin('/dashboard/settings'),
    heading: 'Settings',
    shows: 'An order placed now is held until',
  },
  {
    name: 'settings-errors',
    path: asAdmin('/dashboard/settings'),
    heading: 'Settings',
    act: async (page) => {
      await page.getByLabel('Phone').fill('call us');
      await page.getByRole('button', { name: 'Save settings' }).click();
    },
    shows: 'Please enter a phone number',
  },
  {
    name: 'settings-for-owners',
    path: async (page: Page, shop: RunningShop) => {
      const person = await newCustomer(shop);
      await confirmAddress(shop, person);
      await signInAs(page, person);
      const { origin } = shop;
      await sendRequest('PUT', `${origin}/api/user/admin/${person.email}`, undefined, await signInAdmin(origin));
      return '/dashboard/settings';
    },
    heading: 'For owners only',
    shows: 'Please ask one to do it for you',
  },
  { name: 'all-users', path: asAdmin('/dashboard/allusers'), heading: 'All Users', shows: 'Already Admin' },
];

export const ALL_PAGE_STATES: readonly PageState[] = [
  ...VISITORS,
  ...CUSTOMERS,
  ...ADMINS,
  ...INBOX_PAGE_STATES,
  ...PAYMENTS_PAGE_STATES,
  ...REFUND_PAGE_STATES,
  ...AUDIT_PAGE_STATES,
  ...REVIEW_PAGE_STATES,
  ...ADDRESS_PAGE_STATES,
  ...BULK_PAGE_STATES,
  ...CATEGORY_PAGE_STATES,
  ...IMPORT_PAGE_STATES,
  ...BASKET_PAGE_STATES,
  ...SEARCH_PAGE_STATES,
  ...SHIPMENT_PAGE_STATES,
  ...SHIPPING_PAGE_STATES,
  ...CHECKOUT_PAGE_STATES,
  ...TAX_PAGE_STATES,
  ...EXEMPTION_PAGE_STATES,
];

/** Opens the page and waits until everything is loaded. Nothing moves by itself. */
export async function visit(page: Page, shop: RunningShop, state: PageState): Promise<void> {
  const { path, heading } = state;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(typeof path === 'string' ? path : await path(page, shop));
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText([heading]);
  // The signed-in user is also known, and their name is in the top bar.
  await expect(
    page
      .locator('header')
      .getByText(/^(Sign In|Log out)$/)
      .first(),
  ).toBeAttached();
  await bringAbout(page, state);
}

/** Brings the open page into this state. */
export async function bringAbout(page: Page, { act, shows }: PageState): Promise<void> {
  await act?.(page);
  if (shows) await expect(page.getByRole('main')).toContainText(shows);
  // While a list is fetched again, it is dimmed.
  await expect(page.locator('section[aria-label^="List of"] > [aria-busy="true"]')).toHaveCount(0);
}
