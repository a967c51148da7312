import { formatMoney, getShopCurrency } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { Permission } from '#src/shared/permissions.ts';
import type { VolumePrice } from '#src/shared/quantity-solver.ts';
import { getMaxPriceMinor } from '../tool/price-bounds.ts';
import { type AdjustmentReason, MAX_STOCK, type ToolState } from '../tool/rules.ts';

/** The kinds of a bulk change. Each change has exactly one. */
export const BULK_KINDS = ['price', 'stock', 'state', 'category', 'pictures'] as const;

export type BulkKind = (typeof BULK_KINDS)[number];

/** The permission that a change needs besides the one for bulk changes: the same that changing a single tool needs. */
export const BULK_PERMISSIONS: Record<BulkKind, Permission> = {
  stock: 'stock.adjust',
  price: 'range.prices',
  state: 'range.keep',
  category: 'range.keep',
  pictures: 'range.keep',
};

/** The kinds of bulk changes that somebody may make to chosen tools. Pictures find their tools by their names instead. */
export const listBulkKinds = (can: (permission: Permission) => boolean): BulkKind[] =>
  BULK_KINDS.filter((kind) => kind !== 'pictures' && can(BULK_PERMISSIONS[kind]));

/** The most tools that one change locks. Orders for them wait meanwhile. */
export const MAX_BULK_TOOLS = 1_000;

export const MIN_PERCENT = -90;
export const MAX_PERCENT = 400;

/** 'Counted' is missing: a count is that of one tool and can't be booked for many. */
export const BULK_STOCK_REASONS = ['received', 'damaged', 'correction'] as const satisfies AdjustmentReason[];

/** Publish drafts, archive what is on sale, restore archived ones. */
export const STATE_ACTIONS = ['publish', 'archive', 'restore'] as const;

export type StateAction = (typeof STATE_ACTIONS)[number];

export type BulkChange =
  /** `percent` has at most two decimals. */
  | { kind: 'price'; percent: number }
  | { kind: 'stock'; delta: number; reason: (typeof BULK_STOCK_REASONS)[number]; note: string }
  | { kind: 'state'; action: StateAction }
  /** A name or a path. Empty means no category. */
  | { kind: 'category'; category: string }
  /** Each tool has pictures of its own. They are in its values before and after. */
  | { kind: 'pictures' };

/**
 * A change ready to be made. Its category has the id that the text means; the id is undefined while the category is
 * still to be added.
 */
export type ResolvedChange =
  | Exclude<BulkChange, { kind: 'category' | 'pictures' }>
  /** The pictures of each tool, in their order, by its id. */
  | { kind: 'pictures'; pictures: ReadonlyMap<string, readonly string[]> }
  | { kind: 'category'; category: string; categoryId: string | null | undefined };

/** The values of a tool that a bulk change of one kind touches. */
export type BulkValues =
  | { unitPriceMinor: number; volumePrices: VolumePrice[] }
  | { available: number }
  | { state: ToolState }
  | { pictures: readonly string[] }
  /** A record that is older than the category tree may lack the id. */
  | { category: string; categoryId?: string | null | undefined };

/** What `computeChange` needs to know about a tool. */
export interface BulkTool {
  id: string;
  unitPriceMinor: number;
  volumePrices: VolumePrice[];
  available: number;
  held: number;
  state: ToolState;
  category: string;
  categoryId: string | null;
  /** The first picture. */
  image: string;
  moreImages: string[];
}

/** The outcome of a change for one tool: other values, the same values, or why it can't be made. */
export type BulkOutcome =
  | { result: 'changed'; before: BulkValues; after: BulkValues }
  | { result: 'unchanged'; before: BulkValues }
  | { result: 'refused'; before: BulkValues; reason: string };

export function computeChange(tool: BulkTool, change: ResolvedChange): BulkOutcome {
  const before = pickValues(tool, change.kind);
  const refuse = (reason: string): BulkOutcome => ({ result: 'refused', before, reason });
  switch (change.kind) {
    case 'price': {
      const after = changePrices(tool, change.percent);
      const reason = checkPrices(after);
      return reason ? refuse(reason) : toOutcome(before, after);
    }
    case 'stock': {
      const reason = checkPieces(tool, change.delta);
      return reason ? refuse(reason) : toOutcome(before, { available: tool.available + change.delta });
    }
    case 'state': {
      if (change.action === 'archive' && tool.state === 'draft')
        return refuse('It is a draft that customers cannot see, so there is nothing to archive.');
      if (change.action === 'publish' && tool.state === 'archived')
        return refuse('It is archived. Restore it instead.');
      return toOutcome(before, { state: toState(tool.state, change.action) });
    }
    case 'pictures':
      return toOutcome(before, { pictures: change.pictures.get(tool.id) ?? [] });
    case 'category':
      return toOutcome(before, { category: change.category, categoryId: change.categoryId });
  }
}

/**
 * Computes the outcome of undoing a change of one tool. Refused if somebody has given the tool another value since; a
 * tool that already has its old value stays as it is. Stock is moved back by the same number of pieces, whatever was
 * ordered meanwhile.
 */
export function computeUndo(
  tool: BulkTool,
  kind: BulkKind,
  changed: { before: BulkValues; after: BulkValues },
  isOrdered: boolean,
): BulkOutcome {
  const now = pickValues(tool, kind);
  const refuse = (reason: string): BulkOutcome => ({ result: 'refused', before: now, reason });
  if ('available' in changed.before && 'available' in changed.after) {
    const delta = changed.before.available - changed.after.available;
    const reason = checkPieces(tool, delta);
    return reason ? refuse(reason) : toOutcome(now, { available: tool.available + delta });
  }
  if (isSame(now, changed.before)) return { result: 'unchanged', before: now };
  if (!isSame(now, changed.after)) return refuse('It has been changed since.');
  if ('state' in changed.before && changed.before.state === 'draft' && isOrdered)
    return refuse('It has been ordered since, so it cannot become a draft again. Archive it instead.');
  return toOutcome(now, changed.before);
}

/** Changes a price by a percentage, rounded to the smallest price of the currency, half of it up. */
export function changePrice(minor: number, percent: number): number {
  const factor = 10_000 + Math.round(percent * 100);
  const { stepMinor } = getShopCurrency();
  return Math.floor((minor * factor + 5_000 * stepMinor) / (10_000 * stepMinor)) * stepMinor;
}

/** A price may differ from the percentage that was asked for by this much before it is worth a word. */
const NOTABLE_ROUNDING = 0.5;

/**
 * By how many percent a price really changes, where rounding keeps it far from the percentage that was asked for. Null
 * where they do not. Prices are in whole currency units, as the API has them.
 */
export function findRounding(percent: number, before: number, after: number): number | null {
  const real = (after / before - 1) * 100;
  return Math.abs(real - percent) > NOTABLE_ROUNDING ? real : null;
}

function changePrices({ unitPriceMinor, volumePrices }: BulkTool, percent: number) {
  return {
    unitPriceMinor: changePrice(unitPriceMinor, percent),
    volumePrices: volumePrices.map((price) => ({
      quantity: price.quantity,
      unitPriceMinor: changePrice(price.unitPriceMinor, percent),
    })),
  };
}

/** Why a tool can't have these prices, or null. */
function checkPrices({ unitPriceMinor, volumePrices }: { unitPriceMinor: number; volumePrices: VolumePrice[] }) {
  if (unitPriceMinor > getMaxPriceMinor())
    return `It would cost ${formatMoney(unitPriceMinor)}. The maximum is ${formatMoney(getMaxPriceMinor())}.`;
  if (unitPriceMinor < 1) return 'It would cost nothing.';
  let previous = unitPriceMinor;
  for (const { quantity, unitPriceMinor: price } of volumePrices) {
    const from = `From ${formatCount(quantity)} pieces it would cost`;
    if (price < 1) return `${from} nothing.`;
    if (price >= previous)
      return `${from} ${formatMoney(price)}, which is not less than ${formatMoney(previous)} before it.`;
    previous = price;
  }
  return null;
}

/** Why this number of pieces can't be added or taken, or null. */
function checkPieces({ available, held }: Pick<BulkTool, 'available' | 'held'>, delta: number): string | null {
  if (available + held + delta > MAX_STOCK) return `One tool can have at most ${formatCount(MAX_STOCK)} pieces.`;
  if (available + delta >= 0) return null;
  const more = held > 0 ? `; ${formatCount(held)} more are held for orders` : '';
  const free =
    available === 0
      ? 'No pieces are'
      : available === 1
        ? 'Only 1 piece is'
        : `Only ${formatCount(available)} pieces are`;
  return `${free} available${more}.`;
}

function toState(state: ToolState, action: StateAction): ToolState {
  if (action === 'archive') return 'archived';
  const from = action === 'publish' ? 'draft' : 'archived';
  return state === from ? 'on_sale' : state;
}

function pickValues(tool: BulkTool, kind: BulkKind): BulkValues {
  if (kind === 'price') return { unitPriceMinor: tool.unitPriceMinor, volumePrices: tool.volumePrices };
  if (kind === 'stock') return { available: tool.available };
  if (kind === 'pictures') return { pictures: [tool.image, ...tool.moreImages] };
  return kind === 'state' ? { state: tool.state } : { category: tool.category, categoryId: tool.categoryId };
}

function toOutcome(before: BulkValues, after: BulkValues): BulkOutcome {
  return isSame(before, after) ? { result: 'unchanged', before } : { result: 'changed', before, after };
}

function isSame(one: BulkValues, other: BulkValues): boolean {
  return toComparable(one) === toComparable(other);
}

/** Compares values whatever the order of their keys: the database stores keys in an order of its own. */
function toComparable(values: BulkValues): string {
  // A category may have been renamed since, so only ids count. A category without an id does not exist yet.
  if ('category' in values) return values.categoryId === undefined ? `new ${values.category}` : `${values.categoryId}`;
  if (!('volumePrices' in values)) return JSON.stringify(values);
  return JSON.stringify([
    values.unitPriceMinor,
    values.volumePrices.map(({ quantity, unitPriceMinor }) => [quantity, unitPriceMinor]),
  ]);
}
