import { decimalToMinor, minorToDecimal, minorToNumber } from '#src/shared/money.ts';
import { toWireOffers } from '#src/shared/order-terms.ts';
import { explainProblem } from '#src/shared/quantity-copy.ts';
import { judgeQuantity, listOffers, type OrderTerms, sumTotals } from '#src/shared/quantity-solver.ts';
import type { BasketLine } from './contract.ts';

/** What a quantity of a tool costs now, or why it can't be ordered and what can be instead. */
export type Judgment = Pick<BasketLine, 'unitPrice' | 'total' | 'problem' | 'detail' | 'offers'>;

/**
 * Judges a line by the current state of its tool. The server's answer takes precedence; the browser shows its own until
 * then.
 */
export function judgeLine(terms: OrderTerms, state: BasketLine['state'], quantity: number): Judgment {
  const { unitPriceMinor, totalMinor, problem } = judgeQuantity(terms, quantity);
  const unitPrice = minorToNumber(unitPriceMinor);
  if (state !== 'on_sale') return { unitPrice, total: null, problem: 'not_for_sale', detail: NOT_FOR_SALE, offers: [] };
  return {
    unitPrice,
    total: problem ? null : minorToDecimal(totalMinor),
    problem,
    detail: problem && explainProblem(terms, problem),
    offers: toWireOffers(listOffers(terms, quantity)),
  };
}

/** What the lines that can be ordered cost together, in minor units. */
export function sumLines(lines: readonly Pick<BasketLine, 'total'>[]): number {
  return sumTotals(lines.map(({ total }) => (total === null ? null : decimalToMinor(total))));
}

const NOT_FOR_SALE = 'This tool is no longer sold.';
