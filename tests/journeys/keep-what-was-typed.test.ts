import { expect, type Page } from '@playwright/test';
import { enterAsNewCustomer, test } from './visiting.ts';

const draftsOf = (page: Page) => page.evaluate(() => Object.keys(sessionStorage).filter((key) => /^draft:/.test(key)));

test('a customer who reloads the page finds the review they had begun, and after logging out nothing is left of it', async ({
  page,
  shop,
}) => {
  const { email } = await enterAsNewCustomer(page, shop);
  const form = page.getByRole('main');
  await page.goto('/dashboard/myreview');
  await form.getByLabel('Company').fill('Smith & Daughters');
  await form.getByLabel('About').fill('The bubbles agree.\nAll of them.');
  await expect.poll(() => draftsOf(page)).toEqual([`draft:review:${email}`]);
  await page.reload();
  await expect(form.getByLabel('Company')).toHaveValue('Smith & Daughters');
  await expect(form.getByLabel('About')).toHaveValue('The bubbles agree.\nAll of them.');
  await expect(form.getByLabel('Title')).toHaveValue('');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/signIn');
  expect(await draftsOf(page)).toEqual([]);
});
