import { callApi } from '#src/shared/api-client.ts';
import type { BasketLine, FoundEntries, PricedLines } from '../contract.ts';
import { basketCopy } from '../copy.ts';
import { addToBasket, type Line, takeOrdered } from '../rules.ts';
import { getBasketState, type KeptLine, toBareLine, writeLines } from './basket-store.ts';
import { scheduleSync, syncBasket } from './basket-sync.ts';

/** Reads the account's basket after a sign-in or on a new page, and joins the visitor's basket with it. */
export function openBasket(): void {
  void syncBasket({ reads: true });
}

/** Adds pieces of a tool. Returns a sentence if the basket has no room for them, else null. */
export function addPieces(line: Line): string | null {
  const { lines, left } = addToBasket<KeptLine>(getBasketState().lines, [line]);
  if (left.length > 0) return basketCopy.full;
  change(lines);
  announce(basketCopy.added(line.quantity));
  return null;
}

/** The result of adding several lines. */
export interface AddedLines {
  /** The added lines with their current prices and terms. A line that can't be ordered as it is has a `problem`. */
  added: BasketLine[];
  /** How many pieces of a tool were in the basket before, for those that were. */
  before: ReadonlyMap<string, number>;
  /** Lines whose tools are no longer sold. */
  notForSale: BasketLine[];
  /** Lines for which there was no room. */
  left: BasketLine[];
}

/**
 * Adds the lines of an earlier order at today's prices. Returns what happened to each. Null if the shop could not be
 * reached; then nothing was added.
 */
export async function addLines(lines: readonly Line[]): Promise<AddedLines | null> {
  const body = { lines: lines.map(toBareLine) };
  const response = await callApi<PricedLines>('/basket/preview', { method: 'POST', body, token: null });
  if (!response.ok) return null;
  const isSold = ({ state }: BasketLine) => state === 'on_sale';
  const sold = response.value.lines.filter(isSold);
  const present = getBasketState().lines;
  const { lines: next, left } = addToBasket<KeptLine>(present, sold.map(toBareLine));
  change(next);
  const isLeft = ({ toolId }: BasketLine) => left.some((line) => line.toolId === toolId);
  return {
    added: sold.filter((line) => !isLeft(line)),
    before: new Map(present.map(({ toolId, quantity }) => [toolId, quantity])),
    notForSale: response.value.lines.filter((line) => !isSold(line)),
    left: sold.filter(isLeft),
  };
}

/** The result of adding part numbers. */
export interface AddedEntries {
  /** How many tools were added. */
  added: number;
  /** What was not, as it was typed, or as SKU and quantity if the basket has no room for it. */
  left: readonly string[];
  /** What is wrong with those. */
  error: string | null;
}

/** Adds the tools that entries such as 'KT-HAM500 12' name. */
export async function addEntries(entries: readonly string[]): Promise<AddedEntries> {
  const found = await callApi<FoundEntries>('/basket/part-numbers', { method: 'POST', body: { entries }, token: null });
  if (!found.ok) return { added: 0, left: entries, error: found.problem.detail };
  const { lines, missing } = found.value;
  const result =
    lines.length > 0
      ? await addLines(lines)
      : { added: [], before: new Map<string, number>(), left: [], notForSale: [] };
  if (!result) return { added: 0, left: entries, error: basketCopy.again.failed };
  const refused = [...result.left, ...result.notForSale].map(({ sku, quantity }) => `${sku} ${quantity}`);
  const error = [missing.length > 0 && basketCopy.quickAdd.missing(missing), result.left.length > 0 && basketCopy.full]
    .filter(Boolean)
    .join(' ');
  return { added: result.added.length, left: [...missing, ...refused], error: error || null };
}

/** Removes what was ordered, and keeps what was added meanwhile. */
export function clearOrderedLines(ordered: readonly Line[]): void {
  change(takeOrdered(getBasketState().lines, ordered));
}

/** Sets the quantity of a line. What applied when the former quantity was chosen is forgotten. */
export function setQuantity(toolId: string, quantity: number): void {
  change(getBasketState().lines.map((line) => (line.toolId === toolId ? { toolId, quantity } : line)));
}

export function removeLine(toolId: string): void {
  change(getBasketState().lines.filter((line) => line.toolId !== toolId));
}

/** Restores a removed line at its place. */
export function restoreLine(line: KeptLine, position: number): void {
  const rest = getBasketState().lines.filter(({ toolId }) => toolId !== line.toolId);
  change([...rest.slice(0, position), line, ...rest.slice(position)]);
}

function change(lines: readonly KeptLine[]): void {
  writeLines(lines);
  scheduleSync();
}

let region: HTMLElement | null = null;

/** Makes screen readers say something after their current sentence. */
function announce(text: string): void {
  if (!region) {
    region = document.createElement('p');
    region.role = 'status';
    region.className = 'sr-only';
    document.body.append(region);
  }
  const shown = region;
  shown.textContent = '';
  // Screen readers only read out text that appears later.
  setTimeout(() => {
    shown.textContent = text;
  });
}
