import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renamePlaceError, toCountryDrafts, toPlaces } from './zone-draft.ts';

const codesOf = (codes: string) =>
  toPlaces([{ country: 'DE', regions: [], codes }]).places.map(({ postalFrom, postalTo }) => [postalFrom, postalTo]);

test('postal codes and ranges are read as people write them', () => {
  expect(codesOf('10115, 20095-25999; 3\n4 - 5, 60 to 69, 70–79')).toEqual([
    ['10115', '10115'],
    ['20095', '25999'],
    ['3', '3'],
    ['4', '5'],
    ['60', '69'],
    ['70', '79'],
  ]);
});

test('a code with a hyphen is no range', () => {
  expect(codesOf('00-950, 44114-1234, 100-0001')).toEqual([
    ['00-950', '00-950'],
    ['44114-1234', '44114-1234'],
    ['100-0001', '100-0001'],
  ]);
});

test('a country without regions and codes is all of it', () => {
  expect(toPlaces([{ country: 'DE', regions: [], codes: ' , ' }]).places).toEqual([
    { country: 'DE', region: '', postalFrom: '', postalTo: '' },
  ]);
});

test('an error is shown at the field that its place was made from', () => {
  const { sources } = toPlaces([
    { country: 'US', regions: ['OH', 'NY'], codes: '441' },
    { country: 'DE', regions: [], codes: '' },
  ]);
  expect(renamePlaceError('places.1.region', sources)).toBe('regions.US');
  expect(renamePlaceError('places.2.postalFrom', sources)).toBe('codes.US');
  expect(renamePlaceError('places.3.country', sources)).toBe('country.DE');
  expect(renamePlaceError('places', sources)).toBe('places');
  expect(renamePlaceError('name', sources)).toBe('name');
});

const codes = fc.stringMatching(/^[A-Z0-9]{1,5}(-[0-9]{1,4})?$/);
const places = fc.oneof(
  fc.constantFrom('OH', 'NY').map((region) => ({ region, postalFrom: '', postalTo: '' })),
  codes
    .filter((code) => !/^(.+)-(.+)$/.test(code) || code.split('-')[0]?.length !== code.split('-')[1]?.length)
    .map((code) => ({ region: '', postalFrom: code, postalTo: code })),
  fc
    .tuple(codes, codes)
    .filter(([from, to]) => from !== to)
    .map(([postalFrom, postalTo]) => ({ region: '', postalFrom, postalTo })),
);

test('places that are shown and sent again are the same places', () => {
  fc.assert(
    fc.property(fc.array(places, { minLength: 1, maxLength: 6 }), (list) => {
      const all = list.map((place) => ({ country: 'US', ...place }));
      const sent = toPlaces(toCountryDrafts(all)).places;
      const sorted = (some: typeof all) => some.map((place) => JSON.stringify(Object.entries(place).sort())).sort();
      expect(sorted(sent)).toEqual(sorted(all));
    }),
  );
});
