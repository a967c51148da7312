import { callApi } from '#src/shared/api-client.ts';
import type { BasketLine, PricedLines } from '../contract.ts';
import { basketCopy } from '../copy.ts';
import { addToBasket, type Line, takeOrdered } from '../rules.ts';
import { getBasketState, type KeptLine, toBareLine, writeLines } from './basket-store.ts';
import { scheduleSync, syncBasket } from './basket-sync.ts';

/** Reads the account's basket after a sign-in or with a new page, and joins the visitor's with it. */
export function openBasket(): void {
  void syncBasket({ reads: true });
}

/** Puts pieces of a tool in. Returns a sentence where the basket has no room for it, else null. */
export function addPieces(line: Line): string | null {
  const { lines, left } = addToBasket<KeptLine>(getBasketState().lines, [line]);
  if (left.length > 0) return basketCopy.full;
  change(lines);
  announce(basketCopy.added(line.quantity));
  return null;
}

/** What became of lines that were to be put in. */
export interface AddedLines {
  /** With what they cost and need now: a line that cannot be ordered as it is has its `problem`. */
  added: BasketLine[];
  /** Their tools are not sold any more. */
  notForSale: BasketLine[];
  /** There was no room for them. */
  left: BasketLine[];
}

/**
 * Puts lines of an earlier order in, at today's prices. Returns what became of each; null where the shop could not be
 * reached, and then nothing was put in.
 */
export async function addLines(lines: readonly Line[]): Promise<AddedLines | null> {
  const body = { lines: lines.map(toBareLine) };
  const response = await callApi<PricedLines>('/basket/preview', { method: 'POST', body, token: null });
  if (!response.ok) return null;
  const isSold = ({ state }: BasketLine) => state === 'on_sale';
  const sold = response.value.lines.filter(isSold);
  const { lines: next, left } = addToBasket<KeptLine>(getBasketState().lines, sold.map(toBareLine));
  change(next);
  const isLeft = ({ toolId }: BasketLine) => left.some((line) => line.toolId === toolId);
  return {
    added: sold.filter((line) => !isLeft(line)),
    notForSale: response.value.lines.filter((line) => !isSold(line)),
    left: sold.filter(isLeft),
  };
}

/** Takes out what was ordered, and leaves what was put in meanwhile. */
export function clearOrderedLines(ordered: readonly Line[]): void {
  change(takeOrdered(getBasketState().lines, ordered));
}

/** Sets the quantity of a line. What held when the former one was chosen is forgotten. */
export function setQuantity(toolId: string, quantity: number): void {
  change(getBasketState().lines.map((line) => (line.toolId === toolId ? { toolId, quantity } : line)));
}

export function removeLine(toolId: string): void {
  change(getBasketState().lines.filter((line) => line.toolId !== toolId));
}

/** Puts a line back that was removed, at its place. */
export function restoreLine(line: KeptLine, position: number): void {
  const rest = getBasketState().lines.filter(({ toolId }) => toolId !== line.toolId);
  change([...rest.slice(0, position), line, ...rest.slice(position)]);
}

function change(lines: readonly KeptLine[]): void {
  writeLines(lines);
  scheduleSync();
}

let region: HTMLElement | null = null;

/** Has screen readers say something when they are done with what they are saying. */
function announce(text: string): void {
  if (!region) {
    region = document.createElement('p');
    region.role = 'status';
    region.className = 'sr-only';
    document.body.append(region);
  }
  const shown = region;
  shown.textContent = '';
  // Only what appears later is read out.
  setTimeout(() => {
    shown.textContent = text;
  });
}
