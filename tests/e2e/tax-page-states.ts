import { expect, type Page } from '@playwright/test';
import type { TaxReport, TaxReportRow } from '#src/features/exports/contract.ts';
import { signInAsAdmin } from './fixtures.ts';
import type { PageState } from './page-state.ts';

const row = (
  country: string,
  kind: TaxReportRow['kind'],
  rate: number | null,
  base: string,
  tax: string,
  more = {},
): TaxReportRow => ({
  country,
  region: '',
  kind,
  name: rate === null ? '' : 'VAT',
  rate,
  currency: 'USD',
  base,
  tax,
  creditedBase: '0.00',
  creditedTax: '0.00',
  ...more,
});

const REPORT: TaxReport = {
  from: '2026-01-01',
  to: '2026-12-31',
  rows: [
    row('CA', 'domestic', 9.975, '12400.00', '1236.90', { region: 'QC', name: 'QST' }),
    row('CA', 'domestic', 5, '12400.00', '620.00', { region: 'QC', name: 'GST' }),
    row('CH', 'export', null, '8090.50', '0.00'),
    row('DE', 'domestic', 19, '184302.10', '35017.40', { creditedBase: '1200.00', creditedTax: '228.00' }),
    row('DE', 'domestic', 7, '-45.20', '-3.16', { creditedBase: '45.20', creditedTax: '3.16' }),
    row('DE', 'untaxed', null, '310.00', '0.00'),
    row('FR', 'intra_community', null, '22750.00', '0.00'),
    row('', 'untaxed', null, '75.00', '0.00'),
  ],
  totals: [{ currency: 'USD', net: '227882.40', tax: '36871.14', total: '264753.54' }],
  hasMore: false,
};

const asAdmin = (path: string, report?: TaxReport) => async (page: Page) => {
  await signInAsAdmin(page);
  if (report) await page.route('**/api/tax-report*', (route) => route.fulfill({ json: report }));
  return path;
};

/** The page of tax rates, in a shop that charges no tax, and the tax report. */
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
  {
    name: 'tax-report',
    path: asAdmin('/dashboard/taxes/report', REPORT),
    heading: 'Tax report',
    shows: 'Intra-community supply',
  },
  {
    name: 'tax-report-empty',
    path: asAdmin('/dashboard/taxes/report?from=2001-01-01&to=2001-12-31'),
    heading: 'Tax report',
    shows: 'No invoices in this period',
  },
  {
    name: 'tax-report-wrong-period',
    path: asAdmin('/dashboard/taxes/report?from=2020-01-01&to=2026-01-01'),
    heading: 'Tax report',
    shows: 'at most 366 days',
  },
];
