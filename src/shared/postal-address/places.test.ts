import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { doPlacesOverlap, isInPlace, type Place, rankPlace } from './places.ts';

const place = (parts: Partial<Place>): Place => ({ country: 'US', region: '', postalFrom: '', postalTo: '', ...parts });
const at = (region: string, postalCode: string, country = 'US') => ({ country, region, postalCode });

describe('an address is in a place', () => {
  test.each([
    ['of its country', place({}), at('OH', '44114'), true],
    ['of another country', place({ country: 'CA' }), at('OH', '44114'), false],
    ['of its region, in any case', place({ region: 'OH' }), at('oh', '44114'), true],
    ['of another region', place({ region: 'NY' }), at('OH', '44114'), false],
    ['with its postal code', place({ postalFrom: '44100', postalTo: '44199' }), at('OH', '44114'), true],
    ['with its longer postal code', place({ postalFrom: '44114', postalTo: '44114' }), at('OH', '44114-1234'), true],
    ['with a later postal code', place({ postalFrom: '44100', postalTo: '44113' }), at('OH', '44114'), false],
    [
      'whose postal codes begin so',
      place({ country: 'GB', postalFrom: 'SW1', postalTo: 'SW1' }),
      at('', 'sw1a 1aa', 'GB'),
      true,
    ],
    ['of postal codes, without one', place({ postalFrom: '44100', postalTo: '44199' }), at('OH', ''), false],
  ])('%s', (_, where, destination, expected) => {
    expect(isInPlace(where, destination)).toBe(expected);
  });
});

const codes = fc.stringMatching(/^[1-3]{1,4}$/);
const places = fc
  .record({ region: fc.constantFrom('', 'OH', 'NY'), codes: fc.option(fc.tuple(codes, codes)) })
  .map((made) => {
    const [postalFrom = '', postalTo = ''] = made.codes?.toSorted() ?? [];
    return place({ region: made.region, postalFrom, postalTo });
  });

test('places that share an address overlap, whichever comes first', () => {
  fc.assert(
    fc.property(places, places, fc.constantFrom('OH', 'NY'), codes, (one, other, region, code) => {
      const destination = at(region, code);
      const overlaps = doPlacesOverlap(one, other);
      expect(doPlacesOverlap(other, one)).toBe(overlaps);
      if (isInPlace(one, destination) && isInPlace(other, destination)) expect(overlaps).toBe(true);
    }),
  );
});

test('a smaller place ranks above a larger one', () => {
  const ranks = [place({}), place({ region: 'OH' }), place({ postalFrom: '1', postalTo: '2' })].map(rankPlace);
  expect(ranks).toEqual(ranks.toSorted());
  expect(new Set(ranks).size).toBe(3);
});
