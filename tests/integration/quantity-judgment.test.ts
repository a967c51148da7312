import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listToolsToOrder, type ToolToOrder } from '#src/features/catalogue/tool/tools-to-order.server.ts';
import { insertPurchase } from '#src/flows/checkout/insert-purchase.server.ts';
import { minorToDecimal, minorToNumber } from '#src/shared/money.ts';
import { judgeQuantity, priceQuantity } from '#src/shared/quantity-solver.ts';
import { chargeLines, NO_TERMS } from '#src/shared/totals/purchase-charges.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, getOrderRow, objectBody } from './order-helpers.ts';

let shop: TestShop;
let ada: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  shop.context.boundsUnpaidOrders = false;
  ada = await shop.signUp({ confirmed: true });
});
afterAll(() => shop.close());

const terms = fc
  .record({
    packMultiple: fc.integer({ min: 1, max: 6 }),
    minOrderQuantity: fc.integer({ min: 1, max: 12 }),
    morePacks: fc.option(fc.integer({ min: 0, max: 4 })),
    quantity: fc.integer({ min: 0, max: 40 }),
    unitPriceMinor: fc.oneof(fc.integer({ min: 4, max: 9 }), fc.integer({ min: 100, max: 5_000_000 })),
    breakAt: fc.option(fc.integer({ min: 13, max: 30 })),
  })
  .map(({ morePacks, breakAt, ...bounds }) => {
    const smallest = Math.ceil(bounds.minOrderQuantity / bounds.packMultiple) * bounds.packMultiple;
    return {
      ...bounds,
      maxOrderQuantity: morePacks === null ? null : smallest + morePacks * bounds.packMultiple,
      volumePrices:
        breakAt === null || (morePacks !== null && breakAt > smallest + morePacks * bounds.packMultiple)
          ? []
          : [{ quantity: breakAt, unitPriceMinor: Math.floor(bounds.unitPriceMinor / 2) }],
    };
  });

const ANY_QUANTITY_TO_TEN = {
  packMultiple: 1,
  minOrderQuantity: 1,
  maxOrderQuantity: null,
  quantity: 10,
  unitPriceMinor: 100,
  volumePrices: [],
};

test('a purchase is placed exactly if the quantity check allows it, and costs what the check says', async () => {
  const placed = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(terms, fc.integer({ min: 1, max: 45 }), async (of, quantity) => {
      const volumePrices = of.volumePrices.map(({ quantity: from, unitPriceMinor }) => ({
        quantity: from,
        unitPrice: minorToNumber(unitPriceMinor),
      }));
      const { id } = await createTool(shop, { ...of, volumePrices });
      const judged = judgeQuantity({ ...of, available: of.quantity }, quantity);
      const lines = [{ toolId: id, quantity }];
      const response = await shop.call('POST', '/purchases', { token: ada.token, body: { lines } });
      expect([response.status === 201, of, quantity]).toEqual([judged.problem === null, of, quantity]);
      placed.add(response.status === 201);
      if (response.status !== 201) return;
      const { orders, total } = objectBody(response) as { orders: string[]; total: string };
      expect(total).toBe(minorToDecimal(judged.totalMinor));
      expect(await getOrderRow(shop, orders[0] ?? '')).toMatchObject({
        unitPriceMinor: judged.unitPriceMinor,
        totalMinor: judged.totalMinor,
      });
    }),
    // One that is placed and one that is rejected, independent of the random cases.
    {
      numRuns: 60,
      examples: [
        [ANY_QUANTITY_TO_TEN, 5],
        [ANY_QUANTITY_TO_TEN, 11],
      ],
    },
  );
  expect(placed.size).toBe(2);
});

test('the statement that places it never takes more than the stock, no matter what was read before', async () => {
  const { id } = await createTool(shop, { quantity: 40, minOrderQuantity: 1 });
  const [tool] = (await listToolsToOrder(shop.database.db, [id])) as [ToolToOrder];
  const insert = (quantity: number) =>
    insertPurchase(
      shop.context,
      {
        ...ada,
        displayName: ada.displayName,
        role: 'customer',
        emailConfirmed: true,
        owner: false,
        clientAddress: '',
      } as never,
      {
        lines: [{ tool, quantity }],
        idempotency: null,
        charged: chargeLines(NO_TERMS, [{ totalMinor: priceQuantity(tool, quantity).totalMinor, taxClass: null }]),
        texts: { delivery: null, billing: null, poNumber: '', note: '' },
      },
    );
  for (const [available, quantity] of [
    [0, 1],
    [9, 10],
    [10, 10],
  ] as const) {
    await shop.database.db.execute(sql`update tools set available = ${available} where id = ${id}`);
    const { problem } = judgeQuantity({ ...tool, available }, quantity);
    expect((await insert(quantity)) === 'not_placed').toBe(problem !== null);
  }
});
