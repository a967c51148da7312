import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { settleProcessingIntent } from '#src/card-sandbox/confirm.server.ts';
import { reconcilePayments } from '#src/flows/payments/reconcile-payments.server.ts';
import {
  confirmCard,
  createIntent,
  createTool,
  expectPaidOnce,
  getOrderRow,
  many,
  placeOrder,
  reportPaid,
  statusAndCode,
  type TestTool,
} from '#tests/integration/order-helpers.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

let shop: TestShop;
let ada: TestUser;
let tool: TestTool;

beforeAll(async () => {
  shop = await createTestShop({ webhooks: true });
  ada = await shop.signUp({ confirmed: true });
});
afterEach(() => shop.faults.reset());
afterAll(() => checkAndClose(shop));

/** Places an order for ten pieces of a new tool, so that its effect on the stock is visible. */
async function newOrder(): Promise<string> {
  tool = await createTool(shop);
  return placeOrder(shop, ada, tool, 10);
}
const requestIntent = (body: object) => shop.call('POST', '/create-payment-intent', { token: ada.token, body });

async function waitUntilPaid(orderId: string) {
  for (let round = 0; round < 200 && (await getOrderRow(shop, orderId)).state !== 'paid'; round += 1) await pause(20);
}

describe('with webhooks', () => {
  test('an order is paid by the webhook alone', async () => {
    const id = await newOrder();
    const { clientSecret, intentId } = await createIntent(shop, ada, id);
    await confirmCard(shop, clientSecret);
    await waitUntilPaid(id);
    await expectPaidOnce(shop, tool, id, intentId);
  });

  test('an order that browser, webhook and reconciler report many times in parallel is paid once', async () => {
    shop.faults.dispatcher.duplicate(20);
    shop.faults.dispatcher.shuffle(true);
    const id = await newOrder();
    const { clientSecret, intentId } = await createIntent(shop, ada, id);
    await confirmCard(shop, clientSecret);
    const responses = await many(12, async (at) => {
      if (at % 3 === 0) return void (await reconcilePayments(shop.context, 0));
      return statusAndCode(await reportPaid(shop, ada, id, intentId));
    });
    expect(new Set(responses)).toEqual(new Set([undefined, '200']));
    await waitUntilPaid(id);
    await expectPaidOnce(shop, tool, id, intentId);
  });

  test('an order in processing is paid when the provider finishes', async () => {
    shop.faults.keepProcessing({ times: 1 });
    const id = await newOrder();
    const { clientSecret, intentId } = await createIntent(shop, ada, id);
    await confirmCard(shop, clientSecret);
    expect(statusAndCode(await reportPaid(shop, ada, id, intentId))).toBe('409 payment_processing');
    expect(statusAndCode(await shop.call('DELETE', `/order/${id}`, { token: ada.token }))).toBe(
      '409 payment_processing',
    );
    expect(statusAndCode(await requestIntent({ price: '189.00', order: id }))).toBe('409 payment_processing');
    await settleProcessingIntent(shop.database.db, intentId, 'succeeded');
    await waitUntilPaid(id);
    await expectPaidOnce(shop, tool, id, intentId);
  });
});
