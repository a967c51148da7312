import type { Caller } from '#src/platform/caller.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { failChanged } from '#src/platform/version-check.server.ts';
import { decimalToMinor, minorToDecimal, minorToNumber } from '#src/shared/money.ts';
import { toWireVolumePrices } from '#src/shared/order-terms.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { getUnitPriceMinor, type OrderTerms } from '#src/shared/quantity-solver.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import type { Basket, BasketLine, Memory, NewBasket, NewLine, PricedLines } from './contract.ts';
import { judgeLine, sumLines } from './judge-line.ts';
import {
  type BasketTool,
  listBasketTools,
  readBasket,
  type StoredBasket,
  toToolMap,
  writeBasket,
} from './queries.server.ts';
import { areSameLines } from './rules.ts';
import type { StoredLine, StoredMemory } from './tables.server.ts';

const NO_TOOL = 'There is no such tool.';

type Owner = Pick<Caller, 'userId' | 'email'>;
type Tools = ReadonlyMap<string, BasketTool>;

/** The basket of a user at current prices. */
export async function getBasket(db: Queryable, { userId, email }: Owner): Promise<Basket> {
  return toWireBasket(email, await readBasket(db, userId));
}

/** Prices the lines of a browser without an account. Nothing is stored. */
export async function previewBasket(db: Queryable, lines: readonly NewLine[]): Promise<PricedLines> {
  const tools = toToolMap(
    await listBasketTools(
      db,
      lines.map(({ toolId }) => toolId),
    ),
  );
  const now = new Date();
  return priceLines(
    lines.map((line) => toStoredLine(line, tools, now)),
    tools,
  );
}

/**
 * Replaces a user's basket. If it has changed since the version that the caller read, fails with its current content.
 * Sending the same lines again changes nothing, whatever the version: the first response may have been lost.
 */
export async function putBasket(
  db: Queryable,
  { userId, email }: Owner,
  { lines, version, ...sent }: NewBasket,
): Promise<Outcome<Basket>> {
  if (sent.email !== undefined && sent.email !== email) return fail('not_your_email');
  const stored = await readBasket(db, userId);
  if (areSameLines(lines, stored.lines)) return ok(toWireBasket(email, stored));
  if (version !== undefined && version !== stored.version) return refuse(email, stored);
  const storedById = new Map(stored.lines.map((line) => [line.toolId, line]));
  const unread = lines.filter(({ toolId }) => !storedById.has(toolId)).map(({ toolId }) => toolId);
  const tools = new Map([...stored.tools, ...toToolMap(await listBasketTools(db, unread))]);
  // A tool that was withdrawn stays until the owner of the basket removes it. Otherwise no other line could be changed.
  const missing = lines.flatMap(({ toolId }, at) =>
    !storedById.has(toolId) && isGone(tools.get(toolId)) ? [[`lines.${at}.toolId`, NO_TOOL]] : [],
  );
  if (missing.length > 0) return fail('invalid', { fields: Object.fromEntries(missing) });
  const now = new Date();
  const written = lines.map((line): StoredLine => {
    const before = storedById.get(line.toolId);
    return before?.quantity === line.quantity ? before : toStoredLine(line, tools, now);
  });
  const next = await writeBasket(db, userId, written, version);
  return next === null
    ? refuse(email, await readBasket(db, userId))
    : ok(toWireBasket(email, { version: next, lines: written, tools }));
}

function refuse(email: string, stored: StoredBasket) {
  return failChanged('basket', { basket: toWireBasket(email, stored) });
}

function toWireBasket(email: string, { version, lines, tools }: StoredBasket): Basket {
  return { email, version, ...priceLines(lines, tools) };
}

/** Drafts count as gone. */
function isGone(tool: BasketTool | undefined): tool is undefined {
  return tool === undefined || tool.state === 'draft';
}

/** A line with what the caller remembers about it, or else with what applies now. */
function toStoredLine({ toolId, quantity, added }: NewLine, tools: Tools, now: Date): StoredLine {
  return { toolId, quantity, added: added ? toStoredMemory(added) : remember(tools.get(toolId), quantity, now) };
}

function toStoredMemory({ unitPrice, ...memory }: Memory): StoredMemory {
  return { ...memory, unitPriceMinor: decimalToMinor(unitPrice) ?? 0 };
}

function remember(tool: BasketTool | undefined, quantity: number, now: Date): StoredMemory {
  const at = now.toISOString();
  if (isGone(tool)) return { at, unitPriceMinor: 0, minimum: 0, available: 0 };
  const { available } = tool;
  return { at, unitPriceMinor: getUnitPriceMinor(tool, quantity), minimum: getSmallestOrder(tool), available };
}

function priceLines(stored: readonly StoredLine[], tools: Tools): PricedLines {
  const lines = stored.map((line) => priceLine(line, tools.get(line.toolId)));
  return { lines, total: minorToDecimal(sumLines(lines)) };
}

const GONE = { itemName: '', slug: '', sku: '', image: '', state: 'gone' as const };
const NO_TERMS: OrderTerms = {
  minOrderQuantity: 1,
  packMultiple: 1,
  maxOrderQuantity: null,
  available: 0,
  unitPriceMinor: 0,
  volumePrices: [],
};

function priceLine({ toolId, quantity, added }: StoredLine, tool: BasketTool | undefined): BasketLine {
  const gone = isGone(tool);
  const terms = gone ? NO_TERMS : tool;
  const { minOrderQuantity, packMultiple, maxOrderQuantity, available } = terms;
  const shown = gone ? GONE : toShown(tool);
  const judgment = judgeLine(terms, shown.state, quantity);
  return {
    toolId,
    quantity,
    added: toMemory(added),
    ...shown,
    balance: minorToNumber(terms.unitPriceMinor),
    volumePrices: toWireVolumePrices(terms.volumePrices),
    minOrderQuantity,
    packMultiple,
    maxOrderQuantity,
    available,
    ...judgment,
    changed: compare(added, quantity, terms, judgment.problem),
  };
}

function toShown({ itemName, slug, sku, image, state }: BasketTool) {
  return { itemName, slug, sku, image, state: state === 'archived' ? ('archived' as const) : ('on_sale' as const) };
}

function toMemory({ unitPriceMinor, ...memory }: StoredMemory): Memory {
  return { ...memory, unitPrice: minorToNumber(unitPriceMinor) };
}

/**
 * What has changed since a line was added. Null if nothing has. If the tool is no longer sold, nothing else matters.
 */
function compare(
  added: StoredMemory,
  quantity: number,
  terms: OrderTerms,
  problem: BasketLine['problem'],
): BasketLine['changed'] {
  if (problem === 'not_for_sale') return { unitPrice: null, minimum: null, stock: null, archived: true };
  const minimum = getSmallestOrder(terms);
  const unitPriceMinor = getUnitPriceMinor(terms, quantity);
  const isShort = (problem === 'above_stock' || problem === 'sold_out') && added.available >= quantity;
  const changed = {
    unitPrice:
      added.unitPriceMinor === unitPriceMinor
        ? null
        : { before: minorToNumber(added.unitPriceMinor), now: minorToNumber(unitPriceMinor) },
    minimum: added.minimum === minimum ? null : { before: added.minimum, now: minimum },
    stock: isShort ? { before: added.available, now: terms.available } : null,
    archived: false,
  };
  return changed.unitPrice || changed.minimum || changed.stock ? changed : null;
}
