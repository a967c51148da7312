import { randomUUID } from 'node:crypto';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import type { FlowKit, Flows } from '#tests/support/flow-kit.ts';

/** Flows that buyers start, and the expiry of unpaid orders. */
export function listCheckoutFlows(kit: FlowKit): Flows {
  const { ask, getText, admin, buyer, place, beginToPay } = kit;
  const readAttempt = (id: string) =>
    getText(
      `select concat_ws(' ', coalesce((select string_agg(state, ' and ') from payments where purchase_id = $1), 'nothing'),
         (select count(*) from card_sandbox.payment_intents where metadata->>'order' = $1), 'intent')`,
      id,
    );

  return {
    async 'place a purchase'() {
      const key = randomUUID();
      const lines = await kit.addLines();
      return {
        about: [key],
        commits: ['purchases'],
        ask: () => ask('POST', '/purchases', kit.newcomer.token, { lines }, key),
        read: () =>
          getText(
            `select concat_ws(' ', count(distinct p.id), 'purchase', count(o.id), 'lines', count(h.order_id), 'held',
               count(distinct m.id), 'mail')
             from purchases p left join orders o on o.purchase_id = p.id left join mails m on m.purchase_id = p.id
               left join stock_holds h on h.order_id = o.id and h.state = 'held' where p.idempotency_key = $1`,
            key,
          ),
        states: ['0 purchase 0 lines 0 held 0 mail', '1 purchase 2 lines 2 held 1 mail'],
      };
    },
    async 'place an order'() {
      const key = randomUUID();
      const toolId = await kit.addTool();
      const itemName = await getText('select item_name from tools where id = $1', toolId);
      const order = { toolId, itemName, quantity: 10, price: 189, name: 'Ada Smith', email: buyer.email };
      return {
        about: [key],
        commits: ['purchases'],
        ask: () => ask('POST', '/order', buyer.token, order, key),
        read: () =>
          getText(
            `select concat_ws(' ', count(*), 'order', count(p.id), 'purchase') from orders o
               left join purchases p on p.id = o.purchase_id where o.idempotency_key = $1`,
            key,
          ),
        states: ['0 order 0 purchase', '1 order 1 purchase'],
      };
    },
    async 'begin to pay'() {
      const { id } = await place();
      return {
        about: [id],
        commits: ['payments', 'card_sandbox.payment_intents'],
        ask: () => ask('POST', '/create-payment-intent', buyer.token, { purchase: id }),
        read: () => readAttempt(id),
        states: ['nothing 0 intent', 'creating 0 intent', 'creating 1 intent', 'open 1 intent'],
      };
    },
    // The previous process died after it had stored the attempt.
    async 'get an intent'() {
      const { id } = await place();
      const attempt = newIdentifier();
      await kit.pool.query(
        `insert into payments (id, purchase_id, user_id, amount_minor, currency)
         select $1, id, user_id, total_minor, currency from purchases where id = $2`,
        [attempt, id],
      );
      return {
        about: [id, attempt],
        commits: ['card_sandbox.payment_intents', 'payments'],
        ask: () => ask('POST', '/create-payment-intent', buyer.token, { purchase: id }),
        read: () => readAttempt(id),
        states: ['creating 0 intent', 'creating 1 intent', 'open 1 intent'],
      };
    },
    async pay() {
      const placed = await place({ addressId: buyer.addressId });
      const { intentId, confirmCard } = await beginToPay(placed);
      return {
        about: [placed.id, intentId],
        commits: ['card_sandbox.charges', 'papers'],
        async ask() {
          await confirmCard();
          return kit.reportPaid(placed.orders, intentId);
        },
        read: () =>
          getText(
            `select concat_ws(' ', state,
               (select count(*) from card_sandbox.charges where payment_intent = $2), 'charge',
               (select count(*) from payments where purchase_id = p.id and state = 'captured'), 'captured',
               (select count(*) from papers where purchase_id = p.id and kind = 'invoice'), 'invoice',
               (select count(*) from mails where purchase_id = p.id and kind = 'order_paid'), 'mail')
             from purchases p where id = $1`,
            placed.id,
            intentId,
          ),
        states: [
          'placed 0 charge 0 captured 0 invoice 0 mail',
          'placed 1 charge 0 captured 0 invoice 0 mail',
          'paid 1 charge 1 captured 1 invoice 1 mail',
        ],
      };
    },
    async 'number an invoice'() {
      const { id } = await kit.placeAndPay();
      return {
        about: [id],
        commits: ['papers'],
        ask: () => ask('PATCH', `/purchases/${id}`, buyer.token, { addressId: buyer.addressId }),
        read: () =>
          getText(
            `select concat_ws(' ', case when billing is null then 'no address' else 'address' end,
               (select count(*) from papers where purchase_id = p.id and kind = 'invoice'), 'invoice')
             from purchases p where id = $1`,
            id,
          ),
        states: ['no address 0 invoice', 'address 1 invoice'],
      };
    },
    async 'cancel an unpaid purchase'() {
      const placed = await place();
      const { intentId } = await beginToPay(placed);
      return {
        about: [placed.id, intentId],
        commits: ['card_sandbox.payment_intents', 'purchases'],
        ask: () => ask('POST', `/purchases/${placed.id}/cancel`, admin, { reason: 'Out of production' }),
        read: () =>
          getText(
            `select concat_ws(' ', state, (select status from card_sandbox.payment_intents where id = $2),
               (select count(*) from stock_holds h join orders o on o.id = h.order_id
                where o.purchase_id = p.id and h.state = 'held'), 'held',
               (select count(*) from mails where purchase_id = p.id and kind = 'order_canceled'), 'mail')
             from purchases p where id = $1`,
            placed.id,
            intentId,
          ),
        states: [
          'placed requires_payment_method 2 held 0 mail',
          'placed canceled 2 held 0 mail',
          'canceled canceled 0 held 1 mail',
        ],
      };
    },
    async 'erase a person'() {
      const leaver = await kit.addBuyer(`${randomUUID()}@example.com`);
      const userId = await getText('select id from users where email = $1', leaver.email);
      const { id } = await kit.place({}, leaver);
      return {
        about: [userId, id],
        commits: ['stock_holds', 'identity_users'],
        ask: () => ask('DELETE', '/me', leaver.token),
        read: () =>
          getText(
            `select concat_ws(' ', case when erased_at is null then 'there' else 'erased' end,
               (select count(*) from addresses where user_id = u.id), 'address',
               (select count(*) from identity_users where email = $2), 'account',
               (select state || case name when '' then '' else ' named' end from purchases where id = $3))
             from users u where id = $1`,
            userId,
            leaver.email,
            id,
          ),
        states: [
          'there 1 address 1 account placed named',
          'there 1 address 1 account canceled named',
          'erased 0 address 0 account canceled',
        ],
      };
    },
  };
}
