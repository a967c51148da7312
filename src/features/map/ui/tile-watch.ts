/** So many tiles in a row that do not come, and there is no map. One that is missing here and there is no fault. */
const MOST_FAILURES = 6;
/** How long to wait, in ms, while no tile comes at all. */
const PATIENCE_MS = 10_000;

type Handlers = Record<'loading' | 'tileloadstart' | 'tileload' | 'tileerror' | 'load' | 'remove', () => void>;

/** As much of a layer of tiles as the watch needs. */
interface Tiles {
  on(handlers: Handlers): unknown;
  off(handlers: Handlers): unknown;
}

/** Calls `giveUp`, once, when tiles fail one after the other, or when none comes in time. To be called before the layer is shown. */
export function watchTiles(tiles: Tiles, giveUp: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failedInARow = 0;
  let anyCame = false;
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
  const handlers: Handlers = {
    loading() {
      anyCame = false;
    },
    tileloadstart() {
      timer ??= setTimeout(end, PATIENCE_MS);
    },
    tileload() {
      anyCame = true;
      failedInARow = 0;
      calm();
    },
    tileerror() {
      failedInARow += 1;
      if (failedInARow >= MOST_FAILURES) end();
    },
    // All that was asked for has come or failed.
    load() {
      calm();
      if (!anyCame && failedInARow > 0) end();
    },
    remove: stop,
  };
  tiles.on(handlers);
}
