import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MatchedPictures } from '#src/features/catalogue/bulk/contract.ts';
import { refreshToolSearch } from '#src/features/catalogue/search/index-tools.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createBulkCalls } from './bulk-helpers.ts';
import { createTool, getToolRow, listBody, objectBody, statusAndCode, type TestTool } from './order-helpers.ts';

const [FIRST, SECOND, THIRD] = ['claw-hammer', 'bench-vise', 'hacksaw'].map((name) => `/images/drawings/${name}.svg`);
let shop: TestShop;
let admin: TestUser;
let bulk: ReturnType<typeof createBulkCalls>;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
  bulk = createBulkCalls(shop, admin);
});
afterAll(() => checkAndClose(shop));

const match = async (...names: string[]) => {
  await refreshToolSearch(shop.database.db);
  return objectBody(await bulk.post('/bulk-changes/pictures', { names })) as unknown as MatchedPictures;
};
const give = (tools: { _id: string; version: number; pictures?: (string | undefined)[] }[], kind = 'pictures') =>
  bulk.post('/bulk-changes', { change: { kind }, tools });
const readPictures = async ({ id }: TestTool) => {
  const { image, moreImages } = await getToolRow(shop, id);
  return [image, ...moreImages];
};

describe('the names of picture files', () => {
  test('find their tools by SKU or GTIN in any spelling, drafts too, and name those that they do not find', async () => {
    const plain = await createTool(shop, { sku: 'PX-100', picture: FIRST });
    const longer = await createTool(shop, { sku: 'PX-100-2', state: 'draft' });
    const coded = await createTool(shop, { sku: 'PX-300', gtin: '4006381333931' });
    const { found, missing, tools } = await match(
      'px100.jpg',
      'PX-100_3.jpg',
      'PX-100-2.jpg',
      '4006381333931_2.png',
      'tools/PX-300/4.jpg',
      'beach.jpg',
    );
    expect(found).toEqual([
      { name: 'px100.jpg', toolId: plain.id, place: 1 },
      { name: 'PX-100_3.jpg', toolId: plain.id, place: 3 },
      { name: 'PX-100-2.jpg', toolId: longer.id, place: 1 },
      { name: '4006381333931_2.png', toolId: coded.id, place: 2 },
      { name: 'tools/PX-300/4.jpg', toolId: coded.id, place: 4 },
    ]);
    expect(missing).toEqual(['beach.jpg']);
    expect(tools.map(({ sku }) => sku)).toEqual(['PX-100', 'PX-100-2', 'PX-300']);
    expect(tools[0]).toMatchObject({ version: 1, pictures: [FIRST] });
  });
});

describe('pictures of many tools', () => {
  test('are changed together, logged with their number, and undone together', async () => {
    const [one, other] = [await createTool(shop, { picture: FIRST }), await createTool(shop, { picture: FIRST })];
    const made = await give([
      { _id: one.id, version: 1, pictures: [SECOND, FIRST, THIRD] },
      { _id: other.id, version: 1, pictures: [THIRD] },
    ]);
    expect([made.status, objectBody(made).modifiedCount]).toEqual([201, 2]);
    expect(await readPictures(one)).toEqual([SECOND, FIRST, THIRD]);
    expect(objectBody(await shop.call('GET', `/tools/${other.id}`))).toMatchObject({
      picture: THIRD,
      pictures: [THIRD],
    });
    const id = String(objectBody(made).insertedId);
    expect(objectBody(await bulk.get(`/bulk-changes/${id}`))).toMatchObject({
      change: { kind: 'pictures' },
      rows: [
        { _id: other.id, before: { pictures: [FIRST] }, after: { pictures: [THIRD] } },
        { _id: one.id, before: { pictures: [FIRST] }, after: { pictures: [SECOND, FIRST, THIRD] } },
      ],
    });
    const logged =
      await shop.sql`select before, after from audit_events where subject_id = ${one.id} and action = 'tool.changed'`;
    expect(logged).toEqual([{ before: { pictures: 1 }, after: { pictures: 3, bulkChange: id } }]);
    expect((await bulk.undo(id)).status).toBe(200);
    expect([await readPictures(one), await readPictures(other)]).toEqual([[FIRST], [FIRST]]);
    const listed = listBody(await bulk.get('/bulk-changes?state=pictures'));
    expect(listed.map(({ _id }) => _id)).toContain(id);
  });

  test('are not changed at all if one of the tools has changed since, and not undone over somebody else’s', async () => {
    const [one, other] = [await createTool(shop, { picture: FIRST }), await createTool(shop, { picture: FIRST })];
    const tools = [one, other].map(({ id }) => ({ _id: id, version: 1, pictures: [SECOND] }));
    const made = await give(tools);
    expect(statusAndCode(await give(tools))).toBe('412 tools_changed');
    const body = { pictures: [THIRD], version: 2 };
    expect((await shop.call('PATCH', `/tools/${one.id}`, { token: admin.token, body })).status).toBe(200);
    const undone = await bulk.undo(String(objectBody(made).insertedId));
    expect(statusAndCode(undone)).toBe('409 undo_refused');
    expect(objectBody(undone).tools).toMatchObject([{ _id: one.id, current: { pictures: [THIRD] } }]);
    expect(await readPictures(other)).toEqual([SECOND]);
  });

  test('must be stored in the shop, must be given, and belong to no other change', async () => {
    const { id } = await createTool(shop, { picture: FIRST });
    const tool = { _id: id, version: 1 };
    const errors = async (sent: Promise<{ body: unknown }>) => ((await sent).body as { errors: object }).errors;
    expect(await errors(give([{ ...tool, pictures: ['/images/uploads/nobody-has-this.webp'] }]))).toEqual({
      tools: 'This picture is not stored here. Please upload it first.',
    });
    expect(await errors(give([tool]))).toHaveProperty('tools');
    const change = { kind: 'price', percent: 3 };
    expect(
      await errors(bulk.post('/bulk-changes', { change, tools: [{ ...tool, pictures: [SECOND] }] })),
    ).toHaveProperty('tools');
    const preview = bulk.post('/bulk-changes/preview', { change: { kind: 'pictures' }, ids: [id] });
    expect(await errors(preview)).toHaveProperty('change');
  });
});
