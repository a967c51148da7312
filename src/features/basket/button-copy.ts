import { formatCount } from '#src/shared/numbers.ts';

/** The texts of the buttons that put something into the basket. Apart from the others, because they stand on cached pages. */
export const basketButtonCopy = {
  add: 'Add to basket',
  held: (quantity: number) => `In basket (${formatCount(quantity)})`,
  chooseQuantity: 'Please choose a quantity that can be ordered first.',
  failed: 'Not added. Please check your connection and try again.',
};
