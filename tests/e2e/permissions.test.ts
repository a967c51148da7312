import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Permission } from '#src/shared/permissions.ts';
import { type RunningShop, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { signInAsAdmin, type Tool, test } from './fixtures.ts';
import { addTools, submitForm } from './list-helpers.ts';
import { stubOutbox } from './outbox-stub.ts';

/** Signs in a member of the staff who, as far as the browser knows, lacks only this permission. */
async function signInWithout(page: Page, ...taken: Permission[]): Promise<void> {
  await page.route('/api/admin/*', async (route) => {
    const response = await route.fetch();
    const role = (await response.json()) as { permissions: Permission[] };
    const permissions = role.permissions.filter((permission) => !taken.includes(permission));
    await route.fulfill({ response, json: { ...role, permissions } });
  });
  await signInAsAdmin(page);
}

async function makeBulkChange({ origin }: RunningShop, tool: Tool): Promise<string> {
  const token = await signInAdmin(origin);
  const found = await sendRequest('GET', `${origin}/api/inventory/${tool._id}`, undefined, token);
  const { version } = (await found.json()) as { version: number };
  const body = { change: { kind: 'price', percent: 1 }, tools: [{ _id: tool._id, version }] };
  const made = await sendRequest('POST', `${origin}/api/bulk-changes`, body, token);
  return ((await made.json()) as { insertedId: string }).insertedId;
}

test('who may read the inbox and not answer it reads only', async ({ page, shop }) => {
  const subject = `About ${randomUUID()}`;
  const from = { name: 'Ada', email: 'ada@example.com', message: 'Hello.' };
  await submitForm(shop, '/contact', { ...from, subject });
  await submitForm(shop, '/quote', { ...from, product: subject, quantity: '12', company: '' });
  await signInWithout(page, 'inbox.answer', 'subscribers.read');
  for (const part of ['', '/messages']) {
    await page.goto(`/dashboard/inbox${part}`);
    const entry = page.getByRole('article', { name: new RegExp(subject) });
    await expect(entry).toContainText('Hello.');
    await expect(entry.getByRole('button')).toHaveCount(0);
    await expect(entry.getByRole('link', { name: 'Answer by email' })).toHaveCount(0);
  }
  const parts = page.getByRole('navigation', { name: 'Inbox' }).getByRole('link');
  await expect(parts).toHaveText(['Quote requests', 'Messages', 'Outbox']);
});

test('who may read the outbox and not send again reads only', async ({ page }) => {
  await stubOutbox(page, { dead: 37 });
  await signInWithout(page, 'mails.resend');
  await page.goto('/dashboard/inbox/outbox?state=dead');
  await expect(page.getByRole('article', { name: 'About three' })).toContainText('does not accept the recipient');
  await expect(page.getByRole('article').getByRole('button')).toHaveText('Show preview');
  await expect(page.getByRole('button', { name: /^Send/ })).toHaveCount(0);
});

test('who may read the range and not keep it finds no way to change a product', async ({ page, shop }) => {
  const [tool] = await addTools(shop, `Kept ${randomUUID()}`, 1);
  if (!tool) throw new Error('no tool was added');
  const change = await makeBulkChange(shop, tool);
  await signInWithout(page, 'range.keep');
  await page.goto(`/dashboard/products?q=${encodeURIComponent(tool.itemName)}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('rowheader').filter({ hasText: tool.itemName }).first()).toBeVisible();
  await expect(main.getByRole('table').getByRole('checkbox')).toHaveCount(0);
  await expect(main.getByRole('link', { name: /^(Add Product|Change )/ })).toHaveCount(0);
  await expect(main.locator(`a[href="/dashboard/products/${tool._id}"]`)).toHaveCount(0);
  await page.goto(`/dashboard/products/changes/${change}`);
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Prices +1%');
  await expect(main.getByRole('rowheader')).toContainText(tool.itemName);
  await expect(main.getByRole('button', { name: 'Undo this change' })).toHaveCount(0);
  await expect(main.locator(`a[href="/dashboard/products/${tool._id}"]`)).toHaveCount(0);
});
