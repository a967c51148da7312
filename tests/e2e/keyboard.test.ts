import { expect } from '@playwright/test';
import { getDialog, getPlentifulTool, newCustomer, tabTo, test } from './fixtures.ts';

test('a customer signs in, orders, and starts to delete the order with only the keyboard', async ({ page, shop }) => {
  const { email, password } = await newCustomer(shop);
  const tool = await getPlentifulTool(shop);
  const wanted = tool.minOrderQuantity + 1;
  const main = page.getByRole('main');

  await page.goto(`/singleTool/${tool._id}`);
  await tabTo(page, main.getByLabel('Email'));
  await page.keyboard.type(email);
  await tabTo(page, main.getByLabel('Password'));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tool.itemName);

  await tabTo(page, main.getByRole('button', { name: 'One more' }));
  await page.keyboard.press('Space');
  await expect(main.getByLabel('Quantity', { exact: true })).toHaveValue(String(wanted));
  await tabTo(page, main.getByRole('button', { name: 'place order' }));
  await page.keyboard.press('Enter');
  await expect(getDialog(page).getByRole('button', { name: 'OK' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(main.getByRole('link', { name: 'Pay this order' })).toBeFocused();

  await page.goto('/dashboard');
  await tabTo(page, page.getByRole('link', { name: 'My Order' }));
  await page.keyboard.press('Enter');
  await expect(main).toBeFocused();
  await tabTo(page, main.getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  // The button that changes nothing has the focus first.
  await expect(getDialog(page).getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(getDialog(page).getByRole('button', { name: 'Yes, delete it' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(main.getByRole('button', { name: 'Delete' })).toBeFocused();
});

test('a visitor opens the drawer, follows a link, and is at the top of the page with only the keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/home');
  await tabTo(page, page.getByRole('button', { name: 'Menu', exact: true }));
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await tabTo(page, drawer.getByRole('link', { name: 'Contact' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/contact');
  await expect(page.getByRole('main')).toBeFocused();
});
