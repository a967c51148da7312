import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import {
  createTool,
  getToolRow,
  listBody,
  objectBody,
  placeOrder,
  statusAndCode,
  type TestTool,
} from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  [admin, buyer] = await Promise.all([shop.createAdmin(), shop.signUp({ confirmed: true })]);
});
afterAll(() => checkAndClose(shop));

const patch = (tool: TestTool, body: unknown, ifMatch?: string) =>
  shop.call('PATCH', `/tools/${tool.id}`, {
    token: admin.token,
    body,
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
  });
const post = (path: string, body?: unknown) => shop.call('POST', path, { token: admin.token, body });
const read = async (tool: TestTool) => objectBody(await shop.call('GET', `/tools/${tool.id}`));
const listedIds = async () => listBody(await shop.call('GET', '/tools?limit=100')).map(({ _id }) => _id);
const newTool = {
  itemName: 'Bench vise',
  about: 'Holds.',
  balance: 129.5,
  quantity: 40,
  minOrderQuantity: 2,
  picture: '/images/drawings/bench-vise.svg',
};

describe('PATCH /tools/{id}', () => {
  test('stores changes, increments the version, and everybody sees them at once', async () => {
    const tool = await createTool(shop);
    expect(await read(tool)).toMatchObject({ version: 1, state: 'on_sale', packMultiple: 1, volumePrices: [] });
    const change = {
      itemName: 'Claw hammer, 16 oz',
      balance: '19.40',
      sku: 'CH-16',
      packMultiple: 5,
      maxOrderQuantity: 100,
      volumePrices: [{ quantity: 50, unitPrice: '18.10' }],
    };
    const changed = await patch(tool, change, '"1"');
    expect([changed.status, changed.body]).toEqual([200, { acknowledged: true, modifiedCount: 1, version: 2 }]);
    expect(await read(tool)).toMatchObject({
      ...change,
      balance: 19.4,
      volumePrices: [{ quantity: 50, unitPrice: 18.1 }],
      version: 2,
    });
  });

  test('also accepts the version in the body, and repeating it changes nothing', async () => {
    const tool = await createTool(shop);
    expect((await patch(tool, { about: 'New.', version: 1 })).status).toBe(200);
    const again = await patch(tool, { about: 'New.', version: 1 });
    expect(again.body).toEqual({ acknowledged: true, modifiedCount: 0, version: 2 });
  });

  test('without a version, or with an old one, stores nothing and says what differs', async () => {
    const tool = await createTool(shop);
    expect(statusAndCode(await patch(tool, { about: 'Mine.' }))).toBe('428 version_required');
    await patch(tool, { about: 'Theirs.', balance: 20 }, '"1"');
    const refused = await patch(tool, { about: 'Mine.', minOrderQuantity: 4 }, '"1"');
    expect(statusAndCode(refused)).toBe('412 tool_changed');
    expect(objectBody(refused)).toMatchObject({
      tool: { about: 'Theirs.', balance: 20, version: 2 },
      differences: [
        { field: 'about', sent: 'Mine.', current: 'Theirs.' },
        { field: 'minOrderQuantity', sent: 4, current: 10 },
      ],
    });
    expect(await read(tool)).toMatchObject({ about: 'Theirs.', minOrderQuantity: 10, version: 2 });
  });

  test('by two admins at once stores one change, and the other admin gets a conflict', async () => {
    const tool = await createTool(shop);
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, at) => patch(tool, { about: `By admin ${at}.` }, '"1"')),
    );
    const counts = Map.groupBy(responses, statusAndCode);
    expect([counts.get('200')?.length, counts.get('412 tool_changed')?.length]).toEqual([1, 7]);
  });

  test('stock movements never change the version', async () => {
    const tool = await createTool(shop);
    await placeOrder(shop, buyer, tool);
    await post(`/tools/${tool.id}/stock`, { delta: 5, reason: 'received' });
    expect((await read(tool)).version).toBe(1);
    expect((await patch(tool, { about: 'Still mine.' }, '"1"')).status).toBe(200);
  });

  test.each<[string, object, string]>([
    ['a maximum below the minimum', { maxOrderQuantity: 9 }, 'maxOrderQuantity'],
    ['a maximum that is not a whole number of packs', { packMultiple: 12, maxOrderQuantity: 30 }, 'maxOrderQuantity'],
    ['a volume price at the minimum', { volumePrices: [{ quantity: 10, unitPrice: 15 }] }, 'volumePrices.0.quantity'],
    [
      'volume prices out of order',
      {
        volumePrices: [
          { quantity: 50, unitPrice: 17 },
          { quantity: 40, unitPrice: 16 },
        ],
      },
      'volumePrices.1.quantity',
    ],
    [
      'a volume price that is higher',
      { volumePrices: [{ quantity: 50, unitPrice: 18.91 }] },
      'volumePrices.0.unitPrice',
    ],
    [
      'a volume price that saves nothing',
      { volumePrices: [{ quantity: 50, unitPrice: 18.9 }] },
      'volumePrices.0.unitPrice',
    ],
    [
      'a volume price above the maximum',
      { maxOrderQuantity: 40, volumePrices: [{ quantity: 50, unitPrice: 17 }] },
      'volumePrices.0.quantity',
    ],
    ['a SKU with other characters', { sku: 'Hammer#1' }, 'sku'],
    ['an empty SKU', { sku: ' ' }, 'sku'],
    ['a pack of zero', { packMultiple: 0 }, 'packMultiple'],
    ['stock, which has its own call', { quantity: 5 }, 'quantity'],
    ['a price of fractions of a cent', { balance: 1.005 }, 'balance'],
    ['archiving, which has its own call', { state: 'archived' }, 'state'],
    ['a missing picture', { picture: '/images/drawings/none.svg' }, 'picture'],
  ])('rejects %s at its field, and stores nothing', async (_, change, field) => {
    const tool = await createTool(shop);
    const refused = await patch(tool, { about: 'Changed.', ...change }, '"1"');
    expect(statusAndCode(refused)).toBe('422 invalid');
    expect(Object.keys(objectBody(refused).errors as object)).toEqual([field]);
    expect((await getToolRow(shop, tool.id)).version).toBe(1);
  });

  test('rejects a price that is not above the existing volume prices', async () => {
    const tool = await createTool(shop, { volumePrices: [{ quantity: 50, unitPrice: 17 }] });
    const refused = await patch(tool, { balance: 16 }, '"1"');
    expect(objectBody(refused).errors).toEqual({
      'volumePrices.0.unitPrice': 'Please enter less than the previous price, $16.00.',
    });
  });

  test('names the tool that already has the SKU, ignoring case', async () => {
    const tool = await createTool(shop, { sku: 'AB-7/x', itemName: 'Try square' });
    const other = await createTool(shop);
    const expected = { sku: 'Try square (AB-7/x) already has this SKU. Please choose another one.' };
    expect(objectBody(await patch(other, { sku: 'ab-7/X' }, '"1"')).errors).toEqual(expected);
    expect(objectBody(await post('/tools', { ...newTool, sku: 'AB-7/X' })).errors).toEqual(expected);
    expect((await patch(tool, { sku: 'ab-7/x' }, '"1"')).status).toBe(200);
  });

  test.each(['3', '*', 'W/"1"', '"one"', '"0"'])('rejects If-Match: %s', async (ifMatch) => {
    const tool = await createTool(shop);
    expect((await patch(tool, { about: 'Changed.' }, ifMatch)).status).toBe(422);
  });

  test('of a missing tool is 404', async () => {
    for (const id of ['a'.repeat(24), 'short'])
      expect((await patch({ id } as TestTool, { about: 'Changed.' }, '"1"')).status).toBe(404);
  });

  test('is audited with the old and new values', async () => {
    const tool = await createTool(shop);
    await patch(tool, { balance: 20, volumePrices: [{ quantity: 50, unitPrice: 19 }] }, '"1"');
    const rows = await shop.sql`select actor_email, before, after from audit_events where subject_id = ${tool.id}
      and action = 'tool.changed'`;
    expect(rows).toEqual([
      {
        actor_email: admin.email,
        before: { balance: 18.9, volumePrices: '' },
        after: { balance: 20, volumePrices: '50: 19' },
      },
    ]);
  });
});

describe('POST /tools', () => {
  test('generates a SKU if none is sent, and accepts terms', async () => {
    const specified = objectBody(await post('/tools', newTool));
    const stored = await getToolRow(shop, String(specified.insertedId));
    expect(stored.sku).toBe(`IM-${String(stored.seq).padStart(5, '0')}`);
    const terms = { packMultiple: 2, maxOrderQuantity: '20', volumePrices: [{ quantity: 10, unitPrice: 120 }] };
    const packed = objectBody(await post('/tools', { ...newTool, ...terms, sku: ' BV 120 ' }));
    expect(await read({ id: String(packed.insertedId) } as TestTool)).toMatchObject({
      ...terms,
      maxOrderQuantity: 20,
      sku: 'BV 120',
    });
  });

  test('generates another SKU if its first choice is taken', async () => {
    const { insertedId } = objectBody(await post('/tools', newTool));
    const { seq } = await getToolRow(shop, String(insertedId));
    await createTool(shop, { sku: `im-${String(seq + 2).padStart(5, '0')}` });
    const made = await getToolRow(shop, String(objectBody(await post('/tools', newTool)).insertedId));
    expect(made.sku).toBe(`IM-${String(made.seq).padStart(5, '0')}-2`);
  });

  test('rejects terms that do not fit together at their field', async () => {
    const body = { ...newTool, maxOrderQuantity: 1, volumePrices: [{ quantity: 2, unitPrice: 130 }] };
    expect(Object.keys(objectBody(await post('/tools', body)).errors as object).sort()).toEqual([
      'maxOrderQuantity',
      'volumePrices.0.quantity',
      'volumePrices.0.unitPrice',
    ]);
  });

  test('cannot turn an ordered tool into a draft, since its buyers follow links to its page', async () => {
    const [ordered, other] = [await createTool(shop), await createTool(shop)];
    await placeOrder(shop, buyer, ordered, 20);
    const { version } = await read(ordered);
    const refused = await patch(ordered, { state: 'draft' }, `"${version}"`);
    expect(statusAndCode(refused)).toBe('409 tool_ordered');
    expect(objectBody(refused).detail).toMatch(/Please archive it instead\.$/);
    expect((await read(ordered)).state).toBe('on_sale');
    expect((await patch(other, { state: 'draft' }, '"1"')).status).toBe(200);
  });

  test('shows a draft only to admins until it is put on sale', async () => {
    const { insertedId } = objectBody(await post('/tools', { ...newTool, state: 'draft' }));
    const draft = { id: String(insertedId) } as TestTool;
    expect((await shop.call('GET', `/tools/${draft.id}`)).status).toBe(404);
    const inInventory = await shop.call('GET', `/inventory/${draft.id}`, { token: admin.token });
    expect(objectBody(inInventory)).toMatchObject({ _id: draft.id, state: 'draft' });
    const drafts = await shop.call('GET', '/inventory?state=draft', { token: admin.token });
    expect(listBody(drafts).map(({ _id }) => _id)).toContain(draft.id);
    expect(await listedIds()).not.toContain(draft.id);
    expect((await patch(draft, { state: 'on_sale' }, '"1"')).status).toBe(200);
    expect(await listedIds()).toContain(draft.id);
    expect((await read(draft)).state).toBe('on_sale');
  });
});

describe('the details of a tool', () => {
  const details = {
    gtin: '4006381333931',
    specifications: [
      { name: 'Jaw width', value: '120', unit: 'mm' },
      { name: 'Hardness', value: '50 to 57', unit: 'HRC' },
      { name: 'Body', value: 'Ductile iron', unit: '' },
    ],
    weight: { value: 12.5, unit: 'kg' },
    size: { length: 300, width: 150.5, height: 180, unit: 'mm' },
    maker: { name: 'Vises of Solingen', address: 'Schmiedestraße 1\nSolingen, Germany' },
    warnings: 'Bolt it down before use.',
  };

  test('are stored, are returned as they were sent, and change nothing when sent again', async () => {
    const { insertedId } = objectBody(await post('/tools', { ...newTool, ...details }));
    const tool = { id: String(insertedId) } as TestTool;
    expect(await read(tool)).toMatchObject(details);
    expect((await patch(tool, details, '"1"')).body).toMatchObject({ modifiedCount: 0, version: 1 });
    expect((await patch(tool, { weight: null, gtin: '', warnings: '' }, '"1"')).body).toMatchObject({ version: 2 });
    expect(await read(tool)).toMatchObject({ weight: null, gtin: null, warnings: '', size: details.size });
  });

  test.each<[string, object, string]>([
    ['a GTIN with a wrong check digit', { gtin: '4006381333932' }, 'gtin'],
    ['a GTIN of nine digits', { gtin: '400638133' }, 'gtin'],
    ['a weight in millimeters', { weight: { value: 1, unit: 'mm' } }, 'weight.unit'],
    ['a weight of zero', { weight: { value: 0, unit: 'kg' } }, 'weight.value'],
    ['a size in kilograms', { size: { ...details.size, unit: 'kg' } }, 'size.unit'],
    ['a size without a height', { size: { length: 1, width: 1, unit: 'mm' } }, 'size.height'],
    ['an unknown unit', { specifications: [{ name: 'Power', value: '1', unit: 'horse' }] }, 'specifications.0.unit'],
    ['text with a unit', { specifications: [{ name: 'Body', value: 'Iron', unit: 'mm' }] }, 'specifications.0.value'],
    ['a row without a name', { specifications: [{ name: '', value: '1' }] }, 'specifications.0.name'],
    ['a maker without an address', { maker: { name: 'Somebody' } }, 'maker.address'],
    ['a slug with a slash', { slug: 'bench/vise' }, 'slug'],
    ['a slug in Cyrillic', { slug: 'ключ' }, 'slug'],
  ])('reject %s at its field', async (_, change, field) => {
    const tool = await createTool(shop);
    for (const refused of [await patch(tool, change, '"1"'), await post('/tools', { ...newTool, ...change })]) {
      expect(statusAndCode(refused)).toBe('422 invalid');
      expect(Object.keys(objectBody(refused).errors as object)).toEqual([field]);
    }
  });
});

describe('the slug of a tool', () => {
  const slugOf = async (id: unknown) => (await getToolRow(shop, String(id))).slug;

  test('is made from its name and unique, even for tools with the same name at the same moment', async () => {
    const name = 'Ølkrug № 5 — «große» Zange';
    const added = await Promise.all(Array.from({ length: 8 }, () => post('/tools', { ...newTool, itemName: name })));
    expect(added.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const slugs = await Promise.all(added.map((response) => slugOf(objectBody(response).insertedId)));
    expect(new Set(slugs).size).toBe(8);
    expect(slugs).toContain('olkrug-no-5-grosse-zange');
    for (const slug of slugs) expect(slug).toMatch(/^olkrug-no-5-grosse-zange(-\d+)*$/);
    const nameless = await post('/tools', { ...newTool, itemName: '···' });
    expect(await slugOf(objectBody(nameless).insertedId)).toMatch(/^tool(-\d+)*$/);
  });

  test('changes only when an admin changes it, and no other tool gets the former one', async () => {
    const { insertedId } = objectBody(await post('/tools', { ...newTool, itemName: 'Pin vise', sku: 'PV-1' }));
    const tool = { id: String(insertedId) } as TestTool;
    const slug = await slugOf(tool.id);
    await patch(tool, { itemName: 'Pin vise, brass' }, '"1"');
    expect(await slugOf(tool.id)).toBe(slug);
    expect((await patch(tool, { slug: 'pin-vise-brass' }, '"2"')).status).toBe(200);
    const expected = {
      slug: 'Links to Pin vise, brass (PV-1) still use this address. Please choose another one.',
    };
    const other = await createTool(shop);
    expect(objectBody(await patch(other, { slug }, '"1"')).errors).toEqual(expected);
    expect(objectBody(await post('/tools', { ...newTool, slug })).errors).toEqual(expected);
    expect(objectBody(await patch(other, { slug: 'pin-vise-brass' }, '"1"')).errors).toEqual({
      slug: 'Pin vise, brass (PV-1) already has this page address. Please choose another one.',
    });
    const again = await post('/tools', { ...newTool, itemName: 'Pin vise' });
    expect(await slugOf(objectBody(again).insertedId)).not.toBe(slug);
    expect((await patch(tool, { slug }, '"3"')).status).toBe(200);
    expect(await slugOf(tool.id)).toBe(slug);
  });
});

describe('an archived tool', () => {
  test('was on sale before, since drafts cannot be archived, so that nobody sees them', async () => {
    const { insertedId } = objectBody(await post('/tools', { ...newTool, state: 'draft' }));
    expect(statusAndCode(await post(`/tools/${insertedId}/archive`))).toBe('409 tool_draft');
    expect((await shop.call('GET', `/tools/${insertedId}`)).status).toBe(404);
    expect((await post(`/tools/${insertedId}/restore`)).body).toMatchObject({ modifiedCount: 0 });
  });

  test('leaves every list, keeps its page and its orders, and can be restored', async () => {
    const tool = await createTool(shop);
    const orderId = await placeOrder(shop, buyer, tool);
    expect(await listedIds()).toContain(tool.id);
    const archived = await post(`/tools/${tool.id}/archive`);
    expect(archived.body).toEqual({ acknowledged: true, modifiedCount: 1, version: 2 });
    expect((await post(`/tools/${tool.id}/archive`)).body).toEqual({
      acknowledged: true,
      modifiedCount: 0,
      version: 2,
    });
    expect(await listedIds()).not.toContain(tool.id);
    const found = await shop.call('GET', `/tools?q=${encodeURIComponent(tool.itemName)}`);
    expect(listBody(found).map(({ _id }) => _id)).not.toContain(tool.id);
    expect((await read(tool)).state).toBe('archived');
    const mine = await shop.call('GET', `/myorder?email=${buyer.email}`, { token: buyer.token });
    expect(listBody(mine).map(({ _id }) => _id)).toContain(orderId);
    expect(statusAndCode(await patch(tool, { state: 'on_sale' }, '"2"'))).toBe('409 tool_archived');
    expect((await patch(tool, { about: 'A typo mended.' }, '"2"')).status).toBe(200);
    expect((await post(`/tools/${tool.id}/restore`)).body).toMatchObject({ modifiedCount: 1, version: 4 });
    expect(await listedIds()).toContain(tool.id);
  });
});
