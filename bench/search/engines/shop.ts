import type { RunningShop } from '#tests/support/running-shop.ts';
import { DEPTH, type Engine } from '../judged-set.ts';

export interface ShopEngine extends Engine {
  /** The duration of each search so far, in ms. */
  readonly times: number[];
}

/** The shop's own search through its public API. A rejected query counts as nothing found. */
export function createShopEngine({ origin }: RunningShop): ShopEngine {
  const times: number[] = [];
  return {
    name: 'shop',
    times,
    async search(text) {
      const begun = performance.now();
      const response = await fetch(`${origin}/api/tools?${new URLSearchParams({ q: text, limit: String(DEPTH) })}`);
      const body = (await response.json()) as { _id: string }[];
      times.push(performance.now() - begun);
      if (response.status === 422) return [];
      if (!response.ok) throw new Error(`${text}: ${response.status} ${JSON.stringify(body)}`);
      return body.map(({ _id }) => _id);
    },
  };
}
