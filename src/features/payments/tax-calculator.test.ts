import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TaxQuestion } from '#src/shared/totals/hosted-tax.ts';
import { createTaxCalculator, type TaxCalculator } from './tax-calculator.server.ts';

/** What the service responds to everything. */
let response = { status: 200, body: '' };
let server: Server;
let calculator: TaxCalculator;
beforeAll(async () => {
  server = createServer((request, reply) => {
    request.resume();
    reply.writeHead(response.status, { 'content-type': 'application/json' }).end(response.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  calculator = createTaxCalculator({ secretKey: 'sk_test_x', host: { host: '127.0.0.1', port, protocol: 'http' } });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const QUESTION: TaxQuestion = {
  ...{ currency: 'isk', pricesInclude: 'net' },
  lines: [{ amountMinor: 1_000, quantity: 1, taxCode: 'txcd_99999999' }],
  shipping: null,
  destination: { country: 'IS', region: '', postalCode: '101' },
  origin: null,
  buyer: { vatId: '', isExempt: false },
};
const TAX = {
  ...{ amount: 24_000, taxable_amount: 100_000, taxability_reason: 'standard_rated', sourcing: 'destination' },
  jurisdiction: { country: 'IS', display_name: 'Iceland', level: 'country', state: null },
  tax_rate_details: { display_name: 'Virðisaukaskattur', percentage_decimal: '24.0', tax_type: 'vat' },
};
const LINE = { id: 'tax_li_1', reference: 'L1', amount: 100_000, amount_tax: 24_000, tax_breakdown: [TAX] };
const calculation = (line: object = {}, more: object = {}) => ({
  ...{ id: 'taxcalc_1', object: 'tax.calculation', currency: 'isk', shipping_cost: null },
  line_items: { object: 'list', data: [{ ...LINE, ...line }], has_more: false },
  ...more,
});
const ask = (status: number, body: object | string, question = QUESTION) => {
  response = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  return calculator.calculate(question);
};
const rejection = (code: string) => ({ error: { type: 'invalid_request_error', code, message: 'No.' } });

test('an answer is in the shop’s units and words', async () => {
  // Stripe writes Icelandic krónur with two decimals.
  expect(await ask(200, calculation())).toEqual({
    kind: 'calculated',
    lines: [
      {
        ...{ amountMinor: 1_000, taxMinor: 240 },
        taxes: [{ name: 'VAT', rate: 240_000, reason: 'standard_rated', taxableMinor: 1_000, amountMinor: 240 }],
      },
    ],
    shipping: null,
  });
});

describe('what is no answer to the question is none', () => {
  test.each<[string, number, object | string]>([
    ['a page of a proxy', 200, '<html>Sign in</html>'],
    ['something else', 200, { object: 'list', data: [] }],
    ['another amount', 200, calculation({ amount: 90_000 })],
    ['another line', 200, calculation({ reference: 'L2' })],
    ['lines without their taxes', 200, calculation({ tax_breakdown: undefined })],
    [
      'a rate that is no number',
      200,
      calculation({ tax_breakdown: [{ ...TAX, tax_rate_details: { percentage_decimal: 'NaN' } }] }),
    ],
    ['a proxy’s 400', 400, { error: { message: 'Bad gateway' } }],
  ])('%s', async (_what, status, body) => {
    await expect(ask(status, body)).rejects.toMatchObject({
      name: 'ProviderUnavailable',
      reason: expect.stringMatching(/response is invalid|problem on its side/),
    });
  });

  test('shipping that was asked for is missing', async () => {
    const shipping = { amountMinor: 600, taxCode: 'txcd_92010001' };
    await expect(ask(200, calculation(), { ...QUESTION, shipping })).rejects.toThrow('nothing about shipping');
  });
});

test.each([
  ['customer_tax_location_invalid', 'unknown_address'],
  ['invalid_tax_location', 'unknown_address'],
  ['tax_id_invalid', 'refused_vat_id'],
])('the rejection %s is an answer', async (code, kind) => {
  expect(await ask(400, rejection(code))).toEqual({ kind });
});

test('an owner learns what to do if Stripe Tax is not set up, or the key is wrong', async () => {
  await expect(ask(400, rejection('stripe_tax_inactive'))).rejects.toMatchObject({
    reason: expect.stringContaining('Please complete its settings'),
  });
  response = { status: 200, body: JSON.stringify({ object: 'tax.settings', status: 'pending' }) };
  await expect(calculator.probe(1_000)).rejects.toThrow('Please complete its settings');
  response = { status: 401, body: JSON.stringify({ error: { type: 'invalid_request_error', message: 'No.' } }) };
  await expect(calculator.probe(1_000)).rejects.toThrow('rejects the secret key');
  response = { status: 200, body: JSON.stringify({ object: 'tax.settings', status: 'active' }) };
  await expect(calculator.probe(1_000)).resolves.toBeUndefined();
});
