import { getTableColumns } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listChosenFilters } from '#src/features/catalogue/range/category-params.ts';
import { formatFilters, parseFilters } from '#src/features/catalogue/range/filter-params.ts';
import type { Tool } from '#src/features/catalogue/tool/contract.ts';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import { toolLinkedData } from '#src/features/catalogue/tool/ui/tool-linked-data.ts';
import { FIELD_NAMES } from '#src/features/imports/field-names.ts';
import {
  describePlainField,
  listShownFields,
  PLAIN_FIELD_NAMES,
  PLAIN_FIELDS,
  type PlainField,
} from '#src/shared/tool-fields/plain-fields.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { checkFile, importFile, readToolBySku } from './import-helpers.ts';
import { createTool, listBody, objectBody, type TestTool } from './order-helpers.ts';

/** A value for each plain field. */
const SAMPLES: Record<PlainField, string> = {
  family: 'Bench vises, DIN 3113',
  gtin: '4006381333931',
  countryOfOrigin: 'DE',
  warnings: 'Wear glasses.\nKeep dry.',
  taxClass: 'reduced',
  packWeight: '2.5 kg',
  shipsSeparately: 'yes',
  notShippedTo: 'CH, US-HI',
};

let shop: TestShop;
let admin: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createOwner();
});
afterAll(() => shop.close());

const read = async ({ id }: TestTool) => objectBody(await shop.call('GET', `/tools/${id}`));
const patch = ({ id }: TestTool, body: object, version: number) =>
  shop.call('PATCH', `/tools/${id}`, { token: admin.token, body: { ...body, version } });

test('a CSV file sets all plain fields of a new tool, empties and changes them, and is exported unchanged', async () => {
  const columns = PLAIN_FIELD_NAMES.map((name) => FIELD_NAMES[name]);
  const write = (texts: readonly string[]) => {
    const cells = texts.map((text) => `"${text}"`).join(',');
    return importFile(shop, admin, `SKU,Name,Price,Minimum,${columns.join(',')}\nCSV,Vise,12.00,1,${cells}\n`);
  };
  // A row can also find its tool by the GTIN.
  const samples = PLAIN_FIELD_NAMES.map((name) => ({ ...SAMPLES, gtin: '96385074' })[name]);
  const readRow = async () => (await readToolBySku(shop, 'CSV')) as Record<string, unknown>;
  const readValues = async () => {
    const row = await readRow();
    return PLAIN_FIELD_NAMES.map((name) => row[toSnakeCase(name)]);
  };
  await write(samples);
  expect(await readValues()).toEqual(samples);
  const { body } = await shop.call('GET', '/exports/tools.csv', { token: admin.token });
  for (const column of columns) expect(String(body).split('\r\n')[0]).toContain(`"${column}"`);
  expect(await checkFile(shop, admin, String(body))).toMatchObject({ creates: 0, changes: 0, faults: [] });
  await write(samples.map(() => ''));
  expect(await readValues()).toEqual(PLAIN_FIELD_NAMES.map((name) => PLAIN_FIELDS[name].empty));
  await write(samples);
  expect(await readValues()).toEqual(samples);
});

describe.each(PLAIN_FIELD_NAMES)('the plain field %s', (name) => {
  const { empty, filter, search } = PLAIN_FIELDS[name];
  const sample = SAMPLES[name];

  test('is empty in a new tool, and a change is versioned, recorded and reversible', async () => {
    const tool = await createTool(shop);
    expect(await read(tool)).toMatchObject({ [name]: empty, version: 1 });
    expect((await patch(tool, { [name]: sample }, 1)).status).toBe(200);
    expect(await read(tool)).toMatchObject({ [name]: sample, version: 2 });
    const log = listBody(await shop.call('GET', `/audit?q=${tool.id}`, { token: admin.token }));
    const changed = log.find(({ action }) => action === 'tool.changed');
    expect(changed).toMatchObject({ before: { [name]: empty }, after: { [name]: sample } });
    expect((await patch(tool, { [name]: '' }, 2)).status).toBe(200);
    expect(await read(tool)).toMatchObject({ [name]: empty, version: 3 });
  });

  test('is stored with a new tool', async () => {
    const body = {
      itemName: `With ${name}`,
      about: 'Holds.',
      balance: 129.5,
      quantity: 40,
      minOrderQuantity: 2,
      picture: '/images/drawings/bench-vise.svg',
      [name]: sample,
    };
    const { insertedId } = objectBody(await shop.call('POST', '/tools', { token: admin.token, body }));
    expect(objectBody(await shop.call('GET', `/tools/${insertedId}`))).toMatchObject({ [name]: sample });
  });

  if (search)
    test('is found by the search once it has changed', async () => {
      const tool = await createTool(shop);
      await patch(tool, { [name]: sample }, 1);
      const words = encodeURIComponent(describePlainField(name, sample));
      expect(listBody(await shop.call('GET', `/tools?q=${words}`)).map(({ _id }) => _id)).toContain(tool.id);
    });

  if (filter)
    test('filters lists, and is counted with its current value', async () => {
      const tool = await createTool(shop, { category: `Filtered by ${name}`, [name]: sample });
      const query = `category=filtered-by-${name.toLowerCase()}`;
      const count = async () => {
        const { fields } = objectBody(await shop.call('GET', `/tools/facets?${query}`)) as {
          fields: { parameter: string; values: object[] }[];
        };
        return fields.find(({ parameter }) => parameter === filter?.parameter)?.values ?? [];
      };
      const list = async () =>
        listBody(await shop.call('GET', `/tools?${query}&${filter?.parameter}=${encodeURIComponent(sample)}`));
      const other = await createTool(shop, { category: `Filtered by ${name}` });
      expect(await count()).toEqual([{ value: sample, count: 1 }]);
      expect((await list()).map(({ _id }) => _id)).toEqual([tool.id]);
      await patch(other, { [name]: sample }, 1);
      await patch(tool, { [name]: '' }, 1);
      expect((await list()).map(({ _id }) => _id)).toEqual([other.id]);
    });
});

describe('a trigger on some columns of tools', () => {
  /** Returns the columns that fire a trigger, and those whose values it compares. */
  async function readColumns(trigger: string) {
    const rows = await shop.sql`select pg_get_triggerdef(oid) as sql from pg_trigger where tgname = ${trigger}`;
    const [, columns = '', condition = ''] = /UPDATE OF (.*?) ON .*? WHEN (.*) EXECUTE/s.exec(rows[0]?.sql) ?? [];
    return {
      named: new Set(columns.split(', ')),
      compared: new Set([...condition.matchAll(/\bnew\.(\w+)/g)].map(([, column]) => column)),
    };
  }

  /** The columns that orders, reviews and the database write. Admins edit all others. */
  const UNVERSIONED = [
    ...['id', 'seq', 'version', 'createdAt'],
    ...['available', 'held', 'sold', 'stockState'],
    ...['ratingCount', 'ratingSum'],
  ];

  test('increments the version for every column that an admin edits', async () => {
    const edited = Object.keys(getTableColumns(tools)).filter((name) => !UNVERSIONED.includes(name));
    const { named, compared } = await readColumns('tools_version');
    expect([...named].sort()).toEqual(edited.map(toSnakeCase).sort());
    expect([...compared].sort()).toEqual([...named].sort());
  });

  test.each([
    ['tools_changed_for_search', 'search'],
    ['tools_facets', 'filter'],
  ] as const)('%s covers every field with `%s`', async (trigger, property) => {
    const fields = PLAIN_FIELD_NAMES.filter((name) => PLAIN_FIELDS[name][property]).map(toSnakeCase);
    const { named, compared } = await readColumns(trigger);
    expect([...named]).toEqual(expect.arrayContaining(fields));
    expect([...compared].sort()).toEqual([...named].sort());
  });
});

describe('the country of origin', () => {
  test('is also accepted as an English name, and anything else gets an explanation', async () => {
    const tool = await createTool(shop, { sku: 'ORIGIN' });
    await patch(tool, { countryOfOrigin: 'south korea' }, 1);
    expect(await read(tool)).toMatchObject({ countryOfOrigin: 'KR' });
    const refused = await patch(tool, { countryOfOrigin: 'Narnia' }, 2);
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { countryOfOrigin: expect.stringContaining('or DE') } },
    });
    const { faults } = await checkFile(shop, admin, 'SKU,Made in\nORIGIN,Narnia\n');
    expect(faults).toMatchObject([{ column: 'Made in', value: 'Narnia', reason: expect.stringContaining('or DE') }]);
    await importFile(shop, admin, 'SKU,Made in\nORIGIN,Japan\n');
    expect(await readToolBySku(shop, 'ORIGIN')).toMatchObject({ country_of_origin: 'JP', version: 3 });
  });

  test('is a code in the database', async () => {
    const { id } = await createTool(shop);
    const write = shop.sql`update tools set country_of_origin = 'Japan' where id = ${id}`;
    await expect(write).rejects.toMatchObject({ constraint: 'tools_country_of_origin' });
  });

  test('is shown by name on pages and to search engines', async () => {
    const tool = (await read(await createTool(shop, { countryOfOrigin: 'JP' }))) as Tool;
    for (const where of ['page', 'compared'] as const)
      expect(listShownFields(tool, where)).toContainEqual(['Country of origin', 'Japan']);
    expect(toolLinkedData(tool, 'https://shop.example', shop.context.getCompany())).toMatchObject({
      countryOfOrigin: { '@type': 'Country', name: 'JP' },
    });
  });

  test('can filter by any of several countries, with one canonical address', async () => {
    const codes = ['SE', 'FI', ''];
    const made = await Promise.all(
      codes.map((countryOfOrigin) => createTool(shop, { countryOfOrigin, category: 'Axes' })),
    );
    const list = async (query: string) =>
      listBody(await shop.call('GET', `/tools?category=axes&${query}`)).map(({ _id }) => _id);
    expect((await list('origin=SE&origin=FI')).toSorted()).toEqual([made[0]?.id, made[1]?.id].toSorted());
    expect(await list('origin=SE')).toEqual([made[0]?.id]);
    const refused = await shop.call('GET', '/tools?origin=Sweden');
    expect(refused).toMatchObject({ status: 422, body: { errors: { origin: expect.stringContaining('such as DE') } } });
    const { filters, errors } = parseFilters(new URLSearchParams('origin=SE&origin=FI&origin=SE'));
    expect([errors, formatFilters(filters).toString()]).toEqual([{}, 'origin=FI&origin=SE']);
    expect(listChosenFilters(filters).map(({ label }) => label)).toEqual([
      'Country of origin: Finland',
      'Country of origin: Sweden',
    ]);
  });
});

test('search engines read the maker as the brand of a tool, and the shop only if it has no maker', async () => {
  const company = shop.context.getCompany();
  const toBrand = async (maker: Tool['maker']) =>
    toolLinkedData((await read(await createTool(shop, { maker }))) as Tool, 'https://shop.example', company).brand;
  expect(await toBrand({ name: 'Forge, Inc.', address: '1 Main Street' })).toEqual({
    '@type': 'Brand',
    name: 'Forge, Inc.',
  });
  expect(await toBrand(null)).toEqual({ '@type': 'Brand', name: company.name });
});
