import { formatMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { AdjustmentReason, StockReason, ToolState } from '../tool/rules.ts';
import { MAX_COVER_DAYS, PACE_DAYS } from '../tool/stock-cover.ts';
import type { HistoryEntry, InventoryTool } from './contract.ts';

/** The texts of keeping the range. */
export const catalogueCopy = {
  preview: {
    title: 'Preview',
    text: 'How the catalog will show it.',
    name: 'Item name',
    about: 'The beginning of its description.',
  },
  hints: {
    balance: 'In USD per piece, such as 18.90.',
    quantity: 'Pieces in stock.',
    minOrderQuantity: 'Nobody can order fewer pieces at once.',
    sku: 'Your own number of it. Made by the shop where you leave it empty.',
    packMultiple: 'Orders are multiples of it. Empty: sold by the piece.',
    maxOrderQuantity: 'The most pieces of one order. Empty: as many as are in stock.',
    specifications: 'One row to a line: a name, a colon and a value, such as “Jaw width: 120 mm”.',
    weight: 'With its unit, such as 1.25 kg.',
    size: 'Length x width x height with their unit, such as 300 x 150 x 80 mm.',
    gtin: 'The number under its bar code: 8, 12, 13 or 14 digits.',
    category: 'Its name, or its path such as Power tools > Drills. A new name adds a category.',
    family: 'Tools of the same family are shown as sizes of each other, such as Combination wrench DIN 3113.',
    relations:
      'One to a line: “Replaced by”, “Fits”, “Spare part” or “Accessory”, a colon and the SKU of the other tool.',
    warnings: 'One to a line.',
    maker: 'Who answers for its safety, where that is not you.',
    slug: 'What follows /tools/. Links to the one of before go on to the new one.',
    newSlug: 'What follows /tools/. Made of the name where you leave it empty.',
    volumePrices: 'From so many pieces on, each costs less. Rows that you leave empty do not count.',
  },
  /** Of the fields of the form that are called otherwise than what they store. */
  formLabels: {
    itemName: 'Item name',
    about: 'About',
    balance: 'Unit price',
    minOrderQuantity: 'Minimum order quantity',
    sku: 'SKU',
    packMultiple: 'Pack of',
    maxOrderQuantity: 'Maximum order quantity',
    volumePrices: 'Volume prices',
    specifications: 'Specification',
    weight: 'Weight',
    size: 'Size',
    gtin: 'GTIN',
    category: 'Category',
    family: 'Family',
    relations: 'Related tools',
    warnings: 'Safety warnings',
    makerName: 'Maker',
    makerAddress: 'Address of the maker',
    slug: 'Address of its page',
  },
  more: 'More: packs, volume prices, specification, safety',
  volumePrice: {
    from: 'From (pieces)',
    each: 'Each, in USD',
    fromLabel: (row: number) => `Volume price ${row}, from pieces`,
    eachLabel: (row: number) => `Volume price ${row}, each in USD`,
  },
  states: { draft: 'Draft', on_sale: 'On sale', archived: 'Archived' } satisfies Record<ToolState, string>,

  edit: {
    back: 'All products',
    view: 'Show in the shop',
    duplicate: 'Duplicate',
    save: 'Save',
    saved: 'Saved. Customers see it now; orders keep the price they were placed at.',
    savedDraft: 'Saved. It is a draft: customers do not see it yet.',
    stale: 'What stands here was read before. Reload the page to see what holds now.',
    publish: 'Put on sale',
    archive: 'Archive',
    restore: 'Bring back',
    archived: 'This tool is archived: it is neither sold nor listed. Its page and its orders are still there.',
    draft: 'This tool is a draft: only admins see it.',
    askArchive: (name: string) => ({
      title: `Archive ${name}?`,
      text: 'It is no longer sold and leaves all lists. Its page says so, and orders keep it. You can bring it back at any time.',
      confirm: 'Yes, archive it',
      cancel: 'Cancel',
    }),
    conflict: {
      title: 'Somebody else has changed this tool',
      text: 'What you did not touch is up to date below. Where both of you changed a field, yours stands in it; save again to keep yours.',
      field: 'Field',
      yours: 'Yours',
      theirs: 'Stored now',
      take: 'Take the stored one',
      takeLabel: (field: string) => `Take the stored ${field}`,
    },
  },

  pictures: {
    title: 'Pictures',
    text: 'In this order on its page. The first one stands in lists, in search engines and on orders.',
    first: 'First',
    add: 'Add a picture',
    send: 'Add this picture',
    earlier: 'Move up',
    remove: 'Take away',
    label: (action: string, position: number) => `${action}: picture ${position}`,
    moved: (place: number) => `The picture is number ${place} now.`,
    removed: (position: number) => `Picture ${position} was taken away.`,
    alt: (position: number) => `Picture ${position}`,
    full: (most: number) => `A tool has at most ${most} pictures. Take one away to add another.`,
  },

  documents: {
    title: 'Documents',
    text: 'Datasheets, certificates and safety sheets as PDF. Customers find them on its page.',
    none: 'There are none yet.',
    kind: 'What it is',
    name: 'Title',
    nameHint: 'What customers read, such as “Declaration of conformity 2026”.',
    file: 'PDF file',
    fileHint: 'At most 10 MB, without script, password or attached files.',
    missing: 'Please choose a PDF file.',
    tooLarge: 'This file is larger than 10 MB. Please choose a smaller one.',
    add: 'Add the document',
    remove: 'Take away',
    removeLabel: (title: string) => `Take away ${title}`,
    removed: (title: string) => `${title} was taken away.`,
    uploading: 'Uploading the document',
    full: (most: number) => `A tool has at most ${most} documents. Take one away to add another.`,
  },

  cover: {
    header: 'Lasts',
    runningOut: 'Under two weeks left',
    sorts: { cover: 'Runs out first', '-cover': 'Lasts longest' },
    /** In a list, where none was sold. */
    none: '–',
    /** A tool's pace, beside its stock. */
    describe: (cover: InventoryTool['cover'], isOut: boolean) => {
      // They are counted a while after they are made.
      if (!cover) return `No sales of the last ${PACE_DAYS} days are counted so far.`;
      const sold = `${formatCount(cover.sold)} sold`;
      if (isOut) return `Too few are left for an order. ${sold} in the last ${cover.paceDays} days.`;
      return `Lasts ${cover.days === 0 ? 'less than a day' : `about ${formatDays(cover.days)}`} at the pace of the last ${cover.paceDays} days (${sold}).`;
    },
  },

  stock: {
    title: 'Stock',
    free: 'Free for sale',
    held: 'Held for unpaid orders',
    sold: 'Sold',
    reason: 'What happened',
    reasons: {
      received: 'Pieces were received',
      damaged: 'Pieces are damaged or lost',
      count: 'The free pieces were counted',
      correction: 'An entry was wrong',
    } satisfies Record<AdjustmentReason, string>,
    pieces: {
      received: 'Pieces received',
      damaged: 'Pieces to take away',
      count: 'Free pieces counted',
      correction: 'Pieces to add, or with - to take away',
    } satisfies Record<AdjustmentReason, string>,
    note: 'Note',
    noteHint: 'Such as the number of the delivery. Only admins read it.',
    submit: 'Adjust the stock',
    becomes: (from: number, to: number) => `${formatCount(from)} becomes ${formatCount(to)} free pieces.`,
    done: (delta: number, now: number) =>
      `${delta > 0 ? `${formatCount(delta)} added` : `${formatCount(-delta)} taken away`}. ${formatCount(now)} are free for sale now.`,
    stale: 'The figures above were read before it.',
    unchanged: 'That is what the shop has already, so nothing was changed.',
    notANumber: 'Please enter a whole number of pieces, such as 40.',
  },

  history: {
    title: 'History',
    text: 'Every adjustment and every price. Orders are not listed here; they make the difference between what was put in and what is free.',
    older: 'Older entries',
    shop: 'the shop',
    reasons: {
      initial: 'Added with',
      received: 'Received',
      correction: 'Corrected',
      count: 'Counted',
      damaged: 'Damaged or lost',
    } satisfies Record<StockReason, string>,
    failed: 'The history could not be read. Please try again.',
  },
} as const;

/** A cover as people read it. */
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
  const price = (amount: number) => formatMoney(Math.round(amount * 100));
  const volume = entry.volumePrices.map(
    ({ quantity, unitPrice }) => `from ${formatCount(quantity)} ${price(unitPrice)}`,
  );
  return `Price: ${[`${price(entry.balance)} each`, ...volume].join(', ')}`;
}
