import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { RunningShop } from '#tests/support/running-shop.ts';
import { expectAccessible, signInAsAdmin, tabTo, test } from './fixtures.ts';
import { getListCount, getRows, submitForm } from './list-helpers.ts';

/** Returns a word that occurs nowhere else in the shop, so that each test only finds its own entries. */
const aWord = () => `w${randomUUID().slice(0, 8)}`;
const entries = (page: Page) => page.getByRole('article');
const filter = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /^Filter / }).getByRole('link', { name, exact: true });
const markOf = (page: Page, name: string) =>
  entries(page).filter({ hasText: name }).getByRole('button', { name: 'Mark done' });

/** Sends this many quote requests, each for ten more pieces than the previous one. */
async function submitQuoteRequests(shop: RunningShop, word: string, count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1) {
    await submitForm(shop, '/quote', {
      product: `Vise ${word} ${String(at).padStart(2, '0')}`,
      quantity: String(at * 10),
      message: `For the workshop. ${at}`,
      name: 'Ada Smith',
      company: '',
      email: 'ada@example.com',
    });
  }
}

async function writeMessages(shop: RunningShop, word: string, count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1) {
    const subject = `Crate ${word} ${at}`;
    await submitForm(shop, '/contact', { name: 'Bob', email: 'bob@example.com', subject, message: `A dent. ${at}` });
  }
}

test('an admin searches, sorts and pages through quote requests, and the address reflects it all', async ({
  page,
  shop,
}) => {
  const word = aWord();
  await submitQuoteRequests(shop, word, 27);
  await signInAsAdmin(page);
  await page.goto('/dashboard/inbox');
  const count = getListCount(page, 'quote requests');
  await page.getByLabel('Search requests').fill(`vise ${word}`);
  await expect(count).toHaveText('1 to 25 of 27 matching quote requests');
  await expect(entries(page).first()).toContainText(`270 × Vise ${word} 27`);
  await page.getByLabel('Sort by').selectOption('Fewest pieces');
  await expect(page).toHaveURL(`/dashboard/inbox?q=vise+${word}&sort=quantity`);
  await expect(entries(page).first()).toContainText(`10 × Vise ${word} 01`);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(count).toHaveText('26 to 27 of 27 matching quote requests');
  await expect(entries(page)).toHaveCount(2);
  await page.goBack();
  await expect(count).toHaveText('1 to 25 of 27 matching quote requests');
  await page.goForward();
  await page.reload();
  await expect(count).toHaveText('26 to 27 of 27 matching quote requests');
  await expect(page.getByLabel('Search requests')).toHaveValue(`vise ${word}`);
  await expectAccessible(page);
  await page.getByLabel('Search requests').fill(`${word} nobody`);
  await expect(page.getByText(`No quote requests match “${word} nobody”.`)).toBeVisible();
  await page.getByRole('link', { name: 'Clear search' }).click();
  await expect(entries(page)).toHaveCount(25);
});

test('an entry marked done leaves the waiting ones, the count follows, and a mistake can be undone in place', async ({
  page,
  shop,
}) => {
  const word = aWord();
  await writeMessages(shop, word, 3);
  await signInAsAdmin(page);
  await page.goto(`/dashboard/inbox/messages?q=${word}`);
  await filter(page, 'Open').click();
  await expect(page).toHaveURL(`/dashboard/inbox/messages?q=${word}&state=open`);
  const count = getListCount(page, 'messages');
  await expect(count).toHaveText('3 matching messages');

  await markOf(page, `${word} 2`).click();
  await expect(count).toHaveText('2 matching messages');
  await expect(entries(page)).toHaveCount(2);
  const list = page.getByRole('region', { name: 'List of messages' });
  await expect(list).toContainText(`Marked done: Crate ${word} 2`);
  const undo = list.getByRole('button', { name: 'Reopen' });
  await expect(undo).toBeFocused();
  await expect(undo).toHaveAccessibleDescription(`Marked done: Crate ${word} 2`);

  await undo.click();
  await expect(count).toHaveText('3 matching messages');
  await expect(entries(page).nth(1)).toContainText(`Crate ${word} 2`);
  await expect(markOf(page, `${word} 2`)).toBeFocused();
  await expect(undo).toHaveCount(0);

  await filter(page, 'Done').click();
  await expect(page.getByText('No matches')).toBeVisible();
  await page.goBack();
  await markOf(page, `${word} 3`).click();
  await expect(list).toContainText(`Marked done: Crate ${word} 3`);
  await filter(page, 'Done').click();
  await expect(count).toHaveText('1 matching message');
  await expect(entries(page)).toContainText('done');
  await expect(list).not.toContainText('Marked done');
});

test('the last waiting entry is marked done, and can still be reopened', async ({ page, shop }) => {
  const word = aWord();
  await writeMessages(shop, word, 1);
  await signInAsAdmin(page);
  await page.goto(`/dashboard/inbox/messages?q=${word}&state=open`);
  await markOf(page, word).click();
  await expect(page.getByText('No matches')).toBeVisible();
  const undo = page.getByRole('button', { name: 'Reopen' });
  await expect(undo).toBeFocused();
  await expectAccessible(page);
  await undo.click();
  await expect(markOf(page, word)).toBeFocused();
  await expect(getListCount(page, 'messages')).toHaveText('1 matching message');
});

test('a double click marks only one entry, however fast the response is', async ({ page, shop }) => {
  const word = aWord();
  await writeMessages(shop, word, 3);
  await signInAsAdmin(page);
  await page.goto(`/dashboard/inbox/messages?q=${word}`);
  const first = entries(page).first();
  await first.getByRole('button', { name: 'Mark done' }).click();
  await expect(first.getByRole('button', { name: 'Reopen' })).not.toHaveAttribute('aria-busy');
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.goto(`/dashboard/inbox/messages?q=${word}&state=open`);
  await expect(getListCount(page, 'messages')).toHaveText('2 matching messages');
  await first.getByRole('button', { name: 'Mark done' }).dblclick();
  await expect(getListCount(page, 'messages')).toHaveText('1 matching message');
  await filter(page, 'Done').click();
  await expect(getListCount(page, 'messages')).toHaveText('2 matching messages');
});

test('an admin searches waiting entries and marks them done one by one, with only the keyboard', async ({
  page,
  shop,
}) => {
  const word = aWord();
  await submitQuoteRequests(shop, word, 2);
  await signInAsAdmin(page);
  await page.goto('/dashboard/inbox');
  await page.getByRole('searchbox').focus();
  await page.keyboard.type(word);
  await page.keyboard.press('Enter');
  const count = getListCount(page, 'quote requests');
  await expect(count).toHaveText('2 matching quote requests');
  await tabTo(page, filter(page, 'Open'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/dashboard/inbox?q=${word}&state=open`);
  await tabTo(page, markOf(page, `${word} 02`));
  await page.keyboard.press('Enter');
  await expect(count).toHaveText('1 matching quote request');
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeFocused();
  await tabTo(page, markOf(page, `${word} 01`));
  await page.keyboard.press('Space');
  await expect(page.getByText('No matches')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeFocused();
});

test('a list in the inbox that cannot be loaded keeps its entries, says so, and continues when tried again', async ({
  page,
  shop,
}) => {
  const word = aWord();
  await writeMessages(shop, word, 2);
  await signInAsAdmin(page);
  await page.goto(`/dashboard/inbox/messages?q=${word}`);
  await expect(entries(page)).toHaveCount(2);
  await page.route('/api/messages?*', (route) => route.abort());
  await filter(page, 'Open').click();
  const problem = page.getByRole('alert').filter({ hasText: 'The shop could not be reached.' });
  await expect(problem).toBeVisible();
  await expect(entries(page)).toHaveCount(2);
  await page.unroute('/api/messages?*');
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(problem).toHaveCount(0);
  await expect(getListCount(page, 'messages')).toHaveText('2 matching messages');
});

test('an admin searches, filters and sorts newsletter subscribers', async ({ page, shop }) => {
  const word = aWord();
  for (const name of ['zoe', 'ada']) await submitForm(shop, '/newsletter', { email: `${name}@${word}.example` });
  await signInAsAdmin(page);
  await page.goto('/dashboard/inbox/newsletter');
  await page.getByLabel('Search by email').fill(word);
  await expect(getListCount(page, 'addresses')).toHaveText('2 matching addresses');
  await expect(getRows(page).first()).toContainText(`ada@${word}.example`);
  const byEmail = page.getByRole('columnheader', { name: 'Email' });
  await byEmail.getByRole('link').click();
  await expect(byEmail).toHaveAttribute('aria-sort', 'ascending');
  await byEmail.getByRole('link').click();
  await expect(getRows(page).first()).toContainText(`zoe@${word}.example`);
  await filter(page, 'Confirmed').click();
  await expect(page.getByText('No matches')).toBeVisible();
  await filter(page, 'Not confirmed').click();
  await expect(getListCount(page, 'addresses')).toHaveText('2 matching addresses');
});

test('on a phone an admin filters the outbox by kind, searches it, and previews an email', async ({ page, shop }) => {
  const word = aWord();
  const email = `${word}@example.com`;
  await submitForm(shop, '/contact', { name: 'Bob', email, subject: 'A crate', message: word });
  await submitForm(shop, '/newsletter', { email });
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsAdmin(page);
  await page.goto('/dashboard/inbox/outbox');
  await page.getByLabel('Search emails').fill(word);
  const count = getListCount(page, 'emails');
  await expect(count).toHaveText('2 matching emails');
  await page.getByLabel('Filter emails').selectOption('Message received');
  await expect(page).toHaveURL(`/dashboard/inbox/outbox?q=${word}&state=contact_received`);
  await expect(count).toHaveText('1 matching email');
  await expect(entries(page)).toContainText(`To ${email}`);
  await expect(entries(page)).toContainText('Stored, not sent');
  await entries(page).getByRole('button', { name: 'Show preview' }).press('Enter');
  const preview = page.frameLocator('iframe[title="Preview of “We have received your message”"]');
  await expect(preview.getByRole('heading', { name: 'We have received your message' })).toBeVisible();
  // An admin who previews an email must not be able to use up the recipient's link.
  await preview.getByRole('link', { name: '/contact' }).click();
  await expect(preview.getByRole('heading', { name: 'We have received your message' })).toBeVisible();
  expect(page.context().pages()).toHaveLength(1);
  expect(await preview.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
    'rgb(246, 241, 231)',
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.goBack();
  await expect(page.getByLabel('Filter emails')).toHaveValue('');
  await expect(count).toHaveText('2 matching emails');
  await page.getByLabel('Filter emails').selectOption('Sent');
  await expect(page.getByText('No matches')).toBeVisible();
  await page.getByLabel('Filter emails').selectOption('Stored, not sent');
  await expect(count).toHaveText('2 matching emails');
});
