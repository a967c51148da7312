import { PAPER_PREFIXES } from '#src/shared/purchase-number.ts';

/**
 * The papers that are issued once and kept. Invoices, credit notes and debit notes are numbered without gaps; the
 * others have the number of their purchase. A debit note reverses the credit note of a refund that failed later. A
 * receipt and a packing list show the current state, so they are created again each time.
 */
export const ISSUED_KINDS = ['confirmation', 'invoice', 'delivery_note', 'credit_note', 'debit_note'] as const;

export type IssuedKind = (typeof ISSUED_KINDS)[number];

/** The kinds with a count of their own, and the prefixes of their numbers. */
export const NUMBER_PREFIXES = PAPER_PREFIXES satisfies Partial<Record<IssuedKind, string>>;

export type CountedKind = keyof typeof NUMBER_PREFIXES;
