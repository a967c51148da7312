import type { Page } from '@playwright/test';
import type { Address } from '#src/features/addresses/contract.ts';
import { createEmptyAddress } from '#src/shared/postal-address/postal-address.ts';
import type { RunningShop } from '#tests/support/running-shop.ts';
import { getDialog, signInAsNewCustomer } from './fixtures.ts';
import type { PageState } from './page-state.ts';

const address: Address = {
  ...createEmptyAddress('US'),
  _id: 'address1'.padEnd(24, '0'),
  label: 'Site 14',
  name: 'Ada Smith',
  company: 'Smith & Daughters',
  line1: '1 Main Street',
  city: 'Cleveland',
  region: 'OH',
  postalCode: '44114',
  phone: '216 555 0100 ext. 9',
  isDefaultDelivery: true,
  isDefaultBilling: true,
  lines: ['Ada Smith', 'Smith & Daughters', '1 Main Street', 'Cleveland, OH 44114'],
  version: 1,
  createdAt: '2026-11-01T12:00:00.000Z',
  changedAt: null,
};

const yard: Address = {
  ...address,
  _id: 'address2'.padEnd(24, '0'),
  vatId: 'DE136695976',
  isDefaultDelivery: false,
  isDefaultBilling: false,
  lines: [
    'Müller Werkzeugbau GmbH & Co. Kommanditgesellschaft, Wareneingang',
    'Hafenstraße 7',
    'Tor 4',
    '80331 München',
    'GERMANY',
  ],
};

const withBook =
  (addresses: readonly Address[], path = '/dashboard/addresses') =>
  async (page: Page, shop: RunningShop) => {
    await page.route('/api/addresses', (route) => route.fulfill({ json: addresses }));
    await signInAsNewCustomer(page, shop);
    return path;
  };

const NEW = '/dashboard/addresses/new';

/** A customer's address book. */
export const ADDRESS_PAGE_STATES: readonly PageState[] = [
  { name: 'addresses-none', path: withBook([]), heading: 'My Addresses', shows: 'No addresses yet' },
  { name: 'addresses', path: withBook([address, yard]), heading: 'My Addresses', shows: 'GERMANY' },
  {
    name: 'addresses-delete',
    continues: true,
    path: withBook([address, yard]),
    heading: 'My Addresses',
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete' }).first().click();
      await getDialog(page).waitFor();
    },
  },
  {
    name: 'addresses-full',
    path: withBook(Array.from({ length: 50 }, (_, at) => ({ ...yard, _id: `a${at}`.padEnd(24, '0') }))),
    heading: 'My Addresses',
    shows: 'Your address book is full',
  },
  {
    name: 'addresses-failed',
    path: async (page, shop) => {
      await page.route('/api/addresses', (route) => route.abort());
      await signInAsNewCustomer(page, shop);
      return '/dashboard/addresses';
    },
    heading: 'Something went wrong',
    shows: 'Try again',
  },
  { name: 'address-new', path: withBook([], NEW), heading: 'Add an address', shows: 'ZIP code' },
  {
    name: 'address-new-errors',
    continues: true,
    path: withBook([], NEW),
    heading: 'Add an address',
    act: async (page) => {
      await page.getByRole('button', { name: 'Save address' }).click();
      await page.getByText('Please enter a ZIP code such as 44114.').waitFor();
    },
  },
  {
    name: 'address-change',
    path: withBook([address], `/dashboard/addresses/${address._id}`),
    heading: 'Change an address',
  },
];
