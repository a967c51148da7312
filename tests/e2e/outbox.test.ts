import { expect } from '@playwright/test';
import { signInAsAdmin, test } from './fixtures.ts';
import { stubOutbox } from './outbox-stub.ts';

test('an admin sees the state of each email, and sends failed ones again', async ({ page }) => {
  await stubOutbox(page);
  await signInAsAdmin(page);
  await page.goto('/dashboard/inbox/outbox');
  const entry = (name: string) => page.getByRole('article', { name: `About ${name}` });
  await expect(entry('one')).toContainText(/Sent.*sent Nov 20, 2026/s);
  await expect(entry('two')).toContainText(/Waiting to be sent.*2 attempts, next at .*asks to send this email later/s);
  await expect(entry('three')).toContainText(/Could not be sent.*does not accept the recipient/s);
  await expect(entry('four')).toContainText('Stored, not sent');
  await expect(page.getByRole('button', { name: /^Send/ })).toHaveText(['Send again', 'Send']);
  await expect(entry('five')).toContainText('Its link has expired');

  await page.route('/api/outbox/*/send', (route) => route.abort());
  await entry('three').getByRole('button', { name: 'Send again' }).click();
  await expect(entry('three').getByRole('alert')).toContainText('could not be reached');
  await page.unroute('/api/outbox/*/send');
  await page.route('/api/outbox/*/send', (route) => route.fulfill({ json: { acknowledged: true, modifiedCount: 1 } }));
  await entry('three').getByRole('button', { name: 'Send again' }).press('Enter');
  await expect(entry('three')).toContainText('Waiting to be sent');
  await expect(entry('three').getByText('It is waiting to be sent.')).toBeFocused();
  await expect(entry('three')).not.toContainText('does not accept');
  await expect(entry('three').getByRole('alert')).toHaveCount(0);

  // The email is gone, so its preview is replaced by an error in the same place.
  await entry('one').getByRole('button', { name: 'Show preview' }).click();
  await expect(entry('one').getByRole('alert')).toHaveText('This email does not exist.');
  await expect(entry('one').locator('iframe')).toHaveCount(0);
});

test('an admin sends all failed emails again after confirming', async ({ page }) => {
  await stubOutbox(page, { dead: 37 });
  await signInAsAdmin(page);
  await page.goto('/dashboard/inbox/outbox');
  await expect(page.getByRole('article', { name: 'About one' })).toBeVisible();
  const all = page.getByRole('button', { name: 'Send all again' });
  await expect(all).toHaveCount(0);
  await page.goto('/dashboard/inbox/outbox?state=dead');
  let requestCount = 0;
  await page.route('/api/outbox/send-dead', (route) => {
    requestCount += 1;
    return route.fulfill({ json: { acknowledged: true, modifiedCount: 36 } });
  });
  await all.click();
  const question = page.getByRole('alertdialog', { name: 'Send 37 emails again?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(requestCount).toBe(0);
  await all.click();
  await question.getByRole('button', { name: 'Yes, send them' }).click();
  await expect(page.getByRole('dialog')).toContainText('36 emails are waiting to be sent.');
  expect(requestCount).toBe(1);
});
