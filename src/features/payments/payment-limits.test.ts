import { expect, test } from 'vitest';
import { checkMoney } from '#src/card-sandbox/params.server.ts';
import { CURRENCIES } from '#src/shared/currencies.ts';
import { US_DOLLARS } from '#src/shared/money.ts';
import { fromChargeAmount, getPaymentLimits, toChargeAmount } from './payment-limits.ts';

const isTaken = (minor: number, code: string) => checkMoney(toChargeAmount(minor, code), code.toLowerCase()).ok;

test('a shop that has chosen no currency has the limits of US dollars', () => {
  expect(US_DOLLARS).toMatchObject(getPaymentLimits('USD'));
});

test.each([...CURRENCIES])('the card provider takes payments in %s from the smallest to the largest', (code) => {
  const { minMinor, maxMinor, stepMinor } = getPaymentLimits(code);
  const odd = minMinor + (stepMinor > 1 ? 1 : 0);
  expect([minMinor, minMinor + stepMinor, maxMinor].map((minor) => isTaken(minor, code))).toEqual([true, true, true]);
  expect([1, maxMinor + stepMinor].map((minor) => isTaken(minor, code))).toEqual([false, false]);
  expect(isTaken(odd, code)).toBe(stepMinor === 1);
  expect(fromChargeAmount(toChargeAmount(maxMinor, code), code)).toBe(maxMinor);
});

test('Stripe writes krónur and Ugandan shillings with two zeros, and takes no thousandth of a dinar', () => {
  expect([toChargeAmount(500, 'isk'), toChargeAmount(500, 'UGX'), toChargeAmount(500, 'jpy')]).toEqual([
    50_000, 50_000, 500,
  ]);
  expect(checkMoney(50_001, 'isk')).toMatchObject({ ok: false });
  expect(checkMoney(5_124, 'kwd')).toMatchObject({ ok: false });
  expect(checkMoney(5_120, 'kwd')).toMatchObject({ ok: true });
  expect(getPaymentLimits('KWD')).toEqual({ minMinor: 200, maxMinor: 99_999_990, stepMinor: 10 });
});

test('a currency that is not offered has no limits', () => {
  expect(() => getPaymentLimits('XTS')).toThrow('takes no XTS');
});
