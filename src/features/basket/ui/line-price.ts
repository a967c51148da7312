import { toOrderTerms } from '#src/shared/order-terms.ts';
import type { OrderTerms } from '#src/shared/quantity-solver.ts';
import type { BasketLine } from '../contract.ts';
import { judgeLine } from '../judge-line.ts';
import type { Line } from '../rules.ts';

/** The terms of a line's tool, for the quantity solver. */
export function getTerms({ available, ...line }: BasketLine): OrderTerms {
  return toOrderTerms({ ...line, quantity: available });
}

/** A line with its last known prices, for its current quantity: the server's answer to a change takes a moment. */
export function priceAgain({ quantity }: Line, priced: BasketLine): BasketLine {
  if (priced.quantity === quantity) return priced;
  // A quantity that was chosen now was chosen at the current terms.
  return { ...priced, quantity, changed: null, ...judgeLine(getTerms(priced), priced.state, quantity) };
}
