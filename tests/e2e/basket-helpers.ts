import type { Page } from '@playwright/test';
import { type RunningShop, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { fetchJson } from './fixtures.ts';

interface Line {
  toolId: string;
  quantity: number;
}

/** Replaces the basket of a customer, as another of their devices would. */
export async function storeBasket(shop: RunningShop, token: string, lines: readonly Line[]): Promise<void> {
  const stored = await sendRequest('PUT', `${shop.origin}/api/basket`, { lines }, token);
  if (!stored.ok) throw new Error(`the basket was not stored: ${stored.status}`);
}

/** Returns a customer's stored basket as tool → quantity. */
export async function readBasket(shop: RunningShop, token: string): Promise<Record<string, number>> {
  const { lines } = await fetchJson<{ lines: Line[] }>(shop, '/basket', token);
  return Object.fromEntries(lines.map(({ toolId, quantity }) => [toolId, quantity]));
}

/** Stores a visitor's basket in the browser of this page. It applies from the next page on. */
export async function keepInBrowser(page: Page, lines: readonly object[]): Promise<void> {
  const text = JSON.stringify({ lines });
  await page.addInitScript((kept) => {
    if (!sessionStorage.getItem('kept')) localStorage.setItem('basket:1', kept);
    sessionStorage.setItem('kept', '1');
  }, text);
}

/** Changes fields of a tool, as an admin would. */
export async function changeTool(shop: RunningShop, id: string, fields: object): Promise<void> {
  const { version } = await fetchJson<{ version: number }>(shop, `/tools/${id}`);
  const url = `${shop.origin}/api/tools/${id}`;
  const changed = await sendRequest('PATCH', url, { version, ...fields }, await signInAdmin(shop.origin));
  if (!changed.ok) throw new Error(`the tool was not changed: ${changed.status}`);
}

export const getEntry = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Tools in the basket' }).getByRole('listitem').filter({ hasText: name }).first();

/** The link to the basket in the top bar, with the number of tools in it. */
export const getBasketLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Basket/ });
