import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CARRIERS, getTrackingUrl, nameCarrier, toCarrierKey } from './carriers.ts';

describe('the link for a tracking number', () => {
  test.each(Object.entries(CARRIERS))(
    'of %s leads to the carrier’s own host over HTTPS, for any number',
    (key, carrier) => {
      const { host } = new URL(carrier.tracking);
      expect(host).toMatch(/^[a-z.-]+\.[a-z]+$/);
      fc.assert(
        fc.property(
          fc.string({ maxLength: 100 }).filter((text) => text.isWellFormed()),
          (number) => {
            const link = getTrackingUrl(key, number);
            if (link === null) return;
            const url = new URL(link);
            expect([url.protocol, url.host, url.username]).toEqual(['https:', host, '']);
            const [before = '', after = ''] = carrier.tracking.split('{number}');
            expect([link.startsWith(before), link.endsWith(after)]).toEqual([true, true]);
            expect(link.slice(before.length)).not.toMatch(/[/?#&=\\\s<>"]/);
          },
        ),
      );
    },
  );

  test('contains the number without spaces', () => {
    expect(getTrackingUrl('ups', '1Z 999 AA1 01 2345 6784')).toBe(
      'https://www.ups.com/track?tracknum=1Z999AA10123456784',
    );
  });

  test.each([
    ['two numbers', '1Z999AA10123456784 1Z999AA10123456785'],
    ['two numbers with a comma', '794644790138, 794644790139'],
    ['a pasted address', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
    ['a sentence', 'left with the neighbor at number 12'],
  ])('does not exist for %s, where it would lead nowhere', (_what, tracking) => {
    expect(getTrackingUrl('ups', tracking)).toBeNull();
  });

  test('does not exist without a number, for an unknown carrier, or for a property of the object prototype', () => {
    for (const [carrier, number] of [
      ['ups', ''],
      ['gls', '..'],
      ['Our own van', '12'],
      ['constructor', '12'],
      ['', '12'],
    ] as const)
      expect(getTrackingUrl(carrier, number)).toBeNull();
  });
});

test('carriers are recognized by name ignoring case, and others keep their own names', () => {
  expect([toCarrierKey('royal mail'), toCarrierKey('dhl'), toCarrierKey('Our own van')]).toEqual([
    'royal_mail',
    'dhl',
    'Our own van',
  ]);
  expect([nameCarrier('royal_mail'), nameCarrier('Our own van')]).toEqual(['Royal Mail', 'Our own van']);
});
