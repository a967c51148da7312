import { describe, expect, test } from 'vitest';
import {
  checkCvc,
  checkExpiry,
  checkNumber,
  checkPostcode,
  formatCvc,
  formatExpiry,
  formatNumber,
  formatPostcode,
  getBrand,
  isConclusive,
  passesLuhn,
  readExpiry,
} from './card-rules.ts';

const TODAY = new Date(2026, 10, 20);

describe('a card number', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 42', '4242 4242 42'],
    ['378282246310005', '3782 822463 10005'],
    ['36227206271667', '3622 720627 1667'],
    ['42424242424242429999', '4242 4242 4242 4242'],
    ['6200000000000000003', '6200 0000 0000 0000 003'],
    ['', ''],
  ])('%s is grouped as on a card: %s', (typed, shown) => {
    expect(formatNumber(typed)).toBe(shown);
    expect(formatNumber(shown)).toBe(shown);
  });

  test.each([
    ['4', 'visa'],
    ['5555', 'mastercard'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2721', 'unknown'],
    ['34', 'amex'],
    ['6011', 'discover'],
    ['36', 'diners'],
    ['3566', 'jcb'],
    ['62', 'unionpay'],
    ['', 'unknown'],
    ['9', 'unknown'],
  ])('%s starts a %s card', (typed, brand) => {
    expect(getBrand(typed).brand).toBe(brand);
  });

  test('is invalid if its check digit is wrong, and incomplete while it is too short', () => {
    expect(checkNumber('4242 4242 4242 4242')).toBeNull();
    expect(checkNumber('4242 4242 4242 4241')).toMatchObject({ code: 'invalid_number' });
    expect(checkNumber('4242')).toMatchObject({ code: 'incomplete_number' });
    expect(checkNumber('6200 0000 0000 0005')).toBeNull();
    expect(checkNumber('6200 0000 0000 0004')).toMatchObject({ code: 'incomplete_number' });
    expect(isConclusive(checkNumber('4242'))).toBe(false);
    expect(isConclusive(checkNumber('4242 4242 4242 4241'))).toBe(true);
  });

  test('detects every wrong digit, and every swap of different neighbors except 09', () => {
    const right = '4242424242424242';
    for (let i = 0; i < right.length; i += 1) {
      for (let digit = 0; digit < 10; digit += 1) {
        const wrong = right.slice(0, i) + digit + right.slice(i + 1);
        expect(passesLuhn(wrong)).toBe(wrong === right);
      }
      const swapped = `${right.slice(0, i)}${right[i + 1] ?? ''}${right[i]}${right.slice(i + 2)}`;
      if (i + 1 < right.length) expect(passesLuhn(swapped)).toBe(false);
    }
    expect(passesLuhn('')).toBe(false);
  });
});

describe('an expiry date', () => {
  test.each([
    ['1', '1'],
    ['5', '05 / '],
    ['12', '12 / '],
    ['13', '01 / 3'],
    ['1/', '01 / '],
    ['1227', '12 / 27'],
    ['12 / 27', '12 / 27'],
    ['05/2027', '05 / 27'],
    ['5/27', '05 / 27'],
    ['12279', '12 / 27'],
  ])('typed as %s appears as %s', (typed, shown) => {
    expect(formatExpiry(typed, true)).toBe(shown);
  });

  test('can be deleted past its separator', () => {
    expect(formatExpiry('12 /', false)).toBe('12');
    expect(formatExpiry('12 / 2', false)).toBe('12 / 2');
  });

  test('is valid until the end of its month', () => {
    expect(checkExpiry('11 / 26', TODAY)).toBeNull();
    expect(checkExpiry('10 / 26', TODAY)).toMatchObject({ code: 'invalid_expiry_month_past' });
    expect(checkExpiry('12 / 25', TODAY)).toMatchObject({ code: 'invalid_expiry_year_past' });
    expect(checkExpiry('12 / 99', TODAY)).toMatchObject({ code: 'invalid_expiry_year' });
    expect(checkExpiry('00 / 30', TODAY)).toMatchObject({ code: 'invalid_expiry_month' });
    expect(checkExpiry('12 / ', TODAY)).toMatchObject({ code: 'incomplete_expiry' });
    expect(readExpiry('07 / 31')).toEqual({ month: 7, year: 2031 });
  });
});

test('a security code has the number of digits of its brand', () => {
  expect(formatCvc('12a345', getBrand('4242').cvcLength)).toBe('123');
  expect(formatCvc('12345', getBrand('3782').cvcLength)).toBe('1234');
  expect(checkCvc('123', 3)).toBeNull();
  expect(checkCvc('123', 4)).toMatchObject({ code: 'incomplete_cvc' });
});

test('postal codes of all countries are accepted', () => {
  expect(formatPostcode(' sw1a 1aa!')).toBe('SW1A 1AA');
  for (const good of ['94110', 'SW1A 1AA', '1010', '100-0001']) expect(checkPostcode(good)).toBeNull();
  expect(checkPostcode('9')).toMatchObject({ code: 'incomplete_zip' });
});
