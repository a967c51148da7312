import { formatPieces } from '#src/shared/format-pieces.ts';
import { formatMoney, getShopCurrency } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { MAX_BASKET_LINES } from './rules.ts';

const tools = (count: number) => (count === 1 ? '1 tool' : `${formatCount(count)} tools`);

/** The texts of the basket. Those of its buttons on other pages are in `button-copy.ts`. */
export const basketCopy = {
  title: 'Basket',
  description: 'Your items, with current prices and stock.',
  added: (quantity: number) => `${formatPieces(quantity)} added to the basket.`,
  full: `The basket can hold ${MAX_BASKET_LINES} tools. Please remove one first.`,

  empty: {
    title: 'Your basket is empty',
    text: 'Add the tools you need, and order them all at once.',
    action: 'See the tools',
  },
  admin: 'You are signed in with a staff account. Only customers can order.',
  failed: 'The basket could not be loaded',

  quickAdd: {
    title: 'Add by part number',
    hint: 'With a quantity after it, if you like. Paste a list to add up to 100 at once.',
    example: 'WR-T200 12',
    add: 'Add',
    nothing: 'Please enter a part number, such as WR-T200 12.',
    tooMany: (count: number) =>
      `These are ${formatCount(count)} lines. Please add at most ${MAX_BASKET_LINES} at once.`,
    added: (count: number) => `${tools(count)} added.`,
    missing: (entries: readonly string[]) =>
      `We found no tool for ${entries.slice(0, 5).join(', ')}${entries.length > 5 ? ` and ${entries.length - 5} more` : ''}. Please check the part number, and that the quantity is a whole number.`,
  },

  lines: 'Tools in the basket',
  quantity: (name: string) => `Quantity of ${name}`,
  gone: 'A tool that is no longer available',
  remove: 'Remove',
  removeTool: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} was removed from the basket.`,
  undo: 'Undo',
  /** Past the lines, for people who use the keyboard. */
  toSummary: 'To the total',
  noTotal: 'Not in the total',
  pricing: 'Looking up the price …',
  wholeNumber: 'Please enter a whole number, or remove the tool.',
  take: (quantity: number, total: string) => `Take ${formatCount(quantity)}: ${total}`,
  from: (quantity: number, price: string) => `from ${formatCount(quantity)}: ${price}`,

  changed: {
    title: 'Changed since you added it',
    unitPrice: (before: string, now: string) => `The unit price was ${before} and is now ${now}.`,
    minimum: (before: number, now: number) =>
      `The minimum order was ${formatCount(before)} and is now ${formatCount(now)}.`,
    stock: (before: number, now: number) =>
      `There were ${formatCount(before)} in stock; now there are ${formatCount(now)}.`,
    archived: 'It is no longer sold.',
  },

  summary: {
    title: 'Summary',
    count: (count: number) => tools(count),
    total: 'Total',
    checkOut: 'Check out',
    signIn: 'Sign in first. Your basket stays with you.',
    left: (count: number) =>
      `${tools(count)} cannot be ordered as entered and ${count === 1 ? 'is' : 'are'} not in the total.`,
    nothing: 'Nothing in the basket can be ordered as entered. Please change the quantities.',
    odd: 'Please correct the marked quantity first.',
    get tooMuch() {
      return `One card payment can be at most ${formatMoney(getShopCurrency().maxMinor)}. Please split it into several orders.`;
    },
  },

  again: {
    button: 'Order again',
    failed: 'Nothing was added to the basket. Please check your connection and try again.',
    title: 'In the basket, with changes',
    nothingTitle: 'Nothing was added to the basket',
    toBasket: 'Go to the basket',
    price: (name: string, before: string, now: string) => `${name}: was ${before} each, now ${now}.`,
    problem: (name: string, detail: string) => `${name}: ${detail}`,
    gone: (name: string) => `${name}: no longer sold.`,
    left: (name: string) => `${name}: the basket is full.`,
    more: (name: string, before: number, now: number) =>
      `${name}: ${formatCount(before)} were in the basket already, now ${formatCount(now)}.`,
  },

  notes: {
    unsaved: 'Your last change is not saved yet. We will try again as soon as the shop can be reached.',
    unpriced: 'Prices and stock could not be loaded. We will try again in a moment.',
    left: (count: number) =>
      `${tools(count)} did not fit because a basket holds ${MAX_BASKET_LINES}. They will be added as soon as you remove others.`,
    dropped: (count: number) => `${tools(count)} you added ${count === 1 ? 'is' : 'are'} no longer in the shop.`,
    instead: 'You can order instead:',
  },
};
