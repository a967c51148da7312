import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { objectBody } from './order-helpers.ts';

/** Changes the shop's time zone as an owner does. */
export async function moveShop(shop: TestShop, owner: TestUser, timeZone: string): Promise<void> {
  const { version, settings } = objectBody(await shop.call('GET', '/settings', { token: owner.token }));
  const body = { version, settings: { ...(settings as object), timeZone } };
  const { status } = await shop.call('PUT', '/settings', { token: owner.token, body });
  if (status !== 200) throw new Error(`settings: ${status}`);
}

/** Sets the clock that years and dates of numbers go by. `at` is SQL for a time. */
export async function setShopClock(shop: TestShop, at: string): Promise<void> {
  await shop.query(`create or replace function get_shop_clock(out now timestamptz, out time_zone text) language sql volatile as $$
    select (${at})::timestamptz, coalesce((select values->>'timeZone' from shop_settings), 'UTC') $$`);
}
