import { expect, type Page } from '@playwright/test';
import { sendRequest } from '#tests/support/running-shop.ts';
import {
  dismissDialog,
  fetchNewest,
  getDialog,
  newCustomer,
  signInAsAdmin,
  signInAsNewCustomer,
  test,
} from './fixtures.ts';
import { sendReview, takeDownReview } from './review-page-states.ts';

const getList = (page: Page) => page.getByRole('region', { name: 'Your reviews' });

async function expectOnHomePage(page: Page, title: string, shown: boolean): Promise<void> {
  const home = await page.request.get('/home');
  expect([title, (await home.text()).includes(title)]).toEqual([title, shown]);
}

test('a customer edits a review that has changed in another window, sees both versions, and removes it', async ({
  page,
  shop,
}) => {
  const customer = await signInAsNewCustomer(page, shop);
  const title = `Level after level ${Date.now()}`;
  const id = await sendReview(shop, customer, title);
  await page.goto('/dashboard/myreview');
  await page.getByRole('link', { name: 'Your review', exact: true }).click();
  await getList(page).getByRole('link', { name: 'Change' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change your review');
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await sendRequest(
    'PATCH',
    `${shop.origin}/api/review/${id}`,
    { version: 1, about: 'Typed in the other window.' },
    customer.token,
  );
  await page.getByLabel('About').fill('Typed in this window.');
  await page.getByLabel('Rating').fill('4');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This review has changed');
  await expect(page.getByRole('region', { name: 'The newer version' })).toContainText('Typed in the other window.');
  await expect(page.getByLabel('About')).toHaveValue('Typed in this window.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await dismissDialog(page, 'Good job!', 'You clicked the button!');
  await expect(page).toHaveURL('/dashboard/myreview');
  await expect(getList(page)).toContainText('Typed in this window.');
  await expectOnHomePage(page, title, true);
  const remove = getList(page).getByRole('button', { name: 'Remove' });
  await remove.click();
  await expect(getDialog(page)).toHaveAccessibleName(`Remove “${title}”?`);
  await getDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await remove.click();
  await getDialog(page).getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(getList(page)).toContainText('No reviews yet');
  await expect(page.getByRole('status').filter({ hasText: 'Removed' })).toBeFocused();
  await expectOnHomePage(page, title, false);
});

test('an admin takes a review down with a reason, undoes it, and finds the reviews of a removed user', async ({
  page,
  shop,
}) => {
  const customer = await newCustomer(shop, 'Eve');
  const title = `Buy cheap watches ${Date.now()}`;
  await sendReview(shop, customer, title);
  await signInAsAdmin(page);
  await page.goto('/dashboard/reviews');
  await page.getByRole('searchbox').fill(customer.email);
  const entry = page.getByRole('article', { name: title });
  await expect(page.getByRole('article')).toHaveCount(1);
  await entry.getByRole('button', { name: 'Take down' }).click();
  const dialog = getDialog(page);
  await expect(dialog).toHaveAccessibleName(`Take down “${title}” by Eve?`);
  await dialog.getByRole('button', { name: 'Yes, take it down' }).click();
  await expect(dialog.getByLabel('Why?')).toHaveAccessibleDescription(/Please fill this in\./);
  await dialog.getByLabel('Why?').fill('It advertises.');
  await dialog.getByRole('button', { name: 'Yes, take it down' }).click();
  await expect(entry).toContainText('It advertises.');
  await expect(entry.getByRole('button', { name: 'Publish again' })).toBeFocused();
  await expectOnHomePage(page, title, false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'is public again' })).toBeVisible();
  await expectOnHomePage(page, title, true);
  await entry.getByRole('button', { name: 'Take down' }).click();
  await dialog.getByLabel('Why?').fill('It advertises again.');
  await dialog.getByRole('button', { name: 'Yes, take it down' }).click();
  await expect(entry).toContainText('It advertises again.');
  await entry.getByRole('button', { name: 'Publish again' }).click();
  await dialog.getByRole('button', { name: 'Yes, publish it' }).click();
  await expect(entry).toContainText('Published');
});

test('an author reads why their review was taken down, and changing it does not bring it back', async ({
  page,
  shop,
}) => {
  const customer = await signInAsNewCustomer(page, shop);
  const title = `Rude ${Date.now()}`;
  await takeDownReview(shop, await sendReview(shop, customer, title));
  await page.goto('/dashboard/myreview');
  await expect(getList(page)).toContainText('It names a person. Please write about the tool.');
  await getList(page).getByRole('link', { name: 'Change' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change your review');
  await page.getByLabel('Title').fill(`${title}, politely`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await dismissDialog(page, 'Good job!', 'You clicked the button!');
  await expect(getList(page)).toContainText('Taken down');
  await expect(getList(page)).toContainText(`${title}, politely`);
  const shown = await fetchNewest<{ title: string }>(shop, '/review');
  expect(shown.filter((review) => review.title.startsWith(title))).toEqual([]);
});

test('a phone number may have an extension, and the error at the field says what is allowed', async ({
  page,
  shop,
}) => {
  const { email } = await signInAsNewCustomer(page, shop);
  await page.goto(`/addprofile/${encodeURIComponent(email)}`);
  for (const label of ['College name', 'University name', 'Division', 'District'])
    await page.getByLabel(label).fill('A');
  const phone = page.getByLabel('Phone number');
  await phone.fill('call me');
  await page.getByRole('button', { name: 'add profile' }).click();
  await expect(phone).toHaveAccessibleDescription(/216 555 0100 ext\. 9, or just ext\. 9/);
  await phone.fill('216 555 0100 ext. 9');
  await page.getByRole('button', { name: 'add profile' }).click();
  await dismissDialog(page, 'Good job!', 'You clicked the button!');
  await expect(page.getByRole('definition').getByText('216 555 0100 ext. 9')).toBeVisible();
});
