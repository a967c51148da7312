import { formatPieces } from '#src/shared/format-pieces.ts';
import { formatDecimalMoney, formatMoney, getShopCurrency } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { catalogueCopy } from '../keeping/copy.ts';
import type { WireBulkValues } from './contract.ts';
import { MAX_PICTURE_FILES } from './picture-names.ts';
import { type BulkChange, type BulkKind, MAX_BULK_TOOLS, type StateAction } from './rules.ts';

const countProducts = (count: number) => `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`;

const countPictures = (count: number) => `${formatCount(count)} ${count === 1 ? 'picture' : 'pictures'}`;

/** The texts of changing many products at once. */
export const bulkCopy = {
  choice: {
    page: 'Select all on this page',
    one: (name: string) => `Select ${name}`,
    chosen: (count: number) => `${countProducts(count)} selected`,
    clear: 'Clear',
    changeChosen: (count: number) => `Change the ${formatCount(count)} selected`,
    changeAll: (count: number, filtered: boolean) =>
      count === 1 ? 'Change this one' : `Change all ${formatCount(count)}${filtered ? ' that match' : ''}`,
    tooMany: `At most ${formatCount(MAX_BULK_TOOLS)} products can be changed at once. Narrow your search or filter.`,
  },
  form: {
    title: 'Change many products',
    ofChosen: (count: number) => `You have selected ${countProducts(count)}.`,
    ofFilter: (count: number, filter: string) => `This applies to ${countProducts(count)}: ${filter}.`,
    matching: (q: string) => `those matching “${q}”`,
    inCategory: (path: string) => `those in the category “${path}”`,
    all: 'all products',
    nothing: {
      title: 'No products selected',
      text: 'Check products in the list, or select all results of a search or filter.',
    },
    tooMany: (count: number) =>
      `This filter matches ${countProducts(count)}. At most ${formatCount(MAX_BULK_TOOLS)} can be changed at once; please narrow it.`,
    back: 'Back to the list',
    kind: 'What to change',
    kinds: {
      price: 'Prices, by percent',
      stock: 'Stock, by pieces',
      state: 'State',
      category: 'Category',
      pictures: 'Pictures',
    } satisfies Record<BulkKind, string>,
    percent: 'Percent',
    get percentHint() {
      return `For example 3, or -2.5 to lower prices. Unit and volume prices both change, rounded to the nearest ${formatMoney(getShopCurrency().stepMinor)}. Existing orders keep their prices.`;
    },
    notAPercentage: 'Please enter a percentage with at most two decimals, such as 3 or -2.5.',
    noPieces: 'Please enter a whole number of pieces, such as 40.',
    piecesHint: 'Applied to each product. Pieces held for orders are never removed.',
    action: 'New state',
    actions: {
      publish: 'Publish drafts',
      archive: 'Archive products on sale',
      restore: 'Restore archived products',
    } satisfies Record<StateAction, string>,
    category: 'Category',
    categoryHint: 'A name, or a path such as Power tools > Drills. Leave blank for no category.',
    preview: 'Preview',
    previewHint: 'Nothing is saved until you have reviewed the changes to each product.',
  },
  preview: {
    title: 'Preview of each change',
    counts: { changed: 'change', unchanged: 'stay the same', refused: 'cannot be changed' },
    before: 'Before',
    after: 'After',
    product: 'Product',
    unchanged: 'No change',
    excluded: 'Left out',
    include: (name: string) => `Change ${name}`,
    differs: 'Changed since the preview',
    exclude: (count: number) => `Leave out the ${formatCount(count)} that cannot be changed`,
    mustExclude:
      'Either all products are changed or none. Leave out those that cannot be changed, or choose a different change.',
    apply: (count: number) => `Change ${countProducts(count)}`,
    nothing: 'There is nothing to change.',
    byRounding: (percent: string) => `${percent} by rounding`,
    rounded: (count: number, percent: string) =>
      `Prices are multiples of ${formatMoney(getShopCurrency().stepMinor)}, so ${countProducts(count)} ${count === 1 ? 'differs' : 'differ'} from ${percent} by more than half a percent. Each says by how much it changes; leave out what you would rather set by hand.`,
    more: (count: number) => `Show all ${formatCount(count)}`,
    moving: 'If orders come in before you save, the same number of pieces is still added or removed.',
  },
  pictures: {
    title: 'Pictures of many products',
    text: 'Name each file by SKU or GTIN, and further pictures of a product with a number: HM-C16.jpg, HM-C16_2.jpg. A folder named by SKU works too: HM-C16/2.jpg.',
    link: 'Pictures',
    files: 'Pictures, or a ZIP of them',
    filesHint: `JPEG, PNG, WebP, AVIF or GIF, at most 10 MB each and ${formatCount(MAX_PICTURE_FILES)} at once.`,
    folder: 'Or a whole folder',
    none: 'There is no picture among these files. JPEG, PNG, WebP, AVIF and GIF can be read.',
    tooMany: (count: number) =>
      `These are ${formatCount(count)} pictures. Please choose at most ${formatCount(MAX_PICTURE_FILES)} at once.`,
    badZip: 'This ZIP could not be opened. Please unpack it and choose its folder.',
    reading: 'Reading the names',
    summary: (pictures: number, tools: number) => `${countPictures(pictures)} for ${countProducts(tools)}`,
    preview: 'Pictures by product',
    product: 'Product',
    now: 'Pictures now',
    next: 'New pictures',
    place: (place: number) => `Picture ${place}`,
    missing: (count: number) =>
      count === 1
        ? 'The name of one file is no SKU or GTIN'
        : `The names of ${formatCount(count)} files are no SKU or GTIN`,
    missingHint: (count: number) =>
      count === 1
        ? 'It is left out. Rename it, or find its SKU in the list of products, and choose it again.'
        : 'They are left out. Rename them, or find their SKU in the list of products, and choose them again.',
    failed: (count: number) => `${countPictures(count)} could not be stored`,
    failedHint: 'They are left out. The others can be added.',
    add: (pictures: number, tools: number) => `Add ${countPictures(pictures)} to ${countProducts(tools)}`,
    progress: (done: number, all: number) => `${formatCount(done)} of ${countPictures(all)} sent`,
    stopped: 'Press the button again to go on. Pictures that were sent are not sent again.',
    nothing: 'None of these pictures changes a product.',
  },
  list: {
    title: 'Bulk changes',
    text: 'Changes made to many products at once. You can undo each one as a whole, as long as nobody has changed the same values since.',
    empty: {
      title: 'No bulk changes yet',
      text: 'Select products in the list, or filter it, to change many of them at once.',
    },
    search: 'Email of the admin',
    what: 'Change',
    count: 'Products',
    by: 'By',
    at: 'When',
    state: 'State',
    undone: 'Undone',
    done: 'Active',
    kinds: {
      price: 'Prices',
      stock: 'Stock',
      state: 'States',
      category: 'Categories',
      pictures: 'Pictures',
    } satisfies Record<BulkKind, string>,
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
          ? `The stock of ${countProducts(count)} is adjusted back. If any of these pieces are no longer available, nothing is undone.`
          : `${countProducts(count)} ${count === 1 ? 'returns' : 'return'} to the previous values. If someone has changed any of them since, nothing is undone.`,
      confirm: 'Yes, undo it',
      losesNothing: true,
      cancel: 'Cancel',
    }),
    refused: 'These products prevent the undo',
    now: (values: string) => `Now: ${values}.`,
    rows: 'Changes by product',
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
      return change.category ? `Category: ${change.category}` : 'Category removed';
    case 'pictures':
      return 'Pictures';
  }
}

/** A percentage with its sign and at most one decimal, such as '+5.9%'. */
export const formatSignedPercent = (percent: number) =>
  percent === 0 ? '0%' : `${toSigned(Math.round(percent * 10) / 10)}%`;

function toSigned(number: number): string {
  return `${number > 0 ? '+' : '−'}${formatCount(Math.abs(number))}`;
}

/** The values of a tool that a change touches, one per line. */
export function describeValues(values: WireBulkValues): string[] {
  if ('quantity' in values) return [formatPieces(values.quantity)];
  if ('state' in values) return [catalogueCopy.states[values.state]];
  if ('category' in values) return [values.category || '–'];
  if ('pictures' in values) return [countPictures(values.pictures.length)];
  const volume = values.volumePrices.map(
    ({ quantity, unitPrice }) => `from ${formatCount(quantity)}: ${formatDecimalMoney(unitPrice)}`,
  );
  return [formatDecimalMoney(values.balance), ...volume];
}
