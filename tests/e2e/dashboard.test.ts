import { expect, type Locator, type Page } from '@playwright/test';
import {
  confirmAddress,
  createImageFile,
  dismissDialog,
  expectAccessible,
  fetchJson,
  getDialog,
  logOut,
  newCustomer,
  placeOrder,
  signInAs,
  signInAsAdmin,
  signInAsNewCustomer,
  type Tool,
  test,
  trackHeadings,
} from './fixtures.ts';
import { placeNewPurchase } from './purchase-helpers.ts';
import { addTool } from './tool-helpers.ts';

/** Our own entries, which follow the specified ones. The first admin is an owner. */
const SHOP_PAGES = [
  'Overview',
  'Payments',
  'Inbox',
  'Reviews',
  'Export',
  'Products',
  'Categories',
  'Import',
  'Search',
  'System',
  'Audit log',
  'Shipping',
  'Settings',
  'Taxes',
];

async function expectDrawn(page: Page, name: string): Promise<void> {
  const shown = page.getByRole('img', { name });
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
}

/** Corrects a field with an error. The error disappears with the input, not with the next press of the button. */
async function correct(field: Locator, value: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(value);
  await expect(field).not.toHaveAttribute('aria-invalid');
}

test('a customer finds the customers’ pages in the side menu, and an admin the admins’ pages', async ({
  page,
  shop,
}) => {
  const entries = page.getByRole('navigation', { name: 'DashBoard' }).getByRole('link');
  await signInAsNewCustomer(page, shop);
  await page.goto('/dashboard');
  await expect(entries).toHaveText(['My Profile', 'My Review', 'My Order', 'My Addresses']);
  await logOut(page);
  await expect(page).toHaveURL('/signIn');
  await signInAsAdmin(page);
  await page.goto('/dashboard');
  const shopPages = SHOP_PAGES.map((name) => new RegExp(`^${name}(\\d+\\+? waiting)?$`));
  await expect(entries).toHaveText(['My Profile', 'Add Product', 'All Orders', 'All Users', ...shopPages]);
});

test('the current entry of the menu and of a filter is in sight, however low or narrow the screen', async ({
  page,
  shop,
}) => {
  await signInAsNewCustomer(page, shop);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/myorder?state=ended');
  await expect(page.getByRole('link', { name: 'Ended', exact: true })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 560 });
  await logOut(page);
  await signInAsAdmin(page);
  await page.goto('/dashboard/settings');
  const entry = page.getByRole('navigation', { name: 'DashBoard' }).getByRole('link', { name: 'Settings' });
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await page.evaluate(() => window.scrollBy(0, 300));
  await expect(entry).toBeInViewport({ ratio: 1 });
});

test('a customer adds a profile with a picture and later changes a part of it', async ({ page, shop }) => {
  const address = encodeURIComponent((await signInAsNewCustomer(page, shop, 'Ada Smith')).email);
  const profile = {
    'Phone number': '+1 216 555 0100',
    'College name': 'Foundry College',
    'University name': 'Lakeside University',
    Division: 'Ohio',
    District: 'Cuyahoga',
  };
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'add profile' }).click();
  await expect(page).toHaveURL(`/addprofile/${address}`);
  const send = page.getByRole('button', { name: /^(add|update) profile$/ });

  await test.step('is told at each field that it is needed', async () => {
    await send.click();
    for (const label of Object.keys(profile)) {
      await expect(page.getByLabel(label)).toHaveAccessibleDescription(/Please fill this in\.$/);
    }
    await expect(page.getByLabel('Phone number')).toBeFocused();
  });

  await test.step('fills it in, picture included', async () => {
    for (const [label, value] of Object.entries(profile)) await correct(page.getByLabel(label), value);
    await page.getByLabel('Picture', { exact: true }).setInputFiles(await createImageFile('portrait.png'));
    await expect(page.getByRole('img', { name: 'Preview of the chosen file' })).toBeVisible();
    await send.click();
    await expect(getDialog(page)).toContainText('Your profile is saved. You can find it under My Profile.');
    await dismissDialog(page, 'Good job!', 'You clicked the button!');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('definition').filter({ hasText: 'Lakeside University' })).toBeVisible();
    await expectDrawn(page, 'Picture of Ada Smith');
    await expect(page.getByRole('link', { name: 'add profile' })).toHaveCount(0);
  });

  await test.step('changes one field and their name, which is the account’s, and keeps the others', async () => {
    await page.getByRole('link', { name: 'update profile' }).click();
    await expect(page).toHaveURL(`/updateprifile/${address}`);
    for (const [label, value] of Object.entries(profile)) await expect(page.getByLabel(label)).toHaveValue(value);
    await page.getByLabel('District').fill('Lorain');
    await page.getByLabel('Display name').fill('Ada King');
    await send.click();
    await dismissDialog(page, 'Good job!', 'You clicked the button!');
    await expect(page).toHaveURL('/dashboard');
    const shown = { ...profile, District: 'Lorain' };
    for (const value of Object.values(shown)) await expect(page.getByRole('definition').getByText(value)).toBeVisible();
    await expectDrawn(page, 'Picture of Ada King');
    await expect(page.getByRole('banner').getByText('Ada King')).toBeVisible();
  });
});

test('a customer writes a review, with every field and a rating from 1 to 5, and finds it on the home page', async ({
  page,
  shop,
}) => {
  await signInAsNewCustomer(page, shop, 'Ada Smith');
  const title = `Level after level, ${Date.now()}`;
  const review = { Company: 'Smith & Daughters', Designation: 'Joiner', Title: title, About: 'The bubbles agree.' };
  await page.goto('/dashboard/myreview');
  const form = page.getByRole('main');
  const [rating, send] = [form.getByLabel('Rating'), form.getByRole('button', { name: 'Send review' })];
  await send.click();
  for (const label of Object.keys(review)) {
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(/Please fill this in\.$/);
  }
  for (const [label, value] of Object.entries(review)) await correct(form.getByLabel(label), value);
  for (const wrong of ['', '0', '6', '2.5', 'five']) {
    await rating.fill(wrong);
    await send.click();
    await expect(rating).toHaveAccessibleDescription(/Please enter a whole number from 1 to 5\.$/);
  }
  await correct(rating, '4');
  await send.click();
  await expect(form.getByLabel('Picture', { exact: true })).toHaveAccessibleDescription(/Please choose a picture\.$/);
  await form.getByLabel('Picture', { exact: true }).setInputFiles(await createImageFile('joiner.png'));
  await send.click();
  await expect(getDialog(page)).toContainText('Your review is saved and now appears on the home page.');
  await dismissDialog(page, 'Good job!', 'You clicked the button!');
  await expect(rating).toHaveValue('');
  await page.goto('/home');
  const shown = page.getByRole('region', { name: 'What our clients say' }).getByRole('figure').first();
  for (const text of [...Object.values(review), '4 of 5', 'Ada Smith']) await expect(shown).toContainText(text);
  // The portrait is a square for images of any shape.
  const portrait = await shown.locator('img').boundingBox();
  expect(portrait?.width).toBe(portrait?.height);
});

for (const who of ['customer', 'admin'] as const) {
  test(`the ${who} deletes an unpaid order only after confirming, and its stock is available again`, async ({
    page,
    shop,
  }) => {
    const customer = await newCustomer(shop);
    const { tool } = await placeOrder(shop, customer);
    const stock = async () => (await fetchJson<Tool>(shop, `/tools/${tool._id}`)).quantity;
    expect(await stock()).toBe(tool.quantity - tool.minOrderQuantity);
    if (who === 'admin') await signInAsAdmin(page);
    else await signInAs(page, customer);
    await page.goto(who === 'admin' ? '/dashboard/allorder' : '/dashboard/myorder');
    const order = page.getByRole(who === 'admin' ? 'row' : 'listitem').filter({
      hasText: who === 'admin' ? customer.email : tool.itemName,
    });
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' });

    await order.getByRole('button', { name: 'Delete' }).click();
    await expect(question).toContainText("You won't be able to revert this!");
    await expect(question).toContainText(`This deletes the order of ${tool.minOrderQuantity} ${tool.itemName}, $`);
    if (who === 'admin') await expect(question).toContainText(`by ${customer.name}.`);
    await question.getByRole('button', { name: 'Keep it' }).click();
    await expect(question).toHaveCount(0);
    await expect(order.getByRole('button', { name: 'Delete' })).toBeFocused();
    expect(await stock()).toBe(tool.quantity - tool.minOrderQuantity);

    await order.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Yes, delete it' }).click();
    await expect(getDialog(page)).toContainText(`The order was deleted: ${tool.minOrderQuantity} ${tool.itemName}, $`);
    await dismissDialog(page, 'Deleted!', 'Your file has been deleted.');
    await expect(order).toHaveCount(0);
    expect(await stock()).toBe(tool.quantity);
  });
}

test('a customer who deletes one of two lines of an order reads that the other one stays', async ({ page, shop }) => {
  const customer = await newCustomer(shop);
  const [anvil, vise] = [await addTool(shop), await addTool(shop)];
  const { number } = await placeNewPurchase(shop, customer, [anvil.id, vise.id], 5);
  await signInAs(page, customer);
  await page.goto('/dashboard/myorder');
  const order = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: number }) });
  await order.getByText('2 tools, 10 pcs').click();
  const line = order.getByRole('listitem').filter({ hasText: vise.name });
  await line.getByRole('button', { name: `Delete ${vise.name} from this order` }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(question).toContainText(`This deletes only 5 ${vise.name}, $`);
  await expect(question).toContainText(`The rest of order ${number} stays as it is.`);
  await question.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(getDialog(page)).toContainText(`This line was deleted: 5 ${vise.name}, $`);
  await dismissDialog(page, 'Deleted!', 'Your file has been deleted.');
  await expect(order).not.toContainText(vise.name);
  await expect(order).toContainText(anvil.name);
});

test('a customer deletes an order of two tools at once, after reading which one it is', async ({ page, shop }) => {
  const customer = await newCustomer(shop);
  const tools = [await addTool(shop), await addTool(shop)];
  const readStock = () =>
    Promise.all(tools.map(async ({ id }) => (await fetchJson<Tool>(shop, `/tools/${id}`)).quantity));
  const stock = await readStock();
  const { number, total } = await placeNewPurchase(
    shop,
    customer,
    tools.map(({ id }) => id),
    5,
  );
  await signInAs(page, customer);
  await page.goto('/dashboard/myorder');
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Pay', exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(question).toContainText(`This deletes all of order ${number}: 2 tools, $${total}.`);
  await question.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(getDialog(page)).toContainText(`The order was deleted: ${number}: 2 tools, $${total}.`);
  await dismissDialog(page, 'Deleted!', 'Your file has been deleted.');
  await expect(page.getByText('No orders yet')).toBeVisible();
  expect(await readStock()).toEqual(stock);
});

test('an owner makes a confirmed person admin and undoes it, and never an unconfirmed one', async ({ page, shop }) => {
  const [confirmed, unconfirmed] = [await newCustomer(shop), await newCustomer(shop)];
  await confirmAddress(shop, confirmed);
  await signInAsAdmin(page);
  await page.goto('/dashboard/allusers');
  const rowOf = ({ email }: { email: string }) => page.getByRole('row').filter({ hasText: email });
  const grant = async (person: { email: string }) => {
    await rowOf(person).getByRole('button', { name: 'Make A Admin' }).click();
    const question = page.getByRole('alertdialog', { name: `Make ${person.email} an admin?` });
    await question.getByRole('button', { name: 'Yes, make admin' }).click();
  };
  await rowOf(confirmed).getByRole('button', { name: 'Make A Admin' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(confirmed).getByRole('button', { name: 'Make A Admin' })).toBeFocused();
  const refused = rowOf(unconfirmed).getByRole('button', { name: 'Make A Admin' });
  await expect(rowOf(unconfirmed)).toContainText('Only after they confirm their email:');
  await expect(refused).toHaveAccessibleDescription(`Only after they confirm their email: ${unconfirmed.email}`);
  await expect(rowOf(confirmed)).not.toContainText('Only after');
  await refused.click();
  await expect(page.getByRole('alertdialog')).toContainText('They have not confirmed their email address yet.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await grant(unconfirmed);
  // Our sentence comes before the text of the specification, which says nothing about this person.
  await expect(getDialog(page)).toContainText(/has not confirmed their email address yet.*Error!/);
  await dismissDialog(page, 'Error!', "you can't make admin anyone");
  await expect(rowOf(unconfirmed).getByRole('button', { name: 'Make A Admin' })).toBeVisible();
  await grant(confirmed);
  await expect(getDialog(page)).toContainText(`${confirmed.email} is an admin now.`);
  await dismissDialog(page, 'Good job!', 'Now you are admin');
  await expect(rowOf(confirmed)).toContainText('Already Admin');
  await expect(rowOf(confirmed).getByRole('button', { name: 'Make A Admin' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`${confirmed.email} is a customer now.`)).toBeVisible();
  await expect(rowOf(confirmed).getByRole('button', { name: 'Make A Admin' })).toBeVisible();
});

test('an owner removes a person with a reason and lets them in again, but cannot remove themselves', async ({
  page,
  shop,
}) => {
  const person = await newCustomer(shop);
  await confirmAddress(shop, person);
  await signInAsAdmin(page);
  await page.goto('/dashboard/allusers');
  const row = page.getByRole('row').filter({ hasText: person.email });
  const own = page.getByRole('row').filter({ hasText: 'admin@example.com' });
  await expect(own.getByRole('button', { name: 'Remove User' })).toBeDisabled();
  await row.getByRole('button', { name: 'Remove User' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Remove ${person.email}?` });
  const reason = dialog.getByLabel('Why?');
  await expect(reason).toBeFocused();
  await dialog.getByRole('button', { name: 'Yes, remove' }).click();
  await expect(reason).toHaveAccessibleDescription(/Please fill this in\.$/);
  await expectAccessible(page);
  await reason.pressSequentially('P');
  await expect(reason).not.toHaveAttribute('aria-invalid');
  await reason.fill('Parcels came back twice.');
  await dialog.getByRole('button', { name: 'Yes, remove' }).click();
  await expect(row).toContainText(/Removed on .*Parcels came back twice\./);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`${person.email} can sign in again.`)).toBeVisible();
  await expect(row.getByRole('button', { name: 'Remove User' })).toBeEnabled();
});

test('an admin adds a product with a picture, and it comes first on the home page', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/dashboard/addproduct');
  const name = `Spirit level, ${Date.now()}`;
  const product = {
    'Item name': name,
    About: 'An aluminum level with three vials. '.repeat(4),
    'Unit price': '31.50',
    'Minimum order quantity': '5',
  };
  const [file, add] = [page.getByLabel('Picture', { exact: true }), page.getByRole('button', { name: 'Add Product' })];
  await add.click();
  await expect(file).toHaveAccessibleDescription(/Please choose a picture\.$/);
  await expect(page.getByLabel('Item name')).toHaveAccessibleDescription(/Please fill this in\.$/);
  await expect(page.getByLabel('Item name')).toBeFocused();
  for (const [label, value] of Object.entries(product)) await correct(page.getByLabel(label), value);
  await page.getByLabel('Quantity', { exact: true }).fill('70');
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a level') });
  await expect(file).toHaveAccessibleDescription(/Please choose an image file\.$/);
  await add.click();
  await expect(file).toBeFocused();
  await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('a level') });
  await add.click();
  await expect(file).toHaveAccessibleDescription(/This file is not a picture we can read\.$/);
  await file.setInputFiles(await createImageFile('level.png'));
  const entry = page.locator('article');
  await expect(entry.locator('h3')).toHaveText(name);
  await expect(entry.locator('img')).toHaveAttribute('src', /^data:image/);
  await add.click();
  await expect(getDialog(page)).toContainText(`${name} is now on sale and comes first on the home page.`);
  await dismissDialog(page, 'Good job!', 'You clicked the button!');
  await expect(page.getByLabel('Item name')).toHaveValue('');
  await expect(entry.locator('h3')).toHaveText('Item name');
  await expect(entry.locator('img')).toHaveAttribute('src', /blank-sheet/);
  await page.goto('/home');
  const first = page.getByRole('region', { name: 'Latest products' }).getByRole('article').first();
  await expect(first.getByRole('heading')).toHaveText(name);
  await expect(first).toContainText('31.50');
  const shown = first.locator('img');
  await first.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
});

test('a customer on a page of the staff and an admin on a customers’ page are sent to sign-in and see nothing of it', async ({
  page,
  shop,
}) => {
  const headings = await trackHeadings(page);
  const expectSentAway = async (path: string, audience: 'staff' | 'customer') => {
    await page.goto(path);
    await expect(page).toHaveURL(`/signIn?${new URLSearchParams({ from: path, for: audience })}`);
    await expect(page.getByRole('main').getByRole('status')).toContainText(
      audience === 'staff' ? 'staff only' : 'customers only',
    );
  };
  await signInAsNewCustomer(page, shop);
  for (const path of ['allusers', 'allorder', 'addproduct', 'products'])
    await expectSentAway(`/dashboard/${path}`, 'staff');
  await page.context().clearCookies();
  await signInAsAdmin(page);
  for (const path of ['myorder', 'myreview', 'payment/x']) await expectSentAway(`/dashboard/${path}`, 'customer');
  expect(await headings()).toEqual(['Sign In']);
});

for (const [what, act] of [
  ['opens my orders', (page: Page) => page.getByRole('link', { name: 'My Order' }).click()],
  ['goes to pay', (page: Page) => page.getByRole('link', { name: 'Pay' }).click()],
  [
    'deletes an order',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Delete' }).click();
      await getDialog(page).getByRole('button', { name: 'Yes, delete it' }).click();
    },
  ],
] as const) {
  test(`a customer whose session has ended ${what}, and ends up on the home page, signed out`, async ({
    page,
    shop,
    endSession,
  }) => {
    await placeOrder(shop, await signInAsNewCustomer(page, shop));
    await page.goto(what === 'opens my orders' ? '/dashboard' : '/dashboard/myorder');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBeNull();
    await endSession();
    await act(page);
    await expect(page).toHaveURL('/home');
    await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  });
}
