import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { type RunningShop, signInAdmin } from '#tests/support/running-shop.ts';
import { expectAccessible, fetchJson, signInAsAdmin, test } from './fixtures.ts';

const newEmail = () => `${randomUUID()}@example.com`;
const footer = (page: Page) => page.getByRole('contentinfo');

/** Returns the links in the newest email to this address. */
async function newestLinks(shop: RunningShop, email: string): Promise<{ confirm: string; leave: string }> {
  const mails = await fetchJson<{ recipient: string; text: string }[]>(shop, '/outbox', await signInAdmin(shop.origin));
  const text = mails.findLast(({ recipient }) => recipient === email)?.text ?? '';
  const path = (purpose: string) => new RegExp(`/newsletter/${purpose}/[\\w-]+`).exec(text)?.[0] ?? '';
  return { confirm: path('confirm'), leave: path('leave') };
}

async function subscribeInFooter(page: Page, email: string): Promise<void> {
  await footer(page).getByLabel('Your email address').fill(email);
  await footer(page).getByRole('button', { name: 'Subscribe' }).click();
}

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted });

    test(`a visitor subscribes in the footer, confirms by email, and unsubscribes (${scripted ? 'with' : 'without'} script)`, async ({
      page,
      shop,
    }) => {
      const email = newEmail();
      await page.goto('/jobs');
      await subscribeInFooter(page, email);
      if (scripted) {
        await expect(footer(page).getByRole('status')).toHaveText(/^Please check your email/);
        await expect(footer(page).getByLabel('Your email address')).toHaveValue('');
        await expect(page).toHaveURL('/jobs');
      } else {
        await expect(page).toHaveURL('/newsletter/sent');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please check your email');
      }
      const { confirm } = await newestLinks(shop, email);
      await page.goto(confirm);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your subscription');
      await page.getByRole('button', { name: 'Confirm subscription' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are subscribed');
      await page.goto(confirm);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link was already used');
      const { leave } = await newestLinks(shop, email);
      await page.goto(leave);
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed');
      await page.goto(leave);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are already unsubscribed');
    });
  });
}

test('a visitor is told in the footer what is wrong with an address, and no input is lost', async ({ page }) => {
  await page.goto('/home');
  await subscribeInFooter(page, 'ada at example');
  const field = footer(page).getByLabel('Your email address');
  await expect(field).toHaveAccessibleDescription('Please enter an email address.');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('ada at example');
  await expectAccessible(page, { within: ['footer'] });
  await field.pressSequentially('.com');
  await expect(field).not.toHaveAttribute('aria-invalid');
  await page.route('**/newsletter.data', (route) => route.abort());
  await subscribeInFooter(page, newEmail());
  await expect(field).toHaveAccessibleDescription(/^The shop could not be reached/);
  await field.fill(newEmail());
  await expect(field).not.toHaveAttribute('aria-invalid');
  await page.unroute('**/newsletter.data');
  await footer(page).getByRole('button', { name: 'Subscribe' }).click();
  await expect(footer(page).getByRole('status')).toHaveText(/^Please check your email/);
  await expect(page).toHaveURL('/home');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor whose address the shop rejects finds it with the error on the newsletter page', async ({ page }) => {
    await page.goto('/home');
    // Browsers accept this as an address, but the shop, which must send email to it, does not.
    await subscribeInFooter(page, 'ada@example');
    await expect(page).toHaveURL('/newsletter');
    const field = page.getByRole('main').getByLabel('Email');
    await expect(field).toHaveValue('ada@example');
    await expect(field).toHaveAccessibleDescription('Please enter an email address.');
  });
});

test('whoever opens an unknown link is told what to do', async ({ page }) => {
  for (const [path, way] of [
    [`/newsletter/confirm/${'A'.repeat(43)}`, 'Go to the newsletter'],
    [`/newsletter/leave/${'A'.repeat(43)}`, 'Go to the home page'],
  ] as const) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work');
    await expect(page.getByRole('main').getByRole('link', { name: way })).toBeVisible();
    await expectAccessible(page);
  }
});

test('an admin sees who has confirmed the newsletter, who has not yet, and who has unsubscribed', async ({
  page,
  shop,
}) => {
  const [waiting, confirmed, left] = [newEmail(), newEmail(), newEmail()];
  for (const email of [waiting, confirmed, left]) {
    await page.goto('/newsletter');
    await page.getByRole('main').getByLabel('Email').fill(email);
    await page.getByRole('main').getByRole('button', { name: 'Subscribe' }).click();
    await expect(page).toHaveURL('/newsletter/sent');
  }
  for (const [email, step] of [
    [confirmed, 'confirm'],
    [left, 'leave'],
  ] as const) {
    await page.goto((await newestLinks(shop, email))[step]);
    await page.getByRole('main').getByRole('button').click();
    await expect(page).toHaveURL(/\/(confirmed|left)$/);
  }
  await signInAsAdmin(page);
  await page.goto('/dashboard/inbox/newsletter');
  for (const [email, state] of [
    [waiting, 'not confirmed'],
    [confirmed, 'confirmed'],
    [left, 'unsubscribed'],
  ] as const) {
    await expect(page.getByRole('row').filter({ hasText: email })).toContainText(state);
  }
  await expectAccessible(page);
});
