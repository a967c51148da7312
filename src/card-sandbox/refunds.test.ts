import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#tests/support/card-sandbox.ts';
import { settleDueRefunds, settleRefund } from './refunds.server.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const order = { amount: 2500, currency: 'usd', metadata: { order: 'ord_1', tool: 'claw hammer' } };
const failure = async (call: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error = await call.then(() => null).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Stripe.errors.StripeError);
  return error as Stripe.errors.StripeError;
};

describe('refunds', () => {
  const pay = (amount = 2500) =>
    sandbox.stripe.paymentIntents.create({ ...order, amount, confirm: true, payment_method: 'pm_card_visa' });

  test('return part of a charge, then the rest, and never more than was charged', async () => {
    const intent = await pay();
    const part = await sandbox.stripe.refunds.create({
      payment_intent: intent.id,
      amount: 1000,
      reason: 'requested_by_customer',
      metadata: { why: 'one was bent' },
    });
    expect(part).toMatchObject({ object: 'refund', amount: 1000, status: 'succeeded', payment_intent: intent.id });
    const tooMuch = await failure(sandbox.stripe.refunds.create({ payment_intent: intent.id, amount: 1501 }));
    expect(tooMuch.message).toBe('Refund amount ($15.01 usd) is greater than unrefunded amount on charge ($15.00 usd)');
    const rest = await sandbox.stripe.refunds.create({ charge: String(intent.latest_charge) });
    expect(rest.amount).toBe(1500);
    expect(await failure(sandbox.stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    const listed = await sandbox.stripe.refunds.list({ payment_intent: intent.id, expand: ['data.charge'] });
    expect(listed.data.map((one) => one.amount)).toEqual([1500, 1000]);
    expect(listed.data[0]?.charge).toMatchObject({ amount_refunded: 2500, refunded: true });
    expect(await sandbox.stripe.refunds.retrieve(part.id)).toEqual(part);
  });

  test('requested 10 times at once stay within the charge', async () => {
    const intent = await pay(1000);
    const requests = Array.from({ length: 10 }, () =>
      sandbox.stripe.refunds.create({ payment_intent: intent.id, amount: 300 }).catch(() => null),
    );
    expect((await Promise.all(requests)).filter((one) => one !== null)).toHaveLength(3);
    expect(await sandbox.stripe.charges.retrieve(String(intent.latest_charge))).toMatchObject({ amount_refunded: 900 });
  });

  test('are rejected if nothing was charged', async () => {
    const { id } = await sandbox.stripe.paymentIntents.create(order);
    expect((await failure(sandbox.stripe.refunds.create({ payment_intent: id }))).message).toContain(
      'does not have a successful charge',
    );
    expect(await failure(sandbox.stripe.refunds.create({ payment_intent: 'pi_none' }))).toMatchObject({
      statusCode: 404,
    });
    expect(await failure(sandbox.stripe.refunds.create({}))).toMatchObject({ statusCode: 400 });
  });
});

describe('refunds that a bank decides later', () => {
  const refundTo = async (payment_method: string) => {
    const intent = await sandbox.stripe.paymentIntents.create({ ...order, confirm: true, payment_method });
    return sandbox.stripe.refunds.create({ payment_intent: intent.id, amount: 1000, metadata: { refund: 'ours' } });
  };
  const settleAll = async () => {
    expect(await settleDueRefunds(sandbox.db)).toBe(0);
    await sandbox.pool.query('update card_sandbox.refunds set settles_at = now() where settles_at is not null');
    return settleDueRefunds(sandbox.db);
  };
  const listTypes = async (intent: unknown) =>
    (
      await sandbox.pool.query(
        "select type from card_sandbox.events where payment_intent = $1 and type like '%refund%' order by seq",
        [intent],
      )
    ).rows.map(({ type }) => type);

  test('are pending, then succeed', async () => {
    const refund = await refundTo('pm_card_pendingRefund');
    expect(refund).toMatchObject({ status: 'pending', metadata: { refund: 'ours' } });
    expect(await settleAll()).toBe(1);
    expect(await sandbox.stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' });
    expect(await listTypes(refund.payment_intent)).toEqual([
      'charge.refunded',
      'refund.created',
      'refund.updated',
      'charge.refund.updated',
    ]);
    expect(await settleRefund(sandbox.db, refund.id, 'failed')).toBe(false);
  });

  test('succeed, then fail, and the charge gets its money back', async () => {
    const refund = await refundTo('pm_card_refundFail');
    expect(refund).toMatchObject({ status: 'succeeded' });
    expect(await settleAll()).toBe(1);
    expect(await sandbox.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    });
    expect(await sandbox.stripe.charges.retrieve(String(refund.charge))).toMatchObject({ amount_refunded: 0 });
    expect(await listTypes(refund.payment_intent)).toContain('refund.failed');
  });
});

test('the ledger adds up: received equals charged, and the refunds equal the refunded part of the charges', async () => {
  const sums = await sandbox.pool.query(`
    select (select sum(amount) from card_sandbox.payment_intents where status = 'succeeded') as received,
           (select sum(amount) from card_sandbox.charges) as charged,
           (select sum(amount_refunded) from card_sandbox.charges) as amount_refunded,
           (select sum(amount) from card_sandbox.refunds where status <> 'failed') as refunded`);
  const { received, charged, amount_refunded, refunded } = sums.rows[0];
  expect(Number(received)).toBeGreaterThan(0);
  expect(charged).toBe(received);
  expect(refunded).toBe(amount_refunded);
});

test('the database itself rejects a second charge, a charge of a different amount, and a refund above the charge', async () => {
  const { id } = await sandbox.stripe.paymentIntents.create({
    ...order,
    confirm: true,
    payment_method: 'pm_card_visa',
  });
  const write = (sql: string) => sandbox.pool.query(sql, [id]);
  const copy = (amount: string) =>
    `insert into card_sandbox.charges (id, payment_intent, payment_method, amount, currency)
     select 'ch_' || repeat('x', 24), payment_intent, payment_method, ${amount}, currency from card_sandbox.charges where payment_intent = $1`;
  await expect(write(copy('amount'))).rejects.toThrow('charges_one_per_intent');
  await expect(write('update card_sandbox.payment_intents set amount = 1 where id = $1')).rejects.toThrow(
    'charges_intent_money',
  );
  await expect(
    write('update card_sandbox.charges set amount_refunded = amount + 1 where payment_intent = $1'),
  ).rejects.toThrow('charges_refunded');
});
