import { formatCount } from '#src/shared/numbers.ts';

/**
 * The texts of the buttons that add something to the basket. Separate from the others, because they appear on cached
 * pages.
 */
export const basketButtonCopy = {
  add: 'Add to basket',
  held: (quantity: number) => `In basket (${formatCount(quantity)})`,
  chooseQuantity: 'Please choose a quantity that can be ordered first.',
  failed: 'Not added. Please check your connection and try again.',
};
