import { expect, type Page } from '@playwright/test';
import { type RunningShop, type SignedInUser, sendRequest } from '#tests/support/running-shop.ts';

export const ADDRESS = {
  name: 'Ada Smith',
  line1: '1 Main Street',
  city: 'Cleveland',
  region: 'OH',
  postalCode: '44114',
  country: 'US',
};

/** Adds an address to the customer's book and returns its id. */
export async function addAddress(shop: RunningShop, { token }: SignedInUser, parts: object = {}): Promise<string> {
  const added = await sendRequest('POST', `${shop.origin}/api/addresses`, { ...ADDRESS, ...parts }, token);
  return ((await added.json()) as { insertedId: string }).insertedId;
}

/** Sets the delivery address of an order with one line, as its payment page does. */
export async function addressOrder(shop: RunningShop, customer: SignedInUser, id: string): Promise<void> {
  const addressId = await addAddress(shop, customer);
  const stored = await sendRequest('PATCH', `${shop.origin}/api/purchases/${id}`, { addressId }, customer.token);
  if (!stored.ok) throw new Error(`the order was not addressed: ${stored.status}`);
}

/** Fills in the fields of an address in the United States. */
export async function fillAddress(page: Page): Promise<void> {
  const field = (label: string) => page.getByRole('main').getByLabel(label, { exact: true });
  await field('Street and number').fill(ADDRESS.line1);
  await field('City').fill(ADDRESS.city);
  await field('State').selectOption(ADDRESS.region);
  await field('ZIP code').first().fill(ADDRESS.postalCode);
}

/** Fills in the address form of a payment page, so that the order can be paid. */
export async function answerWhere(page: Page): Promise<void> {
  await fillAddress(page);
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByRole('main').getByText('Saved. We will ship to this address.')).toBeVisible();
}
