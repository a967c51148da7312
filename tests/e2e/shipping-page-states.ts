import type { Page } from '@playwright/test';
import type { WireMethod, WireZone } from '#src/features/shipping/contract.ts';
import { signInAsAdmin } from './fixtures.ts';
import type { PageState } from './page-state.ts';

const toId = (name: string, at: number) => `${name}${at}`.padEnd(24, '0');
const country = (code: string) => ({ country: code, region: '', postalFrom: '', postalTo: '' });

const zones: WireZone[] = [
  { _id: toId('zone', 1), name: 'Mainland', places: [country('US')], version: 1 },
  {
    _id: toId('zone', 2),
    name: 'Alaska and Hawaii',
    places: ['AK', 'HI'].map((region) => ({ ...country('US'), region })),
    version: 1,
  },
  {
    _id: toId('zone', 3),
    name: 'Europe',
    places: ['AT', 'BE', 'CH', 'DE', 'DK', 'ES', 'FR', 'GB', 'IT', 'NL', 'NO', 'PL', 'SE'].map(country),
    version: 1,
  },
];

const method = (at: number, changes: Partial<WireMethod>): WireMethod => ({
  _id: toId('method', at),
  name: 'Parcel',
  zoneId: toId('zone', 1),
  kind: 'flat',
  rates: [{ from: '0', price: '9.50' }],
  upTo: null,
  freeFrom: null,
  handling: '0.00',
  daysMin: null,
  daysMax: null,
  pickupAddress: '',
  pickupHours: '',
  weightUnit: 'lb',
  active: true,
  position: at,
  version: 1,
  ...changes,
});

const methods: WireMethod[] = [
  method(1, {
    kind: 'by_weight',
    rates: [
      { from: '0', price: '7.90' },
      { from: '5', price: '12.00' },
      { from: '20', price: '24.50' },
    ],
    upTo: '70',
    freeFrom: '500.00',
    handling: '2.50',
    daysMin: 1,
    daysMax: 3,
  }),
  method(2, { name: 'Freight on a pallet', kind: 'by_quote', rates: [] }),
  method(3, { name: 'Air parcel', zoneId: toId('zone', 2), active: false }),
  method(4, { name: 'Pick-up at the works', zoneId: null, kind: 'pickup', rates: [], pickupHours: 'Monday, 8 AM' }),
];

const tools = Array.from({ length: 10 }, (_, at) => ({
  _id: toId('tool', at),
  sku: `IM-0010${at}`,
  itemName: `Combination wrench, ${10 + at} mm`,
}));

/** The page with these lists, as if they were stored: other tests must not find methods at their checkout. */
const withLists = (lists: { zones: object[]; methods: object[]; tools: object[] }) => async (page: Page) => {
  await page.route('/api/shipping-zones', (route) => route.fulfill({ json: lists.zones }));
  await page.route('/api/shipping-methods', (route) => route.fulfill({ json: lists.methods }));
  await page.route('/api/inventory?state=unweighed*', (route) =>
    route.fulfill({ json: lists.tools, headers: { 'x-total-count': String(lists.tools.length * 12) } }),
  );
  await signInAsAdmin(page);
  return '/dashboard/shipping';
};

const withMany = withLists({ zones, methods, tools });
const route = '/dashboard/shipping';
const heading = 'Shipping';

/** The page on which owners keep shipping zones and methods. */
export const SHIPPING_PAGE_STATES: PageState[] = [
  {
    name: 'shipping-none',
    path: withLists({ zones: [], methods: [], tools: [] }),
    route,
    heading,
    shows: 'Your shop charges no shipping',
  },
  { name: 'shipping', path: withMany, route, heading, shows: 'Alaska and Hawaii' },
  {
    name: 'shipping-method',
    path: withMany,
    route,
    heading,
    act: (page) => page.getByRole('button', { name: 'Change Parcel' }).click(),
    shows: 'Orders with a tool that has no weight',
  },
  {
    name: 'shipping-zone-errors',
    path: withMany,
    route,
    heading,
    async act(page) {
      await page.route('/api/shipping-zones/*', (call) =>
        call.fulfill({
          status: 422,
          contentType: 'application/problem+json',
          json: {
            code: 'invalid',
            detail: 'Some fields need your attention.',
            errors: {
              name: 'There is already a zone “Mainland”. Please choose another name.',
              'places.0.region':
                '“Mainland” (United States: AK) overlaps with “Alaska” (United States: AK). Please change one of them.',
              'places.2.postalFrom': '“x!” is not a postal code. Please enter codes such as 10115.',
            },
          },
        }),
      );
      await page.getByRole('button', { name: 'Change Alaska and Hawaii' }).click();
      await page.getByLabel(/^Postal codes/).fill('x!');
      await page.getByRole('button', { name: 'Save' }).click();
    },
    shows: 'There is already a zone',
  },
];
