import { formatCount } from '#src/shared/numbers.ts';
import { MAX_BASKET_LINES } from './rules.ts';

const tools = (count: number) => (count === 1 ? '1 tool' : `${formatCount(count)} tools`);

/** The texts of the basket. Those of its buttons on other pages are in `button-copy.ts`. */
export const basketCopy = {
  title: 'Basket',
  description: 'What you want to order, with today’s prices and stock.',
  added: (quantity: number) => `${formatCount(quantity)} pcs added to the basket.`,
  full: `The basket holds ${MAX_BASKET_LINES} tools, and no more. Please remove one first.`,

  empty: {
    title: 'The basket is empty',
    text: 'Put in what you need, of as many tools as you like, and order all of it at once.',
    action: 'See the tools',
  },
  admin: 'You are signed in as an admin. Only customers can order.',
  failed: 'The basket could not be loaded',

  lines: 'Tools in the basket',
  quantity: (name: string) => `Quantity of ${name}`,
  gone: 'A tool that is no longer here',
  remove: 'Remove',
  removed: (name: string) => `${name} is out of the basket.`,
  undo: 'Put it back',
  unitPrice: 'Unit price',
  lineTotal: 'Total',
  noTotal: 'Not in the total',
  pricing: 'Looking up the price …',
  wholeNumber: 'Please enter a whole number.',
  take: (quantity: number, total: string) => `Take ${formatCount(quantity)}: ${total}`,
  lowerPrice: (price: string) => `${price} each`,

  changed: {
    title: 'Changed since you put it in',
    unitPrice: (before: string, now: string) => `A piece cost ${before}, and costs ${now} now.`,
    minimum: (before: number, now: number) =>
      `The minimum order was ${formatCount(before)}, and is ${formatCount(now)} now.`,
    stock: (before: number, now: number) =>
      `There were ${formatCount(before)} in stock, and are ${formatCount(now)} now.`,
    archived: 'It is no longer sold.',
  },

  summary: {
    title: 'Summary',
    count: (count: number) => tools(count),
    total: 'Total',
    checkOut: 'Check out',
    signIn: 'You sign in first. The basket comes along.',
    left: (count: number) =>
      `${tools(count)} cannot be ordered like this, and ${count === 1 ? 'is' : 'are'} not in the total.`,
    nothing: 'Nothing in the basket can be ordered like this. Please change the quantities.',
    tooMuch: 'One card payment can be at most $999,999.99. Please split it into several orders.',
  },

  again: {
    button: 'Order again',
    failed: 'Nothing was put into the basket. Please check your connection and try again.',
    title: 'In the basket, with changes',
    nothingTitle: 'Nothing was put into the basket',
    toBasket: 'Go to the basket',
    price: (name: string, before: string, now: string) => `${name}: ${before} a piece then, ${now} now.`,
    problem: (name: string, detail: string) => `${name}: ${detail}`,
    gone: (name: string) => `${name}: no longer sold.`,
    left: (name: string) => `${name}: the basket is full.`,
  },

  notes: {
    unsaved: 'Your last change is not stored yet. We try again as soon as the shop can be reached.',
    unpriced: 'Prices and stock could not be looked up just now. We try again in a moment.',
    left: (count: number) =>
      `${tools(count)} did not fit, since a basket holds ${MAX_BASKET_LINES}. They join it as soon as you remove others.`,
    dropped: (count: number) => `${tools(count)} you had put in ${count === 1 ? 'is' : 'are'} no longer in the shop.`,
    cheaper: 'More pieces cost less each:',
    instead: 'You can order instead:',
  },
};
