import { expect, type Page } from '@playwright/test';
import {
  type Customer,
  createImageFile,
  dismissDialog,
  fetchJson,
  getDialog,
  getPlentifulTool,
  hydrate,
  logOut,
  newCustomer,
  signInAs,
  signInAsAdmin,
  signInAsNewCustomer,
  test,
} from './fixtures.ts';

const draftsOf = (page: Page) => page.evaluate(() => Object.keys(sessionStorage).filter((key) => /^draft:/.test(key)));

async function signInAgain(page: Page, { email, password }: Customer): Promise<void> {
  const form = page.getByRole('main');
  await expect(form.getByRole('status').first()).toContainText('Your sign-in has ended.');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByRole('main').getByLabel(label, { exact: true }).fill(value);
}

async function expectFilledIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await expect(page.getByRole('main').getByLabel(label, { exact: true })).toHaveValue(value);
}

const review = {
  Company: 'Smith & Daughters',
  Designation: 'Joiner',
  Title: 'True after a year',
  Rating: '4',
  About: 'The bubbles agree.\nAll of them.',
};

const profile = {
  'Phone number': '216 555 0100',
  'College name': 'Foundry College',
  'University name': 'Lakeside University',
  Division: 'Ohio',
  District: 'Lorain',
};

test('a customer who reloads the page finds the review they had started, and nothing is left of it after logging out', async ({
  page,
  shop,
}) => {
  const { email } = await signInAsNewCustomer(page, shop);
  const begun = { Company: review.Company, About: review.About };
  await page.goto('/dashboard/myreview');
  await fillIn(page, begun);
  await page.getByTitle('3 of 5').click();
  await expect.poll(() => draftsOf(page)).toEqual([`draft:review:${email}`]);
  await page.reload();
  await expectFilledIn(page, { ...begun, Title: '', Rating: '3' });
  await logOut(page);
  await expect(page).toHaveURL('/signIn');
  expect(await draftsOf(page)).toEqual([]);
  await signInAs(page, await newCustomer(shop));
  await page.goto('/dashboard/myreview');
  await expectFilledIn(page, { Company: '', About: '' });
});

test('a customer whose session ends while they write a review signs in again, finds all of it, and sends it once', async ({
  page,
  shop,
  endSession,
}) => {
  const customer = await signInAsNewCustomer(page, shop);
  const title = `True after a year, ${Date.now()}`;
  const [form, file] = [page.getByRole('main'), page.getByRole('main').getByLabel('Picture', { exact: true })];
  await page.goto('/dashboard/myreview');
  await fillIn(page, { ...review, Title: title });
  await file.setInputFiles(await createImageFile('joiner.png'));
  await endSession();
  await form.getByRole('button', { name: 'Send review' }).click();
  await expect(page).toHaveURL('/signIn?from=%2Fdashboard%2Fmyreview');
  await signInAgain(page, customer);
  await expect(page).toHaveURL('/dashboard/myreview');
  await expectFilledIn(page, { ...review, Title: title });
  await expect(form.getByText('Your entries are still here. Please choose your picture again.')).toBeVisible();
  await file.setInputFiles(await createImageFile('joiner.png'));
  await form.getByRole('button', { name: 'Send review' }).dblclick();
  await dismissDialog(page, 'Good job!', 'You clicked the button!');
  await expectFilledIn(page, { Company: '', Rating: '', About: '' });
  expect(await draftsOf(page)).toEqual([]);
  const stored = await fetchJson<{ title: string }[]>(shop, '/review?limit=20');
  expect(stored.filter((one) => one.title === title)).toHaveLength(1);
});

test('a customer whose session ends while they fill in their profile finds every field again', async ({
  page,
  shop,
  endSession,
}) => {
  const customer = await signInAsNewCustomer(page, shop);
  await page.goto(`/addprofile/${encodeURIComponent(customer.email)}`);
  await fillIn(page, profile);
  await endSession();
  await page.getByRole('button', { name: 'add profile' }).click();
  await expect(getDialog(page)).toContainText('Your sign-in has ended, so your profile was not saved.');
  await dismissDialog(page, 'Error!', 'No user is logged in');
  await signInAgain(page, customer);
  await expectFilledIn(page, profile);
  await page.getByRole('button', { name: 'add profile' }).click();
  await dismissDialog(page, 'Good job!', 'You clicked the button!');
  await page.getByRole('link', { name: 'update profile' }).click();
  await fillIn(page, { District: 'Cuyahoga' });
  await page.reload();
  await expectFilledIn(page, { ...profile, District: 'Cuyahoga' });
});

test('a customer whose session ends before they order signs in again and finds the quantity they wanted', async ({
  page,
  shop,
  endSession,
}) => {
  const customer = await signInAsNewCustomer(page, shop);
  const tool = await getPlentifulTool(shop);
  const wanted = String(tool.minOrderQuantity + 2);
  await page.goto(`/singleTool/${tool._id}`);
  const quantity = page.getByLabel('Quantity', { exact: true });
  await page.getByRole('button', { name: 'One more' }).click();
  await page.getByRole('button', { name: 'One more' }).click();
  await expect(quantity).toHaveValue(wanted);
  await endSession();
  await page.getByRole('button', { name: 'place order' }).click();
  await signInAgain(page, customer);
  await expect(page).toHaveURL(`/singleTool/${tool._id}`);
  await expect(quantity).toHaveValue(wanted);
  await page.getByRole('button', { name: 'place order' }).click();
  await dismissDialog(page, 'Good job!', 'You clicked the button!');
  expect(await draftsOf(page)).toEqual([]);
});

test('an admin who reloads the page finds the product they had started', async ({ page }) => {
  const begun = { 'Item name': 'Spirit level', 'Unit price': '31.50', Quantity: '70' };
  await signInAsAdmin(page);
  await page.goto('/dashboard/addproduct');
  await fillIn(page, begun);
  await page.reload();
  await expectFilledIn(page, begun);
  const kept = await page.getByLabel('Item name').evaluate((field: HTMLInputElement) => {
    field.value = 'Spirit level, 60 cm';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    // The page is left before another task runs.
    dispatchEvent(new PageTransitionEvent('pagehide'));
    return Object.values({ ...sessionStorage }).join();
  });
  expect(kept).toContain('Spirit level, 60 cm');
});

test('a visitor keeps their name and address through a reload and an error, but never the password', async ({
  page,
  shop,
}) => {
  const { email } = await newCustomer(shop);
  const user = { 'Display name': 'Ada Smith', Email: email };
  await page.goto('/signUp');
  await fillIn(page, { ...user, Password: 'a secret of mine' });
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Error: ');
  await expectFilledIn(page, { ...user, Password: 'a secret of mine' });
  await page.reload();
  await expectFilledIn(page, { ...user, Password: '' });
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(
    'a secret of mine',
  );
});

test('a visitor who begins to type before the page’s script has loaded loses no input', async ({ page, shop }) => {
  const { email, password } = await newCustomer(shop);
  const script = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  // An earlier attempt left this draft, but the new input takes precedence.
  await page.addInitScript(() => sessionStorage.setItem('draft:signIn', JSON.stringify({ email: 'old@example.com' })));
  await page.goto('/signIn', { waitUntil: 'commit' });
  await fillIn(page, { Email: email, Password: password });
  script.resolve();
  await hydrate(page);
  await expectFilledIn(page, { Email: email, Password: password });
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/home');
});

test('a form whose validation code cannot be loaded is checked by the shop, and shows errors at the fields', async ({
  page,
  shop,
}) => {
  await signInAsNewCustomer(page, shop);
  let aborted = 0;
  await page.route('**/assets/form-resolver-*.js', (route) => {
    aborted += 1;
    return route.abort();
  });
  await page.goto('/dashboard/myreview');
  const form = page.getByRole('main');
  await form.getByLabel('Picture', { exact: true }).setInputFiles(await createImageFile('joiner.png'));
  await form.getByRole('button', { name: 'Send review' }).click();
  await expect(form.getByLabel('Company')).toHaveAccessibleDescription('Please fill this in.');
  await expect(form.getByLabel('Rating')).toHaveAccessibleDescription(/Please enter a whole number from 1 to 5\.$/);
  expect(aborted).toBeGreaterThan(0);
});

test('a visitor can sign in although the form’s validation code cannot be loaded', async ({ page, shop }) => {
  const { email, password } = await newCustomer(shop);
  let aborted = 0;
  await page.route('**/assets/check-form-*.js', (route) => {
    aborted += 1;
    return route.abort();
  });
  await page.goto('/signIn');
  await fillIn(page, { Email: email, Password: password });
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/home');
  expect(aborted).toBeGreaterThan(0);
});

test('a customer stops the upload of a picture, removes it, and chooses another one', async ({ page, shop }) => {
  const { email } = await signInAsNewCustomer(page, shop);
  await page.goto(`/addprofile/${encodeURIComponent(email)}`);
  await fillIn(page, profile);
  const form = page.getByRole('main');
  const file = form.getByLabel('Picture', { exact: true });
  const held = Promise.withResolvers<void>();
  await page.route('/api/images', async (route) => {
    await held.promise;
    await route.continue().catch(() => {});
  });
  await file.setInputFiles(await createImageFile('portrait.png'));
  await expect(form.getByRole('img', { name: 'Preview of the chosen file' })).toBeVisible();
  await form.getByRole('button', { name: 'add profile' }).click();
  await expect(form.getByRole('progressbar', { name: 'Uploading the picture' })).toBeVisible();
  await form.getByRole('button', { name: 'Stop upload' }).click();
  await expect(file).toHaveAccessibleDescription(/You stopped the upload/);
  await expect(getDialog(page)).toHaveCount(0);
  held.resolve();
  await page.unroute('/api/images');
  await form.getByRole('button', { name: 'Remove picture' }).click();
  await expect(form.getByRole('img', { name: 'Preview of the chosen file' })).toHaveCount(0);
  await expect(file).toHaveValue('');
  await expect(file).toBeFocused();
  await expect(file).not.toHaveAttribute('aria-invalid');
  await file.setInputFiles(await createImageFile('tiny.png', { width: 3, height: 2 }));
  await expect(form.getByRole('status').filter({ hasText: 'only 3 × 2 pixels' })).toBeVisible();
  await file.setInputFiles(await createImageFile('another.png'));
  await expect(form.getByRole('status').filter({ hasText: 'pixels' })).toHaveCount(0);
  await form.getByRole('button', { name: 'add profile' }).click();
  await dismissDialog(page, 'Good job!', 'You clicked the button!');
  await expect(page.getByRole('img', { name: 'Picture of Ada Smith' })).toBeVisible();
});
