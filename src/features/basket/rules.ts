/** The most lines that a basket holds. A purchase has no more. */
export const MAX_BASKET_LINES = 100;

/** More pieces than any shelf holds. A line may ask for more than the stock and then says so. */
export const MAX_BASKET_QUANTITY = 1_000_000_000;

/** The most characters of a typed part number with its quantity. */
export const MAX_QUICK_ENTRY = 200;

/** A quantity of one tool. A basket has at most one line per tool. */
export interface Line {
  toolId: string;
  quantity: number;
}

/** The result of joining lines. `left` did not fit: the page says so, and it is never dropped silently. */
export interface Merged<L extends Line> {
  lines: L[];
  left: L[];
}

/**
 * Joins the basket of a browser with the stored one of an account. If both have a tool, the larger quantity wins, so
 * that joining again changes nothing. The stored lines come first and keep their order.
 */
export function mergeBaskets<L extends Line>(local: readonly L[], stored: readonly L[]): Merged<L> {
  const localById = toMap(local);
  const storedIds = toMap(stored);
  const kept = stored.map((line) => {
    const other = localById.get(line.toolId);
    return other && other.quantity > line.quantity ? other : line;
  });
  return bound(
    kept,
    local.filter(({ toolId }) => !storedIds.has(toolId)),
  );
}

/**
 * Merges what was changed here since `base` into what is stored now. A change on one side only is kept. If both sides
 * changed a line, the larger quantity wins, and the line is removed only if both sides removed it.
 */
export function rebaseBasket<L extends Line>(
  base: readonly Line[],
  mine: readonly L[],
  theirs: readonly L[],
): Merged<L> {
  const [baseById, mineById, theirIds] = [toMap(base), toMap(mine), toMap(theirs)];
  const kept = theirs.flatMap((line) => {
    const before = baseById.get(line.toolId)?.quantity ?? 0;
    const wanted = mineById.get(line.toolId);
    const isMineChanged = (wanted?.quantity ?? 0) !== before;
    if (!isMineChanged) return [line];
    if (line.quantity === before) return wanted ? [wanted] : [];
    return [wanted && wanted.quantity > line.quantity ? wanted : line];
  });
  const more = mine.filter(
    (line) => !theirIds.has(line.toolId) && line.quantity !== (baseById.get(line.toolId)?.quantity ?? 0),
  );
  return bound(kept, more);
}

/** Adds pieces to a basket: to an existing line, or as a new line at its end. */
export function addToBasket<L extends Line>(lines: readonly L[], added: readonly L[]): Merged<L> {
  const addedById = toMap(added);
  const ids = toMap(lines);
  const kept = lines.map((line) => {
    const more = addedById.get(line.toolId);
    return more ? { ...more, quantity: Math.min(MAX_BASKET_QUANTITY, line.quantity + more.quantity) } : line;
  });
  return bound(
    kept,
    added.filter(({ toolId }) => !ids.has(toolId)),
  );
}

/**
 * Removes what was ordered from a basket. Pieces that were added meanwhile stay, even as a smaller quantity of their
 * line.
 */
export function takeOrdered<L extends Line>(lines: readonly L[], ordered: readonly Line[]): L[] {
  const orderedById = toMap(ordered);
  return lines.flatMap((line) => {
    const taken = orderedById.get(line.toolId)?.quantity ?? 0;
    if (taken === 0) return [line];
    return taken < line.quantity ? [{ ...line, quantity: line.quantity - taken }] : [];
  });
}

/** Whether two baskets hold the same in the same order. */
export function areSameLines(one: readonly Line[], other: readonly Line[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ toolId, quantity }, at) => other[at]?.toolId === toolId && other[at]?.quantity === quantity)
  );
}

function bound<L extends Line>(kept: L[], more: readonly L[]): Merged<L> {
  const room = Math.max(0, MAX_BASKET_LINES - kept.length);
  return { lines: [...kept, ...more.slice(0, room)], left: more.slice(room) };
}

function toMap<L extends Line>(lines: readonly L[]): Map<string, L> {
  return new Map(lines.map((line) => [line.toolId, line]));
}
