import { type ApiProblem, callApi, isOutcomeUnknown } from '#src/shared/api-client.ts';
import { readNewer } from '#src/shared/versions.ts';
import type { Basket, BasketLine, PricedLines } from '../contract.ts';
import { areSameLines, mergeBaskets, rebaseBasket } from '../rules.ts';
import { getOwner } from './basket-storage.ts';
import {
  type AccountBasket,
  getSyncState,
  type KeptLine,
  readAccount,
  readVisitor,
  setSyncState,
  toBareLine,
  writeAccount,
  writeVisitor,
} from './basket-store.ts';

/** In ms: how long clicks on a stepper are collected, and the pauses between attempts without a connection. */
const GATHER_MS = 400;
const MIN_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;
/** Writes of other devices at the same time make it try again, but not forever. */
const MAX_ATTEMPTS = 6;

let running: Promise<void> | null = null;
let due: { reads: boolean } | null = null;
let gathering: ReturnType<typeof setTimeout> | undefined;
let retrying: ReturnType<typeof setTimeout> | undefined;
let retryMs = MIN_RETRY_MS;
let isListening = false;

/** Stores, or prices, the latest changes after a moment. */
export function scheduleSync(): void {
  clearTimeout(gathering);
  gathering = setTimeout(() => void syncBasket(), GATHER_MS);
}

/**
 * Synchronizes the browser with the server. For an account, it joins a visitor's basket, stores changes and, if
 * `reads`, reads the changes of other devices. For a visitor, it prices the lines. Never rejects.
 */
export function syncBasket({ reads = false } = {}): Promise<void> {
  clearTimeout(gathering);
  clearTimeout(retrying);
  if (running) {
    due = { reads: reads || due?.reads === true };
    return running;
  }
  running = run(reads).finally(() => {
    running = null;
    const next = due;
    due = null;
    if (next) void syncBasket(next);
  });
  return running;
}

async function run(reads: boolean): Promise<void> {
  const owner = getOwner();
  const problem = await (owner === null ? priceVisitor() : storeAccount(owner, reads));
  // Somebody signed in or out meanwhile, so the response belongs to somebody else.
  if (owner !== getOwner()) return;
  setSyncState({ failure: problem?.detail ?? null, ...(problem ? {} : { isReady: true }) });
  if (!problem) retryMs = MIN_RETRY_MS;
  else if (isOutcomeUnknown(problem) || problem.status === 429) retryLater();
}

function retryLater(): void {
  clearTimeout(retrying);
  retrying = setTimeout(() => void syncBasket(), retryMs);
  retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
  if (!isListening) addEventListener('online', () => void syncBasket());
  isListening = true;
}

async function priceVisitor(): Promise<ApiProblem | null> {
  const sent = readVisitor();
  if (sent.length === 0) return null;
  const call = { method: 'POST', body: { lines: sent }, token: null } as const;
  const response = await callApi<PricedLines>('/basket/preview', call);
  if (getOwner() !== null) return null;
  if (!response.ok) return response.problem.status === 422 ? forgetMemories(response.problem) : response.problem;
  const priced = toPriced(response.value.lines);
  setSyncState({ priced });
  // From now on it is known what applied when a line was added. A quantity chosen meanwhile has its own memory.
  const lines = readVisitor();
  const remembered = lines.map((line) => ({ ...line, ...getMemory(line, priced) }));
  if (lines.some(({ added }, at) => !added && remembered[at]?.added)) writeVisitor(remembered);
  return null;
}

function getMemory({ added, toolId, quantity }: KeptLine, priced: ReadonlyMap<string, BasketLine>): object {
  const line = priced.get(toolId);
  return !added && line?.quantity === quantity ? { added: line.added } : {};
}

/** Somebody has written nonsense into the storage, so what it says about the past of the lines is discarded. */
async function forgetMemories(problem: ApiProblem): Promise<ApiProblem | null> {
  const lines = readVisitor();
  if (!lines.some(({ added }) => added)) return problem;
  writeVisitor(lines.map(toBareLine));
  return priceVisitor();
}

async function storeAccount(email: string, reads: boolean): Promise<ApiProblem | null> {
  let basket = readAccount(email);
  if (!basket || reads || readVisitor().length > 0 || isUnpriced(basket)) {
    const read = await callApi<Basket>('/basket');
    if (getOwner() !== email) return null;
    if (!read.ok) return read.problem;
    // Another user's token was stored between the two reads of the storage.
    if (read.value.email !== email) return null;
    basket = adopt(read.value);
  }
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    basket = takeIn(basket);
    if (areSameLines(basket.lines, basket.base)) {
      writeAccount(finishJoin(basket));
      return null;
    }
    const problem = await store(basket);
    if (getOwner() !== email) return null;
    if (problem) return problem;
    basket = readAccount(email) ?? basket;
  }
  scheduleSync();
  return null;
}

/** Adds what did not fit before, as far as there is room now. */
function takeIn(basket: AccountBasket): AccountBasket {
  if (basket.left.length === 0) return basket;
  const next = { ...basket, ...mergeBaskets(basket.left, basket.lines) };
  writeAccount(next);
  return next;
}

/** Another tab has stored lines whose prices this tab does not know. */
function isUnpriced({ lines, base }: AccountBasket): boolean {
  const { priced } = getSyncState();
  return areSameLines(lines, base) && lines.some(({ toolId }) => !priced.has(toolId));
}

/** Joins the server's lines with this browser's in one write, so that nothing is lost whatever happens next. */
function adopt(basket: Basket): AccountBasket {
  const { email, version } = basket;
  const theirs = basket.lines.map(toKeptLine);
  const known = readAccount(email);
  const visitor = readVisitor();
  const mine = known ? rebaseBasket(known.base, known.lines, theirs) : { lines: theirs, left: [] };
  const { lines, left } = mergeBaskets(toUnique([...visitor, ...(known?.left ?? []), ...mine.left]), mine.lines);
  const joined = visitor.length > 0;
  const next = { email, version, base: theirs.map(toBareLine), lines, left, joined };
  writeAccount(next);
  setSyncState({ priced: toPriced(basket.lines) });
  return next;
}

/**
 * One attempt to store the lines. If another attempt may solve a problem, the storage is corrected and null is
 * returned.
 */
async function store({ email, version, lines: sent }: AccountBasket): Promise<ApiProblem | null> {
  const response = await callApi<Basket>('/basket', { method: 'PUT', body: { email, version, lines: sent } });
  if (getOwner() !== email) return null;
  const now = readAccount(email);
  if (!now) return null;
  if (response.ok) {
    const theirs = response.value.lines.map(toKeptLine);
    const lines = areSameLines(now.lines, sent) ? theirs : now.lines;
    writeAccount({ ...now, version: response.value.version, base: theirs.map(toBareLine), lines });
    setSyncState({ priced: toPriced(response.value.lines) });
    return null;
  }
  const { problem } = response;
  const newer = readNewer<Basket>(problem, 'basket');
  if (newer) {
    adopt(newer);
    return null;
  }
  return problem.status === 422 ? dropRefused(now, sent, problem) : problem;
}

/** Drops lines whose tools the server does not know, and memories that it does not accept. */
function dropRefused(now: AccountBasket, sent: readonly KeptLine[], problem: ApiProblem): ApiProblem | null {
  const refused = new Set(sent.flatMap(({ toolId }, at) => (problem.errors[`lines.${at}.toolId`] ? [toolId] : [])));
  if (refused.size === 0 && !sent.some(({ added }) => added)) return problem;
  const lines = now.lines.filter(({ toolId }) => !refused.has(toolId));
  writeAccount({ ...now, lines: refused.size > 0 ? lines : lines.map(toBareLine) });
  setSyncState({ dropped: getSyncState().dropped + refused.size });
  return null;
}

/** From now on, the visitor's basket belongs to the account. */
function finishJoin(basket: AccountBasket): AccountBasket {
  if (basket.joined) writeVisitor([]);
  return { ...basket, joined: false };
}

function toKeptLine({ toolId, quantity, added }: BasketLine): KeptLine {
  return { toolId, quantity, added };
}

function toPriced(lines: readonly BasketLine[]): ReadonlyMap<string, BasketLine> {
  return new Map(lines.map((line) => [line.toolId, line]));
}

/** Keeps the largest of several lines of one tool. */
function toUnique(lines: readonly KeptLine[]): KeptLine[] {
  const byId = new Map<string, KeptLine>();
  for (const line of lines) {
    const other = byId.get(line.toolId);
    if (!other || other.quantity < line.quantity) byId.set(line.toolId, line);
  }
  return [...byId.values()];
}
