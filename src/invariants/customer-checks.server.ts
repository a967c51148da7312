import { MAX_ADDRESSES } from '#src/features/addresses/rules.ts';
import { MAX_BASKET_QUANTITY } from '#src/features/basket/rules.ts';
import { type Check, sqlCheck } from './check.server.ts';

/**
 * Address books and baskets, invariant 5, and stock alerts, invariant 12. The indexes of address books ensure one
 * default of each kind. The lines of a basket are one value, so no foreign key guards the tools in it.
 */
export const CUSTOMER_CHECKS: readonly Check[] = [
  sqlCheck(5, 'no address book has more addresses than it may', 'addresses', {
    violations: `select a.user_id as subject from addresses a group by a.user_id having count(*) > ${MAX_ADDRESSES}`,
  }),
  sqlCheck(
    5,
    'every line of a basket has a valid quantity of an existing tool, and no tool is there twice',
    'baskets',
    {
      violations: `
      select b.user_id as subject from baskets b
        cross join lateral jsonb_array_elements(b.lines) as line
        left join tools t on t.id = line ->> 'toolId'
      group by b.user_id
      having count(*) <> count(distinct t.id)
        or not bool_and(case when (line ->> 'quantity') ~ '^[1-9][0-9]{0,9}$'
          then (line ->> 'quantity')::numeric <= ${MAX_BASKET_QUANTITY} else false end)`,
    },
  ),
  sqlCheck(12, 'a sent stock alert has one email, and no other alert has any', 'stock_alerts', {
    violations: `
      select a.id as subject from stock_alerts a left join (
        select l.alert_id, count(*) as count from stock_alert_links l
          join mails m on m.id = l.mail_id and m.kind = 'stock_alert' group by l.alert_id
      ) written on written.alert_id = a.id
      where coalesce(written.count, 0) <> case a.state when 'sent' then 1 else 0 end`,
  }),
  sqlCheck(12, 'a confirmed stock alert’s tool is being watched', 'confirmed stock alerts', {
    from: "stock_alerts where state = 'confirmed'",
    violations: `
      select a.id as subject from stock_alerts a
      where a.state = 'confirmed' and not exists (select from awaited_tools t where t.tool_id = a.tool_id)`,
  }),
];
