import { expect, test } from 'vitest';
import { phoneSchema } from './field-schemas.ts';
import { parsePhone, toPhoneUri } from './phone.ts';

test.each([
  ['+1 (216) 555-0192', '+12165550192'],
  ['216 555 0100', '2165550100'],
  ['216.555.0100', '2165550100'],
  ['(+49) 30/1234-0', '+493012340'],
  ['4711', '4711'],
  ['216 555 0100 ext. 9', '2165550100;ext=9'],
  ['216 555 0100 ext 9', '2165550100;ext=9'],
  ['216 555 0100, Ext: 42', '2165550100;ext=42'],
  ['+1 216 555 0100 extension 1234', '+12165550100;ext=1234'],
  ['2165550100x9', '2165550100;ext=9'],
  ['216 555 0100 #9', '2165550100;ext=9'],
  ['+12165550100;ext=9', '+12165550100;ext=9'],
  ['ext. 9', '9'],
  ['  ext. 9 ', '9'],
  ['x9', '9'],
])('%s is a phone number', (text, uri) => {
  expect(phoneSchema.safeParse(text)).toMatchObject({ success: true, data: text.trim() });
  expect(toPhoneUri(text)).toBe(uri);
});

test.each([
  '',
  'call us',
  '123',
  '+',
  '----',
  '1234567890123456',
  'ext.',
  'ext. nine',
  '216 555 0100 ext. 12345678',
  '216 555 0100 ext. 9 ext. 9',
  '216 555 0100 text 9',
  'Box 9',
  '12 34 ext. 9 or 8',
  '12+34+56',
  'javascript:1234',
])('%j is not a phone number', (text) => {
  expect(phoneSchema.safeParse(text).success).toBe(false);
});

test('a stored number’s link contains only digits', () => {
  expect(parsePhone('call 216 555 0100')).toBeNull();
  expect(toPhoneUri('call 216 555 0100')).toBe('2165550100');
});
