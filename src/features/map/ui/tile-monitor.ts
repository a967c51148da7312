/** The number of failures in a row, before the first loaded tile, at which it gives up. */
const MAX_FAILURES = 6;
/** How long to wait without any response. A map that has worked gets more time. */
const TIMEOUT_MS = { initial: 10_000, later: 30_000 };

/** Column, row and zoom level of a tile. */
interface Tile {
  coords: { x: number; y: number; z: number };
}
type Handlers = Record<'tileloadstart' | 'tileload' | 'tileerror' | 'tileabort' | 'tileunload', (tile: Tile) => void> &
  Record<'loading' | 'load' | 'remove', () => void>;

/** The part of Leaflet's tile layer that the monitor uses. */
interface Tiles {
  on(handlers: Handlers): unknown;
  off(handlers: Handlers): unknown;
  /** At higher zoom levels, Leaflet enlarges tiles of this level. */
  options: { maxNativeZoom?: number | undefined };
  redraw(): unknown;
}

/**
 * Calls `onGiveUp` once if no tile loads: the first ones fail in a row, or nothing responds in time. After the first
 * loaded tile, failures only leave blank tiles: browsers can't distinguish a missing tile from a lost server. Beyond
 * the server's highest zoom level, its last tiles are enlarged. Call this before the layer is shown.
 */
export function monitorTiles(tiles: Tiles, onGiveUp: () => void): void {
  const pending = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failedInARow = 0;
  let deepestLoaded = Number.NEGATIVE_INFINITY;
  /** The tiles of one view, requested together. */
  let batch = { z: Number.NaN, loaded: false, failed: false };
  /** The limit before it was lowered. It is restored if lower tiles are missing, too: then this place has none. */
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
  const giveUp = () => {
    stop();
    onGiveUp();
  };
  const settleTile = ({ coords: { x, y, z } }: Tile) => {
    pending.delete(`${z}/${x}/${y}`);
    if (pending.size === 0) clearTimer();
  };
  const handlers: Handlers = {
    loading() {
      batch = { z: Number.NaN, loaded: false, failed: false };
    },
    tileloadstart({ coords: { x, y, z } }) {
      pending.add(`${z}/${x}/${y}`);
      if (batch.z !== z) batch = { z, loaded: false, failed: false };
      timer ??= setTimeout(giveUp, hasWorked() ? TIMEOUT_MS.later : TIMEOUT_MS.initial);
    },
    tileload(tile) {
      const { z } = tile.coords;
      if (z === batch.z) batch.loaded = true;
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
      else if (failedInARow >= MAX_FAILURES) giveUp();
    },
    // The view moved on, so nobody needs the tile any more.
    tileabort: settleTile,
    tileunload: settleTile,
    // Every tile of the view has loaded or failed.
    load() {
      const { z, loaded, failed } = batch;
      if (loaded || !failed) return;
      if (!hasWorked()) return giveUp();
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
