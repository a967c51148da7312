import type { Page } from '@playwright/test';
import { type RunningShop, type SignedInUser, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import type { Tool } from './fixtures.ts';

/** Adds tools with the same prefix, numbered from 01. Even ones are cheap, and every fifth is sold out. */
export async function addTools(
  shop: RunningShop,
  name: string,
  count: number,
  about = 'Made for a list that is long enough to have pages.',
): Promise<Tool[]> {
  const token = await signInAdmin(shop.origin);
  const added: Tool[] = [];
  for (let at = 1; at <= count; at += 1) {
    const tool = {
      itemName: `${name} ${String(at).padStart(2, '0')}`,
      about,
      balance: at % 2 ? 40 + at : 2 + at / 100,
      quantity: at % 5 ? 1_000 : 0,
      minOrderQuantity: 1,
      picture: '/images/drawings/claw-hammer.svg',
    };
    const stored = await sendRequest('POST', `${shop.origin}/api/tools`, tool, token);
    added.push({ ...tool, _id: ((await stored.json()) as { insertedId: string }).insertedId });
  }
  return added;
}

/** Places this many orders for a tool one after the other, each for one piece more than the previous one. */
export async function placeOrders(
  shop: RunningShop,
  customer: SignedInUser,
  tool: Tool,
  count: number,
): Promise<string[]> {
  const placed: string[] = [];
  for (let at = 1; at <= count; at += 1) {
    const order = {
      toolId: tool._id,
      itemName: tool.itemName,
      name: customer.name,
      email: customer.email,
      quantity: at,
      price: ((Math.round(tool.balance * 100) * at) / 100).toFixed(2),
      img: tool.picture,
    };
    const response = await sendRequest('POST', `${shop.origin}/api/order`, order, customer.token);
    placed.push(((await response.json()) as { insertedId: string }).insertedId);
  }
  return placed;
}

/** Pays an order with the card sandbox, as an external program would, and returns the transaction id. */
export async function payOrder(shop: RunningShop, customer: SignedInUser, id: string, price: string): Promise<string> {
  const created = await sendRequest(
    'POST',
    `${shop.origin}/api/create-payment-intent`,
    { price, order: id },
    customer.token,
  );
  const { clientSecret, publishableKey } = (await created.json()) as { clientSecret: string; publishableKey: string };
  const [intent = ''] = clientSecret.split('_secret_');
  await fetch(`${shop.origin}/card-sandbox/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  });
  await sendRequest('PATCH', `${shop.origin}/api/myorder/${id}`, { order: id, transactionId: intent }, customer.token);
  return intent;
}

/** The rows of the list on this page, without its header. */
export function getRows(page: Page) {
  return page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
}

/** The text that says how many entries the list shows and how many there are. */
export function getListCount(page: Page, many: string) {
  return page
    .getByRole('region', { name: `List of ${many}` })
    .getByRole('status')
    .first();
}

/** Sends a public page's form as a browser without script would. */
export async function submitForm(shop: RunningShop, path: string, form: Record<string, string>): Promise<void> {
  const response = await fetch(`${shop.origin}${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  if (response.status !== 303) throw new Error(`${path} responded with ${response.status}`);
}
