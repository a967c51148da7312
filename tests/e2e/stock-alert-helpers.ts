import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type RunningShop, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { fetchJson, linkInMail, type Tool } from './fixtures.ts';

export interface SoldOutTool {
  id: string;
  itemName: string;
  /** The path of its public page. */
  page: string;
  /** Books a delivery. */
  receive(pieces: number): Promise<void>;
}

/** Creates a tool for one test, with fewer pieces than its minimum order. */
export async function createSoldOutTool(shop: RunningShop): Promise<SoldOutTool> {
  const admin = await signInAdmin(shop.origin);
  const itemName = `Scratch awl ${randomUUID().slice(0, 8)}`;
  const tool = {
    itemName,
    about: 'A slim point of silver steel.',
    balance: 3.2,
    quantity: 4,
    minOrderQuantity: 20,
    picture: '/images/drawings/cold-chisel.svg',
  };
  const stored = await sendRequest('POST', `${shop.origin}/api/tools`, tool, admin);
  const { insertedId: id } = (await stored.json()) as { insertedId: string };
  const { slug } = await fetchJson<Tool & { slug: string }>(shop, `/tools/${id}`);
  return {
    id,
    itemName,
    page: `/tools/${slug}`,
    async receive(delta) {
      const body = { delta, reason: 'received' };
      await sendRequest('POST', `${shop.origin}/api/tools/${id}/stock`, body, admin);
    },
  };
}

/** Requests an alert on the page of a tool or on the form's own page. */
export async function requestAlert(page: Page, email: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Email address for the alert').fill(email);
  await main.getByRole('button', { name: 'Notify me' }).click();
}

/** Requests an alert for a new sold-out tool through the API, and returns the path of the page that confirms it. */
export async function createAlert(shop: RunningShop, email = `${randomUUID()}@example.com`): Promise<string> {
  const { id } = await createSoldOutTool(shop);
  await fetch(`${shop.origin}/alerts/new?tool=${id}`, {
    method: 'POST',
    headers: { origin: shop.origin },
    body: new URLSearchParams({ email }),
    redirect: 'manual',
  });
  return linkInMail(shop, 'stock_alert_confirm', email);
}
