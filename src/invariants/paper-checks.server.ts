import { type Check, sqlCheck } from './check.server.ts';

/** The papers' part of invariants 4 and 6. */
export const PAPER_CHECKS: readonly Check[] = [
  sqlCheck(6, 'invoices and credit notes of a year are counted without a gap or a twin', 'papers', {
    from: 'papers where count is not null',
    violations: `
      select p.kind || ' ' || p.year as subject from papers p
        left join paper_counts c on c.kind = p.kind and c.year = p.year
      where p.count is not null group by p.kind, p.year, c.last
      having min(p.count) <> 1 or max(p.count) <> count(*) or count(distinct p.count) <> count(*)
        or c.last is distinct from max(p.count)`,
  }),
  sqlCheck(4, 'every issued paper says to the cent what it is for', 'papers', {
    violations: `
      select p.id as subject from papers p join purchases u on u.id = p.purchase_id
      where p.kind in ('confirmation', 'receipt', 'invoice') and (p.total_cents <> u.total_cents
        or (p.data #>> '{totals,totalCents}')::bigint <> p.total_cents
        or (select coalesce(sum((l.value ->> 'totalCents')::bigint), 0) from jsonb_array_elements(p.data -> 'lines') l) <> p.total_cents)
      union all
      select p.id from papers p left join payment_refunds r on r.id = p.refund_id
      where p.kind = 'credit_note'
        and (r.id is null or p.total_cents <> r.amount_cents or (p.data ->> 'totalCents')::bigint <> p.total_cents)`,
  }),
  sqlCheck(4, 'every paid purchase with a billing address has its invoice', 'purchases', {
    from: 'purchases where paid_at is not null and billing is not null and not is_from_order',
    violations: `
      select u.id as subject from purchases u left join papers p on p.purchase_id = u.id and p.kind = 'invoice'
      where u.paid_at is not null and u.billing is not null and not u.is_from_order and p.id is null`,
  }),
];
