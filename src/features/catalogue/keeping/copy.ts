import { formatDecimalMoney, getShopCurrency, minorToDecimal } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { mapPlainFields, PLAIN_FIELDS } from '#src/shared/tool-fields/plain-fields.ts';
import type { AdjustmentReason, StockReason, ToolState } from '../tool/rules.ts';
import { MAX_COVER_DAYS, PACE_DAYS } from '../tool/stock-cover.ts';
import type { HistoryEntry, InventoryTool } from './contract.ts';

/** The texts of the pages on which admins keep tools. */
export const catalogueCopy = {
  preview: {
    title: 'Preview',
    text: 'How it will look in the catalog.',
    name: 'Item name',
    about: 'The start of the description.',
  },
  hints: {
    get balance() {
      return `In ${getShopCurrency().code} per piece, such as ${minorToDecimal(1890)}.`;
    },
    quantity: 'Pieces in stock.',
    minOrderQuantity: 'The smallest quantity a customer can order.',
    sku: 'Your own part number. Generated if left blank.',
    packMultiple: 'Order quantities must be multiples of this. Leave blank if sold by the piece.',
    maxOrderQuantity: 'The most pieces in one order. Leave blank for no limit other than the stock.',
    reorderLevel:
      'With fewer pieces left, it is among the products to reorder. Leave blank for the default in the settings; 0 for never. Customers do not see it.',
    specifications: 'One per line: name, colon, value, such as “Jaw width: 120 mm”.',
    weight: 'Include the unit, such as 1.25 kg.',
    size: 'Length x width x height with the unit, such as 300 x 150 x 80 mm.',
    category: 'A name, or a path such as Power tools > Drills. A new name creates a category.',
    relations: 'One per line: “Replaced by”, “Fits”, “Spare part” or “Accessory”, a colon and the other tool’s SKU.',
    maker: 'The company responsible for product safety, if it is not yours.',
    slug: 'The part after /tools/. Links to the old address redirect to the new one.',
    newSlug: 'The part after /tools/. Generated from the name if left blank.',
    volumePrices: 'The lower price per piece from this quantity on. Blank rows are ignored.',
  },
  /** The labels of form fields that have another name than what they store. */
  formLabels: {
    itemName: 'Item name',
    about: 'About',
    balance: 'Unit price',
    minOrderQuantity: 'Minimum order quantity',
    sku: 'SKU',
    packMultiple: 'Pack size',
    maxOrderQuantity: 'Maximum order quantity',
    reorderLevel: 'Reorder level',
    volumePrices: 'Volume prices',
    specifications: 'Specification',
    weight: 'Weight',
    size: 'Size',
    category: 'Category',
    relations: 'Related tools',
    ...mapPlainFields((name) => PLAIN_FIELDS[name].label),
    makerName: 'Manufacturer',
    makerAddress: 'Manufacturer’s address',
    slug: 'Page address',
  },
  /** No option of a fixed choice. */
  noOption: 'Not stated',
  addNote: 'It goes on sale at once.',
  more: 'More: packs, volume prices, specification, safety',
  volumePrice: {
    from: 'From (pieces)',
    get each() {
      return `Each, in ${getShopCurrency().code}`;
    },
    fromLabel: (row: number) => `Volume price ${row}, from pieces`,
    eachLabel: (row: number) => `Volume price ${row}, each in ${getShopCurrency().code}`,
  },
  states: { draft: 'Draft', on_sale: 'On sale', archived: 'Archived' } satisfies Record<ToolState, string>,
  /** On sale, so methods by weight cannot ship it. */
  unweighed: 'Without weight',
  /** There are pieces, but fewer than the smallest order. */
  tooFew: 'Below minimum',

  edit: {
    back: 'All products',
    view: 'Show in the shop',
    duplicate: 'Duplicate',
    save: 'Save',
    savedPrice: (price: string) => `Price saved: ${price}`,
    saved: (fields: readonly string[]) => (fields.length > 0 ? `Saved: ${fields.join(', ')}` : 'Nothing was changed'),
    savedNext: 'Customers see the change now; existing orders keep their prices.',
    savedDraft: 'It is still a draft, so customers do not see it yet.',
    unsaved: (fields: readonly string[]) =>
      fields.length === 0
        ? 'Everything is saved.'
        : `Not saved yet: ${fields.slice(0, 3).join(', ')}${fields.length > 3 ? ` and ${formatCount(fields.length - 3)} more` : ''}`,
    index: 'Parts of this product',
    basics: 'Name and price',
    ordering: 'Ordering',
    details: 'Details',
    stale: 'This page shows an earlier version. Reload it to see the current one.',
    publish: 'Publish',
    archive: 'Archive',
    restore: 'Restore',
    archived: 'This tool is archived: it is not sold or listed. Its page and its orders remain.',
    draft: 'This tool is a draft. Customers cannot see it.',
    askArchive: (name: string) => ({
      title: `Archive ${name}?`,
      text: 'It will no longer be sold or listed, and its page will say so. Existing orders are not affected. You can restore it at any time.',
      confirm: 'Yes, archive it',
      losesNothing: true,
      cancel: 'Cancel',
    }),
    conflict: {
      title: 'Someone else has changed this tool',
      text: 'Fields you did not change now show the latest values. Where both of you changed a field, yours is shown; save again to keep it.',
      field: 'Field',
      yours: 'Yours',
      theirs: 'Saved version',
      take: 'Use saved version',
      takeLabel: (field: string) => `Use saved version of ${field}`,
    },
  },

  categoryFilter: { label: 'Category', all: 'All categories' },

  pictures: {
    title: 'Pictures',
    text: 'Shown in this order on the tool’s page. The first one also appears in lists, search engines and orders.',
    first: 'First',
    add: 'Add a picture',
    send: 'Add this picture',
    earlier: 'Move up',
    makeFirst: 'Make first',
    remove: 'Remove',
    label: (action: string, position: number) => `${action}: picture ${position}`,
    moved: (place: number) => `The picture is now number ${place}.`,
    removed: (position: number) => `Picture ${position} was removed.`,
    alt: (position: number) => `Picture ${position}`,
    full: (most: number) => `A tool can have at most ${most} pictures. Remove one to add another.`,
  },

  documents: {
    title: 'Documents',
    text: 'Datasheets, certificates and safety sheets as PDF. Customers can download them from the tool’s page.',
    none: 'No documents yet.',
    kind: 'Type',
    name: 'Title',
    nameHint: 'The title customers see, such as “Declaration of conformity 2026”.',
    file: 'PDF file',
    fileHint: 'At most 10 MB, without scripts, password or attachments.',
    missing: 'Please choose a PDF file.',
    add: 'Add document',
    remove: 'Remove',
    removeLabel: (title: string) => `Remove ${title}`,
    removed: (title: string) => `${title} was removed.`,
    uploading: 'Uploading document',
    full: (most: number) => `A tool can have at most ${most} documents. Remove one to add another.`,
  },

  cover: {
    header: 'Lasts',
    runningOut: 'Under two weeks left',
    reorder: 'To reorder',
    sorts: { cover: 'Runs out first', '-cover': 'Lasts longest' },
    /** Shown in a list for a tool of which none was sold. */
    none: '–',
    /** How fast a tool sells, beside its stock. */
    describe: (cover: InventoryTool['cover'], isOut: boolean) => {
      // Sales are counted a while after they are made.
      if (!cover) return `No sales have been counted for the last ${PACE_DAYS} days so far.`;
      const sold = `${formatCount(cover.sold)} sold`;
      if (isOut) return `Too few pieces are left for an order. ${sold} in the last ${cover.paceDays} days.`;
      return `Stock lasts ${cover.days === 0 ? 'less than a day' : `about ${formatDays(cover.days)}`} at the sales pace of the last ${cover.paceDays} days (${sold}).`;
    },
  },

  stock: {
    title: 'Stock',
    free: 'Available',
    held: 'Held for unpaid orders',
    sold: 'Sold',
    reason: 'Reason',
    reasons: {
      received: 'Pieces received',
      damaged: 'Pieces damaged or lost',
      count: 'Available pieces counted',
      correction: 'Correction of an entry',
    } satisfies Record<AdjustmentReason, string>,
    pieces: {
      received: 'Pieces received',
      damaged: 'Pieces to remove',
      count: 'Available pieces',
      correction: 'Pieces to add (use - to remove)',
    } satisfies Record<AdjustmentReason, string>,
    note: 'Note',
    noteHint: 'For example, the delivery number. Only admins see it.',
    submit: 'Adjust stock',
    becomes: (from: number, to: number) => `Available pieces change from ${formatCount(from)} to ${formatCount(to)}.`,
    done: (delta: number, now: number) =>
      `${delta > 0 ? `${formatCount(delta)} added` : `${formatCount(-delta)} removed`}. ${formatCount(now)} are available now.`,
    stale: 'The figures above do not include this change yet.',
    unchanged: 'The shop already has this number, so nothing was changed.',
    notANumber: 'Please enter a whole number of pieces, such as 40.',
  },

  history: {
    title: 'History',
    text: 'Every stock adjustment and price change. Orders are not listed here; they account for the difference between pieces added and pieces available.',
    older: 'Older entries',
    shop: 'the shop',
    reasons: {
      initial: 'Initial stock',
      received: 'Received',
      correction: 'Corrected',
      count: 'Counted',
      damaged: 'Damaged or lost',
    } satisfies Record<StockReason, string>,
    failed: 'The history could not be loaded. Please try again.',
  },
} as const;

/** A tool's cover in words. */
export function formatDays(days: number): string {
  if (days >= MAX_COVER_DAYS) return `${MAX_COVER_DAYS}+ days`;
  return days === 1 ? '1 day' : `${days} days`;
}

/** An entry of a tool's history in words. */
export function describeEntry(entry: HistoryEntry): string {
  if (entry.kind === 'stock') {
    const pieces = `${entry.delta > 0 ? '+' : '−'}${formatCount(Math.abs(entry.delta))}`;
    return `${catalogueCopy.history.reasons[entry.reason]}: ${pieces}${entry.note ? `, ${entry.note}` : ''}`;
  }
  const price = (amount: number) => formatDecimalMoney(amount);
  const volume = entry.volumePrices.map(
    ({ quantity, unitPrice }) => `from ${formatCount(quantity)} ${price(unitPrice)}`,
  );
  return `Price: ${[`${price(entry.balance)} each`, ...volume].join(', ')}`;
}
