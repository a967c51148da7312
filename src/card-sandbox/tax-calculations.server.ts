import { makeId } from './ids.server.ts';
import { type StripeObject, toListObject, toUnixSeconds } from './objects.server.ts';
import { invalidParam, resourceMissing, type StripeResult, stripeFailure, stripeOk } from './stripe-error.server.ts';
import type { CreateTaxCalculationParams, ListTaxLinesParams } from './tax-params.server.ts';
import { type PartTax, type TaxablePart, taxPart } from './tax-parts.ts';
import { findTaxOfPlace, isInEuVat, type TaxPlace } from './tax-rates.ts';

/** The address of the account, unless a request names another one. */
const HEAD_OFFICE = { country: 'US', state: 'OH', postal_code: '44114', city: 'Cleveland', line1: '', line2: '' };

const FIRST_LINES = 10;
const DAYS_90_S = 90 * 86_400;
/** The sandbox keeps its calculations in memory, and forgets the oldest. */
const MAX_KEPT = 200;

/** Stripe Tax with a few rates: the European Union, some states and provinces, and the shop's own country. */
export function createTaxCalculations() {
  const linesOf = new Map<string, StripeObject[]>();

  function create(params: CreateTaxCalculationParams): StripeResult<StripeObject> {
    const unknown = params.expanded.find((path) => !EXPANDABLE.includes(path));
    if (unknown !== undefined) return cannotExpand(unknown);
    const invalid = checkCodes(params) ?? checkTaxIds(params);
    if (invalid) return invalid;
    const { customer_details: customer, ship_from_details: from, shipping_cost: shipping, currency } = params;
    const place: TaxPlace = customer.address;
    const origin: TaxPlace = from?.address ?? HEAD_OFFICE;
    const found = findTaxOfPlace(place, origin);
    if (!found) return LOCATION_INVALID;
    const override = findOverride(params, origin);
    const toPart = (part: TaxablePart) => {
      const taxes = taxPart(part, place, found, override);
      return { part, taxes, tax: taxes.reduce((sum, { amount }) => sum + amount, 0) };
    };
    const lines = params.line_items.map((line, at) => ({
      ...toPart({ ...line, quantity: line.quantity ?? 1 }),
      reference: line.reference ?? `L${at + 1}`,
    }));
    const ofShipping = shipping ? toPart({ ...shipping, quantity: 1 }) : null;
    const parts = [...lines, ...(ofShipping ? [ofShipping] : [])];
    const sumTaxes = (behavior: TaxablePart['tax_behavior']) =>
      parts.reduce((sum, { part, tax }) => sum + (part.tax_behavior === behavior ? tax : 0), 0);
    const id = makeId('taxcalc');
    const lineObjects = lines.map(({ part, taxes, tax, reference }) => ({
      ...{ id: makeId('tax_li'), object: 'tax.calculation_line_item' },
      ...{ amount: part.amount, amount_tax: tax, livemode: false, metadata: null, performance_location: null },
      ...{ product: null, quantity: part.quantity, reference, tax_behavior: part.tax_behavior },
      ...{ tax_breakdown: taxes, tax_code: part.tax_code },
    }));
    linesOf.set(id, lineObjects);
    const [oldest] = linesOf.keys();
    if (linesOf.size > MAX_KEPT && oldest) linesOf.delete(oldest);
    const now = toUnixSeconds(new Date());
    return stripeOk({
      id,
      object: 'tax.calculation',
      amount_total: parts.reduce((sum, { part }) => sum + part.amount, 0) + sumTaxes('exclusive'),
      currency,
      customer: null,
      customer_details: {
        address: toAddressObject(customer.address),
        address_source: customer.address_source,
        ip_address: null,
        tax_ids: customer.tax_ids,
        taxability_override: customer.taxability_override,
      },
      expires_at: now + DAYS_90_S,
      ...(params.expanded.some((path) => path.startsWith('line_items')) && {
        line_items: toListObject(
          `/v1/tax/calculations/${id}/line_items`,
          lineObjects.slice(0, FIRST_LINES).map((line) => showLine(line, params.expanded.includes(LINE_TAXES))),
          lineObjects.length > FIRST_LINES,
        ),
      }),
      livemode: false,
      ship_from_details: from ? { address: toAddressObject(from.address) } : null,
      shipping_cost: ofShipping && {
        amount: ofShipping.part.amount,
        amount_tax: ofShipping.tax,
        tax_behavior: ofShipping.part.tax_behavior,
        ...(params.expanded.includes(SHIPPING_TAXES) && { tax_breakdown: ofShipping.taxes }),
        tax_code: ofShipping.part.tax_code,
      },
      tax_amount_exclusive: sumTaxes('exclusive'),
      tax_amount_inclusive: sumTaxes('inclusive'),
      tax_breakdown: addUp(parts),
      tax_date: now,
    });
  }

  function listLines(id: string, { limit, starting_after, expanded }: ListTaxLinesParams): StripeResult<StripeObject> {
    const unknown = expanded.find((path) => path !== 'data.tax_breakdown');
    if (unknown !== undefined) return cannotExpand(unknown);
    const lines = linesOf.get(id);
    if (!lines) return resourceMissing('tax calculation', id, 'calculation');
    const after = starting_after === undefined ? -1 : lines.findIndex((line) => line.id === starting_after);
    if (starting_after !== undefined && after < 0)
      return resourceMissing('line item', starting_after, 'starting_after', 400);
    const page = lines.slice(after + 1, after + 1 + limit).map((line) => showLine(line, expanded.length > 0));
    return stripeOk(toListObject(`/v1/tax/calculations/${id}/line_items`, page, after + 1 + limit < lines.length));
  }

  return { create, listLines };
}

/** `GET /v1/tax/settings`. */
export const TAX_SETTINGS: StripeObject = {
  object: 'tax.settings',
  defaults: { provider: 'stripe', tax_behavior: null, tax_code: 'txcd_99999999' },
  head_office: { address: HEAD_OFFICE },
  livemode: false,
  status: 'active',
  status_details: { active: {} },
};

const LINE_TAXES = 'line_items.data.tax_breakdown';
const SHIPPING_TAXES = 'shipping_cost.tax_breakdown';
const EXPANDABLE = ['line_items', LINE_TAXES, SHIPPING_TAXES];

const cannotExpand = (path: string) => invalidParam('expand[]', `This property cannot be expanded (${path}).`);

const LOCATION_INVALID = stripeFailure({
  status: 400,
  type: 'invalid_request_error',
  code: 'customer_tax_location_invalid',
  message:
    'We could not determine the customer’s tax location based on the provided customer address. Please ensure the address is valid.',
  param: 'customer_details[address]',
});

function checkCodes({ line_items, shipping_cost }: CreateTaxCalculationParams) {
  const codes = [...line_items, ...(shipping_cost ? [shipping_cost] : [])].map(({ tax_code }) => tax_code);
  const unknown = codes.find((code) => !/^txcd_\d{8}$/.test(code));
  return unknown === undefined ? null : resourceMissing('tax code', unknown, 'tax_code', 400);
}

function checkTaxIds({ customer_details: { tax_ids } }: CreateTaxCalculationParams) {
  const wrong = tax_ids.findIndex(
    ({ type, value }) => type === 'eu_vat' && !(isEuPrefix(value.slice(0, 2)) && /^[A-Z\d+*]{4,14}$/.test(value)),
  );
  if (wrong < 0) return null;
  const param = `customer_details[tax_ids][${wrong}][value]`;
  return invalidParam(param, 'Invalid value for eu_vat.', 'tax_id_invalid');
}

const isEuPrefix = (prefix: string) => prefix === 'EL' || prefix === 'XI' || isInEuVat(prefix);

/** Why the buyer owes no tax: a certificate, or a business in another country of the European Union. */
function findOverride({ customer_details: customer }: CreateTaxCalculationParams, origin: TaxPlace): string | null {
  if (customer.taxability_override !== 'none') return customer.taxability_override;
  const { country } = customer.address;
  const isBusiness = customer.tax_ids.some(({ type }) => type === 'eu_vat');
  return isBusiness && isInEuVat(country) && country !== origin.country ? 'reverse_charge' : null;
}

/** The taxes of all parts, by what they are and why. */
function addUp(parts: readonly { part: TaxablePart; taxes: PartTax[] }[]): StripeObject[] {
  const totals = new Map<string, { amount: number; taxable_amount: number } & StripeObject>();
  for (const { part, taxes } of parts)
    for (const { amount, taxable_amount, jurisdiction, tax_rate_details: details, taxability_reason } of taxes) {
      const { country, state } = jurisdiction;
      const rate = {
        ...{ country, state, flat_amount: null, percentage_decimal: details?.percentage_decimal ?? '0.0' },
        ...{ rate_type: details ? 'percentage' : null, tax_type: details?.tax_type ?? null },
      };
      const inclusive = part.tax_behavior === 'inclusive';
      const key = JSON.stringify([rate, taxability_reason, inclusive]);
      const known = totals.get(key);
      totals.set(key, {
        amount: amount + (known?.amount ?? 0),
        inclusive,
        tax_rate_details: rate,
        taxability_reason,
        taxable_amount: taxable_amount + (known?.taxable_amount ?? 0),
      });
    }
  return [...totals.values()];
}

function showLine(line: StripeObject, isExpanded: boolean): StripeObject {
  const { tax_breakdown, ...rest } = line;
  return isExpanded ? { ...rest, tax_breakdown } : rest;
}

const toAddressObject = (address: CreateTaxCalculationParams['customer_details']['address']) =>
  Object.fromEntries(Object.entries(address).map(([key, value]) => [key, value || null]));
