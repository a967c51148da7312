import type Stripe from 'stripe';
import * as z from 'zod';
import type { HostedTaxEntry, HostedTaxPart } from '#src/shared/totals/hosted-tax.ts';
import { fromChargeAmount } from './payment-limits.ts';

const breakdownSchema = z.object({
  amount: z.int(),
  taxable_amount: z.int(),
  taxability_reason: z.string(),
  jurisdiction: z.object({ display_name: z.string(), level: z.string() }),
  tax_rate_details: z
    .object({
      display_name: z.string(),
      percentage_decimal: z.string().regex(/^\d{1,3}(\.\d{1,10})?$/),
      tax_type: z.string(),
    })
    .nullish(),
});

const partSchema = z.object({
  amount: z.int().nonnegative(),
  amount_tax: z.int(),
  tax_breakdown: z.array(breakdownSchema).max(50),
});

const lineItemsSchema = z.object({
  data: z.array(partSchema.extend({ id: z.string(), reference: z.string() })),
  has_more: z.boolean(),
});

const calculationSchema = z.object({
  id: z.string().startsWith('taxcalc_'),
  currency: z.string(),
  line_items: lineItemsSchema,
  shipping_cost: partSchema.nullish(),
});

/** What the shop calls the taxes that it knows; Stripe's names are in the account's language. */
const TAX_NAMES: Readonly<Record<string, string>> = {
  vat: 'VAT',
  gst: 'GST',
  hst: 'HST',
  pst: 'PST',
  qst: 'QST',
  rst: 'RST',
  jct: 'consumption tax',
  sales_tax: 'sales tax',
};

/** As long as the names of the owner's own rates. */
const MAX_NAME_LENGTH = 60;

/** Throws if the response is not a calculation with its taxes. */
export function toCalculation(response: unknown) {
  const { id, currency, line_items: items, shipping_cost: shipping } = calculationSchema.parse(response);
  return {
    id,
    lines: items.data.map((item) => toLine(item, currency)),
    hasMore: items.has_more,
    shipping: shipping ? toPart(shipping, currency) : null,
  };
}

/** Throws if the response is not a page of line items. */
export function toLineItems(response: Stripe.ApiList<Stripe.Tax.CalculationLineItem>, currency: string) {
  const { data, has_more: hasMore } = lineItemsSchema.parse({ data: response.data, has_more: response.has_more });
  return { lines: data.map((item) => toLine(item, currency)), hasMore };
}

const toLine = (item: z.output<typeof lineItemsSchema>['data'][number], currency: string) => ({
  id: item.id,
  reference: item.reference,
  part: toPart(item, currency),
});

function toPart({ amount, amount_tax, tax_breakdown }: z.output<typeof partSchema>, currency: string): HostedTaxPart {
  return {
    amountMinor: fromChargeAmount(amount, currency),
    taxMinor: fromChargeAmount(amount_tax, currency),
    taxes: tax_breakdown.map((entry) => toEntry(entry, currency)),
  };
}

function toEntry(entry: z.output<typeof breakdownSchema>, currency: string): HostedTaxEntry {
  const { jurisdiction, tax_rate_details: details } = entry;
  const tax = details ? (TAX_NAMES[details.tax_type] ?? details.display_name) : '';
  const name = jurisdiction.level === 'country' ? capitalize(tax) : `${jurisdiction.display_name} ${tax}`;
  return {
    name: name.trim().slice(0, MAX_NAME_LENGTH),
    rate: details ? Math.round(Number(details.percentage_decimal) * 10_000) : 0,
    reason: entry.taxability_reason,
    taxableMinor: fromChargeAmount(entry.taxable_amount, currency),
    amountMinor: fromChargeAmount(entry.amount, currency),
  };
}

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
