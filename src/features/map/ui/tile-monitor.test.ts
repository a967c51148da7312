import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { monitorTiles } from './tile-monitor.ts';

type Layer = Parameters<typeof monitorTiles>[0];
type Handlers = Parameters<Layer['on']>[0];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a monitor on a fake tile layer. */
function setUp() {
  let handlers: Handlers | null = null;
  const onGiveUp = vi.fn();
  const layer = {
    on: (registered: Handlers) => {
      handlers = registered;
    },
    off: (registered: Handlers) => {
      if (handlers === registered) handlers = null;
    },
    options: { maxNativeZoom: 19 },
    redraw: vi.fn<() => void>(),
  };
  monitorTiles(layer, onGiveUp);
  let last = 0;
  /** Requests tiles of this zoom level: first `failing` fail, then `loading` load, and the rest get no response. */
  const requestTiles = (z: number, { failing = 0, loading = 0, silent = 0 }: Record<string, number>) => {
    const tiles = Array.from({ length: failing + loading + silent }, () => {
      last += 1;
      return { coords: { x: last, y: 0, z } };
    });
    handlers?.loading();
    for (const tile of tiles) handlers?.tileloadstart(tile);
    for (const tile of tiles.slice(0, failing)) handlers?.tileerror(tile);
    for (const tile of tiles.slice(failing, failing + loading)) handlers?.tileload(tile);
    if (silent === 0) handlers?.load();
    return tiles;
  };
  return {
    onGiveUp,
    layer,
    requestTiles,
    unload: (tiles: ReturnType<typeof requestTiles>) => {
      for (const tile of tiles) handlers?.tileunload(tile);
    },
    remove: () => handlers?.remove(),
    isMonitoring: () => handlers !== null,
  };
}

describe('the monitor gives up, once', () => {
  test('when the first six fail', () => {
    const { requestTiles, onGiveUp, isMonitoring } = setUp();
    requestTiles(13, { failing: 5, silent: 4 });
    expect(onGiveUp).not.toHaveBeenCalled();
    requestTiles(13, { failing: 4 });
    vi.runAllTimers();
    expect([onGiveUp.mock.calls.length, isMonitoring()]).toEqual([1, false]);
  });

  test('when all of a small map fail', () => {
    const { requestTiles, onGiveUp } = setUp();
    requestTiles(13, { failing: 2 });
    expect(onGiveUp).toHaveBeenCalledOnce();
  });

  test.each([
    ['ten seconds at the beginning', 10_000, false],
    ['half a minute after a working map was moved', 30_000, true],
  ])('when nothing responds for %s', (_what, timeout, hasWorked) => {
    const { requestTiles, onGiveUp } = setUp();
    if (hasWorked) requestTiles(13, { loading: 4 });
    requestTiles(13, { silent: 4 });
    vi.advanceTimersByTime(timeout - 1);
    expect(onGiveUp).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onGiveUp).toHaveBeenCalledOnce();
  });

  test('when some fail at first and the others never respond', () => {
    const { requestTiles, onGiveUp } = setUp();
    requestTiles(13, { failing: 1, silent: 2 });
    vi.advanceTimersByTime(10_000);
    expect(onGiveUp).toHaveBeenCalledOnce();
  });
});

describe('a map with a loaded tile stays', () => {
  test('no matter how many tiles are missing', () => {
    const { requestTiles, onGiveUp } = setUp();
    for (let at = 0; at < 20; at += 1) requestTiles(13, { failing: at === 0 ? 2 : 8, loading: 1 });
    vi.runAllTimers();
    expect(onGiveUp).not.toHaveBeenCalled();
  });

  test('when it is moved to a place without tiles', () => {
    const { requestTiles, onGiveUp, layer } = setUp();
    requestTiles(13, { loading: 9 });
    for (let at = 0; at < 20; at += 1) requestTiles(13, { failing: 3 });
    vi.runAllTimers();
    expect(onGiveUp).not.toHaveBeenCalled();
    expect(layer.redraw).not.toHaveBeenCalled();
  });

  test('when a visitor zooms in past the last tiles, which are then enlarged', () => {
    const { requestTiles, onGiveUp, layer } = setUp();
    requestTiles(17, { loading: 9 });
    requestTiles(19, { failing: 9 });
    expect([layer.options.maxNativeZoom, layer.redraw.mock.calls.length]).toEqual([18, 1]);
    requestTiles(18, { failing: 9 });
    expect([layer.options.maxNativeZoom, layer.redraw.mock.calls.length]).toEqual([17, 2]);
    requestTiles(17, { loading: 9 });
    requestTiles(17, { failing: 3 });
    vi.runAllTimers();
    expect([layer.options.maxNativeZoom, layer.redraw.mock.calls.length]).toEqual([17, 2]);
    expect(onGiveUp).not.toHaveBeenCalled();
  });

  test('at its zoom limit, when the place has no tiles at any level', () => {
    const { requestTiles, layer } = setUp();
    requestTiles(15, { loading: 9 });
    requestTiles(16, { failing: 9 });
    expect(layer.options.maxNativeZoom).toBe(15);
    requestTiles(15, { failing: 9 });
    expect([layer.options.maxNativeZoom, layer.redraw.mock.calls.length]).toEqual([19, 1]);
  });
});

describe('the monitor stops waiting', () => {
  test('for tiles outside the view', () => {
    const { requestTiles, unload, onGiveUp } = setUp();
    unload(requestTiles(13, { silent: 9 }));
    vi.runAllTimers();
    expect(onGiveUp).not.toHaveBeenCalled();
  });

  test('when the map is removed before the first tile', () => {
    const { requestTiles, remove, onGiveUp } = setUp();
    requestTiles(13, { silent: 1 });
    remove();
    vi.runAllTimers();
    expect(onGiveUp).not.toHaveBeenCalled();
  });
});
