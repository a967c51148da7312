import { type Check, sqlCheck } from './check.server.ts';

/** SQL: the taxes that a paper lists. */
const TAXES = `(select coalesce(sum((t.value ->> 'amountMinor')::bigint), 0) from jsonb_array_elements(coalesce(p.data #> '{charges,taxes}', '[]')) t)`;

/** SQL: what a paper has besides its lines. */
const CHARGES = `(coalesce((p.data #>> '{charges,shipping,priceMinor}')::bigint, 0)
  + case p.data #>> '{charges,pricesInclude}' when 'net' then ${TAXES} else 0 end - coalesce((p.data #>> '{charges,reliefMinor}')::bigint, 0))`;

/** SQL: what a paper takes back counts below 0. */
const SIGN = "case p.kind when 'credit_note' then -1 else 1 end";

/** The papers' part of invariants 4 and 6. */
export const PAPER_CHECKS: readonly Check[] = [
  sqlCheck(6, 'invoices, credit notes and debit notes of a year are numbered without gaps or duplicates', 'papers', {
    from: 'papers where count is not null',
    violations: `
      select p.kind || ' ' || p.year as subject from papers p
        left join paper_counts c on c.kind = p.kind and c.year = p.year
      where p.count is not null group by p.kind, p.year, c.last
      having min(p.count) <> 1 or max(p.count) <> count(*) or count(distinct p.count) <> count(*)
        or c.last is distinct from max(p.count)`,
  }),
  sqlCheck(4, 'every issued paper has the exact total of what it is for', 'papers', {
    violations: `
      select p.id as subject from papers p join purchases u on u.id = p.purchase_id
      where p.kind in ('confirmation', 'receipt', 'invoice') and (p.total_minor <> u.total_minor
        or (p.data #>> '{totals,totalMinor}')::bigint <> p.total_minor
        or (select coalesce(sum((l.value ->> 'totalMinor')::bigint), 0) from jsonb_array_elements(p.data -> 'lines') l)
          + ${CHARGES} <> p.total_minor
        or (p.kind = 'invoice' and ${TAXES} <> u.tax_minor))
      union all
      select p.id from papers p left join payment_refunds r on r.id = p.refund_id
      where p.kind = 'credit_note'
        and (r.id is null or p.total_minor <> r.amount_minor or (p.data ->> 'totalMinor')::bigint <> p.total_minor)
      union all
      select p.id from papers p left join papers n on n.id = p.corrects_id
      where p.kind = 'debit_note' and (n.kind is distinct from 'credit_note' or n.purchase_id <> p.purchase_id
        or n.total_minor <> p.total_minor or (p.data ->> 'totalMinor')::bigint <> p.total_minor)`,
  }),
  sqlCheck(4, 'credit notes in force match the succeeded refunds of invoiced purchases', 'invoiced purchases', {
    from: "papers where kind = 'invoice'",
    violations: `
      select coalesce(c.purchase_id, r.purchase_id) || ' ' || coalesce(c.refund_id, r.id) as subject from (
        select n.purchase_id, n.refund_id, count(*) as count, sum(n.total_minor) as minor from papers n
        where n.kind = 'credit_note' and not exists (select from papers d where d.corrects_id = n.id)
        group by n.purchase_id, n.refund_id
      ) c full join (
        select p.purchase_id, k.id, k.amount_minor from payment_refunds k join payments p on p.id = k.payment_id
        where k.status = 'succeeded' and p.state = 'captured'
          and exists (select from papers i where i.kind = 'invoice' and i.purchase_id = p.purchase_id)
      ) r on r.id = c.refund_id and r.purchase_id = c.purchase_id
      where c.count is distinct from 1 or c.minor is distinct from r.amount_minor`,
  }),
  sqlCheck(4, 'every paid purchase with a billing address has its invoice', 'purchases', {
    from: 'purchases where paid_at is not null and billing is not null and not is_from_order',
    violations: `
      select u.id as subject from purchases u left join papers p on p.purchase_id = u.id and p.kind = 'invoice'
      where u.paid_at is not null and u.billing is not null and not u.is_from_order and p.id is null`,
  }),
  sqlCheck(4, 'the tax report has the taxes and the total of every invoice, credit note and debit note', 'papers', {
    from: 'papers where count is not null',
    violations: `
      select p.id as subject from papers p
        left join (
          select t.paper_id, sum(t.net_minor + t.tax_minor) as total, sum(t.tax_minor) as tax, min(t.issued_at) as first,
            max(t.issued_at) as last
          from paper_taxes t group by t.paper_id
        ) r on r.paper_id = p.id
      where p.count is not null and (
        r.total is distinct from ${SIGN} * p.total_minor or r.tax <> ${SIGN} * ${TAXES}
        or r.first <> p.issued_at or r.last <> p.issued_at)
      union
      select coalesce(d.id, r.paper_id) from (
        select p.id, t.value ->> 'name' as name, (t.value ->> 'rate')::integer as rate,
          ${SIGN} * (t.value ->> 'baseMinor')::bigint as base, ${SIGN} * (t.value ->> 'amountMinor')::bigint as amount
        from papers p, jsonb_array_elements(p.data #> '{charges,taxes}') t where p.count is not null
      ) d full join (select * from paper_taxes where rate is not null) r
        on r.paper_id = d.id and r.name = d.name and r.rate = d.rate
      where d.base is distinct from r.base_minor or d.amount is distinct from r.tax_minor`,
  }),
];
