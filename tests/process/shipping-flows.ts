import { randomUUID } from 'node:crypto';
import { type FlowKit, type Flows, type PaidPurchase, readResponse, WORKERS_TABLES } from '#tests/support/flow-kit.ts';

/** The reconciler may claim a paid payment at any time, and then writes only that table. */
const SYNCED = [...WORKERS_TABLES, 'payments'];

/** Flows that an admin starts on a paid purchase. */
export function listShippingFlows(kit: FlowKit): Flows {
  const { ask, getText, admin, buyer, placeAndPay } = kit;
  const ship = ({ id, orders: [order] }: PaidPurchase, key: string) =>
    ask('POST', `/purchases/${id}/shipments`, admin, { lines: [{ order, quantity: 3 }] }, key);

  async function toShip() {
    const paid = await placeAndPay();
    const { insertedId } = await readResponse<{ insertedId: string }>(ship(paid, randomUUID()));
    return { ...paid, shipmentId: insertedId };
  }
  const undo = ({ id, shipmentId }: Awaited<ReturnType<typeof toShip>>, reason?: string) =>
    ask('POST', `/purchases/${id}/shipments/${shipmentId}/undo`, admin, reason ? { reason } : {});
  const readShipment = ({ id }: PaidPurchase) =>
    getText(
      `select concat_ws(' ', count(*), 'shipment', count(undone_at), 'undone', count(*) filter (where is_corrected), 'corrected',
         (select sum(shipped_quantity) from orders where purchase_id = $1), 'pieces',
         (select string_agg(kind, ' and ' order by seq) from mails
          where purchase_id = $1 and kind in ('order_shipped', 'shipment_corrected')))
       from shipments where purchase_id = $1`,
      id,
    );
  const SHIPPED = '1 shipment 0 undone 0 corrected 3 pieces order_shipped';

  const readRefund = ({ id, intentId }: PaidPurchase) =>
    getText(
      `select concat_ws(' ', p.state, coalesce((select string_agg(state, ' and ') from refunds where purchase_id = p.id), 'nothing'),
         (select count(*) from card_sandbox.refunds where payment_intent = $2), 'made',
         (select count(*) from papers where purchase_id = p.id and kind = 'credit_note'), 'credit note',
         (select count(*) from mails where purchase_id = p.id and kind = 'payment_refunded'), 'mail',
         refunded_minor, 'cents', (select sum(returned_quantity) from stock_holds h join orders o on o.id = h.order_id
                                   where o.purchase_id = p.id), 'returned')
       from purchases p where id = $1`,
      id,
      intentId,
    );
  const askToCancel = ({ id }: PaidPurchase) =>
    ask('POST', `/purchases/${id}/cancel`, buyer.token, { reason: 'Too late' });
  const readRequest = ({ id }: PaidPurchase) =>
    getText(
      `select concat_ws(' ', case when cancel_requested_at is null then 'none' else 'asked' end,
         (select count(*) from mails where purchase_id = p.id and kind = 'cancel_declined'), 'mail',
         (select count(*) from audit_events where subject_id = p.id and action like 'purchase.cancel%'), 'recorded')
       from purchases p where id = $1`,
      id,
    );

  return {
    async ship() {
      const paid = await placeAndPay();
      const key = randomUUID();
      return {
        about: [paid.id],
        commits: ['shipments'],
        ask: () => ship(paid, key),
        read: () => readShipment(paid),
        states: ['0 shipment 0 undone 0 corrected 0 pieces', SHIPPED],
      };
    },
    async 'undo a shipment'() {
      const shipped = await toShip();
      return {
        about: [shipped.id],
        commits: ['shipments'],
        ask: () => undo(shipped),
        read: () => readShipment(shipped),
        states: [SHIPPED, '1 shipment 1 undone 0 corrected 0 pieces'],
      };
    },
    async 'correct a shipment'() {
      const shipped = await toShip();
      // The buyer has been notified.
      await kit.pool.query("update mails set attempts = 1 where purchase_id = $1 and kind = 'order_shipped'", [
        shipped.id,
      ]);
      return {
        about: [shipped.id],
        commits: ['shipments'],
        ask: () => undo(shipped, 'It was the wrong box.'),
        read: () => readShipment(shipped),
        states: [SHIPPED, '1 shipment 1 undone 1 corrected 0 pieces order_shipped and shipment_corrected'],
      };
    },
    async refund() {
      const paid = await placeAndPay({ addressId: buyer.addressId });
      const [key, body] = [randomUUID(), { amount: '5.00', reason: 'One was bent.' }];
      return {
        about: [paid.id, paid.intentId],
        ignored: SYNCED,
        commits: ['refunds', 'card_sandbox.refunds', 'papers'],
        ask: () => ask('POST', `/purchases/${paid.id}/refunds`, admin, body, key),
        read: () => readRefund(paid),
        states: [
          'paid nothing 0 made 0 credit note 0 mail 0 cents 0 returned',
          'paid requested 0 made 0 credit note 0 mail 0 cents 0 returned',
          'paid requested 1 made 0 credit note 0 mail 0 cents 0 returned',
          'paid succeeded 1 made 1 credit note 1 mail 500 cents 0 returned',
        ],
      };
    },
    async 'confirm a cancellation'() {
      const paid = await placeAndPay();
      await readResponse(askToCancel(paid));
      return {
        about: [paid.id, paid.intentId],
        ignored: SYNCED,
        commits: ['refund_lines', 'card_sandbox.refunds', 'payment_refunds'],
        ask: () => ask('POST', `/purchases/${paid.id}/cancel`, admin, {}),
        read: () => readRefund(paid),
        states: [
          'paid nothing 0 made 0 credit note 0 mail 0 cents 0 returned',
          'paid requested 0 made 0 credit note 0 mail 0 cents 0 returned',
          'paid requested 1 made 0 credit note 0 mail 0 cents 0 returned',
          'canceled succeeded 1 made 0 credit note 1 mail 56700 cents 30 returned',
        ],
      };
    },
    async 'ask to cancel'() {
      const paid = await placeAndPay();
      return {
        about: [paid.id],
        commits: ['purchases'],
        ask: () => askToCancel(paid),
        read: () => readRequest(paid),
        states: ['none 0 mail 0 recorded', 'asked 0 mail 1 recorded'],
      };
    },
    async 'decline to cancel'() {
      const paid = await placeAndPay();
      await readResponse(askToCancel(paid));
      return {
        about: [paid.id],
        commits: ['mails'],
        ask: () => ask('POST', `/purchases/${paid.id}/cancel`, admin, { decline: true, reason: 'It is on the truck.' }),
        read: () => readRequest(paid),
        states: ['asked 0 mail 1 recorded', 'none 1 mail 2 recorded'],
      };
    },
  };
}
