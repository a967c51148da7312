import type {
  CreditNote,
  DeliveryNote,
  PackedPurchase,
  PackingList,
  Paper,
  SalePaper,
} from '#src/features/papers/contract.ts';

const NAMES = [
  'Claw hammer 16 oz',
  'Combination wrench 17 mm, chrome vanadium, DIN 3113 A',
  'Bench vise 125 mm',
  'Twist drill set HSS-G, 1–13 mm in steps of 0.5 mm, with case',
  'Tape measure 5 m',
];

const COMMON = {
  version: 1,
  pageSize: 'letter',
  issuedAt: '2026-11-24T15:05:00.000Z',
  seller: {
    name: 'Ironmonger',
    legalName: 'Ironmonger Tool Company',
    address: ['1992 Foundry Street', 'Cleveland, OH 44114', 'United States'],
    taxNumber: '34-1234567',
    phone: '+1 (216) 555-0192',
    email: 'sales@ironmonger.example',
  },
} as const satisfies Partial<Paper>;

const OF_PURCHASE = {
  number: 'IM-2026-000123',
  purchaseNumber: 'IM-2026-000123',
  placedAt: '2026-11-23T11:00:00.000Z',
  buyer: { name: 'Ada Smith', email: 'ada@example.com' },
  billTo: { lines: ['Smith & Sons Ltd.', '12 Mill Lane', 'Sheffield S1 2AB'], vatId: 'GB123456789' },
  shipTo: { lines: ['Smith & Sons Ltd.', 'Gate 4, Unit 12', 'Sheffield S4 7WZ'], vatId: null },
  poNumber: 'PO-77812',
  note: null,
};

const PAID_AT = '2026-11-24T15:05:00.000Z';

function makePricedLines(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const quantity = ((index * 7) % 90) + 1;
    const unitPriceMinor = 1_890 + index * 137;
    return {
      sku: index % 9 === 8 ? null : `IM-${String(index + 12).padStart(5, '0')}`,
      itemName: NAMES[index % NAMES.length] ?? '',
      quantity,
      unitPriceMinor,
      totalMinor: quantity * unitPriceMinor,
    };
  });
}

function makeShippedLines(count: number) {
  return makePricedLines(count).map(({ sku, itemName, quantity }) => ({
    sku,
    itemName,
    orderedQuantity: quantity + 5,
    quantity,
    remainingQuantity: 3,
  }));
}

/** Makes a paid invoice with this number of lines. */
export function makeInvoice(lineCount: number, parts: Partial<SalePaper> = {}): SalePaper {
  const lines = makePricedLines(lineCount);
  const totalMinor = lines.reduce((total, line) => total + line.totalMinor, 0);
  return {
    ...COMMON,
    ...OF_PURCHASE,
    kind: 'invoice',
    number: 'INV-2026-000001',
    currency: 'usd',
    lines,
    totals: { totalMinor, paidMinor: totalMinor, refundedMinor: 0 },
    payment: { transactionId: 'pi_3Nabc123DEF456ghi', paidAt: PAID_AT, amountMinor: totalMinor },
    refunds: [],
    ...parts,
  };
}

/** Makes a confirmation of an unpaid purchase without addresses. */
export function makeConfirmation(lineCount: number): SalePaper {
  const { totals, ...invoice } = makeInvoice(lineCount, { billTo: null, shipTo: null, poNumber: null });
  return {
    ...invoice,
    kind: 'confirmation',
    number: 'IM-2026-000123',
    totals: { ...totals, paidMinor: 0 },
    payment: null,
  };
}

/** Makes a receipt of a purchase of which $62.00 was refunded. */
export function makeReceipt(lineCount: number): SalePaper {
  const { totals, ...invoice } = makeInvoice(lineCount, { billTo: null });
  return {
    ...invoice,
    kind: 'receipt',
    number: 'IM-2026-000123',
    totals: { ...totals, refundedMinor: 6_200 },
    refunds: [
      { number: 'CN-2026-000001', refundedAt: '2026-11-30T10:00:00.000Z', amountMinor: 5_000 },
      { number: null, refundedAt: '2026-12-01T10:00:00.000Z', amountMinor: 1_200 },
    ],
  };
}

/** Makes a credit note with this number of lines. Without lines, it is for $25.00. */
export function makeCreditNote(lineCount: number): CreditNote {
  const { lines, totals, payment } = makeInvoice(Math.max(1, lineCount));
  return {
    ...COMMON,
    ...OF_PURCHASE,
    kind: 'credit_note',
    number: 'CN-2026-000001',
    currency: 'usd',
    corrects: { kind: 'invoice', number: 'INV-2026-000001', issuedAt: '2026-11-24T15:05:00.000Z' },
    reason: 'Two hammers arrived with a cracked handle.',
    lines: lines.slice(0, lineCount),
    totalMinor: lineCount > 0 ? totals.totalMinor : 2_500,
    payment: lineCount > 0 ? payment : null,
  };
}

export function makeDeliveryNote(lineCount: number, parts: Partial<DeliveryNote> = {}): DeliveryNote {
  return {
    ...COMMON,
    ...OF_PURCHASE,
    kind: 'delivery_note',
    lines: makeShippedLines(lineCount),
    shippedAt: '2026-11-25T09:00:00.000Z',
    carrier: 'UPS',
    trackingNumber: '1Z999AA10123456784',
    ...parts,
  };
}

/** Makes a packing list of purchases, each with this number of lines. */
export function makePackingList(...lineCounts: number[]): PackingList {
  const { buyer, placedAt, shipTo, poNumber } = OF_PURCHASE;
  const purchases = lineCounts.map(
    (count, index): PackedPurchase => ({
      purchaseNumber: `IM-2026-${String(index + 121).padStart(6, '0')}`,
      placedAt,
      buyer,
      shipTo,
      poNumber,
      note: index === 0 ? 'Leave at the gate.' : null,
      lines: makeShippedLines(count),
    }),
  );
  return { ...COMMON, kind: 'packing_list', purchases };
}
