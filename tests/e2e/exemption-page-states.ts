import { expect, type Page } from '@playwright/test';
import type { ManagedExemption } from '#src/features/exemptions/contract.ts';
import type { RunningShop } from '#tests/support/running-shop.ts';
import { getDialog, signInAsAdmin, signInAsNewCustomer } from './fixtures.ts';
import type { PageState } from './page-state.ts';

const waiting: ManagedExemption = {
  _id: 'exemption1'.padEnd(24, '0'),
  kind: 'resale',
  state: 'pending',
  certificateNumber: 'OH-4711',
  validUntil: '2027-12-31',
  isExpiring: false,
  places: [
    { country: 'US', region: 'OH' },
    { country: 'US', region: 'TX' },
    { country: 'CA', region: '' },
  ],
  reason: '',
  canDelete: true,
  bytes: 81_920,
  version: 1,
  createdAt: '2026-11-01T12:00:00.000Z',
  decidedAt: null,
  owner: { email: 'grace@example.com', name: 'Grace Miller', disabled: false },
};

const certificates: ManagedExemption[] = [
  waiting,
  {
    ...waiting,
    _id: 'exemption2'.padEnd(24, '0'),
    kind: 'manufacturing',
    state: 'rejected',
    certificateNumber: '',
    validUntil: null,
    reason: 'The signature is missing.\nPlease sign the second page.',
  },
  { ...waiting, _id: 'exemption3'.padEnd(24, '0'), state: 'approved', isExpiring: true, canDelete: false },
];

/** Has the browser take the shop for one that charges tax. */
async function chargeTax(page: Page): Promise<void> {
  await page.route('**/dashboard/certificates', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({
      response,
      body: text.replace('&quot;tax&quot;:&quot;off&quot;', '&quot;tax&quot;:&quot;table&quot;'),
    });
  });
}

const withCertificates = (path: string, signIn: (page: Page, shop: RunningShop) => Promise<unknown>) =>
  async function open(page: Page, shop: RunningShop) {
    const headers = { 'x-total-count': String(certificates.length) };
    await page.route('/api/exemptions*', (route) => route.fulfill({ json: certificates, headers }));
    await signIn(page, shop);
    return path;
  };

/** The certificates of a buyer, where tax is charged and where it is not, and everyone's. */
export const EXEMPTION_PAGE_STATES: readonly PageState[] = [
  {
    name: 'certificates-none',
    path: async (page, shop) => {
      await signInAsNewCustomer(page, shop);
      return '/dashboard/certificates';
    },
    heading: 'Tax exemption',
    shows: 'This shop charges no tax',
  },
  {
    name: 'certificates-tax-off',
    path: withCertificates('/dashboard/certificates', signInAsNewCustomer),
    heading: 'Tax exemption',
    shows: 'This shop charges no tax',
    act: async (page) => {
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(page.getByRole('main')).not.toContainText(/Upload a certificate|tax is charged again/);
    },
  },
  {
    name: 'certificates',
    path: withCertificates('/dashboard/certificates', async (page, shop) => {
      await signInAsNewCustomer(page, shop);
      await chargeTax(page);
    }),
    heading: 'Tax exemption',
    shows: 'Expires soon',
    act: async (page) => {
      await page.getByRole('button', { name: 'Upload certificate' }).click();
      await page.getByText('Please choose the states where the certificate holds.').waitFor();
    },
  },
  {
    name: 'exemptions',
    path: withCertificates('/dashboard/exemptions', signInAsAdmin),
    heading: 'Exemptions',
    shows: 'Grace Miller',
  },
  {
    name: 'exemptions-reject',
    continues: true,
    path: withCertificates('/dashboard/exemptions', signInAsAdmin),
    heading: 'Exemptions',
    act: async (page) => {
      await page.getByRole('button', { name: 'Reject' }).first().click();
      await getDialog(page).waitFor();
    },
  },
];
