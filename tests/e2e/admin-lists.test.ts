import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { PROBLEMS } from '#src/shared/problem.ts';
import { sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import {
  createImageFile,
  dismissDialog,
  expectAccessible,
  getDialog,
  newCustomer,
  signInAsAdmin,
  signInAsNewCustomer,
  type Tool,
  tabTo,
  test,
} from './fixtures.ts';
import { addTools, getListCount, getRows, payOrder, placeOrders } from './list-helpers.ts';

/** Returns a word that occurs nowhere else in the shop, so that each test only finds its own entries. */
const aWord = () => `w${randomUUID().slice(0, 8)}`;
const filter = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /^Filter / }).getByRole('link', { name, exact: true });

test('an admin searches, filters, sorts and pages through all orders, and the address reflects it all', async ({
  page,
  shop,
}) => {
  const word = aWord();
  const customer = await newCustomer(shop, `Grace ${word}`);
  const [tool] = await addTools(shop, `Anvil ${word}`, 1);
  if (!tool) throw new Error('no tool');
  const orders = await placeOrders(shop, customer, tool, 30);
  const transaction = await payOrder(shop, customer, orders[29] ?? '', '1230.00');
  await placeOrders(shop, await newCustomer(shop), tool, 1);
  await signInAsAdmin(page);
  await page.goto('/dashboard/allorder');
  const [field, count, rows] = [page.getByRole('searchbox'), getListCount(page, 'orders'), getRows(page)];

  await test.step('types, and keeps the focus and the history while the list follows', async () => {
    const entries = await page.evaluate(() => history.length);
    await field.pressSequentially(`grace ${word}`);
    await expect(count).toHaveText('1 to 25 of 30 matching orders');
    await expect(page).toHaveURL(`/dashboard/allorder?q=grace+${word}`);
    await expect(field).toBeFocused();
    await expect(rows).toHaveCount(25);
    expect(await page.evaluate(() => history.length)).toBe(entries);
  });

  await test.step('sees whose it is, how much, when, and the transaction id to copy', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const paid = rows.filter({ hasText: transaction });
    for (const text of [tool.itemName, customer.name, customer.email, '30 pcs', '$1,230.00', 'Ordered', 'Paid']) {
      await expect(paid).toContainText(text);
    }
    await paid.getByRole('button', { name: `Copy the transaction id ${transaction}` }).click();
    await expect(paid).toContainText('Copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(transaction);
    await field.fill(transaction);
    await expect(count).toHaveText('1 matching order');
    await field.fill(word);
    await expect(count).toHaveText('1 to 25 of 31 matching orders');
  });

  await test.step('sorts by a column and back', async () => {
    const total = page.getByRole('columnheader', { name: 'Total' });
    await total.getByRole('link').click();
    await expect(total).toHaveAttribute('aria-sort', 'descending');
    await expect(rows.first()).toContainText('30 pcs');
    await total.getByRole('link').click();
    await expect(total).toHaveAttribute('aria-sort', 'ascending');
    await expect(rows.first()).toContainText('1 pc');
    await expect(page).toHaveURL(`/dashboard/allorder?q=${word}&sort=total`);
  });

  await test.step('goes to the next page, and is at its first row', async () => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click();
    await expect(count).toHaveText('26 to 31 of 31 matching orders');
    await expect(rows.last()).toContainText('30 pcs');
    await expect(page.getByRole('region', { name: 'List of orders' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  });

  await test.step('goes back and forward, reloads, and sends the address to a colleague', async () => {
    await page.goBack();
    await expect(count).toHaveText('1 to 25 of 31 matching orders');
    await page.goForward();
    await expect(count).toHaveText('26 to 31 of 31 matching orders');
    await page.reload();
    await expect(count).toHaveText('26 to 31 of 31 matching orders');
    await expect(field).toHaveValue(word);
    await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'ascending');
    await page.goto(`/dashboard/allorder?q=${word}&state=paid&page=9`);
    await expect(count).toHaveText('1 matching order');
    await expect(page.getByLabel('Filter orders')).toHaveValue('paid');
  });

  await test.step('ships it, and the row and the count follow', async () => {
    await page.getByLabel('Filter orders').selectOption('Current');
    const paid = rows.filter({ hasText: transaction });
    const pending = paid.getByRole('button', { name: 'pending' });
    await pending.click();
    const question = page.getByRole('alertdialog', { name: `Ship 30 ${tool.itemName} to ${customer.name}?` });
    await expect(question).toContainText('$1,230.00 was paid.');
    await expect(question).toContainText(customer.email);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(pending).toBeFocused();
    await expect(paid).not.toContainText('shipped');
    await pending.click();
    await question.getByRole('button', { name: 'Yes, ship it' }).click();
    await expect(paid).toContainText('shipped');
    await expect(paid).toContainText('Shipped');
    await expect(paid.getByRole('button', { name: 'pending' })).toHaveCount(0);
    await page.getByLabel('Filter orders').selectOption('Paid');
    await expect(page.getByText('No matches')).toBeVisible();
    await page.getByLabel('Filter orders').selectOption('Shipped');
    await expect(count).toHaveText('1 matching order');
    await page.getByLabel('Filter orders').selectOption('Not paid yet');
    await expect(count).toHaveText('1 to 25 of 30 matching orders');
    await rows.first().getByRole('button', { name: 'Delete' }).click();
    await getDialog(page).getByRole('button', { name: 'Yes, delete it' }).click();
    await dismissDialog(page, 'Deleted!', 'Your file has been deleted.');
    await expect(count).toHaveText('1 to 25 of 29 matching orders');
    await expect(rows).toHaveCount(25);
  });
});

test('an order that has ended is found by its number, by its state, and by both, and links to its page', async ({
  page,
  shop,
}) => {
  const [tool] = await addTools(shop, `Adze ${aWord()}`, 1);
  const customer = await signInAsNewCustomer(page, shop);
  const [order = ''] = await placeOrders(shop, customer, tool as Tool, 1);
  const read = await sendRequest('GET', `${shop.origin}/api/payment/${order}`, undefined, customer.token);
  const { number, purchase } = (await read.json()) as { number: string; purchase: string };
  const reason = 'The forge has closed.';
  const admin = await signInAdmin(shop.origin);
  await sendRequest('POST', `${shop.origin}/api/purchases/${purchase}/cancel`, { reason }, admin);

  await page.goto('/dashboard/myorder');
  await expect(page.getByText('No orders yet')).toBeVisible();
  await page.getByRole('link', { name: 'Canceled and expired orders' }).click();
  const own = page.getByRole('region', { name: 'List of orders' });
  await expect(own).toContainText(reason);
  await expect(own.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('searchbox').fill(number.toLowerCase().replaceAll('-', ' '));
  await expect(page).toHaveURL(/q=im/);
  await own.getByRole('link', { name: number }).click();
  await expect(page).toHaveURL(`/dashboard/orders/${number}`);
  await expect(page.getByRole('main')).toContainText(reason);
  await page.goto(`/dashboard/payment/${order}`);
  const notice = page.getByRole('main').getByRole('alert');
  await expect(notice).toContainText(`Reason: ${reason}`);
  await notice.getByRole('link', { name: 'See the order' }).click();
  await expect(page).toHaveURL(`/dashboard/orders/${number}`);

  await page.context().clearCookies();
  await signInAsAdmin(page);
  await page.goto(`/dashboard/allorder?q=${number}`);
  await expect(getRows(page)).toHaveCount(1);
  await expect(getRows(page)).toContainText(reason);
  await expect(getRows(page).getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await page.goto(`/dashboard/allorder?q=${encodeURIComponent(customer.email)}`);
  await expect(getListCount(page, 'orders')).toHaveText('0 matching orders');
  await page.getByRole('link', { name: 'Canceled and expired orders' }).click();
  await expect(page.getByLabel('Filter orders')).toHaveValue('ended');
  await expect(getRows(page)).toHaveCount(1);
  await getRows(page).getByRole('link', { name: number }).click();
  await expect(page).toHaveURL(`/dashboard/orders/${number}`);
});

test('a search that finds nothing says so and is cleared with one press, and Back restores it', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/dashboard/allusers');
  const field = page.getByRole('searchbox');
  await field.fill('100%_nobody\\');
  await expect(page.getByText('No users match “100%_nobody\\”.')).toBeVisible();
  await expect(getListCount(page, 'users')).toHaveText('0 matching users');
  await page.getByRole('link', { name: 'Clear search' }).click();
  await expect(field).toHaveValue('');
  await expect(getRows(page).first()).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue('100%_nobody\\');
  await page.goForward();
  await expect(field).toHaveValue('');
});

test('a list that cannot be loaded keeps its rows, says so, and continues when tried again', async ({ page, shop }) => {
  const customer = await newCustomer(shop);
  await signInAsAdmin(page);
  await page.goto('/dashboard/allusers');
  const row = getRows(page).filter({ hasText: customer.email });
  await expect(row).toBeVisible();
  await page.route('/api/user?*', (route) => route.abort());
  await page.getByRole('searchbox').fill('nobody-like-this');
  const problem = page.getByRole('alert').filter({ hasText: 'The shop could not be reached.' });
  await expect(problem).toBeVisible();
  await expect(row).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('nobody-like-this');
  await expectAccessible(page);
  await page.unroute('/api/user?*');
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No matches')).toBeVisible();
  await expect(problem).toHaveCount(0);
});

test('a search that took too long suggests what to type, keeps the input, and says that the rows are older', async ({
  page,
  shop,
}) => {
  await newCustomer(shop);
  const [code, detail] = ['search_too_broad', PROBLEMS.search_too_broad[1]];
  await page.route(
    (url) => url.pathname === '/api/user' && url.searchParams.get('q') === 'ab',
    (route) => route.fulfill({ status: 503, json: { code, detail } }),
  );
  await signInAsAdmin(page);
  for (const isOpen of [true, false]) {
    await page.goto(isOpen ? '/dashboard/allusers' : '/dashboard/allusers?q=ab');
    if (isOpen) await page.getByRole('searchbox').fill('ab');
    const problem = page.getByRole('alert').filter({ hasText: 'This search took too long' });
    await expect(problem).toContainText('Please type at least three letters of a word, or add another word.');
    // The same search would take just as long again.
    await expect(problem.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('searchbox')).toHaveValue('ab');
    await expect(getListCount(page, 'users')).toHaveText(isOpen ? /^Loaded earlier: .* users?$/ : '');
  }
  await expectAccessible(page);
  await page.getByRole('searchbox').fill('abcdefgh');
  await expect(page.getByText('No matches')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'too long' })).toHaveCount(0);
});

test('a slow response to an earlier search never replaces a later one', async ({ page, shop }) => {
  const word = aWord();
  const [one, two] = [await newCustomer(shop, `${word} One`), await newCustomer(shop, `${word} Two`)];
  await signInAsAdmin(page);
  await page.goto('/dashboard/allusers');
  const held = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  await page.route(/\/api\/user\?.*One/, async (route) => {
    requested.resolve();
    await held.promise;
    await route.continue().catch(() => {});
  });
  await page.getByRole('searchbox').fill(`${word} One`);
  await requested.promise;
  // The old rows stay, marked as outdated.
  await expect(page.locator('[aria-busy=true]')).toContainText(two.email);
  await page.getByRole('searchbox').fill(`${word} Two`);
  await expect(getListCount(page, 'users')).toHaveText('1 matching user');
  held.resolve();
  await expect(getRows(page)).toHaveCount(1);
  await expect(getRows(page)).toContainText(two.email);
  await expect(getRows(page)).not.toContainText(one.email);
});

test('an admin searches users, filters them by role, sorts them, and sees when each signed up', async ({
  page,
  shop,
}) => {
  const word = aWord();
  const customer = await newCustomer(shop, `Ada ${word}`);
  await signInAsAdmin(page);
  await page.goto(`/dashboard/allusers?q=${word}`);
  await expect(getRows(page)).toHaveCount(1);
  for (const text of [customer.email, `Ada ${word}`, 'not confirmed yet', String(new Date().getFullYear())]) {
    await expect(getRows(page)).toContainText(text);
  }
  await expect(getRows(page).getByRole('button', { name: 'Remove User' })).toBeEnabled();
  await filter(page, 'Admins').click();
  await expect(page.getByText('No matches')).toBeVisible();
  await page.getByRole('link', { name: 'Clear search' }).click();
  await filter(page, 'Admins').click();
  await expect(getRows(page).filter({ hasText: 'admin@example.com' })).toContainText('Already Admin');
  await test.step('presses a state right after typing, and both count', async () => {
    await page.getByRole('searchbox').fill(word);
    await filter(page, 'Customers').click();
    await expect(page).toHaveURL(`/dashboard/allusers?q=${word}&state=customer`);
    await expect(getListCount(page, 'users')).toHaveText('1 matching user');
    await page.getByRole('searchbox').fill('');
  });
  await filter(page, 'Not confirmed').click();
  await page.getByRole('columnheader', { name: 'Email' }).getByRole('link').click();
  await expect(page).toHaveURL('/dashboard/allusers?state=unconfirmed&sort=email');
  await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'ascending');
});

test('an admin finds the products after Add Product, and a new one appears at once', async ({ page, shop }) => {
  const word = aWord();
  await addTools(shop, `Rasp ${word}`, 6);
  await signInAsAdmin(page);
  await page.goto('/dashboard/addproduct');
  const fields = {
    'Item name': `Rasp ${word} new`,
    About: 'Hand-stitched.',
    'Unit price': '31,50',
    'Minimum order quantity': '20',
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Quantity', { exact: true }).fill('50');
  await page.getByLabel('Picture', { exact: true }).setInputFiles(await createImageFile('rasp.png'));
  await page.getByRole('button', { name: 'Add Product' }).click();
  await dismissDialog(page, 'Good job!', 'You clicked the button!');
  await page.getByRole('main').getByRole('link', { name: 'All products' }).click();
  await expect(page).toHaveURL('/dashboard/products');
  await expect(getRows(page).first()).toContainText(`Rasp ${word} new`);
  for (const text of ['$31.50', '20 pcs', '50 pcs', 'Few left'])
    await expect(getRows(page).first()).toContainText(text);
  await page.getByRole('searchbox').fill(word);
  await expect(getListCount(page, 'products')).toHaveText('7 matching products');
  await page.getByLabel('Filter products').selectOption('Out of stock');
  await expect(getListCount(page, 'products')).toHaveText('1 matching product');
  await page.getByLabel('Filter products').selectOption('In stock');
  await page.getByRole('columnheader', { name: 'Unit price' }).getByRole('link').click();
  await expect(getRows(page).first()).toContainText(`Rasp ${word} 02`);
  await page.getByRole('link', { name: 'Add Product', exact: true }).last().click();
  await expect(page).toHaveURL('/dashboard/addproduct');
});

test('a customer filters their orders by state and pages to the older ones', async ({ page, shop }) => {
  const [tool] = await addTools(shop, `Awl ${aWord()}`, 1);
  const customer = await signInAsNewCustomer(page, shop);
  if (!tool) throw new Error('no tool');
  const orders = await placeOrders(shop, customer, tool, 27);
  await payOrder(shop, customer, orders[0] ?? '', '41.00');
  await page.goto('/dashboard/myorder');
  const [count, items] = [
    getListCount(page, 'orders'),
    page.getByRole('region', { name: 'List of orders' }).locator('h2'),
  ];
  await expect(count).toHaveText('1 to 25 of 27 orders');
  await expect(items).toHaveCount(25);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(count).toHaveText('26 to 27 of 27 orders');
  await expect(items).toHaveCount(2);
  await filter(page, 'Paid').click();
  await expect(count).toHaveText('1 matching order');
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await filter(page, 'Shipped').click();
  await expect(page.getByText('No orders match this filter.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show all orders' }).click();
  await expect(count).toHaveText('1 to 25 of 27 orders');
});

test('an admin searches, filters, sorts and pages with only the keyboard', async ({ page, shop }) => {
  const word = aWord();
  await addTools(shop, `File ${word}`, 52);
  await signInAsAdmin(page);
  await page.goto('/dashboard/products');
  const focused = page.locator(':focus');
  await page.getByRole('searchbox').focus();
  await page.keyboard.type(word);
  await page.keyboard.press('Enter');
  await expect(getListCount(page, 'products')).toHaveText('1 to 50 of 52 matching products');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('Search');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('Filter products');
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveValue('available');
  await expect(getListCount(page, 'products')).toHaveText('42 matching products');
  await expect(focused).toHaveAccessibleName('Filter products');
  await page.keyboard.press('ArrowUp');
  await expect(getListCount(page, 'products')).toHaveText('1 to 50 of 52 matching products');
  await tabTo(page, page.getByRole('columnheader', { name: 'Product' }).getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(getRows(page).first()).toContainText(`File ${word} 01`);
  await expect(focused).toHaveText('Product');
  await page.getByRole('link', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await expect(getListCount(page, 'products')).toHaveText('51 to 52 of 52 matching products');
  await expect(focused).toHaveAccessibleName('List of products');
});

test('on a phone, every order is a card with all details, and the sort order is chosen from a menu', async ({
  page,
  shop,
}) => {
  const word = aWord();
  const [tool] = await addTools(shop, `Plane ${word}`, 1);
  if (!tool) throw new Error('no tool');
  await placeOrders(shop, await newCustomer(shop, `Ada ${word}`), tool, 3);
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsAdmin(page);
  await page.goto(`/dashboard/allorder?q=${word}`);
  await expect(getRows(page)).toHaveCount(3);
  for (const label of ['Order', 'Customer', 'Items', 'Total', 'Dates', 'State']) {
    await expect(getRows(page).first().getByText(label, { exact: true })).toBeVisible();
  }
  await page.getByLabel('Sort by').selectOption('Smallest total');
  await expect(page).toHaveURL(`/dashboard/allorder?q=${word}&sort=total`);
  await expect(getRows(page).first()).toContainText('1 pc');
  await expect(page.getByRole('columnheader').getByRole('link').first()).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
