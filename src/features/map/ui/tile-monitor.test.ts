import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { monitorTiles } from './tile-monitor.ts';

type Layer = Parameters<typeof monitorTiles>[0];
type Handlers = Parameters<Layer['on']>[0];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A layer of tiles that does what a test says, and how often it was given up. */
function setUp() {
  let handlers: Handlers | null = null;
  const giveUp = vi.fn();
  const layer = {
    on: (given: Handlers) => {
      handlers = given;
    },
    off: (given: Handlers) => {
      if (handlers === given) handlers = null;
    },
    options: { maxNativeZoom: 19 },
    redraw: vi.fn<() => void>(),
  };
  monitorTiles(layer, giveUp);
  let last = 0;
  /** Tiles of this scale are asked for, and so many fail before so many come; the rest is not answered. */
  const ask = (z: number, { failing = 0, coming = 0, silent = 0 }: Record<string, number>) => {
    const tiles = Array.from({ length: failing + coming + silent }, () => {
      last += 1;
      return { coords: { x: last, y: 0, z } };
    });
    handlers?.loading();
    for (const tile of tiles) handlers?.tileloadstart(tile);
    for (const tile of tiles.slice(0, failing)) handlers?.tileerror(tile);
    for (const tile of tiles.slice(failing, failing + coming)) handlers?.tileload(tile);
    if (silent === 0) handlers?.load();
    return tiles;
  };
  return {
    giveUp,
    layer,
    ask,
    leaveBehind: (tiles: ReturnType<typeof ask>) => {
      for (const tile of tiles) handlers?.tileunload(tile);
    },
    remove: () => handlers?.remove(),
    isWatched: () => handlers !== null,
  };
}

describe('tiles are given up, once', () => {
  test('when the first six fail', () => {
    const { ask, giveUp, isWatched } = setUp();
    ask(13, { failing: 5, silent: 4 });
    expect(giveUp).not.toHaveBeenCalled();
    ask(13, { failing: 4 });
    vi.runAllTimers();
    expect([giveUp.mock.calls.length, isWatched()]).toEqual([1, false]);
  });

  test('when all of a small map fail', () => {
    const { ask, giveUp } = setUp();
    ask(13, { failing: 2 });
    expect(giveUp).toHaveBeenCalledOnce();
  });

  test.each([
    ['ten seconds at the beginning', 10_000, false],
    ['half a minute after a map that worked was moved', 30_000, true],
  ])('when nothing is answered for %s', (_what, timeout, hasWorked) => {
    const { ask, giveUp } = setUp();
    if (hasWorked) ask(13, { coming: 4 });
    ask(13, { silent: 4 });
    vi.advanceTimersByTime(timeout - 1);
    expect(giveUp).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(giveUp).toHaveBeenCalledOnce();
  });

  test('when some fail at the beginning and the others are not answered', () => {
    const { ask, giveUp } = setUp();
    ask(13, { failing: 1, silent: 2 });
    vi.advanceTimersByTime(10_000);
    expect(giveUp).toHaveBeenCalledOnce();
  });
});

describe('a map of which a tile has come is kept', () => {
  test('however many are missing among those that come', () => {
    const { ask, giveUp } = setUp();
    for (let at = 0; at < 20; at += 1) ask(13, { failing: at === 0 ? 2 : 8, coming: 1 });
    vi.runAllTimers();
    expect(giveUp).not.toHaveBeenCalled();
  });

  test('where it is moved over the edge of what there are tiles of', () => {
    const { ask, giveUp, layer } = setUp();
    ask(13, { coming: 9 });
    for (let at = 0; at < 20; at += 1) ask(13, { failing: 3 });
    vi.runAllTimers();
    expect(giveUp).not.toHaveBeenCalled();
    expect(layer.redraw).not.toHaveBeenCalled();
  });

  test('where one comes nearer than there are tiles: the deepest there are are enlarged', () => {
    const { ask, giveUp, layer } = setUp();
    ask(17, { coming: 9 });
    ask(19, { failing: 9 });
    expect([layer.options.maxNativeZoom, layer.redraw.mock.calls.length]).toEqual([18, 1]);
    ask(18, { failing: 9 });
    expect([layer.options.maxNativeZoom, layer.redraw.mock.calls.length]).toEqual([17, 2]);
    ask(17, { coming: 9 });
    ask(17, { failing: 3 });
    vi.runAllTimers();
    expect([layer.options.maxNativeZoom, layer.redraw.mock.calls.length]).toEqual([17, 2]);
    expect(giveUp).not.toHaveBeenCalled();
  });

  test('as deep as it went, where it was the place that has no tiles, and not the scale', () => {
    const { ask, layer } = setUp();
    ask(15, { coming: 9 });
    ask(16, { failing: 9 });
    expect(layer.options.maxNativeZoom).toBe(15);
    ask(15, { failing: 9 });
    expect([layer.options.maxNativeZoom, layer.redraw.mock.calls.length]).toEqual([19, 1]);
  });
});

describe('nobody waits any more', () => {
  test('for tiles that were left behind', () => {
    const { ask, leaveBehind, giveUp } = setUp();
    leaveBehind(ask(13, { silent: 9 }));
    vi.runAllTimers();
    expect(giveUp).not.toHaveBeenCalled();
  });

  test('when the map is left before any has come', () => {
    const { ask, remove, giveUp } = setUp();
    ask(13, { silent: 1 });
    remove();
    vi.runAllTimers();
    expect(giveUp).not.toHaveBeenCalled();
  });
});
