import type { PlaceTax, TaxJurisdiction, TaxOfPlace, TaxPlace } from './tax-rates.ts';

/** A line, or shipping, as it was sent. */
export interface TaxablePart {
  amount: number;
  quantity: number;
  tax_behavior: 'exclusive' | 'inclusive';
  tax_code: string;
}

/** One tax of a part, in Stripe's fields. */
export interface PartTax {
  amount: number;
  jurisdiction: TaxJurisdiction;
  sourcing: 'destination';
  tax_rate_details: { display_name: string; percentage_decimal: string; tax_type: PlaceTax['type'] } | null;
  taxability_reason: string;
  taxable_amount: number;
}

const NONTAXABLE = 'txcd_00000000';
const isShipping = (code: string) => code.startsWith('txcd_9201');
/** Books and food. */
const isReduced = (code: string) => /^txcd_(35|40)/.test(code);
const isClothing = (code: string) => code.startsWith('txcd_3001');
/** In New York, cheaper pieces of clothing are not taxed. In cents. */
const CLOTHING_LIMIT = 11_000;

const DISPLAY_NAMES: Readonly<Record<PlaceTax['type'], string>> = {
  gst: 'GST',
  hst: 'HST',
  jct: 'Consumption tax',
  pst: 'PST',
  qst: 'QST',
  sales_tax: 'Sales Tax',
  vat: 'VAT',
};

/** The taxes of a part. `override`: why the buyer owes none of them, or null. */
export function taxPart(part: TaxablePart, place: TaxPlace, found: TaxOfPlace, override: string | null): PartTax[] {
  if ('reason' in found) {
    const level = place.country === 'US' ? 'state' : 'country';
    const { country, state } = place;
    const jurisdiction = { country, display_name: state || country, level, state: state || null } as const;
    return [notImposed(jurisdiction, found.reason)];
  }
  const reasons = found.taxes.map((tax) => override ?? findExemption(part, tax));
  const imposed = found.taxes.filter((_tax, at) => reasons[at] === null);
  const amounts = calculateAmounts(part, imposed);
  const included = part.tax_behavior === 'inclusive' ? amounts.reduce((sum, amount) => sum + amount, 0) : 0;
  return found.taxes.map((tax, at) => {
    const reason = reasons[at];
    if (reason) return notImposed(tax.jurisdiction, reason);
    const percent = getPercent(part, tax);
    return {
      amount: amounts[imposed.indexOf(tax)] ?? 0,
      jurisdiction: tax.jurisdiction,
      sourcing: 'destination',
      tax_rate_details: {
        display_name: DISPLAY_NAMES[tax.type],
        percentage_decimal: percent,
        tax_type: tax.type,
      },
      taxability_reason:
        Number(percent) === 0 ? 'zero_rated' : percent === tax.percent ? 'standard_rated' : 'reduced_rated',
      taxable_amount: part.amount - included,
    };
  });
}

const notImposed = (jurisdiction: TaxJurisdiction, reason: string): PartTax => ({
  amount: 0,
  jurisdiction,
  sourcing: 'destination',
  tax_rate_details: null,
  taxability_reason: reason,
  taxable_amount: 0,
});

function findExemption({ amount, quantity, tax_code }: TaxablePart, tax: PlaceTax): string | null {
  const isCheapClothing =
    isClothing(tax_code) && tax.jurisdiction.state === 'NY' && amount < CLOTHING_LIMIT * Math.max(1, quantity);
  const isExempt = tax_code === NONTAXABLE || isCheapClothing || (isShipping(tax_code) && !tax.taxesShipping);
  return isExempt ? 'product_exempt' : null;
}

const getPercent = ({ tax_code }: TaxablePart, tax: PlaceTax) =>
  isReduced(tax_code) ? tax.reducedPercent : tax.percent;

/** Each tax, rounded half up to Stripe's units. Taxes within a price are rounded together. */
function calculateAmounts(part: TaxablePart, taxes: readonly PlaceTax[]): number[] {
  // In ten-thousandths of a percent, so that all of it is whole.
  const rates = taxes.map((tax) => Math.round(Number(getPercent(part, tax)) * 10_000));
  if (part.tax_behavior === 'exclusive') return rates.map((rate) => Math.round((part.amount * rate) / 1_000_000));
  const all = rates.reduce((sum, rate) => sum + rate, 0);
  const total = Math.round((part.amount * all) / (1_000_000 + all));
  let rest = total;
  return rates.map((rate, at) => {
    const amount = at === rates.length - 1 ? rest : Math.floor((total * rate) / (all || 1));
    rest -= amount;
    return amount;
  });
}
