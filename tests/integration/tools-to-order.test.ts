import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, getToolRow, objectBody, placeOrder, statusAndCode, toOrderBody } from './order-helpers.ts';
import { placePurchase, toPurchaseBody } from './purchase-helpers.ts';

let shop: TestShop;
let ada: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  ada = await shop.signUp({ confirmed: true });
});
afterAll(() => checkAndClose(shop));

const order = (body: object) => shop.call('POST', '/order', { token: ada.token, body });
const purchase = (body: object) => shop.call('POST', '/purchases', { token: ada.token, body });
/** Changes a tool as another instance of the shop would, without notifying this one. */
const changeElsewhere = (id: string, set: string) => shop.query(`update tools set ${set} where id = $1`, [id]);
const adjustElsewhere = (id: string, delta: number) =>
  shop.query(
    `with adjusted as (insert into stock_adjustments (id, tool_id, delta, reason) values (gen_random_uuid(), $1, $2, 'count'))
     update tools set available = available + $2 where id = $1`,
    [id, delta],
  );

describe('an order of a tool that another instance has changed in the meantime', () => {
  test('costs the current price, and is rejected at the former one', async () => {
    const tool = await createTool(shop, { unitPriceMinor: 1_000, quantity: 1_000 });
    await placeOrder(shop, ada, tool);
    await changeElsewhere(tool.id, 'unit_price_minor = 1200');
    const refused = await order(toOrderBody(ada, tool));
    expect(statusAndCode(refused)).toBe('409 price_changed');
    expect(objectBody(refused)).toMatchObject({ price: '120.00' });
    await changeElsewhere(tool.id, 'unit_price_minor = 1300');
    expect((await order(toOrderBody(ada, { ...tool, unitPriceMinor: 1_300 }))).status).toBe(201);
    await changeElsewhere(tool.id, 'unit_price_minor = 1400');
    expect(await placePurchase(shop, ada, [tool])).toMatchObject({ total: '140.00' });
    expect(statusAndCode(await purchase({ ...toPurchaseBody([tool]), total: '130.00' }))).toBe('409 price_changed');
    expect((await getToolRow(shop, tool.id)).available).toBe(970);
  });

  test('can use added stock, and never stock that was removed', async () => {
    const tool = await createTool(shop, { quantity: 10 });
    await placeOrder(shop, ada, tool);
    expect(statusAndCode(await order(toOrderBody(ada, tool)))).toBe('409 out_of_stock');
    await adjustElsewhere(tool.id, 20);
    await placeOrder(shop, ada, tool);
    await adjustElsewhere(tool.id, -6);
    const refused = await purchase(toPurchaseBody([tool]));
    expect(statusAndCode(refused)).toBe('409 out_of_stock');
    expect(objectBody(refused)).toMatchObject({ lines: [{ line: 0, max: 4 }] });
    expect(await getToolRow(shop, tool.id)).toMatchObject({ available: 4, held: 20 });
  });

  test('is rejected once the tool is archived, and possible again once it is on sale', async () => {
    const tool = await createTool(shop, { quantity: 1_000 });
    await placeOrder(shop, ada, tool);
    await changeElsewhere(tool.id, "state = 'archived'");
    expect(statusAndCode(await order(toOrderBody(ada, tool)))).toBe('409 not_for_sale');
    expect(statusAndCode(await purchase(toPurchaseBody([tool])))).toBe('409 not_for_sale');
    await changeElsewhere(tool.id, "state = 'on_sale'");
    await placeOrder(shop, ada, tool);
  });

  test('follows a new name, a new minimum and new packs', async () => {
    const tool = await createTool(shop, { itemName: 'Old name', quantity: 1_000 });
    await placeOrder(shop, ada, tool);
    await changeElsewhere(tool.id, "item_name = 'New name', min_order_quantity = 20, pack_multiple = 8");
    expect(statusAndCode(await order(toOrderBody(ada, tool)))).toBe('422 invalid');
    const renamed = { ...tool, itemName: 'New name' };
    const refused = await order(toOrderBody(ada, renamed));
    expect(statusAndCode(refused)).toBe('422 quantity_out_of_range');
    expect(objectBody(refused)).toMatchObject({ min: 24 });
    await placeOrder(shop, ada, renamed, 24);
  });
});
