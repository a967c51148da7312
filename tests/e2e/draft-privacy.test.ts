import { expect, type Page } from '@playwright/test';
import { logOut, newCustomer, signInAs, signInAsNewCustomer, test } from './fixtures.ts';

const main = (page: Page) => page.getByRole('main');
const footerField = (page: Page) => page.getByRole('contentinfo').getByLabel('Your email address');
const readDrafts = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
const getDraftKeys = (page: Page) =>
  page.evaluate(() =>
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith('draft:'))
      .sort(),
  );

async function write(page: Page): Promise<void> {
  await main(page).getByLabel('Subject').fill('My secret');
  await main(page).getByLabel('Message').fill('Only for the shop.');
}

async function expectFields(page: Page, [name, email, subject, message]: [string, string, string, string]) {
  await expect(main(page).getByLabel('Your name')).toHaveValue(name);
  await expect(main(page).getByLabel('Email')).toHaveValue(email);
  await expect(main(page).getByLabel('Subject')).toHaveValue(subject);
  await expect(main(page).getByLabel('Message')).toHaveValue(message);
}

test('a customer who logs out on a public page leaves nothing in its forms, no matter what the next person does', async ({
  page,
  shop,
}) => {
  const { email } = await signInAsNewCustomer(page, shop);
  await page.goto('/contact');
  await expect(main(page).getByLabel('Your name')).toHaveValue('Ada Smith');
  await write(page);
  await footerField(page).fill('ada@home.example');
  await expect.poll(() => getDraftKeys(page)).toEqual(['draft:contact', 'draft:newsletter-footer']);
  await logOut(page);
  await expectFields(page, ['', '', '', '']);
  await expect(footerField(page)).toHaveValue('');
  await main(page).getByLabel('Subject').press('x');
  await expect.poll(() => readDrafts(page)).toContain('"subject\\":\\"x');
  for (const word of ['Ada', email, 'secret', 'Only', 'home.example'])
    expect(await readDrafts(page)).not.toContain(word);
});

test('a customer who logs out of forms with errors leaves neither texts nor errors', async ({ page, shop }) => {
  await signInAsNewCustomer(page, shop);
  await page.goto('/contact');
  await expect(main(page).getByLabel('Your name')).toHaveValue('Ada Smith');
  await main(page).getByLabel('Subject').fill('My secret');
  await main(page).getByRole('button', { name: 'Send message' }).click();
  await expect(main(page).getByLabel('Message')).toHaveAttribute('aria-invalid', 'true');
  await footerField(page).fill('ada at home');
  await page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' }).click();
  await expect(footerField(page)).toHaveAttribute('aria-invalid', 'true');
  await logOut(page);
  await expectFields(page, ['', '', '', '']);
  await expect(footerField(page)).toHaveValue('');
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
});

test('a response that arrives after the customer has logged out brings nothing back', async ({ page, shop }) => {
  await signInAsNewCustomer(page, shop);
  const [requested, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/contact.data', async (route) => {
    const response = await route.fetch();
    requested.resolve();
    await held.promise;
    await route.fulfill({ response: response });
  });
  await page.goto('/contact');
  await expect(main(page).getByLabel('Your name')).toHaveValue('Ada Smith');
  await main(page).getByLabel('Subject').fill('My secret');
  await main(page).getByRole('button', { name: 'Send message' }).click();
  await requested.promise;
  await logOut(page);
  await expectFields(page, ['', '', '', '']);
  held.resolve();
  await expect(main(page).locator('[aria-busy]')).toHaveCount(0);
  await expectFields(page, ['', '', '', '']);
});

test('somebody who signs in after another user’s session has ended finds none of that user’s input', async ({
  page,
  shop,
  endSession,
}) => {
  const zed = await newCustomer(shop, 'Zed Omega');
  await signInAsNewCustomer(page, shop, 'Ada Alpha');
  await page.goto('/contact');
  await expect(main(page).getByLabel('Your name')).toHaveValue('Ada Alpha');
  await write(page);
  await expect.poll(() => readDrafts(page)).toContain('Only for the shop.');
  await endSession();
  await signInAs(page, zed);
  await page.reload();
  await expectFields(page, ['Zed Omega', zed.email, '', '']);
  expect(await readDrafts(page)).not.toMatch(/Ada|secret|Only/);
});

test('somebody who signs in instead of another user in a second tab finds none of that user’s input in the first', async ({
  page,
  context,
  shop,
  endSession,
}) => {
  const zed = await newCustomer(shop, 'Zed Omega');
  await signInAsNewCustomer(page, shop, 'Ada Alpha');
  await page.goto('/contact');
  await expect(main(page).getByLabel('Your name')).toHaveValue('Ada Alpha');
  await write(page);
  const other = await context.newPage();
  await endSession();
  await signInAs(other, zed);
  await other.goto('/home');
  await expect(other.getByRole('button', { name: 'Log out' })).toBeVisible();
  await expectFields(page, ['Zed Omega', zed.email, '', '']);
});

test('a visitor who begins to write and then signs in keeps what they wrote', async ({ page, shop }) => {
  const ada = await newCustomer(shop, 'Ada Alpha');
  await page.goto('/contact');
  await write(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign In' }).click();
  // The previous page also has an Email field.
  await expect(main(page).getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await main(page).getByLabel('Email').fill(ada.email);
  await main(page).getByLabel('Password').fill(ada.password);
  await main(page).getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/home');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
  await expectFields(page, ['Ada Alpha', ada.email, 'My secret', 'Only for the shop.']);
});

test('values that the shop fills in for a customer are not stored as if they had typed them', async ({
  page,
  shop,
}) => {
  const { email } = await signInAsNewCustomer(page, shop);
  await page.goto('/contact');
  await expect(main(page).getByLabel('Your name')).toHaveValue('Ada Smith');
  await main(page).getByLabel('Subject').fill('The vise');
  await expect.poll(() => getDraftKeys(page)).toEqual(['draft:contact']);
  expect(JSON.parse((await page.evaluate(() => sessionStorage.getItem('draft:contact'))) ?? '')).toEqual({
    subject: 'The vise',
  });
  await page.reload();
  await expectFields(page, ['Ada Smith', email, 'The vise', '']);
});

test('somebody who logs out while the sign-in form is open leaves nothing in it', async ({ page, shop }) => {
  await signInAsNewCustomer(page, shop);
  await page.goto('/signIn?from=%2Fdashboard%2Fallorder&for=staff');
  await expect(main(page).getByRole('status')).toContainText('You are signed in as');
  await main(page).getByLabel('Email').fill('boss@example.com');
  await main(page).getByLabel('Password').fill('a secret of mine');
  await logOut(page);
  await expect(main(page).getByLabel('Email')).toHaveValue('');
  await expect(main(page).getByLabel('Password')).toHaveValue('');
});

test('a visitor who presses again during the redirect does not find their sent input when they come back', async ({
  page,
}) => {
  const [requested, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/contact/sent.data*', async (route) => {
    requested.resolve();
    await held.promise;
    await route.continue();
  });
  await page.goto('/contact');
  const send = main(page).getByRole('button', { name: 'Send message' });
  await main(page).getByLabel('Your name').fill('Ada Smith');
  await main(page).getByLabel('Email').fill('ada@example.com');
  await write(page);
  await send.click();
  await requested.promise;
  // A busy button ignores presses, but receives their events.
  await send.click({ force: true });
  await main(page).getByLabel('Subject').press('Shift');
  held.resolve();
  await expect(page).toHaveURL('/contact/sent');
  expect(await getDraftKeys(page)).toEqual([]);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
  await expectFields(page, ['', '', '', '']);
});

test('the two forms on the newsletter page each keep their own address until they are sent', async ({ page }) => {
  const own = main(page).getByLabel('Email');
  await page.goto('/newsletter');
  await own.fill('page@example.com');
  await footerField(page).fill('foot@example.com');
  await expect.poll(() => getDraftKeys(page)).toEqual(['draft:newsletter', 'draft:newsletter-footer']);
  await page.reload();
  await expect(own).toHaveValue('page@example.com');
  await expect(footerField(page)).toHaveValue('foot@example.com');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('button', { name: 'Subscribe' }).click();
  await expect(footer.getByRole('status')).toHaveText(/^Please check your email/);
  await expect(footerField(page)).toHaveValue('');
  await page.reload();
  await expect(own).toHaveValue('page@example.com');
  await expect(footerField(page)).toHaveValue('');
  await main(page).getByRole('button', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL('/newsletter/sent');
  expect(await getDraftKeys(page)).toEqual([]);
});
