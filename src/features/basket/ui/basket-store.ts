import type { BasketLine, Memory } from '../contract.ts';
import { type Line, MAX_BASKET_LINES, MAX_BASKET_QUANTITY } from '../rules.ts';
import { ACCOUNT_KEY, getOwner, parseItem, publishBasket, readItem, VISITOR_KEY, writeItem } from './basket-storage.ts';

/** A line as the browser stores it, with what applied when it was added. */
export interface KeptLine extends Line {
  added?: Memory;
}

/**
 * The basket of an account in this browser. Differences between `base` and `lines` are not stored on the server yet.
 */
export interface AccountBasket {
  email: string;
  /** The version of the server's basket that this browser knows. */
  version: number;
  base: Line[];
  lines: KeptLine[];
  /** What did not fit when baskets were joined. It is added once there is room. */
  left: KeptLine[];
  /** The visitor's basket is among the lines. It is deleted once they are stored. */
  joined: boolean;
}

/** What is known about the basket besides its lines, as long as the page lives. */
interface SyncState {
  /** The address of the account to which it belongs, or null for a visitor. */
  owner: string | null;
  priced: ReadonlyMap<string, BasketLine>;
  /** The basket was read, or priced, at least once. */
  isReady: boolean;
  /** Why the last call failed; null after one that worked. */
  failure: string | null;
  /** How many lines were dropped because their tools no longer exist. */
  dropped: number;
}

export interface BasketState extends SyncState {
  lines: readonly KeptLine[];
  left: readonly KeptLine[];
  /** The version of the account's basket that this browser knows; 0 if none is stored. */
  version: number;
  /** A change is waiting to be stored in the account. */
  isUnsaved: boolean;
}

const NOTHING: SyncState = { owner: null, priced: new Map(), isReady: false, failure: null, dropped: 0 };
const EMPTY: BasketState = { ...NOTHING, lines: [], left: [], version: 0, isUnsaved: false };

let knowledge = NOTHING;
let source: unknown[] = [];
let state = EMPTY;

/** The basket of the current user of this browser. It is the same object until something changes. */
export function getBasketState(): BasketState {
  const owner = getOwner();
  const next = [owner, readItem(ACCOUNT_KEY), readItem(VISITOR_KEY), knowledge];
  if (next.every((part, at) => part === source[at])) return state;
  source = next;
  const account = owner === null ? null : readAccount(owner);
  const { lines, left, base, version } = account ?? { lines: readVisitor(), left: [], base: null, version: 0 };
  const isUnsaved = base !== null && JSON.stringify(lines.map(toBareLine)) !== JSON.stringify(base);
  state = { ...getSyncState(), lines, left, version, isUnsaved };
  return state;
}

/** What the server's HTML and the first render show. */
export function getEmptyState(): BasketState {
  return EMPTY;
}

/** What is known about the basket of the current user, and never about anybody else's. */
export function getSyncState(): SyncState {
  const owner = getOwner();
  return knowledge.owner === owner ? knowledge : { ...NOTHING, owner };
}

export function setSyncState(change: Partial<Omit<SyncState, 'owner'>>): void {
  knowledge = { ...getSyncState(), ...change };
  publishBasket();
}

export function readVisitor(): KeptLine[] {
  return toLines(parseItem(readItem(VISITOR_KEY)).lines);
}

/** Null if this browser does not know a basket of this account. */
export function readAccount(email: string): AccountBasket | null {
  const kept = parseItem(readItem(ACCOUNT_KEY));
  if (kept.email !== email || typeof kept.version !== 'number') return null;
  const { version, base, lines, left, joined } = kept;
  return {
    email,
    version,
    base: toLines(base).map(toBareLine),
    lines: toLines(lines),
    left: toLines(left),
    joined: joined === true,
  };
}

export function writeVisitor(lines: readonly KeptLine[]): void {
  keep(VISITOR_KEY, lines.length > 0 ? { lines } : null);
}

export function writeAccount(basket: AccountBasket): void {
  keep(ACCOUNT_KEY, basket);
}

/**
 * Replaces the lines of the current user of this browser. They belong to the visitor until the account's basket was
 * read.
 */
export function writeLines(lines: readonly KeptLine[]): void {
  const owner = getOwner();
  const account = owner === null ? null : readAccount(owner);
  if (account) writeAccount({ ...account, lines: [...lines] });
  else writeVisitor(lines);
}

export function toBareLine({ toolId, quantity }: Line): Line {
  return { toolId, quantity };
}

function keep(key: string, value: object | null): void {
  writeItem(key, value && JSON.stringify(value));
  publishBasket();
}

/** The lines in a stored value. Anybody may have written it. */
function toLines(value: unknown): KeptLine[] {
  if (!Array.isArray(value)) return [];
  const lines = new Map<string, KeptLine>();
  for (const entry of value) {
    const { toolId, quantity, added } = Object(entry) as Record<string, unknown>;
    if (typeof toolId !== 'string' || !/^[A-Za-z0-9]{24}$/.test(toolId)) continue;
    if (!Number.isSafeInteger(quantity) || Number(quantity) < 1 || Number(quantity) > MAX_BASKET_QUANTITY) continue;
    lines.set(toolId, { toolId, quantity: Number(quantity), ...(isMemory(added) ? { added } : {}) });
  }
  return [...lines.values()].slice(0, MAX_BASKET_LINES);
}

function isMemory(value: unknown): value is Memory {
  const { at, unitPrice, minimum, available } = Object(value) as Partial<Memory>;
  return typeof at === 'string' && [unitPrice, minimum, available].every((one) => typeof one === 'number');
}
