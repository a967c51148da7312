import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#tests/support/card-sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.faults.reset());

type Params = Stripe.Tax.CalculationCreateParams;
const EXPAND = ['line_items.data.tax_breakdown', 'shipping_cost.tax_breakdown'];
const at = (country: string, postal_code = '', state = '') => ({ country, postal_code, state });
const calculate = (address: ReturnType<typeof at>, more: Partial<Params> = {}) =>
  sandbox.stripe.tax.calculations.create({
    currency: 'usd',
    line_items: [{ amount: 10_000, reference: 'L1' }],
    customer_details: { address, address_source: 'shipping' },
    expand: EXPAND,
    ...more,
  });
const failure = async (call: Promise<unknown>) => {
  const error = await call.then(() => null).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  return error as Stripe.errors.StripeError;
};
const reasonsOf = ({ line_items }: Stripe.Tax.Calculation) =>
  line_items?.data[0]?.tax_breakdown?.map(({ taxability_reason }) => taxability_reason);

test('a calculation names each tax of each line and of shipping, and adds them up', async () => {
  const calculation = await calculate(at('US', '10001', 'NY'), {
    line_items: [
      { amount: 10_000, reference: 'coat', tax_code: 'txcd_30011000' },
      { amount: 20_000, reference: 'saw' },
    ],
    shipping_cost: { amount: 1_000 },
  });
  const { line_items: lines, shipping_cost: shipping } = calculation;
  // The coat is clothing below 110 dollars, which New York does not tax.
  expect(lines?.data.map(({ reference, amount_tax }) => [reference, amount_tax])).toEqual([
    ['coat', 0],
    ['saw', 1_775],
  ]);
  expect(shipping).toMatchObject({ amount: 1_000, amount_tax: 89, tax_code: 'txcd_92010001' });
  expect(calculation).toMatchObject({ amount_total: 32_864, tax_amount_exclusive: 1_864, tax_amount_inclusive: 0 });
  expect(lines?.data[1]?.tax_breakdown?.[1]).toMatchObject({
    amount: 900,
    jurisdiction: { country: 'US', state: 'NY', level: 'city', display_name: 'New York City' },
    tax_rate_details: { percentage_decimal: '4.5', tax_type: 'sales_tax' },
    taxability_reason: 'standard_rated',
    taxable_amount: 20_000,
  });
  const total = calculation.tax_breakdown.reduce((sum, { amount }) => sum + amount, 0);
  expect(total).toBe(1_864);
});

test('the same question has the same amounts', async () => {
  const [one, other] = [await calculate(at('CA', 'G1A 0A2')), await calculate(at('CA', 'G1A 0A2'))];
  expect(other.tax_breakdown).toEqual(one.tax_breakdown);
  expect(one.tax_amount_exclusive).toBe(500 + 998);
  expect(other.id).not.toBe(one.id);
});

test.each([1, 99, 333, 10_000, 123_457])(
  'a price of %i with its tax inside is split without a rest',
  async (amount) => {
    const line_items = [{ amount, reference: 'L1', tax_behavior: 'inclusive' }];
    const calculation = await calculate(at('US', '90012'), { line_items });
    expect([calculation.amount_total, calculation.tax_amount_exclusive]).toEqual([amount, 0]);
    const [line] = calculation.line_items?.data ?? [];
    const taxes = line?.tax_breakdown ?? [];
    expect(taxes.reduce((sum, tax) => sum + tax.amount, 0)).toBe(line?.amount_tax);
    expect(taxes.every((tax) => tax.taxable_amount === amount - (line?.amount_tax ?? 0))).toBe(true);
  },
);

describe('why a tax is imposed or not', () => {
  const german = { ship_from_details: { address: at('DE') } };
  const french = (details: object) => ({
    ...german,
    customer_details: { address: at('FR'), address_source: 'shipping', ...details },
  });
  const ID = { tax_ids: [{ type: 'eu_vat', value: 'FR40303265045' }] };
  test.each<[string, ReturnType<typeof at>, Partial<Params>, string[]]>([
    ['standard', at('DE'), german, ['standard_rated']],
    ['books', at('DE'), { line_items: [{ amount: 1, tax_code: 'txcd_35010000' }] }, ['reduced_rated']],
    ['what is never taxed', at('DE'), { line_items: [{ amount: 1, tax_code: 'txcd_00000000' }] }, ['product_exempt']],
    ['a business abroad', at('FR'), french(ID), ['reverse_charge']],
    ['a business at home', at('DE'), { ...french({ ...ID, address: at('DE') }) }, ['standard_rated']],
    ['a certificate', at('FR'), french({ taxability_override: 'customer_exempt' }), ['customer_exempt']],
    ['no registration', at('CH'), german, ['not_collecting']],
    ['no sales tax', at('US', '97201', 'OR'), {}, ['not_subject_to_tax']],
    ['no support', at('KP'), {}, ['not_supported']],
  ])('%s', async (_what, address, more, reasons) => {
    expect(reasonsOf(await calculate(address, more))).toEqual(reasons);
  });
});

describe('errors', () => {
  test.each([
    ['no ZIP code', at('US', '', 'OH')],
    ['a ZIP code that is none', at('US', 'ABC')],
    ['a ZIP code of another state', at('US', '90012', 'OH')],
    ['neither province nor postal code', at('CA')],
  ])('%s', async (_what, address) => {
    expect(await failure(calculate(address))).toMatchObject({ statusCode: 400, code: 'customer_tax_location_invalid' });
  });

  test.each<[string, object, string | undefined, string]>([
    ['no lines', { line_items: [] }, 'parameter_missing', 'line_items'],
    ['a fraction', { line_items: [{ amount: 1.5 }] }, 'parameter_invalid_integer', 'line_items[0][amount]'],
    ['an unknown code', { line_items: [{ amount: 1, tax_code: 'txcd_1' }] }, 'resource_missing', 'tax_code'],
    ['an unknown parameter', { customer: 'cus_1' }, 'parameter_unknown', 'customer'],
    ['an unknown expansion', { expand: ['customer'] }, undefined, 'expand[]'],
  ])('%s', async (_what, more, code, param) => {
    const error = await failure(calculate(at('DE'), more));
    expect([error.code, error.param]).toEqual([code, param]);
  });

  test('a VAT ID of the wrong form', async () => {
    const tax_ids = [{ type: 'eu_vat', value: 'Q1' }];
    const customer_details = { address: at('FR'), address_source: 'shipping', tax_ids };
    expect(await failure(calculate(at('FR'), { customer_details }))).toMatchObject({ code: 'tax_id_invalid' });
  });

  test('those that a test plans, as for any other request', async () => {
    sandbox.faults.failRequests({ times: 1, status: 500, when: ({ path }) => path.includes('/tax/') });
    await expect(calculate(at('DE'))).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
    expect(reasonsOf(await calculate(at('DE')))).toEqual(['standard_rated']);
  });
});

test('more than ten lines come in pages, with their taxes only if they are expanded', async () => {
  const line_items = Array.from({ length: 25 }, (_, line) => ({ amount: 100 + line, reference: `L${line + 1}` }));
  const { id, line_items: first } = await calculate(at('DE'), { line_items });
  expect([first?.data.length, first?.has_more]).toEqual([10, true]);
  const starting_after = first?.data.at(-1)?.id ?? '';
  const list = (params: object) => sandbox.stripe.tax.calculations.listLineItems(id ?? '', params);
  const page = await list({ limit: 100, starting_after, expand: ['data.tax_breakdown'] });
  expect([page.data.map(({ reference }) => reference), page.has_more]).toEqual([
    line_items.slice(10).map(({ reference }) => reference),
    false,
  ]);
  expect(page.data[0]?.tax_breakdown).toHaveLength(1);
  expect((await list({ limit: 1 })).data[0]).not.toHaveProperty('tax_breakdown');
  expect(await failure(sandbox.stripe.tax.calculations.listLineItems('taxcalc_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
});

test('the settings say that Stripe Tax is active', async () => {
  expect(await sandbox.stripe.tax.settings.retrieve()).toMatchObject({ status: 'active' });
});
