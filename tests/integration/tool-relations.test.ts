import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, getToolRow, objectBody, statusAndCode, type TestTool } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
});
afterAll(() => checkAndClose(shop));

async function change(tool: TestTool, fields: object) {
  const { version } = await getToolRow(shop, tool.id);
  return shop.call('PATCH', `/tools/${tool.id}`, { token: admin.token, body: { ...fields, version } });
}
const read = async (tool: TestTool) => objectBody(await shop.call('GET', `/tools/${tool.id}`));
const related = async (tool: TestTool) =>
  objectBody(await shop.call('GET', `/tools/${tool.id}/related`)) as {
    related: Record<string, unknown>[];
    sizes: Record<string, unknown>[];
  };
const errors = (response: Awaited<ReturnType<typeof change>>) => objectBody(response).errors;
const drawing = (name: string) => `/images/drawings/${name}.svg`;

describe('the pictures of a tool', () => {
  test('keep their order, and the first is its picture', async () => {
    const tool = await createTool(shop, { picture: drawing('claw-hammer') });
    const pictures = [drawing('bench-vise'), drawing('claw-hammer'), drawing('f-clamp')];
    expect((await change(tool, { pictures })).status).toBe(200);
    expect(await read(tool)).toMatchObject({ picture: drawing('bench-vise'), pictures, version: 2 });
    await change(tool, { picture: drawing('hacksaw') });
    expect(await read(tool)).toMatchObject({
      picture: drawing('hacksaw'),
      pictures: [drawing('hacksaw'), drawing('claw-hammer'), drawing('f-clamp')],
    });
  });

  test('contain a picture only once when it moves to the first place', async () => {
    const tool = await createTool(shop, { picture: drawing('claw-hammer') });
    await change(tool, { pictures: [drawing('claw-hammer'), drawing('hacksaw')] });
    await change(tool, { picture: drawing('hacksaw') });
    expect((await read(tool)).pictures).toEqual([drawing('hacksaw')]);
  });

  test.each([
    ['none', []],
    ['eleven', Array.from({ length: 11 }, (_, at) => `https://example.com/${at}.webp`)],
    ['the same picture twice', [drawing('hacksaw'), drawing('hacksaw')]],
    ['a missing picture', [drawing('claw-hammer'), drawing('no-such-tool')]],
    ['script', [drawing('claw-hammer'), 'javascript:alert(1)']],
  ])('are rejected with %s', async (_, pictures) => {
    const tool = await createTool(shop);
    const refused = await change(tool, { pictures });
    expect(statusAndCode(refused)).toBe('422 invalid');
    expect(Object.keys(errors(refused) as object).every((name) => name.startsWith('pictures'))).toBe(true);
  });

  test('cannot start with a different picture than the one sent with them', async () => {
    const tool = await createTool(shop);
    const refused = await change(tool, { picture: drawing('hacksaw'), pictures: [drawing('f-clamp')] });
    expect(errors(refused)).toEqual({ pictures: 'The first of the pictures must be the same as `picture`.' });
  });

  test('can be added with a new tool', async () => {
    const added = await shop.call('POST', '/tools', {
      token: admin.token,
      body: {
        itemName: 'Bench vise',
        about: 'Holds.',
        balance: 129.5,
        quantity: 40,
        minOrderQuantity: 2,
        picture: drawing('bench-vise'),
        pictures: [drawing('bench-vise'), '/images/banners/exploded-vise.svg'],
        category: 'Vises',
        family: 'Bench vise',
      },
    });
    expect(added.status).toBe(201);
    const tool = objectBody(await shop.call('GET', `/tools/${String(objectBody(added).insertedId)}`));
    expect(tool).toMatchObject({ category: 'Vises', family: 'Bench vise' });
    expect(tool.pictures).toHaveLength(2);
  });
});

describe('related tools', () => {
  test('are given by id or SKU, in any case, and shown in order', async () => {
    const [tool, handle, bag] = [await createTool(shop), await createTool(shop), await createTool(shop)];
    const sku = (await getToolRow(shop, handle.id)).sku.toLowerCase();
    const stored = await change(tool, {
      relations: [
        { kind: 'spare', sku },
        { kind: 'accessory', toolId: bag.id },
      ],
    });
    expect(stored.status).toBe(200);
    expect((await read(tool)).relations).toEqual([
      { kind: 'spare', toolId: handle.id },
      { kind: 'accessory', toolId: bag.id },
    ]);
    expect((await related(tool)).related).toMatchObject([
      { kind: 'spare', _id: handle.id, itemName: handle.itemName, state: 'on_sale' },
      { kind: 'accessory', _id: bag.id },
    ]);
  });

  test('that were given before are not a change', async () => {
    const [tool, other] = [await createTool(shop), await createTool(shop)];
    await change(tool, { relations: [{ kind: 'fits', toolId: other.id }] });
    const { sku } = await getToolRow(shop, other.id);
    expect(objectBody(await change(tool, { relations: [{ kind: 'fits', sku }] }))).toMatchObject({ modifiedCount: 0 });
  });

  test('are up to date in cached responses when they change', async () => {
    const [tool, other] = [await createTool(shop), await createTool(shop)];
    await change(tool, { relations: [{ kind: 'fits', toolId: other.id }] });
    expect((await related(tool)).related).toMatchObject([{ itemName: other.itemName }]);
    await change(other, { itemName: 'A new name' });
    expect((await related(tool)).related).toMatchObject([{ itemName: 'A new name' }]);
    await shop.call('POST', `/tools/${other.id}/archive`, { token: admin.token });
    expect((await related(tool)).related).toMatchObject([{ state: 'archived' }]);
  });

  test('that are drafts are only shown to admins', async () => {
    const [tool, draft] = [await createTool(shop), await createTool(shop, { state: 'draft' })];
    await change(tool, { relations: [{ kind: 'replaced_by', toolId: draft.id }] });
    expect((await related(tool)).related).toEqual([]);
    const forAdmin = objectBody(await shop.call('GET', `/inventory/${tool.id}`, { token: admin.token }));
    expect(forAdmin.related).toMatchObject([{ _id: draft.id, state: 'draft' }]);
  });

  test.each([
    ['an unknown SKU', () => [{ kind: 'fits', sku: 'NO-SUCH' }], 'No tool has the SKU NO-SUCH. Please check it.'],
    [
      'an unknown id',
      () => [{ kind: 'fits', toolId: 'C'.repeat(24) }],
      'One of these tools does not exist. Please check them.',
    ],
    [
      'the tool itself',
      (tool: TestTool) => [{ kind: 'fits', toolId: tool.id }],
      'A tool cannot be related to itself. Please name another one.',
    ],
    [
      'the same tool twice',
      (_: TestTool, other: TestTool) => [
        { kind: 'fits', toolId: other.id },
        { kind: 'fits', toolId: other.id },
      ],
      'This tool is listed twice. Please list it only once.',
    ],
    [
      'two successors',
      (_: TestTool, other: TestTool) => [
        { kind: 'replaced_by', toolId: other.id },
        { kind: 'replaced_by', toolId: 'C'.repeat(24) },
      ],
      'Please name only one successor.',
    ],
  ])('are rejected with %s', async (_, make, sentence) => {
    const [tool, other] = [await createTool(shop), await createTool(shop)];
    const refused = await change(tool, { relations: make(tool, other) });
    expect(statusAndCode(refused)).toBe('422 invalid');
    expect(errors(refused)).toEqual({ relations: sentence });
    expect((await getToolRow(shop, tool.id)).version).toBe(1);
  });
});

describe('the sizes of a tool', () => {
  test('are the tools of its family on sale, ignoring case, and follow each change', async () => {
    const [small, large, other] = [
      await createTool(shop, { family: 'Ring spanner' }),
      await createTool(shop, { family: 'ring SPANNER' }),
      await createTool(shop, { family: 'Ring spanner, long' }),
    ];
    const ids = async () => (await related(small)).sizes.map(({ _id }) => _id);
    expect(await ids()).toEqual([small.id, large.id]);
    await change(other, { family: 'Ring spanner' });
    expect(await ids()).toEqual([small.id, large.id, other.id]);
    await shop.call('POST', `/tools/${large.id}/archive`, { token: admin.token });
    expect(await ids()).toEqual([small.id, other.id]);
    await change(other, { balance: 99.5 });
    expect((await related(small)).sizes.at(-1)).toMatchObject({ balance: 99.5 });
    await change(other, { family: '' });
    expect(await ids()).toEqual([]);
  });

  test('are still listed for one that is no longer sold, without itself', async () => {
    const [ended, other] = [
      await createTool(shop, { family: 'Offset key' }),
      await createTool(shop, { family: 'Offset key' }),
    ];
    await shop.call('POST', `/tools/${ended.id}/archive`, { token: admin.token });
    expect((await related(ended)).sizes.map(({ _id }) => _id)).toEqual([other.id]);
    expect((await related(other)).sizes).toEqual([]);
  });

  test('include a new one as soon as it is added', async () => {
    const tool = await createTool(shop, { family: 'Deep socket' });
    expect((await related(tool)).sizes).toEqual([]);
    await shop.call('POST', '/tools', {
      token: admin.token,
      body: {
        itemName: 'Deep socket, 12 mm',
        about: 'Turns.',
        balance: 4.5,
        quantity: 40,
        minOrderQuantity: 2,
        picture: drawing('bench-vise'),
        family: 'Deep socket',
      },
    });
    expect((await related(tool)).sizes).toHaveLength(2);
  });

  test('do not exist for tools without a family', async () => {
    expect((await related(await createTool(shop))).sizes).toEqual([]);
  });
});

test('stock movements of a related tool keep the other tool’s page in the cache', async () => {
  const [tool, other] = [await createTool(shop), await createTool(shop)];
  await change(tool, { relations: [{ kind: 'fits', toolId: other.id }] });
  shop.context.responseCache.invalidateAll();
  await related(tool);
  const getEntries = () => shop.context.responseCache.stats().entries;
  expect(getEntries()).toBe(1);
  await shop.call('POST', `/tools/${other.id}/stock`, { token: admin.token, body: { delta: 5, reason: 'received' } });
  expect(getEntries()).toBe(1);
  await change(other, { itemName: 'A new name' });
  expect(getEntries()).toBe(0);
});
