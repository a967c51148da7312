import { newIdentifier } from '#src/platform/identifier.server.ts';
import type { FlowKit, Flows } from '#tests/support/flow-kit.ts';

/** Enough for more than two batches of the job. */
const EARLIER_ORDERS = 1_100;

/** Flows of jobs and workers. They are prepared while the shop is stopped, and begin with its next start. */
export function listJobFlows(kit: FlowKit): Flows {
  const { getText, pool } = kit;
  let earlier = 0;
  return {
    async 'tell the shop'() {
      const subject = newIdentifier();
      await pool.query(
        "insert into notices (kind, subject, purchase_id) select 'paid', $1, id from purchases limit 1",
        [subject],
      );
      // The last such email must be some time ago.
      await pool.query("update mails set created_at = created_at - interval '1 hour' where kind = 'shop_notice'");
      return {
        about: ['shop_notice'],
        commits: ['notices'],
        ask: null,
        read: () =>
          getText(
            `select concat_ws(' ', case when reported_at is null then 'to tell,' else 'told,' end,
               (select count(*) from notices where reported_at is not null)
               - (select coalesce(sum(value::int), 0) from mails, jsonb_each_text(data->'counts') where kind = 'shop_notice'),
               'not in one mail') from notices where kind = 'paid' and subject = $1`,
            subject,
          ),
        states: ['to tell, 0 not in one mail', 'told, 0 not in one mail'],
      };
    },
    async 'create purchases of earlier orders'() {
      // Orders from before the period that the shop counts.
      earlier += EARLIER_ORDERS;
      const prefix = newIdentifier().slice(0, 12);
      const toolId = await kit.addTool();
      await pool.query('insert into purchase_years (year, base) values (2025, -1000000) on conflict do nothing');
      await pool.query(
        `with placed as (
           insert into orders (id, seq, user_id, tool_id, state, name, email, item_name, image, quantity, unit_price_minor,
                               total_minor, currency, placed_at, ended_at)
           overriding system value
           select $1 || lpad(n::text, 12, '0'), n - $2::bigint, u.id, t.id, 'deleted', u.display_name, u.email, t.item_name, t.image,
                  1, t.unit_price_minor, t.unit_price_minor, 'usd', '2025-06-01', '2025-06-02'
           from generate_series(1, $5::int) n, users u, tools t where u.email = $3 and t.id = $4 returning id, tool_id)
         insert into stock_holds (order_id, tool_id, quantity, state, expires_at)
         select id, tool_id, 1, 'returned', '2025-06-04' from placed`,
        [prefix, earlier, kit.buyer.email, toolId, EARLIER_ORDERS],
      );
      return {
        about: ['create_purchases_of_orders'],
        commits: ['create_purchases_of_orders'],
        ask: null,
        read: () =>
          getText(
            `select concat_ws(' ', count(*) filter (where o.purchase_id is null), 'to do', count(p.id), 'done')
             from orders o left join purchases p on p.id = o.id where o.id like $1`,
            `${prefix}%`,
          ),
        states: ['1100 to do 0 done', '600 to do 500 done', '100 to do 1000 done', '0 to do 1100 done'],
      };
    },
    async 'record a sent mail'() {
      const id = newIdentifier();
      await pool.query(
        `insert into mails (id, kind, recipient, subject, data, state) values ($1, 'quote_received', $2, 'Your quote', '{}', 'waiting')`,
        [id, `${id}@example.com`],
      );
      return {
        about: [id],
        commits: ['mails'],
        ignored: [],
        ask: null,
        read: () => getText('select state from mails where id = $1', id),
        states: ['waiting', 'sent'],
      };
    },
  };
}
