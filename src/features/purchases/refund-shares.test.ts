import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shareRefund } from './refund-shares.ts';

const minor = fc.integer({ min: 1, max: 99_999_999 });
/** Lines with their named refunds, and an amount up to their total. */
const purchase = fc
  .array(
    minor.chain((payableMinor) =>
      fc.record({ payableMinor: fc.constant(payableMinor), namedMinor: fc.integer({ min: 0, max: payableMinor }) }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .chain((lines) => {
    const total = lines.reduce((sum, line) => sum + line.payableMinor, 0);
    return fc.record({ lines: fc.constant(lines), refunded: fc.integer({ min: 0, max: total }) });
  });
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('the shares of a refund', () => {
  test('add up to the refund, and none exceeds its line', () => {
    fc.assert(
      fc.property(purchase, ({ lines, refunded }) => {
        const shares = shareRefund(lines, refunded);
        expect(sum(shares)).toBe(refunded);
        for (const [at, { payableMinor }] of lines.entries()) {
          expect(shares[at]).toBeGreaterThanOrEqual(0);
          expect(shares[at]).toBeLessThanOrEqual(payableMinor);
        }
      }),
    );
  });

  test('give each line its named refunds if that much was refunded', () => {
    fc.assert(
      fc.property(purchase, ({ lines, refunded }) => {
        fc.pre(sum(lines.map(({ namedMinor }) => namedMinor)) <= refunded);
        for (const [at, share] of shareRefund(lines, refunded).entries())
          expect(share).toBeGreaterThanOrEqual(lines[at]?.namedMinor ?? 0);
      }),
    );
  });

  test('cover a line without named refunds completely only if everything is refunded', () => {
    fc.assert(
      fc.property(purchase, ({ lines, refunded }) => {
        const unnamed = lines.map(({ payableMinor }) => ({ payableMinor, namedMinor: 0 }));
        const total = sum(unnamed.map(({ payableMinor }) => payableMinor));
        const full = shareRefund(unnamed, refunded).map((share, at) => share === unnamed[at]?.payableMinor);
        if (refunded === total) expect(full.every(Boolean)).toBe(true);
        else expect(full.every(Boolean)).toBe(false);
      }),
    );
  });
});
