import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CURRENCIES, getCurrencyFormat, getDigits, nameCurrency, nameCurrencyUnits } from './currencies.ts';
import {
  decimalToMinor,
  formatDecimalMoney,
  formatMoney,
  getShopCurrency,
  getStoredCurrency,
  minorToDecimal,
  minorToNumber,
  numberToMinor,
  type ShopCurrency,
  setShopCurrency,
  toCurrencyAttribute,
  US_DOLLARS,
} from './money.ts';

const toShop = (code: string): ShopCurrency => ({ ...US_DOLLARS, ...getCurrencyFormat(code) });

afterEach(() => setShopCurrency(US_DOLLARS));

test('the currency that a shop starts with is written as any other', () => {
  expect(US_DOLLARS).toMatchObject(getCurrencyFormat('USD'));
  expect(getCurrencyFormat('usd')).toBe(getCurrencyFormat('USD'));
});

test.each([...CURRENCIES])('%s is written as the platform writes it, with the decimals of ISO 4217', (code) => {
  const currency = getCurrencyFormat(code);
  const digits = getDigits(code);
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits, style: 'currency' } as const;
  const platform = new Intl.NumberFormat('en-US', { ...style, currency: code });
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (minor) => {
      expect(formatMoney(minor, currency)).toBe(platform.format(minor / 10 ** digits));
    }),
  );
});

test('the platform agrees on the decimals, except where people no longer write them', () => {
  const others = CURRENCIES.filter((code) => {
    const { maximumFractionDigits } = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: code,
    }).resolvedOptions();
    return maximumFractionDigits !== getDigits(code);
  });
  // Versions of the platform differ here, so some of these are missing in newer ones, and stored amounts must not change.
  expect(['COP', 'HUF', 'IDR']).toEqual(expect.arrayContaining(others));
});

test('amounts are read in the shop’s own currency', () => {
  const show = (code: string) => {
    setShopCurrency(toShop(code));
    return [formatMoney(1_234_500), minorToDecimal(1_890), minorToNumber(1_890), formatDecimalMoney('12.5')];
  };
  expect(show('USD')).toEqual(['$12,345.00', '18.90', 18.9, '$12.50']);
  expect(show('JPY')).toEqual(['¥1,234,500', '1890', 1890, '¥13']);
  expect(show('KWD')).toEqual(['KWD\u00a01,234.500', '1.890', 1.89, 'KWD\u00a012.500']);
  expect(getStoredCurrency()).toBe('kwd');
});

describe.each([
  ['JPY', 0],
  ['USD', 2],
  ['KWD', 3],
])('with the %s of %i decimals', (code, digits) => {
  const amounts = fc.integer({ min: 0, max: 99_999_999 });

  test('every amount survives formatting and parsing, as string and as number', () => {
    setShopCurrency(toShop(code));
    fc.assert(
      fc.property(amounts, (minor) => {
        expect(decimalToMinor(minorToDecimal(minor))).toBe(minor);
        expect(decimalToMinor(minorToNumber(minor))).toBe(minor);
        expect(numberToMinor(minorToNumber(minor))).toBe(minor);
        expect(minorToDecimal(minor).split('.')[1]?.length ?? 0).toBe(digits);
      }),
    );
  });

  test('less than a minor unit is not an amount', () => {
    setShopCurrency(toShop(code));
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 9 }), (minor, tenths) => {
        const decimal = minorToDecimal(minor);
        const text = digits === 0 ? `${decimal}.${tenths}` : `${decimal}${tenths}`;
        expect(decimalToMinor(text)).toBeNull();
      }),
    );
  });

  test('a total multiplied as a floating-point number is the exact total', () => {
    setShopCurrency(toShop(code));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 99_999 }), (quantity, unit) => {
        fc.pre(quantity * unit <= 99_999_999);
        expect(decimalToMinor(quantity * minorToNumber(unit))).toBe(quantity * unit);
      }),
    );
  });
});

test('browsers find the currency in the document, and follow it', () => {
  const dataset = { currency: toCurrencyAttribute({ ...toShop('KWD'), minMinor: 200, stepMinor: 10 }) };
  vi.stubGlobal('document', { documentElement: { dataset } });
  expect(getShopCurrency()).toEqual({ ...toShop('KWD'), minMinor: 200, stepMinor: 10 });
  expect(formatMoney(18_900)).toBe('KWD\u00a018.900');
  dataset.currency = toCurrencyAttribute(toShop('JPY'));
  expect(formatMoney(18_900)).toBe('¥18,900');
  vi.unstubAllGlobals();
});

test('currencies have names', () => {
  expect(nameCurrency('JPY')).toBe('Japanese Yen (JPY)');
  expect([nameCurrencyUnits('USD'), nameCurrencyUnits('KWD')]).toEqual(['US dollars', 'Kuwaiti dinars']);
});
