import { shippingMethods, shippingZones } from '#src/features/shipping/tables.server.ts';
import { taxRates } from '#src/features/taxes/tables.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { objectBody } from './order-helpers.ts';

/** Stores tax rates, by default of Germany's VAT, that have been in force for years. */
export async function addTaxRates(
  shop: TestShop,
  ...rates: (Partial<typeof taxRates.$inferInsert> & { rate: number })[]
): Promise<void> {
  const place = { country: 'DE', region: '', postalFrom: '', postalTo: '' };
  const values = { ...place, name: 'VAT', taxClass: 'standard', isAdded: false, validFrom: '2020-01-01' };
  await shop.database.db.insert(taxRates).values(rates.map((rate) => ({ ...values, id: newIdentifier(), ...rate })));
  await shop.context.taxRates.reload();
}

type Method = Partial<typeof shippingMethods.$inferInsert> &
  Pick<typeof shippingMethods.$inferInsert, 'name' | 'kind' | 'rates'>;

/** Stores a zone of one country with these methods, and returns their ids. Pick-up belongs to no zone. */
export async function addShippingMethods(shop: TestShop, country: string, ...methods: Method[]): Promise<string[]> {
  const { db } = shop.database;
  const zoneId = newIdentifier();
  await db
    .insert(shippingZones)
    .values({ id: zoneId, name: country, places: [{ country, region: '', postalFrom: '', postalTo: '' }] });
  const rows = methods.map((method, at) => ({
    id: newIdentifier(),
    zoneId: method.kind === 'pickup' ? null : zoneId,
    position: at + 1,
    ...method,
  }));
  await db.insert(shippingMethods).values(rows);
  await shop.context.shipping.reload();
  return rows.map(({ id }) => id);
}

/** Adds an address to a buyer's book, by default in Berlin, and returns its id. */
export async function addAddress(shop: TestShop, { token }: TestUser, parts: object = {}): Promise<string> {
  const berlin = { line1: 'Hafenstr. 1', city: 'Berlin', postalCode: '10115', country: 'DE', region: '' };
  const body = { name: 'Ada Lovelace', ...berlin, ...parts };
  return String(objectBody(await shop.call('POST', '/addresses', { token, body })).insertedId);
}

/** A tax on the papers of a purchase. */
export interface PaperTax {
  name: string;
  rate: number;
  baseMinor: number;
  amountMinor: number;
}

/** The taxes of all papers of a kind together, by name and rate. */
export async function sumPaperTaxes(
  shop: TestShop,
  { id }: { id: string },
  kind: 'invoice' | 'credit_note' | 'debit_note',
): Promise<Record<string, { baseMinor: number; amountMinor: number }>> {
  const papers = await shop.sql<{ taxes: PaperTax[] | null }>`
    select data -> 'charges' -> 'taxes' as taxes from papers where purchase_id = ${id} and kind = ${kind}`;
  const byRate = Map.groupBy(
    papers.flatMap(({ taxes }) => taxes ?? []),
    ({ name, rate }) => `${name} ${rate}`,
  );
  const add = (taxes: readonly PaperTax[], key: 'baseMinor' | 'amountMinor') =>
    taxes.reduce((sum, tax) => sum + tax[key], 0);
  return Object.fromEntries(
    [...byRate].map(([name, taxes]) => [
      name,
      { baseMinor: add(taxes, 'baseMinor'), amountMinor: add(taxes, 'amountMinor') },
    ]),
  );
}
