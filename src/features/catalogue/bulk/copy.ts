import { formatDecimalMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { catalogueCopy } from '../keeping/copy.ts';
import type { WireBulkValues } from './contract.ts';
import { type BulkChange, type BulkKind, MAX_BULK_TOOLS, type StateAction } from './rules.ts';

const countProducts = (count: number) => `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`;

/** The texts of changing many products at once. */
export const bulkCopy = {
  choice: {
    page: 'Choose all on this page',
    one: (name: string) => `Choose ${name}`,
    chosen: (count: number) => `${countProducts(count)} chosen`,
    clear: 'Clear',
    changeChosen: (count: number) => `Change the ${formatCount(count)} chosen`,
    changeAll: (count: number, filtered: boolean) =>
      count === 1 ? 'Change this one' : `Change all ${formatCount(count)}${filtered ? ' that match' : ''}`,
    tooMany: `At most ${formatCount(MAX_BULK_TOOLS)} products can be changed at once. Search or filter to change fewer.`,
  },
  form: {
    title: 'Change many products',
    ofChosen: (count: number) => `You have chosen ${countProducts(count)}.`,
    ofFilter: (count: number, filter: string) => `This is about ${countProducts(count)}: ${filter}.`,
    matching: (q: string) => `those with “${q}” in them`,
    all: 'all there are',
    nothing: {
      title: 'No products chosen',
      text: 'Tick products in the list, or choose all that a search or filter shows.',
    },
    tooMany: (count: number) =>
      `This filter shows ${countProducts(count)}. At most ${formatCount(MAX_BULK_TOOLS)} can be changed at once: please search or filter further.`,
    back: 'Back to the list',
    kind: 'What to change',
    kinds: {
      price: 'Prices, by percent',
      stock: 'Stock, by pieces',
      state: 'State',
      category: 'Category',
    } satisfies Record<BulkKind, string>,
    percent: 'Percent',
    percentHint:
      'Such as 3, or -2.5 to lower them. Unit and volume prices alike, rounded to the cent, half a cent up. Orders keep the price they were placed at.',
    notAPercentage: 'Please enter a percentage with at most two decimals, such as 3 or -2.5.',
    noPieces: 'Please enter a whole number of pieces, such as 40.',
    piecesHint: 'For each of the products. Pieces held for orders are never taken.',
    action: 'New state',
    actions: {
      publish: 'Put drafts on sale',
      archive: 'Archive what is on sale',
      restore: 'Bring archived ones back',
    } satisfies Record<StateAction, string>,
    category: 'Category',
    categoryHint: 'Its name, or its path such as Power tools > Drills. Empty: no category.',
    preview: 'Preview',
    previewHint: 'Nothing is stored before you have seen what becomes of each product.',
  },
  preview: {
    title: 'What becomes of each',
    counts: { changed: 'change', unchanged: 'stay as they are', refused: 'cannot be changed' },
    before: 'Before',
    after: 'After',
    product: 'Product',
    unchanged: 'Stays as it is',
    excluded: 'Left out',
    include: (name: string) => `Change ${name}`,
    differs: 'Changed meanwhile',
    exclude: (count: number) => `Leave out the ${formatCount(count)} that cannot be changed`,
    mustExclude: 'All are changed, or none. Leave out those that cannot be changed, or choose another change.',
    apply: (count: number) => `Change ${countProducts(count)}`,
    nothing: 'Nothing would change.',
    more: (count: number) => `Show all ${formatCount(count)}`,
    moving: 'Orders may come in meanwhile: so many pieces are added or taken all the same.',
  },
  list: {
    title: 'Bulk changes',
    text: 'What was changed of many products at once. Each can be undone as one, as long as nobody has changed the same again.',
    empty: {
      title: 'No bulk changes yet',
      text: 'Tick products in the list, or filter it, and change many of them at once.',
    },
    search: 'E-mail of who made it',
    what: 'Change',
    count: 'Products',
    by: 'By',
    at: 'When',
    state: 'State',
    undone: 'Undone',
    done: 'In force',
    kinds: { price: 'Prices', stock: 'Stock', state: 'States', category: 'Categories' } satisfies Record<
      BulkKind,
      string
    >,
    products: 'All products',
  },
  detail: {
    back: 'Bulk changes',
    made: (count: number) => `Done: ${countProducts(count)} changed.`,
    of: countProducts,
    by: (email: string) => `by ${email}`,
    undo: 'Undo this change',
    undone: (count: number) => `Undone: ${countProducts(count)} changed back.`,
    isUndone: (email: string) => `Undone by ${email}`,
    ask: (count: number, kind: BulkKind) => ({
      title: 'Undo this change?',
      text:
        kind === 'stock'
          ? `The stock of ${countProducts(count)} is adjusted the other way round. Where pieces are no longer free, nothing is undone.`
          : `${countProducts(count)} ${count === 1 ? 'gets' : 'get'} back what ${count === 1 ? 'it' : 'they'} had before. Where somebody has changed the same again, nothing is undone.`,
      confirm: 'Yes, undo it',
      cancel: 'Cancel',
    }),
    refused: 'These keep it from being undone',
    now: (values: string) => `Now: ${values}.`,
    rows: 'What became of each',
  },
} as const;

/** A bulk change in a few words: 'Prices +3%'. */
export function describeChange(change: BulkChange): string {
  switch (change.kind) {
    case 'price':
      return `Prices ${toSigned(change.percent)}%`;
    case 'stock': {
      const note = change.note ? `, ${change.note}` : '';
      return `${catalogueCopy.history.reasons[change.reason]}: ${toSigned(change.delta)} each${note}`;
    }
    case 'state':
      return bulkCopy.form.actions[change.action];
    case 'category':
      return change.category ? `Category: ${change.category}` : 'Category taken away';
  }
}

function toSigned(number: number): string {
  return `${number > 0 ? '+' : '−'}${formatCount(Math.abs(number))}`;
}

/** What a change touches of a tool, a line each. */
export function describeValues(values: WireBulkValues): string[] {
  if ('quantity' in values) return [`${formatCount(values.quantity)} pcs`];
  if ('state' in values) return [catalogueCopy.states[values.state]];
  if ('category' in values) return [values.category || '–'];
  const volume = values.volumePrices.map(
    ({ quantity, unitPrice }) => `from ${formatCount(quantity)}: ${formatDecimalMoney(unitPrice)}`,
  );
  return [formatDecimalMoney(values.balance), ...volume];
}
