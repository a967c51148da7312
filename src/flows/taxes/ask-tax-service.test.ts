import { expect, test } from 'vitest';
import { TaxServiceBusy } from '#src/features/payments/guarded-tax-calculator.server.ts';
import { ProviderUnavailable } from '#src/features/payments/provider-errors.server.ts';
import type { HostedTax, HostedTaxPart, TaxQuestion } from '#src/shared/totals/hosted-tax.ts';
import { askTaxService } from './ask-tax-service.server.ts';

const QUESTION: TaxQuestion = {
  currency: 'eur',
  pricesInclude: 'gross',
  lines: [{ amountMinor: 11_900, quantity: 1, taxCode: 'txcd_99999999' }],
  shipping: null,
  destination: { country: 'FR', region: '', postalCode: '75001' },
  origin: { country: 'DE', region: '', postalCode: '10115' },
  buyer: { vatId: 'FR40303265045', isExempt: false },
};

const part = (reason: string): HostedTaxPart => ({
  ...{ amountMinor: 11_900, taxMinor: 0 },
  taxes: [{ name: '', rate: 0, reason, taxableMinor: 0, amountMinor: 0 }],
});
const because = (reason: string): HostedTax => ({ kind: 'calculated', lines: [part(reason)], shipping: null });

/** Asks a service that answers one thing after the other. Returns what it was asked, too. */
async function ask(answers: (HostedTax | Error)[], question = QUESTION) {
  const asked: TaxQuestion[] = [];
  const warnings: string[] = [];
  const taxService = {
    recall: () => null,
    async ask(given: TaxQuestion) {
      const answer = answers[asked.length];
      asked.push(given);
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('not asked for');
      return answer;
    },
  };
  const limits = { consume: async () => null };
  const log = { warn: (_fields: object, message: string) => warnings.push(message) };
  const outcome = await askTaxService({ taxService, limits, log } as never, question, {
    ...{ budget: [], day: '2026-11-29', isAtShop: question.destination === question.origin },
  });
  return { outcome, asked, warnings };
}

test('a VAT ID that the service refuses counts as none', async () => {
  const { outcome, asked } = await ask([{ kind: 'refused_vat_id' }, because('standard_rated')]);
  expect(outcome.ok).toBe(true);
  expect(asked.map(({ buyer }) => buyer.vatId)).toEqual(['FR40303265045', '']);
});

test('a service that refuses a VAT ID that nobody sent is not asked for ever', async () => {
  const { outcome, asked } = await ask([{ kind: 'refused_vat_id' }, { kind: 'refused_vat_id' }]);
  expect([outcome, asked.length]).toMatchObject([{ ok: false, code: 'tax_unavailable' }, 2]);
});

test('too many askers are not a service that does not answer', async () => {
  const { outcome, warnings } = await ask([new TaxServiceBusy('too many wait')]);
  expect(outcome).toEqual({ ok: false, code: 'busy', extra: { retryAfter: 1 } });
  expect(warnings).toEqual([]);
});

test.each([
  ['reverse_charge', 'DE'],
  ['customer_exempt', 'FR'],
])('what gross prices include is asked for anybody else, if the reason is %s', async (reason, country) => {
  const { outcome, asked } = await ask([because(reason), because('standard_rated')]);
  expect(outcome).toMatchObject({ ok: true, value: { tax: because(reason), included: because('standard_rated') } });
  expect(asked[1]).toMatchObject({ destination: { country }, buyer: { vatId: '', isExempt: false } });
});

test('net prices include nothing', async () => {
  const { outcome, asked } = await ask([because('reverse_charge')], { ...QUESTION, pricesInclude: 'net' });
  expect([outcome, asked.length]).toMatchObject([{ ok: true, value: { included: null } }, 1]);
});

test('without the second answer there is none', async () => {
  for (const second of [new ProviderUnavailable('away'), { kind: 'unknown_address' } as const]) {
    const { outcome } = await ask([because('reverse_charge'), second]);
    expect(outcome).toMatchObject({ ok: false, code: 'tax_unavailable' });
  }
});

test('an address that is unknown is the buyer’s to correct, and that of the shop the owner’s', async () => {
  const { outcome } = await ask([{ kind: 'unknown_address' }]);
  expect(outcome).toMatchObject({ ok: false, code: 'invalid', fields: { addressId: expect.any(String) } });
  const atShop = { country: 'US', region: '', postalCode: '' };
  const own = await ask([], { ...QUESTION, destination: atShop, origin: atShop });
  expect(own.outcome).toMatchObject({ ok: false, code: 'tax_unavailable' });
  expect(own.warnings).toEqual([expect.stringContaining('does not know where the shop is')]);
});
