import type { Page } from '@playwright/test';
import { type RunningShop, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { createImageFile, signInAsAdmin } from './fixtures.ts';
import type { PageState } from './page-state.ts';

const asAdmin = (path: string) => async (page: Page) => {
  await signInAsAdmin(page);
  return path;
};

const preview = (page: Page) => page.getByRole('button', { name: 'Preview' }).click();

/** Changes a draft, since no other test sees drafts. */
const atChange = (isUndone: boolean) => async (page: Page, shop: RunningShop) => {
  const token = await signInAdmin(shop.origin);
  const send = async (path: string, body: object) =>
    ((await (await sendRequest('POST', `${shop.origin}/api${path}`, body, token)).json()) as { insertedId: string })
      .insertedId;
  const _id = await send('/tools', {
    itemName: 'Paring chisel, 25 mm, boxwood',
    about: 'Ground thin, for the last shaving.',
    balance: 38.4,
    quantity: 60,
    minOrderQuantity: 5,
    volumePrices: [{ quantity: 20, unitPrice: 36 }],
    picture: '/images/drawings/claw-hammer.svg',
    state: 'draft',
  });
  const change = { kind: 'price', percent: -2.5 };
  const made = await send('/bulk-changes', { change, tools: [{ _id, version: 1 }] });
  if (isUndone) await send(`/bulk-changes/${made}/undo`, {});
  await signInAsAdmin(page);
  return `/dashboard/products/changes/${made}`;
};

/** The pages for changing many products at once. */
export const BULK_PAGE_STATES: PageState[] = [
  {
    name: 'products-chosen',
    path: asAdmin('/dashboard/products'),
    heading: 'Products',
    act: (page) =>
      page
        .getByLabel(/^Select (?!all)/)
        .first()
        .check(),
    shows: 'Clear',
  },
  {
    name: 'bulk-change-wrong',
    path: asAdmin('/dashboard/products/change?q=hammer'),
    heading: 'Change many products',
    act: preview,
    shows: 'Please enter a percentage',
  },
  {
    name: 'bulk-change-previewed',
    path: asAdmin('/dashboard/products/change?q=hammer'),
    heading: 'Change many products',
    act: async (page) => {
      await page.getByLabel('What to change').selectOption('Stock, by pieces');
      await page.getByLabel('Reason').selectOption('Pieces damaged or lost');
      await page.getByLabel('Pieces to remove').fill('500');
      await preview(page);
    },
    shows: 'Leave out the',
  },
  {
    name: 'bulk-change-nothing',
    path: asAdmin('/dashboard/products/change?chosen'),
    heading: 'Change many products',
    shows: 'No products selected',
  },
  { name: 'bulk-pictures', path: asAdmin('/dashboard/products/pictures'), heading: 'Pictures of many products' },
  {
    name: 'bulk-pictures-matched',
    path: asAdmin('/dashboard/products/pictures'),
    heading: 'Pictures of many products',
    act: async (page) => {
      const files = ['HM-C16_2.png', 'beach.png'].map((name) => createImageFile(name));
      await page.getByLabel('Pictures, or a ZIP of them').setInputFiles(await Promise.all(files));
    },
    shows: 'Add 1 picture to 1 product',
  },
  {
    name: 'bulk-changes',
    path: asAdmin('/dashboard/products/changes'),
    heading: 'Bulk changes',
    shows: 'undo each one as a whole',
  },
  { name: 'bulk-change-made', path: atChange(false), heading: 'Prices −2.5%', shows: 'Undo this change' },
  { name: 'bulk-change-undone', path: atChange(true), heading: 'Prices −2.5%', shows: 'Undone by' },
];
