import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import type { NewRefund } from '#src/features/refunds/contract.ts';
import type { RefundedPieces } from '#src/features/refunds/rules.ts';
import { creditRefund, listPayableParts } from '#src/flows/papers/credited-refund.server.ts';
import { chargeLines, getPayable, type PurchaseTerms } from '#src/shared/totals/purchase-charges.ts';
import type { TaxAmount, TaxTerms } from '#src/shared/totals/purchase-totals.ts';
import { listTaxLines, type TaxLine } from '#src/shared/totals/tax-lines.ts';
import { createRandom, type Random } from '#tests/support/random.ts';
import { type PaidLine, planRefund } from './plan-refund.ts';

const VAT = { name: 'VAT', rate: 190_000 };
const REDUCED = { name: 'VAT', rate: 70_000 };
const GST = { name: 'GST', rate: 50_000 };
const QST = { name: 'QST', rate: 99_750 };

function createTerms(random: Random): PurchaseTerms {
  const tax: TaxTerms = {
    pricesInclude: random.pick(['net', 'gross']),
    rounding: random.pick(['document', 'line']),
    classes: random.pick([
      { standard: [VAT], reduced: [REDUCED], zero: [] },
      { standard: [GST, QST], reduced: [GST], zero: [] },
    ]),
    shipping: random.pick<TaxTerms['shipping']>(['goods', [VAT], []]),
    relief: null,
  };
  const isRelieved = random.chance(0.1);
  return {
    tax: isRelieved ? { ...tax, classes: {}, relief: { classes: tax.classes, shipping: tax.shipping } } : tax,
    taxNote: null,
    shipping: {
      methodId: 'm',
      name: 'Pallet',
      priceMinor: random.below(20_000),
      unlessFree: null,
      smallOrder: null,
      isPickup: false,
      days: null,
    },
  };
}

interface MadeRefund {
  amountMinor: number;
  shippingMinor: number;
  pieces: (RefundedPieces & { orderId: string })[];
}

/** A paid purchase in memory, of which pieces are refunded as `requestRefund` does. */
function createPaid(random: Random, lineCount: number) {
  const terms = createTerms(random);
  const rows = Array.from({ length: lineCount }, (_, at) => {
    const quantity = 1 + random.below(6);
    // Without its tax, a piece must cost a cent at least: less cannot be refunded.
    const totalMinor = quantity * (2 + random.below(random.pick([5, 500, 50_000])));
    return { id: `line${at}`, quantity, totalMinor, taxClass: random.pick(['standard', 'reduced', 'zero']) };
  });
  const { totals, charges } = chargeLines(terms, rows);
  const lines = rows.map((row, at): PaidLine & { taxClass: string; refunds: RefundedPieces[] } => ({
    ...row,
    chargesMinor: (totals.lines[at]?.payableMinor ?? 0) - row.totalMinor,
    shippedQuantity: 0,
    refundedQuantity: 0,
    canceledQuantity: 0,
    refunds: [],
  }));
  const made: MadeRefund[] = [];
  const standing = () => ({
    purchase: { charges, totalMinor: totals.totalMinor },
    lines: lines.map((line) => ({ ...line, endedAt: null })),
  });
  const getLocked = () => standing() as unknown as PurchaseWithLines;
  const invoiced = listTaxLines(listPayableParts(getLocked()), 'domestic');
  /** The credit notes in force, each issued at once. */
  const notes = new Map<MadeRefund, TaxLine[]>();
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const left = () => ({
    leftMinor: totals.totalMinor - sum(made.map(({ amountMinor }) => amountMinor)),
    leftShippingMinor: totals.shipping.payableMinor - sum(made.map(({ shippingMinor }) => shippingMinor)),
  });
  const count = ({ pieces }: MadeRefund, sign: 1 | -1) => {
    for (const { orderId, quantity } of pieces) {
      const line = lines.find(({ id }) => id === orderId) as (typeof lines)[number];
      line.refundedQuantity += sign * quantity;
      line.canceledQuantity += sign * quantity;
    }
    for (const line of lines)
      line.refunds = made.flatMap((refund) => refund.pieces.filter(({ orderId }) => orderId === line.id));
  };
  return {
    lines,
    totals,
    made,
    left,
    refund(request: Pick<NewRefund, 'lines' | 'shipping'>): MadeRefund {
      const planned = planRefund(lines, left(), request);
      if (!planned.ok) throw new Error(`${planned.code} ${JSON.stringify(planned)}`);
      const { amountMinor, shippingMinor, lines: pieces } = planned.value;
      for (const piece of pieces) expect(piece.amountMinor).toBeGreaterThanOrEqual(0);
      const refund = { amountMinor, shippingMinor, pieces };
      const credited = [...notes.values()].flat();
      const note = creditRefund(getLocked(), made, refund, { invoiced, credited }).lines;
      for (const { baseMinor, netMinor, taxMinor } of note)
        expect(Math.min(baseMinor, netMinor, taxMinor)).toBeGreaterThanOrEqual(0);
      expect(sum(note.map(({ netMinor, taxMinor }) => netMinor + taxMinor))).toBe(amountMinor);
      notes.set(refund, note);
      made.push(refund);
      count(refund, 1);
      return refund;
    },
    fail(refund: MadeRefund) {
      notes.delete(refund);
      made.splice(made.indexOf(refund), 1);
      count(refund, -1);
    },
    /** What the invoice says, and its credit notes in force together. */
    issued: () => ({ invoiced: sumLines(invoiced), credited: sumLines([...notes.values()].flat()) }),
    /** The taxes of the credit notes of all refunds, by rate, if they are issued after all of them. */
    credit(): Map<string, Omit<TaxAmount, 'name' | 'rate'>> {
      const credited = new Map<string, Omit<TaxAmount, 'name' | 'rate'>>();
      for (const [at, refund] of made.entries()) {
        const { taxes } = creditRefund(getLocked(), made.slice(0, at), refund);
        for (const { name, rate, baseMinor, amountMinor } of taxes) {
          expect(Math.min(baseMinor, amountMinor)).toBeGreaterThanOrEqual(0);
          const known = credited.get(`${name} ${rate}`) ?? { baseMinor: 0, amountMinor: 0 };
          credited.set(`${name} ${rate}`, {
            baseMinor: known.baseMinor + baseMinor,
            amountMinor: known.amountMinor + amountMinor,
          });
        }
      }
      return credited;
    },
  };
}

/** By kind and tax, so that a report of all papers is empty if both are the same. */
function sumLines(lines: readonly TaxLine[]): Record<string, number[]> {
  const sums: Record<string, number[]> = {};
  for (const { kind, name, rate, baseMinor, netMinor, taxMinor } of lines) {
    const key = `${kind} ${name} ${rate}`;
    const known = sums[key] ?? [];
    sums[key] = [baseMinor, netMinor, taxMinor].map((minor, at) => minor + (known[at] ?? 0));
  }
  return sums;
}

type Paid = ReturnType<typeof createPaid>;

const listLeft = ({ lines }: Paid) => lines.filter(({ quantity, refundedQuantity }) => refundedQuantity < quantity);

/** Refunds what is left piece by piece in random order, and shipping at some point. */
function refundAll(paid: Paid, random: Random): void {
  for (let open = listLeft(paid); open.length > 0; open = listLeft(paid)) {
    if (paid.left().leftShippingMinor > 0 && random.chance(0.05)) paid.refund({ shipping: true });
    else paid.refund({ lines: [{ order: random.pick(open).id, quantity: 1 }] });
  }
  if (paid.left().leftShippingMinor > 0) paid.refund({ shipping: true });
}

function expectAllGivenBack(paid: Paid): void {
  const { lines, totals, made, left } = paid;
  expect(left()).toEqual({ leftMinor: 0, leftShippingMinor: 0 });
  for (const line of lines) {
    const pieces = made.flatMap((refund) => refund.pieces).filter(({ orderId }) => orderId === line.id);
    expect(pieces.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(getPayable(line));
  }
  const byRate = (taxes: readonly TaxAmount[]) =>
    new Map(
      taxes
        .filter(({ baseMinor, amountMinor }) => baseMinor > 0 || amountMinor > 0)
        .map(({ name, rate, baseMinor, amountMinor }) => [`${name} ${rate}`, { baseMinor, amountMinor }]),
    );
  expect([...paid.credit()].toSorted()).toEqual([...byRate(totals.taxes)].toSorted());
  const { invoiced, credited } = paid.issued();
  expect(credited).toEqual(invoiced);
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

test('a hundred lines refunded piece by piece give back exactly what was paid, with the tax of each rate', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const random = createRandom(seed);
      const paid = createPaid(random, 100);
      refundAll(paid, random);
      expectAllGivenBack(paid);
    }),
    { numRuns: 2 },
  );
});

test('a few lines refunded piece by piece give back exactly what was paid, with the tax of each rate', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 6 }), (seed, lineCount) => {
      const random = createRandom(seed);
      const paid = createPaid(random, lineCount);
      refundAll(paid, random);
      expectAllGivenBack(paid);
    }),
    { numRuns: 300 },
  );
});

test('pieces whose refunds fail in between are given back exactly when they are refunded again', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 6 }), (seed, lineCount) => {
      const random = createRandom(seed);
      const paid = createPaid(random, lineCount);
      for (let tries = 0; tries < 40 && listLeft(paid).length > 0; tries += 1) {
        const { id, quantity, refundedQuantity } = random.pick(listLeft(paid));
        paid.refund({ lines: [{ order: id, quantity: 1 + random.below(quantity - refundedQuantity) }] });
        // A bank can reject any of them, also one that is not the last.
        if (random.chance(0.6)) paid.fail(random.pick(paid.made));
      }
      refundAll(paid, random);
      expectAllGivenBack(paid);
    }),
    { numRuns: 300 },
  );
});

test('a piece that was refunded for less than it cost leaves the price of the next one as it is', () => {
  const line = { id: 'a', totalMinor: 100, chargesMinor: 0, quantity: 3, shippedQuantity: 0, canceledQuantity: 1 };
  const planned = planRefund(
    [{ ...line, refundedQuantity: 1, refunds: [{ quantity: 1, amountMinor: 10, priceMinor: 33 }] }],
    { leftMinor: 90, leftShippingMinor: 0 },
    { lines: [{ order: 'a', quantity: 1 }] },
  );
  expect(planned).toMatchObject({ ok: true, value: { amountMinor: 33 } });
});
