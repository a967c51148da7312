import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { IMPORT_PAGE_STATES } from './import-page-states.ts';
import { visit } from './page-states.ts';

const getState = (name: string) => {
  const state = IMPORT_PAGE_STATES.find((one) => one.name === name);
  if (!state) throw new Error(`there is no state ${name}`);
  return state;
};

test('sixty rows with errors fit on every screen, and each error says what to do', async ({ page, shop }) => {
  await visit(page, shop, getState('import-many-faults'));
  const faults = page.getByRole('region', { name: 'Rows with errors: 60' });
  await expect(faults.getByText('Please enter a price such as 18.90.')).toHaveCount(20);
  await expect(faults).not.toContainText(/expected|invalid|too big/i);
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
  }
  await faults.getByRole('button', { name: 'Show more' }).click();
  await expect(faults.getByRole('row')).toHaveCount(41);
});

test('an admin opens an import from the list by a visible link, on one line at any width', async ({ page, shop }) => {
  await visit(page, shop, getState('imports-several'));
  const link = page.getByRole('link', { name: 'chisels 2026.csv' }).first();
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await link.boundingBox())?.height, `at ${width} px`).toBeLessThan(50);
  }
  await expect(link).toHaveCSS('text-decoration-line', 'underline');
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('chisels 2026.csv');
});

test('an admin chooses how to read a file that could not be read, and has it checked again', async ({ page, shop }) => {
  await visit(page, shop, getState('import-unreadable'));
  await expect(page.getByText(/byte \d+ is not part of a character/)).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByLabel('Encoding').selectOption('Windows-1252 (Western European)');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('will be created')).toBeVisible();
  await expect(page.getByLabel('Import “Name” as')).toHaveValue('itemName');
});

test('an import that stopped halfway shows what was not written, and can be undone', async ({ page, shop }) => {
  await visit(page, shop, getState('import-stopped'));
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo this import' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check again' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'New products: 2' }).getByText('Not imported.')).toHaveCount(2);
});

test('an admin can repeat or delete a check that stopped', async ({ page, shop }) => {
  await visit(page, shop, getState('import-check-stopped'));
  await expect(page.getByRole('button', { name: 'Delete this import' })).toBeVisible();
  await expect(page.getByRole('region', { name: /products/ })).toHaveCount(0);
  const sent = page.waitForRequest((request) => request.url().endsWith('/retry'));
  await page.getByRole('button', { name: 'Try again' }).click();
  expect((await sent).method()).toBe('POST');
});

test('a partial undo says how many rows were left out, and which', async ({ page, shop }) => {
  await visit(page, shop, getState('import-undone-in-part'));
  await expect(page.getByRole('status').filter({ hasText: 'Partly undone.' })).toBeVisible();
  await expect(page.getByText('Paring chisel 25 mm (PC-1): It has been ordered since.')).toBeVisible();
});
