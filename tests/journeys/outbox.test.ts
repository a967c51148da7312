import { expect } from '@playwright/test';
import { showOutbox } from './outbox-of-a-mail-server.ts';
import { enterAsAdmin, expectAccessible, test } from './visiting.ts';

test('an admin sees what became of each mail, and sends what was given up', async ({ page }) => {
  await showOutbox(page);
  await enterAsAdmin(page);
  await page.goto('/dashboard/inbox/outbox');
  const entry = (name: string) => page.getByRole('article', { name: `About ${name}` });
  await expect(entry('one')).toContainText(/Sent.*sent Nov 20, 2026/s);
  await expect(entry('two')).toContainText(/Waiting to be sent.*2 attempts, the next at .*wants this mail later/s);
  await expect(entry('three')).toContainText(/Could not be sent.*does not accept the recipient/s);
  await expect(entry('four')).toContainText('Kept, not sent');
  await expect(page.getByRole('button', { name: /^Send/ })).toHaveText(['Send again', 'Send']);
  await expect(entry('five')).toContainText('The link in it has run out');
  await expectAccessible(page);

  await page.route('/api/outbox/*/send', (route) => route.abort());
  await entry('three').getByRole('button', { name: 'Send again' }).click();
  await expect(entry('three').getByRole('alert')).toContainText('could not be reached');
  await page.unroute('/api/outbox/*/send');
  await page.route('/api/outbox/*/send', (route) => route.fulfill({ json: { acknowledged: true, modifiedCount: 1 } }));
  await entry('three').getByRole('button', { name: 'Send again' }).press('Enter');
  await expect(entry('three')).toContainText('Waiting to be sent');
  await expect(entry('three').getByText('It waits to be sent.')).toBeFocused();
  await expect(entry('three')).not.toContainText('does not accept');
  await expect(entry('three').getByRole('alert')).toHaveCount(0);

  // The mail is gone: it cannot be shown, and that is said where it was asked for.
  await entry('one').getByRole('button', { name: 'Show as it looks' }).click();
  await expect(entry('one').getByRole('alert')).toHaveText('There is no such mail.');
  await expect(entry('one').locator('iframe')).toHaveCount(0);
});
