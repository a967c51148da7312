/** So many tiles in a row that do not come at the beginning, and there is no map. */
const MAX_FAILURES = 6;
/** How long to wait, in ms, while no tile comes at all. A map that has worked is not taken away so soon. */
const TIMEOUT_MS = { atFirst: 10_000, later: 30_000 };

/** Which tile it is, and how near. */
interface Tile {
  coords: { x: number; y: number; z: number };
}
type Handlers = Record<'tileloadstart' | 'tileload' | 'tileerror' | 'tileabort' | 'tileunload', (tile: Tile) => void> &
  Record<'loading' | 'load' | 'remove', () => void>;

/** As much of a layer of tiles as the watch needs. */
interface Tiles {
  on(handlers: Handlers): unknown;
  off(handlers: Handlers): unknown;
  /** Nearer than this, tiles of this scale are enlarged. */
  options: { maxNativeZoom?: number | undefined };
  redraw(): unknown;
}

/**
 * Calls `giveUp`, once, when no tile is to be had: the first ones fail one after the other, or nothing is answered in
 * time. Once one has come, one that fails is a blank one, since browsers do not tell a missing picture from a host that
 * is gone. Where the tiles end, the deepest there are are enlarged. To be called before the layer is shown.
 */
export function monitorTiles(tiles: Tiles, onGiveUp: () => void): void {
  const pending = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failedInARow = 0;
  let deepestLoaded = Number.NEGATIVE_INFINITY;
  /** What was asked for together. */
  let batch = { z: Number.NaN, came: false, failed: false };
  /** Tiles are taken to end before this, until one comes from there, or none does: then it was the place. */
  let previousMaxZoom: number | null = null;

  const hasWorked = () => deepestLoaded > Number.NEGATIVE_INFINITY;
  const clearTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const stop = () => {
    clearTimer();
    tiles.off(handlers);
  };
  const end = () => {
    stop();
    onGiveUp();
  };
  const settleTile = ({ coords: { x, y, z } }: Tile) => {
    pending.delete(`${z}/${x}/${y}`);
    if (pending.size === 0) clearTimer();
  };
  const handlers: Handlers = {
    loading() {
      batch = { z: Number.NaN, came: false, failed: false };
    },
    tileloadstart({ coords: { x, y, z } }) {
      pending.add(`${z}/${x}/${y}`);
      if (batch.z !== z) batch = { z, came: false, failed: false };
      timer ??= setTimeout(end, hasWorked() ? TIMEOUT_MS.later : TIMEOUT_MS.atFirst);
    },
    tileload(tile) {
      const { z } = tile.coords;
      if (z === batch.z) batch.came = true;
      if (z === tiles.options.maxNativeZoom) previousMaxZoom = null;
      deepestLoaded = Math.max(deepestLoaded, z);
      settleTile(tile);
      clearTimer();
    },
    tileerror(tile) {
      if (tile.coords.z === batch.z) batch.failed = true;
      failedInARow += 1;
      settleTile(tile);
      if (hasWorked()) clearTimer();
      else if (failedInARow >= MAX_FAILURES) end();
    },
    // Left behind by whoever moves on: nobody waits for it any more.
    tileabort: settleTile,
    tileunload: settleTile,
    // All that was asked for has come or failed.
    load() {
      const { z, came, failed } = batch;
      if (came || !failed) return;
      if (!hasWorked()) return end();
      if (z > deepestLoaded) {
        previousMaxZoom ??= tiles.options.maxNativeZoom ?? z;
        tiles.options.maxNativeZoom = z - 1;
        tiles.redraw();
      } else if (previousMaxZoom !== null) {
        tiles.options.maxNativeZoom = previousMaxZoom;
        previousMaxZoom = null;
      }
    },
    remove: stop,
  };
  tiles.on(handlers);
}
