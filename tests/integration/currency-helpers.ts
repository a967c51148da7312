import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

/** Chooses the currency as an owner does, on the settings page. */
export async function chooseCurrency(shop: TestShop, owner: TestUser, currency: string) {
  const read = await shop.call('GET', '/settings', { token: owner.token });
  const { version, settings } = read.body as { version: number; settings: object };
  return shop.call('PUT', '/settings', { token: owner.token, body: { version, settings: { ...settings, currency } } });
}

/** Creates a shop without orders whose currency is chosen. */
export async function createShopIn(currency: string): Promise<{ shop: TestShop; owner: TestUser; ada: TestUser }> {
  const shop = await createTestShop();
  const [owner, ada] = await Promise.all([shop.createOwner(), shop.signUp({ confirmed: true })]);
  const chosen = await chooseCurrency(shop, owner, currency);
  if (chosen.status !== 200) throw new Error(`currency: ${chosen.status} ${JSON.stringify(chosen.body)}`);
  return { shop, owner, ada };
}
