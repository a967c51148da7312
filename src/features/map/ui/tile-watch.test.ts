import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchTiles } from './tile-watch.ts';

type Handlers = Parameters<Parameters<typeof watchTiles>[0]['on']>[0];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A layer of tiles that does what a test says, and how often it was given up. */
function watched() {
  let handlers: Handlers | null = null;
  const giveUp = vi.fn();
  watchTiles(
    {
      on: (given) => {
        handlers = given;
      },
      off: (given) => {
        if (handlers === given) handlers = null;
      },
    },
    giveUp,
  );
  return {
    giveUp,
    happens: (...events: (keyof Handlers)[]) => {
      for (const event of events) handlers?.[event]();
    },
    isWatched: () => handlers !== null,
  };
}
const times = <T>(count: number, what: T): T[] => Array.from({ length: count }, () => what);

describe('tiles are given up, once', () => {
  test('when six in a row fail', () => {
    const { happens, giveUp, isWatched } = watched();
    happens('loading', ...times(9, 'tileloadstart' as const), ...times(5, 'tileerror' as const));
    expect(giveUp).not.toHaveBeenCalled();
    happens(...times(4, 'tileerror' as const), 'load');
    vi.runAllTimers();
    expect([giveUp.mock.calls.length, isWatched()]).toEqual([1, false]);
  });

  test('when all of a small map fail', () => {
    const { happens, giveUp } = watched();
    happens('loading', 'tileloadstart', 'tileloadstart', 'tileerror', 'tileerror', 'load');
    expect(giveUp).toHaveBeenCalledOnce();
  });

  test('when none comes for ten seconds, at first or after moving on', () => {
    for (const before of [[], ['loading', 'tileloadstart', 'tileload', 'load']] as (keyof Handlers)[][]) {
      const { happens, giveUp } = watched();
      happens(...before, 'loading', 'tileloadstart', 'tileloadstart', 'tileerror');
      vi.advanceTimersByTime(9_999);
      expect(giveUp).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(giveUp).toHaveBeenCalledOnce();
    }
  });
});

describe('tiles are kept', () => {
  test('when some are missing among those that come, however many in all', () => {
    const { happens, giveUp } = watched();
    for (let at = 0; at < 20; at += 1)
      happens('loading', 'tileloadstart', 'tileerror', 'tileerror', 'tileload', 'tileerror', 'load');
    vi.runAllTimers();
    expect(giveUp).not.toHaveBeenCalled();
  });

  test('when the map is left before any has come', () => {
    const { happens, giveUp } = watched();
    happens('loading', 'tileloadstart', 'remove');
    vi.runAllTimers();
    expect(giveUp).not.toHaveBeenCalled();
  });
});
