import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Line, MAX_BASKET_LINES } from '../rules.ts';

const id = (at: number) => `tool${at}`.padEnd(24, 'x');
const line = (at: number, quantity = 5): Line => ({ toolId: id(at), quantity });
const toQuantities = (lines: readonly Line[]) =>
  Object.fromEntries(lines.map(({ toolId, quantity }) => [toolId.replace(/x+$/, ''), quantity]));

/** The server's baskets by access token. */
let stored: Record<string, { version: number; lines: Line[] }>;
let unknownTools: Set<string>;
let archivedTools: Set<string>;
let isDown: boolean;
/** Called before the server responds to a PUT. */
let beforeStore: () => void;
let storage: Map<string, string>;
let isStorageFull: boolean;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  stored = {};
  unknownTools = new Set();
  archivedTools = new Set();
  isDown = false;
  beforeStore = () => {};
  storage = new Map();
  isStorageFull = false;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isStorageFull) throw new Error('QuotaExceededError');
      storage.set(key, text);
    },
    removeItem: (key: string) => storage.delete(key),
  });
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('document', { createElement: () => ({}), body: { append: () => {} } });
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => Promise.resolve(respond(url, init)));
  return () => void vi.useRealTimers();
});

const price = (lines: readonly Line[]) =>
  lines.map((one) => ({
    ...one,
    added: { at: '2026-11-20T10:00:00.000Z', unitPrice: 4, minimum: 1, available: 90 },
    sku: one.toolId.replace(/x+$/, ''),
    state: archivedTools.has(one.toolId) ? 'archived' : 'on_sale',
  }));

function respond(url: string, { method, headers, body }: RequestInit): Response {
  if (isDown) throw new TypeError('fetch failed');
  const { lines = [], version } = JSON.parse(String(body ?? '{}')) as { lines?: Line[]; version?: number };
  if (url === '/api/basket/preview') return Response.json({ lines: price(lines), total: '1.00' });
  if (url === '/api/basket/part-numbers')
    return Response.json({ lines: [line(200, 3), line(201, 4)], missing: ['NO-1'] });
  const name = (headers as Record<string, string>).authorization?.replace('Bearer ', '') ?? '';
  if (method === 'PUT') beforeStore();
  stored[name] ??= { version: 0, lines: [] };
  const basket = stored[name];
  const show = () => ({ email: `${name}@example.com`, version: basket.version, lines: price(basket.lines) });
  if (method === 'GET') return Response.json(show());
  const refused = lines.flatMap(({ toolId }, at) =>
    unknownTools.has(toolId) ? [[`lines.${at}.toolId`, 'None.']] : [],
  );
  if (version !== basket.version)
    return Response.json({ code: 'basket_changed', detail: 'Changed.', basket: show() }, { status: 409 });
  if (refused.length > 0)
    return Response.json({ code: 'invalid', detail: 'No.', errors: Object.fromEntries(refused) }, { status: 422 });
  basket.version += 1;
  basket.lines = lines.map(({ toolId, quantity }) => ({ toolId, quantity }));
  return Response.json(show());
}

function signIn(name: string): void {
  storage.set('accessToken', name);
  storage.set('accessTokenDetails', JSON.stringify({ email: `${name}@example.com`, expiresAt: 0 }));
}

function signOut(): void {
  for (const key of ['accessToken', 'accessTokenDetails', 'accountBasket:1']) storage.delete(key);
}

/** Loads the modules as a new page would. */
async function open() {
  const { addEntries, addPieces, addLines, clearOrderedLines, openBasket, removeLine, setQuantity } = await import(
    './basket-actions.ts'
  );
  const { getBasketState } = await import('./basket-store.ts');
  const { readQuantities } = await import('./basket-storage.ts');
  return {
    addEntries,
    addPieces,
    addLines,
    clearOrderedLines,
    openBasket,
    removeLine,
    setQuantity,
    getBasketState,
    readQuantities,
  };
}

const held = (page: Awaited<ReturnType<typeof open>>) => toQuantities(page.getBasketState().lines);
const settle = () => vi.advanceTimersByTimeAsync(1_000);

describe('a visitor’s basket', () => {
  test('with room for one more takes the first part number, and returns the others', async () => {
    const page = await open();
    for (let at = 1; at < MAX_BASKET_LINES; at += 1) page.addPieces(line(at));
    const { added, left, error } = await page.addEntries(['tool200 3', 'tool201 4', 'NO-1']);
    expect([added, left]).toEqual([1, ['NO-1', 'tool201 4']]);
    expect(error).toMatch(/found no tool for NO-1.*can hold 100 tools/);
    expect(held(page)).toMatchObject({ tool200: 3 });
  });

  test('is kept in the browser, with the terms at which each line was added', async () => {
    const page = await open();
    expect(page.addPieces(line(1))).toBeNull();
    page.addPieces(line(1, 2));
    page.addPieces(line(2));
    expect(held(page)).toEqual({ tool1: 7, tool2: 5 });
    await settle();
    expect(JSON.parse(storage.get('basket:1') ?? '')).toMatchObject({ lines: [{ added: { unitPrice: 4 } }, {}] });
    page.setQuantity(id(1), 9);
    expect(page.getBasketState().lines[0]).toEqual(line(1, 9));
  });

  test('lasts as long as the page if the browser stores nothing', async () => {
    isStorageFull = true;
    const page = await open();
    page.addPieces(line(1));
    expect(held(page)).toEqual({ tool1: 5 });
    expect(storage.size).toBe(0);
  });

  test.each(['', '{', '[]', '7', 'null', '{"lines":7}', '{"lines":[null,7,{"toolId":"x","quantity":1}]}'])(
    'is empty if the storage contains %s',
    async (text) => {
      storage.set('basket:1', text);
      const page = await open();
      expect(page.getBasketState().lines).toEqual([]);
      page.addPieces(line(1));
      expect(held(page)).toEqual({ tool1: 5 });
    },
  );

  test('accepts no more tools than fit, and says so', async () => {
    const page = await open();
    for (let at = 0; at < MAX_BASKET_LINES; at += 1) expect(page.addPieces(line(at))).toBeNull();
    expect(page.addPieces(line(MAX_BASKET_LINES))).toMatch(/^The basket can hold 100 tools/);
    expect(page.addPieces(line(0))).toBeNull();
    expect(page.getBasketState().lines).toHaveLength(MAX_BASKET_LINES);
  });
});

describe('the basket of an account', () => {
  test('is merged with the visitor’s, which is cleared once all of it is stored', async () => {
    stored.ada = { version: 3, lines: [line(1, 2), line(3)] };
    const page = await open();
    page.addPieces(line(1, 6));
    page.addPieces(line(2));
    await settle();
    signIn('ada');
    beforeStore = () => expect(storage.get('basket:1')).toContain(id(2));
    page.openBasket();
    await settle();
    expect(toQuantities(stored.ada.lines)).toEqual({ tool1: 6, tool3: 5, tool2: 5 });
    expect(storage.has('basket:1')).toBe(false);
    expect(held(page)).toEqual({ tool1: 6, tool3: 5, tool2: 5 });
    signOut();
    expect(held(page)).toEqual({});
  });

  test('stays the visitor’s if it could not be stored before the sign-out', async () => {
    const page = await open();
    page.addPieces(line(1));
    signIn('ada');
    isDown = true;
    page.openBasket();
    await settle();
    signOut();
    expect(held(page)).toEqual({ tool1: 5 });
  });

  test('is never shown to somebody else, nor stored in their account', async () => {
    stored.ada = { version: 1, lines: [line(1)] };
    stored.bob = { version: 1, lines: [line(2)] };
    signIn('ada');
    const page = await open();
    page.openBasket();
    await settle();
    page.addPieces(line(3));
    // Somebody else signs in before the change is stored.
    signIn('bob');
    expect(held(page)).toEqual({});
    expect(page.readQuantities().size).toBe(0);
    expect(page.getBasketState().priced.size).toBe(0);
    page.openBasket();
    await settle();
    expect(held(page)).toEqual({ tool2: 5 });
    expect(toQuantities(stored.bob.lines)).toEqual({ tool2: 5 });
    expect(storage.get('accountBasket:1')).not.toContain(id(1));
  });

  test('ignores responses after a sign-out', async () => {
    stored.ada = { version: 1, lines: [line(1)] };
    signIn('ada');
    const page = await open();
    page.openBasket();
    await settle();
    beforeStore = signOut;
    page.addPieces(line(2));
    await settle();
    expect(storage.has('accountBasket:1')).toBe(false);
    expect(held(page)).toEqual({});
  });

  test('ignores responses after somebody else signed in', async () => {
    stored.ada = { version: 1, lines: [line(1)] };
    signIn('ada');
    const page = await open();
    page.openBasket();
    await settle();
    expect(page.readQuantities()).toEqual(new Map([[id(1), 5]]));
    beforeStore = () => signIn('bob');
    page.addPieces(line(2));
    await settle();
    expect(page.getBasketState()).toMatchObject({ lines: [], isReady: false });
    expect(page.getBasketState().priced.size).toBe(0);
    expect(stored.bob?.lines ?? []).toEqual([]);
  });

  test('loses nothing if another device was faster', async () => {
    stored.ada = { version: 1, lines: [line(1), line(2)] };
    signIn('ada');
    const page = await open();
    page.openBasket();
    await settle();
    stored.ada = { version: 4, lines: [line(1), line(2, 9), line(3)] };
    page.removeLine(id(1));
    page.addPieces(line(4));
    await settle();
    expect(toQuantities(stored.ada.lines)).toEqual({ tool2: 9, tool3: 5, tool4: 5 });
    expect(held(page)).toEqual({ tool2: 9, tool3: 5, tool4: 5 });
    expect(page.getBasketState()).toMatchObject({ isUnsaved: false, failure: null });
  });

  test('keeps a change until the shop can be reached, even across pages', async () => {
    stored.ada = { version: 1, lines: [line(1)] };
    signIn('ada');
    const page = await open();
    page.openBasket();
    await settle();
    isDown = true;
    page.setQuantity(id(1), 8);
    await settle();
    expect(page.getBasketState()).toMatchObject({ isUnsaved: true, failure: expect.stringContaining('reached') });
    isDown = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(toQuantities(stored.ada.lines)).toEqual({ tool1: 8 });
    isDown = true;
    page.setQuantity(id(1), 9);
    await settle();
    isDown = false;
    vi.resetModules();
    vi.clearAllTimers();
    const next = await open();
    next.openBasket();
    await settle();
    expect(toQuantities(stored.ada.lines)).toEqual({ tool1: 9 });
  });

  test('drops lines whose tools do not exist, says how many, and stores the rest', async () => {
    unknownTools.add(id(2));
    const page = await open();
    for (const at of [1, 2, 3]) page.addPieces(line(at));
    signIn('ada');
    page.openBasket();
    await settle();
    expect(toQuantities(stored.ada?.lines ?? [])).toEqual({ tool1: 5, tool3: 5 });
    expect(page.getBasketState().dropped).toBe(1);
  });

  test('keeps lines that did not fit separately, and adds them once there is room', async () => {
    stored.ada = { version: 1, lines: Array.from({ length: MAX_BASKET_LINES }, (_, at) => line(at)) };
    const page = await open();
    page.addPieces(line(500));
    signIn('ada');
    page.openBasket();
    await settle();
    expect(page.getBasketState().left.map(({ toolId }) => toolId)).toEqual([id(500)]);
    expect(storage.has('basket:1')).toBe(false);
    page.removeLine(id(7));
    await settle();
    expect(page.getBasketState().left).toEqual([]);
    expect(stored.ada.lines.at(-1)).toEqual(line(500));
    expect(stored.ada.lines).toHaveLength(MAX_BASKET_LINES);
  });
});

describe('an order', () => {
  test('removes what was ordered, and leaves what was added in the meantime', async () => {
    const page = await open();
    page.addPieces(line(1, 8));
    page.addPieces(line(2));
    page.addPieces(line(3));
    page.clearOrderedLines([line(1, 5), line(2)]);
    expect(held(page)).toEqual({ tool1: 3, tool3: 5 });
  });

  test('can be added again at current prices, without tools that are no longer sold', async () => {
    archivedTools.add(id(2));
    const page = await open();
    for (let at = 10; at < 10 + MAX_BASKET_LINES - 1; at += 1) page.addPieces(line(at));
    const added = await page.addLines([line(1), line(2), line(3)]);
    expect(added?.added.map(({ toolId }) => toolId)).toEqual([id(1)]);
    expect(added?.notForSale.map(({ toolId }) => toolId)).toEqual([id(2)]);
    expect(added?.left.map(({ toolId }) => toolId)).toEqual([id(3)]);
    expect(page.getBasketState().lines).toHaveLength(MAX_BASKET_LINES);
  });

  test('cannot be added again while the shop is unreachable', async () => {
    const page = await open();
    isDown = true;
    expect(await page.addLines([line(1)])).toBeNull();
    expect(held(page)).toEqual({});
  });
});
