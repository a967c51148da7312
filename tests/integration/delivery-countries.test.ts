import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, objectBody, statusAndCode } from './order-helpers.ts';

const CLEVELAND = {
  name: 'Ada',
  line1: '1 Main Street',
  city: 'Cleveland',
  region: 'OH',
  postalCode: '44114',
  country: 'US',
};
const MUNICH = { name: 'Ada', line1: 'Hafenstraße 7', city: 'München', postalCode: '80331', country: 'DE' };

let shop: TestShop;
let owner: TestUser;
let ada: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  [owner, ada] = await Promise.all([shop.createOwner(), shop.signUp({ confirmed: true })]);
});
afterAll(() => checkAndClose(shop));

async function setCountries(deliversTo: string) {
  const { settings, version } = (await shop.call('GET', '/settings', { token: owner.token })).body as {
    settings: object;
    version: number;
  };
  const body = { settings: { ...settings, deliversTo }, version };
  return shop.call('PUT', '/settings', { token: owner.token, body });
}

const addAddress = async (body: object) =>
  String(objectBody(await shop.call('POST', '/addresses', { token: ada.token, body })).insertedId);

test('a buyer orders to the countries that the shop delivers to, and bills to any', async () => {
  const [cleveland, munich] = [await addAddress(CLEVELAND), await addAddress(MUNICH)];
  const { id: toolId } = await createTool(shop, { quantity: 1_000 });
  const place = (addressId: string, billingAddressId: string) =>
    shop.call('POST', '/purchases', {
      token: ada.token,
      body: { lines: [{ toolId, quantity: 10 }], addressId, billingAddressId },
    });
  expect((await place(cleveland, munich)).status).toBe(201);

  expect(objectBody(await setCountries('germany; Austria, CH')).settings).toMatchObject({ deliversTo: 'DE, AT, CH' });
  const refused = await place(cleveland, munich);
  expect([statusAndCode(refused), objectBody(refused).errors]).toEqual([
    '422 invalid',
    {
      addressId: 'We do not deliver to the United States. Please choose another shipping address, or write to us.',
    },
  ]);
  const placed = await place(munich, cleveland);
  expect(placed.status).toBe(201);
  const body = { addressId: cleveland };
  const { insertedId } = objectBody(placed);
  const moved = await shop.call('PATCH', `/purchases/${insertedId}`, { token: ada.token, body });
  expect(Object.keys(objectBody(moved).errors as object)).toEqual(['addressId']);

  expect((await setCountries('')).status).toBe(200);
  expect((await place(cleveland, munich)).status).toBe(201);
});

test('an unknown country is refused by its name', async () => {
  expect(objectBody(await setCountries('Germany, Atlantis')).errors).toEqual({
    'settings.deliversTo': 'There is no country “Atlantis”. Please use names or codes such as DE.',
  });
});
