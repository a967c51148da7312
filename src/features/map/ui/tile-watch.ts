/** So many tiles in a row that do not come at the beginning, and there is no map. */
const MOST_FAILURES = 6;
/** How long to wait, in ms, while no tile comes at all. A map that has worked is not taken away so soon. */
const PATIENCE_MS = { atFirst: 10_000, later: 30_000 };

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
export function watchTiles(tiles: Tiles, giveUp: () => void): void {
  const underWay = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failedInARow = 0;
  let deepestCame = Number.NEGATIVE_INFINITY;
  /** What was asked for together. */
  let batch = { z: Number.NaN, came: false, failed: false };
  /** Tiles are taken to end before this, until one comes from there, or none does: then it was the place. */
  let doubted: number | null = null;

  const hasWorked = () => deepestCame > Number.NEGATIVE_INFINITY;
  const calm = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const stop = () => {
    calm();
    tiles.off(handlers);
  };
  const end = () => {
    stop();
    giveUp();
  };
  const settle = ({ coords: { x, y, z } }: Tile) => {
    underWay.delete(`${z}/${x}/${y}`);
    if (underWay.size === 0) calm();
  };
  const handlers: Handlers = {
    loading() {
      batch = { z: Number.NaN, came: false, failed: false };
    },
    tileloadstart({ coords: { x, y, z } }) {
      underWay.add(`${z}/${x}/${y}`);
      if (batch.z !== z) batch = { z, came: false, failed: false };
      timer ??= setTimeout(end, hasWorked() ? PATIENCE_MS.later : PATIENCE_MS.atFirst);
    },
    tileload(tile) {
      const { z } = tile.coords;
      if (z === batch.z) batch.came = true;
      if (z === tiles.options.maxNativeZoom) doubted = null;
      deepestCame = Math.max(deepestCame, z);
      settle(tile);
      calm();
    },
    tileerror(tile) {
      if (tile.coords.z === batch.z) batch.failed = true;
      failedInARow += 1;
      settle(tile);
      if (hasWorked()) calm();
      else if (failedInARow >= MOST_FAILURES) end();
    },
    // Left behind by whoever moves on: nobody waits for it any more.
    tileabort: settle,
    tileunload: settle,
    // All that was asked for has come or failed.
    load() {
      const { z, came, failed } = batch;
      if (came || !failed) return;
      if (!hasWorked()) return end();
      if (z > deepestCame) {
        doubted ??= tiles.options.maxNativeZoom ?? z;
        tiles.options.maxNativeZoom = z - 1;
        tiles.redraw();
      } else if (doubted !== null) {
        tiles.options.maxNativeZoom = doubted;
        doubted = null;
      }
    },
    remove: stop,
  };
  tiles.on(handlers);
}
