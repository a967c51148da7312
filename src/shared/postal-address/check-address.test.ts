import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { formatAddress, getAddressLayout } from './address-format.ts';
import { checkAddress } from './check-address.ts';
import { COUNTRIES } from './countries.ts';
import { createEmptyAddress, type PostalAddress } from './postal-address.ts';
import { postalAddressSchema } from './postal-address-schema.ts';
import { getPostalCodeExample, normalizePostalCode } from './postal-codes.ts';
import { getVatIdExample, normalizeVatId } from './vat-id.ts';

const address = (fields: Partial<PostalAddress>): PostalAddress => ({
  ...createEmptyAddress('US'),
  name: 'Ada Smith',
  line1: '1 Main Street',
  city: 'Cleveland',
  region: 'OH',
  postalCode: '44114',
  ...fields,
});

const errorsOf = (fields: Partial<PostalAddress>) => checkAddress(address(fields)).errors;
const stored = (fields: Partial<PostalAddress>) => {
  const checked = checkAddress(address(fields));
  if (checked.errors) throw new Error(JSON.stringify(checked.errors));
  return checked.address;
};

describe('an address', () => {
  test.each<[string, Partial<PostalAddress>, string[]]>([
    ['US', {}, ['Ada Smith', '1 Main Street', 'Cleveland, OH 44114', 'UNITED STATES']],
    [
      'CA',
      { city: 'Montréal', region: 'QC', postalCode: 'h3z2y7' },
      ['Ada Smith', '1 Main Street', 'Montréal QC H3Z 2Y7', 'CANADA'],
    ],
    [
      'GB',
      { city: 'London', region: 'Kent', postalCode: 'ec1y8sy' },
      ['Ada Smith', '1 Main Street', 'London', 'EC1Y 8SY', 'UNITED KINGDOM'],
    ],
    [
      'DE',
      { city: 'München', postalCode: 'D-80331', company: 'Müller GmbH' },
      ['Ada Smith', 'Müller GmbH', '1 Main Street', '80331 München', 'GERMANY'],
    ],
    ['FR', { city: 'Paris', postalCode: '75008' }, ['Ada Smith', '1 Main Street', '75008 Paris', 'FRANCE']],
    [
      'JP',
      { line1: '1-2-3 Otemachi', line2: 'Floor 4', city: 'Chiyoda-ku', region: 'Tokyo', postalCode: '1000004' },
      ['Ada Smith', '1-2-3 Otemachi', 'Floor 4', 'Chiyoda-ku, Tokyo', '100-0004', 'JAPAN'],
    ],
    [
      'JP',
      { name: '山田', line1: '大手町1-2-3', city: '千代田区', region: '東京都', postalCode: '１００−０００４' },
      ['〒100-0004', '東京都', '千代田区', '大手町1-2-3', '山田', 'JAPAN'],
    ],
    [
      'IE',
      { city: 'Athlone', region: 'Westmeath', postalCode: '' },
      ['Ada Smith', '1 Main Street', 'Athlone', 'Westmeath', 'IRELAND'],
    ],
    [
      'HK',
      { city: 'Mong Kok', region: 'Kowloon', postalCode: '999077' },
      ['Ada Smith', '1 Main Street', 'Mong Kok', 'Kowloon', 'HONG KONG'],
    ],
    ['GR', { city: 'Αθήνα', postalCode: '15124' }, ['Ada Smith', '1 Main Street', '151 24 Αθήνα', 'GREECE']],
    [
      'BR',
      { city: 'São Paulo', region: 'sao paulo', postalCode: '01310200' },
      ['Ada Smith', '1 Main Street', 'São Paulo-SP', '01310-200', 'BRAZIL'],
    ],
    [
      'SG',
      { city: 'Singapore', postalCode: '546080' },
      ['Ada Smith', '1 Main Street', 'SINGAPORE 546080', 'SINGAPORE'],
    ],
    [
      'AE',
      { city: 'Al Ain', region: 'Abu Dhabi' },
      ['Ada Smith', '1 Main Street', 'Al Ain', 'Abu Dhabi', 'UNITED ARAB EMIRATES'],
    ],
  ])('of %s is formatted as in that country', (country, fields, lines) => {
    expect(formatAddress(stored({ ...fields, country }), null)).toEqual(lines);
  });

  test('shows its country only to readers in other countries', () => {
    expect(formatAddress(stored({}), 'US')).not.toContain('UNITED STATES');
    expect(formatAddress(stored({}), 'DE')).toContain('UNITED STATES');
  });

  test.each<[Partial<PostalAddress>, object]>([
    [{ country: '' }, { country: 'Please choose a country.' }],
    [{ country: 'ZZ' }, { country: 'Please choose a country.' }],
    [{ postalCode: '' }, { postalCode: 'Please enter a ZIP code such as 44114.' }],
    [{ postalCode: '4411' }, { postalCode: 'Please enter a ZIP code such as 44114.' }],
    [{ region: '' }, { region: 'Please choose a state in the United States.' }],
    [{ region: 'Bavaria' }, { region: 'Please choose a state in the United States.' }],
    [
      { country: 'CA', region: 'ON', city: '', postalCode: '44114' },
      { city: 'Please enter a city.', postalCode: 'Please enter a postal code such as H3Z 2Y7.' },
    ],
    [{ country: 'GB', postalCode: '44114' }, { postalCode: 'Please enter a postcode such as EC1Y 8SY.' }],
    [{ country: 'DE', postalCode: '1234' }, { postalCode: 'Please enter a postal code such as 80331.' }],
    [{ country: 'IN', region: '', postalCode: '' }, expect.objectContaining({ region: 'Please enter a state.' })],
    [{ country: 'JP', region: '', postalCode: '100-0004' }, { region: 'Please enter a prefecture.' }],
    [
      { country: 'IE', postalCode: '12345' },
      { postalCode: 'Please enter an Eircode such as A65 F4E2, or leave this blank.' },
    ],
    [{ country: 'GF', postalCode: 'x' }, { postalCode: 'Please enter a postal code used in French Guiana.' }],
    [
      { name: ' ', line1: '' },
      {
        name: 'Please enter the recipient: a person or a department.',
        line1: 'Please enter a street address or P.O. box.',
      },
    ],
    [{ phone: 'call me' }, { phone: expect.stringContaining('phone number') }],
    [{ name: 'x'.repeat(101) }, { name: 'Please use at most 100 characters.' }],
    [
      { country: 'DE', postalCode: '80331', vatId: 'DE136695977' },
      { vatId: 'This VAT ID is not valid. Please enter one such as DE136695976, or leave this blank.' },
    ],
    [{ vatId: '!' }, { vatId: 'Please enter a Tax ID with 4 to 20 letters and digits, or leave this blank.' }],
  ])('%j is rejected at its fields', (fields, errors) => {
    expect(errorsOf(fields)).toEqual(errors);
  });

  test('reports all errors at once, each under its name in a larger form', () => {
    const { error } = postalAddressSchema.safeParse({ ...address({ name: '', postalCode: '1' }), country: 'us' });
    expect(error?.issues.map(({ path }) => path[0])).toEqual(['name', 'postalCode']);
    const order = z.object({ delivery: postalAddressSchema }).safeParse({ delivery: address({ postalCode: '1' }) });
    expect(order.error?.issues.map(({ path }) => path)).toEqual([['delivery', 'postalCode']]);
    expect(postalAddressSchema.safeParse({ name: 'Ada', line1: '1 Road', city: 'Suva', country: 'FJ' }).data).toEqual({
      ...createEmptyAddress('FJ'),
      name: 'Ada',
      line1: '1 Road',
      city: 'Suva',
    });
  });

  test.each([
    'Ada\u202eSmith',
    'Ada\u200bSmith',
    'Ada\nSmith',
    'Ada\u0085',
    'Ada\u2800',
    '\u3164',
    'A\ud800',
    'Ada\u200dSmith',
  ])('%j is rejected as a name, since part of it is invisible', (name) => {
    expect(errorsOf({ name })).toHaveProperty('name');
  });

  test.each([
    'می‌خواهم',
    'ශ්‍රී ලංකා',
    'Ђорђе',
    'Nguyễn Thị',
    'Þórður',
    '葛\u{e0100}城',
    '김철수',
    'ትግርኛ',
    'O’Neill & Søns',
  ])('%s is a name', (name) => {
    expect(stored({ name }).name).toBe(name.normalize());
  });

  test.each([
    ['US', '441141234', '44114-1234'],
    ['LV', '1010', 'LV-1010'],
    ['SE', 'SE-11455', '114 55'],
    ['AR', '1425', '1425'],
    ['NL', '1012ab', '1012 AB'],
    ['KE', '00100', '00100'],
    ['US', '44114-12', null],
    ['GB', 'SW1A', null],
  ])('of %s has the postal code %s as %s', (country, written, code) => {
    expect(normalizePostalCode(country, written)).toBe(code);
  });

  test('replaces other kinds of blanks by one space', () => {
    expect(stored({ name: ' Ada\u3000\u00a0 Smith ' }).name).toBe('Ada Smith');
  });
});

test('every country with required or shown postal codes has a valid example', () => {
  for (const [country] of COUNTRIES) {
    const [code, id] = [getPostalCodeExample(country), getVatIdExample(country)];
    if (code) expect([country, normalizePostalCode(country, code)]).toEqual([country, code]);
    if (id) expect([country, normalizeVatId(country, id)]).toEqual([country, id]);
  }
});

test.each([
  ['DE', '136 695 976', 'DE136695976'],
  ['GR', 'gr 094259216', 'EL094259216'],
  ['FR', 'DE 136.695.976', 'DE136695976'],
  ['CH', 'CHE-107.787.577 IVA', 'CHE107787577IVA'],
  ['US', '12-3456789', '123456789'],
  ['KE', 'p051234567x', 'P051234567X'],
  ['DE', 'DE136695977', null],
  ['NL', '004495446B01', null],
])('of %s, the VAT ID %s is stored as %s', (country, written, id) => {
  expect(normalizeVatId(country, written)).toBe(id);
});

test('every accepted address is formatted with all fields, and accepted again unchanged', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 30 });
  const arbitrary = fc
    .tuple(
      fc.constantFrom(...COUNTRIES.map(([code]) => code)),
      word,
      word,
      word,
      word,
      word,
      fc.constantFrom('OH', 'ON', 'SP', 'NSW'),
    )
    .map(([country, company, line1, line2, city, name, region]) => ({
      ...createEmptyAddress(country),
      company,
      line1,
      line2,
      city,
      name,
      region,
      postalCode: getPostalCodeExample(country) ?? '12345',
    }));
  let accepted = 0;
  fc.assert(
    fc.property(arbitrary, (input) => {
      const checked = checkAddress(input);
      if (checked.errors) return;
      accepted += 1;
      const { name, company, line1, line2, city, region, postalCode } = checked.address;
      const text = formatAddress(checked.address, null).join('\n');
      for (const part of [name, company, line1, line2, city, region, postalCode]) expect(text).toContain(part);
      expect(checkAddress(checked.address)).toEqual(checked);
      for (const field of getAddressLayout(input.country).required) expect(checked.address[field]).not.toBe('');
    }),
    { numRuns: 1_000 },
  );
  expect(accepted).toBeGreaterThan(100);
});
