import { toOrderTerms } from '#src/shared/order-terms.ts';
import { getOrderableBounds } from '#src/shared/quantity-solver.ts';
import type { Tool } from './contract.ts';

/** Whether any quantity of a tool can be ordered now. */
export function canBeOrdered(tool: Tool): boolean {
  return tool.state === 'on_sale' && getOrderableBounds(toOrderTerms(tool)) !== null;
}
