import { type RunningShop, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';

/** Adds a tool through the API, and returns its id and unique name. */
export async function addTool(shop: RunningShop, parts: object = {}): Promise<{ id: string; name: string }> {
  const name = `Bench anvil ${crypto.randomUUID().slice(0, 8)}`;
  const tool = {
    itemName: name,
    about: 'Cast steel, 12 kg.',
    balance: 40,
    quantity: 60,
    minOrderQuantity: 5,
    picture: '/images/drawings/bench-vise.svg',
  };
  const body = { ...tool, ...parts };
  const stored = await sendRequest('POST', `${shop.origin}/api/tools`, body, await signInAdmin(shop.origin));
  return { id: ((await stored.json()) as { insertedId: string }).insertedId, name };
}
