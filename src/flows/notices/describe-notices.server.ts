import { sql } from 'drizzle-orm';
import type { EmailNotice } from '#src/features/mail/templates/notice-subjects.ts';
import type { Notice } from '#src/features/notices/queries.server.ts';
import { orders } from '#src/features/orders/tables.server.ts';
import { paymentDisputes, paymentRefunds } from '#src/features/payments/tables.server.ts';
import { purchases } from '#src/features/purchases/tables.server.ts';
import { refunds } from '#src/features/refunds/tables.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';

/**
 * The contents of a mail about these events, in their order, read with one statement. Nothing in them was typed by a
 * buyer.
 */
export async function describeNotices(db: Queryable, listed: readonly Notice[]): Promise<EmailNotice[]> {
  const column = (name: keyof Notice) => sql`${sql.param(listed.map((notice) => notice[name]))}::text[]`;
  const { rows } = await db.execute<{
    kind: EmailNotice['kind'];
    number: string;
    amount_cents: string;
    lines: string;
    item_name: string;
    quantity: number;
    lacks_address: boolean;
    due_by: string | null;
  }>(sql`
    select n.kind, p.number, coalesce(d.amount_cents, f.amount_cents, r.amount_cents, p.total_cents) as amount_cents,
      l.lines, l.item_name, l.quantity, p.delivery is null as lacks_address, d.due_by
    from unnest(${column('kind')}, ${column('subject')}, ${column('purchaseId')}) with ordinality
        as n (kind, subject, purchase_id, place)
      join ${purchases} p on p.id = n.purchase_id
      join lateral (
        select count(*) as lines, (array_agg(o.item_name order by o.line_number))[1] as item_name,
          (array_agg(o.quantity order by o.line_number))[1] as quantity
        from ${orders} o where o.purchase_id = p.id and (o.ended_at is null or o.ended_at = p.ended_at)
      ) l on true
      left join ${paymentDisputes} d on n.kind = 'dispute' and d.id = n.subject
      left join ${paymentRefunds} f on n.kind = 'refund_failed' and f.id = n.subject
      left join ${refunds} r on n.kind = 'refund_failed' and (r.id = n.subject or r.provider_refund_id = n.subject)
    order by n.place`);
  return rows.map((row) => ({
    kind: row.kind,
    number: row.number,
    amountCents: Number(row.amount_cents),
    items: Number(row.lines) === 1 ? `${row.quantity} × ${row.item_name}` : `${row.lines} tools`,
    ...(row.kind === 'paid' && row.lacks_address ? { lacksAddress: true as const } : {}),
    ...(row.due_by ? { answerBy: new Date(row.due_by).toISOString() } : {}),
  }));
}
