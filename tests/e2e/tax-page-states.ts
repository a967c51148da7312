import { expect } from '@playwright/test';
import { signInAsAdmin } from './fixtures.ts';
import type { PageState } from './page-state.ts';

/** The page of tax rates, in a shop that charges no tax. */
export const TAX_PAGE_STATES: PageState[] = [
  {
    name: 'taxes',
    path: async (page) => {
      await signInAsAdmin(page);
      return '/dashboard/taxes';
    },
    heading: 'Taxes',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add a tax rate' }).first().click();
      const form = page.getByRole('form', { name: 'Add a tax rate' });
      await form.getByLabel('Rate in percent').fill('190');
      await form.getByRole('button', { name: 'Save tax rate' }).click();
      await expect(form.getByText('A tax rate is at most 100 %')).toBeVisible();
    },
    shows: 'Tax is off',
  },
];
