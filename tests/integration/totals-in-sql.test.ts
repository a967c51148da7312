import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  calculateTotals,
  type PurchaseTotals,
  type TaxAmount,
  type TaxRate,
  type TaxTerms,
  type ToTotal,
} from '#src/shared/totals/purchase-totals.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createRandom, type Random } from '#tests/support/random.ts';

// The rules of decision 105 a second time, in exact arithmetic of PostgreSQL, so that a mistake in one of both shows.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(1);
});
afterAll(() => database.drop());

const PURCHASES = 10_000;
const BATCH = 1_000;

const TAXES: readonly (readonly TaxRate[])[] = [
  [],
  [{ name: 'VAT', rate: 190_000 }],
  [{ name: 'VAT', rate: 70_000 }],
  [{ name: 'MwSt', rate: 81_000 }],
  [
    { name: 'GST', rate: 50_000 },
    { name: 'QST', rate: 99_750 },
  ],
  [{ name: 'GST', rate: 50_000 }],
  [
    { name: 'Ohio', rate: 57_500 },
    { name: 'Cuyahoga County', rate: 22_500 },
  ],
];
const CLASSES = ['standard', 'reduced', 'zero', 'books'];

function createTaxes(random: Random): Pick<TaxTerms, 'classes' | 'shipping'> {
  // A class without an entry is not taxed.
  const classes = CLASSES.slice(0, 1 + random.below(CLASSES.length)).map((name) => [name, random.pick(TAXES)]);
  return { classes: Object.fromEntries(classes), shipping: random.chance(0.6) ? 'goods' : random.pick(TAXES) };
}

function createPurchase(random: Random): Required<ToTotal> {
  const stepMinor = random.chance(0.2) ? 10 : 1;
  const most = random.pick([20, 2_000, 200_000, 99_999_999 / stepMinor]);
  const amount = () => stepMinor * (1 + random.below(most));
  const lines = Array.from({ length: 1 + random.below(30) }, () => ({
    totalMinor: amount(),
    taxClass: random.pick(CLASSES),
  }));
  const goods = lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
  return {
    lines,
    discountMinor: random.chance(0.5) ? 0 : stepMinor * random.below(goods / stepMinor + 1),
    shippingMinor: random.chance(0.2) ? 0 : amount(),
    tax: random.chance(0.05)
      ? null
      : {
          pricesInclude: random.pick(['net', 'gross']),
          rounding: random.pick(['document', 'line']),
          ...createTaxes(random),
          relief: random.chance(0.15) ? createTaxes(random) : null,
        },
    stepMinor,
  };
}

/**
 * 'By largest fraction': each gets its exact part, cut to whole steps; the steps that are missing go to those from whom
 * most was cut, and among equals to the one with the largest weight. All amounts here are counted in steps.
 */
const share = (amount: string, weight: string, within: string) => `
  case when sum(${weight}) over same = 0 then case when row_number() over ranked = 1 then ${amount} else 0 end
  else div(${amount} * ${weight}, nullif(sum(${weight}) over same, 0))
    + case when row_number() over (partition by ${within} order by rest desc, ${weight} desc, part) <= missing then 1 else 0 end
  end`;

/** Shares the column `amount` of `source` among the rows with the same `within`, by their column `weight`. */
const shared = (source: string, within: string) => `
  select *, ${share('amount', 'weight', within)} as share
  from (
    select *, amount - sum(cut) over (partition by ${within}) as missing
    from (
      select *, coalesce(mod(amount * weight, nullif(sum(weight) over (partition by ${within}), 0)), 0) as rest,
        coalesce(div(amount * weight, nullif(sum(weight) over (partition by ${within}), 0)), 0) as cut
      from (${source}) as source
    ) as cut
  ) as missed
  window same as (partition by ${within}), ranked as (partition by ${within} order by part)`;

const TOTALS = `
  with purchase as (
    select p.n as id, (p.value ->> 'stepMinor')::numeric as step,
      (p.value ->> 'discountMinor')::numeric / (p.value ->> 'stepMinor')::numeric as discount,
      (p.value ->> 'shippingMinor')::numeric / (p.value ->> 'stepMinor')::numeric as shipping,
      coalesce(p.value #>> '{tax,pricesInclude}', 'net') = 'gross' as is_gross,
      coalesce(p.value #>> '{tax,rounding}', 'document') = 'line' as by_line,
      jsonb_typeof(p.value #> '{tax,relief}') is not distinct from 'object' as relieved,
      case when jsonb_typeof(p.value #> '{tax,relief}') = 'object' then p.value #> '{tax,relief}' else p.value -> 'tax' end as taxes,
      p.value -> 'lines' as lines
    from jsonb_array_elements($1::jsonb) with ordinality as p (value, n)
  ), line as (
    select id, l.n as part, l.value ->> 'taxClass' as class, (l.value ->> 'totalMinor')::numeric / step as price, discount
    from purchase, jsonb_array_elements(lines) with ordinality as l (value, n)
  ), discount_of_class as (${shared(
    `select id, class, min(discount) as amount, sum(price) as weight, row_number() over (partition by id order by class collate "C") as part
     from line group by id, class`,
    'id',
  )}
  ), discount_of_line as (${shared(
    `select line.id, line.part, line.class, price as weight, d.share as amount
     from line join discount_of_class d on d.id = line.id and d.class = line.class`,
    'id, class',
  )}
  ), goods as (
    select d.id, d.part, d.weight - d.share as value, coalesce(taxes -> 'classes' -> d.class, '[]') as rates
    from discount_of_line d join purchase p on p.id = d.id
  ), shipping_by_rates as (${shared(
    `select g.id, rates, min(p.shipping) as amount, sum(value) as weight,
       row_number() over (partition by g.id order by (
         select coalesce(string_agg((r ->> 'rate') || ' ' || (r ->> 'name'), E'\\n' order by n), '') from jsonb_array_elements(rates) with ordinality as r (r, n)
       ) collate "C") as part
     from goods g join purchase p on p.id = g.id
     where p.shipping > 0 and p.taxes ->> 'shipping' = 'goods'
     group by g.id, rates`,
    'id',
  )}
  ), taxable as (
    select id, part, value, rates, false as is_shipping from goods
    union all
    select id, 1000 + part, share, rates, true from shipping_by_rates
    union all
    select id, 1000, shipping, case when jsonb_typeof(taxes -> 'shipping') = 'array' then taxes -> 'shipping' else '[]' end, true
    from purchase where shipping > 0 and taxes ->> 'shipping' is distinct from 'goods'
  ), tax as (
    -- Each tax that is rounded by itself: for a document or a line, and for all lines with the same taxes if prices include them.
    select t.id, t.part, t.value, t.is_shipping, p.is_gross, p.step, r.n as position, r.value ->> 'name' as name, (r.value ->> 'rate')::numeric as rate,
      (select sum((r ->> 'rate')::numeric) from jsonb_array_elements(t.rates) r) as rate_of_all,
      case when p.by_line then t.part::text else '' end || case when p.is_gross then t.rates::text else r.value::text end as together
    from taxable t join purchase p on p.id = t.id, jsonb_array_elements(t.rates) with ordinality as r (value, n)
  ), due_net as (
    select id, together, name, rate, floor(sum(value) * rate / 1000000 + 0.5) as amount
    from tax where not is_gross group by id, together, name, rate
  ), due_gross as (${shared(
    `select id, together, name, rate, position as part, rate as weight,
       floor(sum(value) * min(rate_of_all) / (1000000 + min(rate_of_all)) + 0.5) as amount
     from tax where is_gross group by id, together, name, rate, position`,
    'id, together',
  )}
  ), due as (
    select id, together, name, rate, amount from due_net
    union all
    select id, together, name, rate, share from due_gross
  ), tax_of_part as (${shared(
    `select t.id, t.part, t.is_shipping, t.name, t.rate, t.together, t.value as weight, due.amount
     from tax t join due using (id, together, name, rate)`,
    'id, together, name, rate',
  )}
  ), part as (
    select t.id, t.part, t.is_shipping, coalesce(x.tax, 0) as tax, p.step,
      case when p.is_gross then t.value - coalesce(x.tax, 0) else t.value end as base,
      case when p.is_gross then t.value - case when p.relieved then coalesce(x.tax, 0) else 0 end
        else t.value + case when p.relieved then 0 else coalesce(x.tax, 0) end end as payable, p.relieved, p.is_gross
    from taxable t join purchase p on p.id = t.id
      left join (select id, part, sum(share) as tax from tax_of_part group by id, part) x on x.id = t.id and x.part = t.part
  ), by_rate as (
    select t.id, t.name, t.rate, sum(part.base) * min(part.step) as base, sum(t.share) * min(part.step) as amount
    from tax_of_part t join part on part.id = t.id and part.part = t.part
    where not part.relieved group by t.id, t.name, t.rate
  ), rates as (
    select id, jsonb_agg(jsonb_build_array(name, rate::text, base::text, amount::text) order by rate desc, name collate "C") as taxes
    from by_rate group by id
  )
  select sum(payable * step)::text as total, sum(case when relieved then 0 else tax * step end)::text as tax,
    sum(case when relieved and is_gross then tax * step else 0 end)::text as relief,
    coalesce(sum(payable * step) filter (where is_shipping), 0)::text as shipping,
    array_agg((payable * step)::text order by part) filter (where not is_shipping) as lines,
    coalesce(rates.taxes, '[]') as taxes
  from part left join rates using (id) group by id, rates.taxes order by id`;

interface SqlTotals {
  total: string;
  tax: string;
  relief: string;
  shipping: string;
  lines: string[];
  taxes: [name: string, rate: string, base: string, amount: string][];
}

const toInteger = (text: string) => {
  expect(Number.isSafeInteger(Number(text))).toBe(true);
  return Number(text);
};

const fromSql = ({ total, tax, relief, shipping, lines, taxes }: SqlTotals) => ({
  totalMinor: toInteger(total),
  taxMinor: toInteger(tax),
  reliefMinor: toInteger(relief),
  shipping: toInteger(shipping),
  lines: lines.map(toInteger),
  taxes: taxes.map(
    ([name, rate, base, amount]): TaxAmount => ({
      name,
      rate: toInteger(rate),
      baseMinor: toInteger(base),
      amountMinor: toInteger(amount),
    }),
  ),
});

const toCompared = ({ totalMinor, taxMinor, reliefMinor, shipping, lines, taxes }: PurchaseTotals) => ({
  totalMinor,
  taxMinor,
  reliefMinor,
  shipping: shipping.payableMinor,
  lines: lines.map(({ payableMinor }) => payableMinor),
  taxes,
});

test('10,000 purchases cost the same, to the minor unit, by a calculation in SQL', async () => {
  const random = createRandom(20_261_129);
  const purchases = Array.from({ length: PURCHASES }, () => createPurchase(random));
  // Nobody knows how many rows a list of JSON has, and loops within loops would take minutes.
  await database.query('set enable_nestloop = off');
  const rows: SqlTotals[] = [];
  // All at once, they would take longer than a statement may on a slow machine.
  for (let at = 0; at < PURCHASES; at += BATCH)
    rows.push(
      ...(await database.query<SqlTotals & Record<string, unknown>>(TOTALS, [
        JSON.stringify(purchases.slice(at, at + BATCH)),
      ])),
    );
  expect(rows).toHaveLength(PURCHASES);
  const different = purchases.flatMap((purchase, at) => {
    const [here, there] = [toCompared(calculateTotals(purchase)), fromSql(rows[at] as SqlTotals)];
    return JSON.stringify(here) === JSON.stringify(there) ? [] : [{ purchase, here, there }];
  });
  expect(
    different.length && different.sort((one, other) => one.purchase.lines.length - other.purchase.lines.length)[0],
  ).toBe(0);
  // The parts of the calculation in SQL add up, too.
  for (const { total, lines, shipping, tax, taxes } of rows) {
    expect([...lines, shipping].reduce((sum, part) => sum + Number(part), 0)).toBe(Number(total));
    expect(taxes.reduce((sum, [, , , amount]) => sum + Number(amount), 0)).toBe(Number(tax));
  }
});
