import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCategoryParams } from '#src/features/catalogue/range/category-params.ts';
import { CategoryResults } from '#src/features/catalogue/range/ui/category-results.tsx';
import { readCategoryPage } from '#src/flows/categories/read-category-page.server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';
import { getTotalCount } from './list-helpers.ts';
import { type ApiResponse, listBody, statusAndCode } from './order-helpers.ts';

/** Enough for a partition of the word index to hold more tools than a search reads from it. */
const TOOLS = 48_000;

let shop: TestShop;

/**
 * All nails of one kind were imported before those of the other. The middle third are also brads, and every 200th is a
 * tack. A nail's length is its number. They are written without triggers, which would take a minute for this many rows.
 */
beforeAll(async () => {
  shop = await createTestShop();
  const { fill } = shop.database;
  await fill(
    `alter table tools disable trigger user;
     insert into categories (id, name, slug, public) values ('many', 'Many', 'many', true);
     insert into category_tool_counts values ('many', ${(TOOLS / 3) * 2});
     insert into search_words values ('nail', 'nail', ${TOOLS}, '{}'), ('brad', 'brad', ${TOOLS / 3}, '{}'), ('tack', 'tack', ${TOOLS / 200}, '{}')`,
  );
  await addNails();
  await fill('alter table tools enable trigger user');
  await fill('vacuum analyze tools, tool_facets, tool_search, tool_stocks');
}, 180_000);

async function addNails(): Promise<void> {
  const { fill } = shop.database;
  const nails = `generate_series(1, ${TOOLS}) i`;
  await fill(
    `insert into tools (id, sku, slug, item_name, about, unit_price_minor, min_order_quantity, available, image, category_id)
     select 'm' || lpad(i::text, 23, '0'), 'M' || i, 'm' || i, 'Nail ' || lpad(i::text, 5, '0'), '', 100 + i, 1 + i % 10, 100, '', case when i % 3 > 0 then 'many' end from ${nails}`,
  );
  await fill(
    `insert into tool_facets select t.id, t.seq, ('x' || left(md5(t.id), 8))::bit(32)::integer & 2147483647, t.category_id, lower(item_name), unit_price_minor,
       min_order_quantity, 'available', array[concat_ws(E'\\x1f', 'Kind', case when i <= ${TOOLS / 2} then 'Old' else 'New' end, ''), concat_ws(E'\\x1f', 'Length', i::text, 'mm')],
       array[E'Length\\x1fmm'], array[i], array[i]
     from ${nails} join tools t on t.id = 'm' || lpad(i::text, 23, '0')`,
  );
  await fill(
    `insert into tool_search (tool_id, seq, on_sale, document, name_length, sku_key) select t.id, t.seq, true,
       array_to_tsvector(array['nail'] || case when i > ${TOOLS / 3} and i <= ${(TOOLS / 3) * 2} then array['brad'] else '{}' end || case when i % 200 = 0 then array['tack'] else '{}' end),
       1, 'm' || i
     from ${nails} join tools t on t.id = 'm' || lpad(i::text, 23, '0')`,
  );
  await fill(
    `insert into tool_stocks (tool_id, seq, available, stock_state)
     select id, seq, 100, 'available' from ${nails} join tools on id = 'm' || lpad(i::text, 23, '0') on conflict do nothing`,
  );
}
afterAll(() => shop.close());

interface Facets {
  total: number;
  about: boolean;
  specifications: { name: string; values: { value: string; count: number }[] }[];
}
const getFacets = async (query: string) => (await shop.call('GET', `/tools/facets?${query}`)).body as Facets;
const countKind = ({ specifications }: Facets, kind: string) =>
  specifications.find(({ name }) => name === 'Kind')?.values.find(({ value }) => value === kind)?.count ?? 0;
const list = (query: string): Promise<ApiResponse> => shop.call('GET', `/tools?limit=5&${query}`);
const toNumbers = (response: ApiResponse) =>
  listBody(response).map(({ itemName }) => Number(String(itemName).slice(5)));

describe('facets of words that many tools have', () => {
  test.each([
    ['nail', TOOLS],
    ['brad', TOOLS / 3],
  ])('of %s are a fair sample, no matter when the tools were added', async (q, total) => {
    const facets = await getFacets(`q=${q}`);
    expect(facets.about).toBe(true);
    expect(Math.abs(facets.total / total - 1)).toBeLessThan(0.15);
    expect(Math.abs(countKind(facets, 'Old') / facets.total - 0.5)).toBeLessThan(0.1);
    expect((await list(`q=${q}`)).headers.get('X-Total-Count')).toBe('10000+');
  });

  test('are exact if ten thousand tools or fewer have them', async () => {
    expect(await getFacets('q=tack')).toMatchObject({ total: TOOLS / 200, about: false });
    expect(await getFacets('q=tack&spec.Kind=Old')).toMatchObject({ total: TOOLS / 400, about: false });
  });

  test('are a sample in a category, too', async () => {
    const facets = await getFacets('q=nail&category=many');
    expect(facets.about).toBe(true);
    expect(Math.abs(facets.total / ((TOOLS / 3) * 2) - 1)).toBeLessThan(0.15);
    expect(Math.abs(countKind(facets, 'Old') / facets.total - 0.5)).toBeLessThan(0.1);
  });
});

describe('filters without a category', () => {
  test.each([
    ['spec.Length.min=40001', 8_000],
    [`price.min=1&minimum.max=10&spec.Length.max=6000&spec.Length.unit=mm`, 6_000],
  ])('%s estimates a single range from a sample', async (query, total) => {
    const facets = await getFacets(query);
    expect(facets.about).toBe(true);
    expect(Math.abs(facets.total / total - 1)).toBeLessThan(0.15);
  });

  test('are counted exactly if an index finds the matches', async () => {
    expect(await getFacets('price.max=31')).toMatchObject({ total: 3_000, about: false });
    expect(await getFacets('spec.Length=77 mm&spec.Length.min=1')).toMatchObject({ total: 1, about: false });
  });

  test.each([
    ['spec.Length.min=99999', [], 0],
    ['spec.Length.max=3', [3, 2, 1], 3],
    ['spec.Length.max=6000', [6_000, 5_999, 5_998, 5_997, 5_996], 6_000],
    ['spec.Length.max=6000&sort=price', [1, 2, 3, 4, 5], 6_000],
    ['spec.Length.max=6000&sort=-name&page=3', [5_990, 5_989, 5_988, 5_987, 5_986], 6_000],
    ['spec.Length.max=3&sort=stock', [1, 2, 3], 3],
    ['spec.Length.max=20000', [20_000, 19_999, 19_998, 19_997, 19_996], 10_001],
    ['spec.Length.max=20000&sort=stock', [1, 2, 3, 4, 5], 10_001],
    ['spec.Length.min=2', [48_000, 47_999, 47_998, 47_997, 47_996], 10_001],
    ['price.min=480', [48_000, 47_999, 47_998, 47_997, 47_996], 101],
    ['price.min=50&sort=price', [4_900, 4_901, 4_902, 4_903, 4_904], 10_001],
    ['minimum.max=1&sort=-minimum', [48_000, 47_990, 47_980, 47_970, 47_960], 4_800],
  ])(
    '%s finds its page and count, no matter where in the sort order the matches are',
    async (query, numbers, total) => {
      const found = await list(query);
      expect(toNumbers(found)).toEqual(numbers);
      expect(found.headers.get('X-Total-Count')).toBe(total > 10_000 ? '10000+' : String(total));
    },
  );

  test.each(['spec.Length.max=12', 'spec.Length.max=12&sort=price', 'spec.Length.max=12&sort=name'])(
    '%s reaches the last tool by its cursors',
    async (query) => {
      const numbers: number[] = [];
      let path: string | undefined = `/tools?limit=5&${query}${query.includes('sort') ? '' : '&sort=created'}`;
      while (path) {
        const response: ApiResponse = await shop.call('GET', path);
        expect(getTotalCount(response)).toBe(12);
        numbers.push(...toNumbers(response));
        path = /<\/api([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      }
      expect(numbers).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
    },
  );
});

function NoButton() {
  return null;
}

describe('the page of a category with more than a hundred pages', () => {
  const read = async (query: string) => {
    const params = parseCategoryParams(new URLSearchParams(query));
    const found = await readCategoryPage(shop.database.db, 'many', params, {
      publicUrl: shop.origin,
      above: [],
      limits: shop.context.limits,
    });
    if (!found || !('ok' in found) || !found.ok) throw new Error(`no page ${query}`);
    const { rows, total, more, last, next } = found.value;
    const element = createElement(CategoryResults, {
      path: '/categories/many',
      ...{ params, total, more, last, next, rows: [], columns: [], BasketButton: NoButton },
    });
    const html = renderToStaticMarkup(createElement(MemoryRouter, null, element));
    const link = (rel: string) => {
      const [anchor = ''] = new RegExp(`<a [^>]*rel="${rel}"[^>]*>`).exec(html) ?? [];
      return /href="([^"]+)"/.exec(anchor)?.[1]?.replaceAll('&amp;', '&') ?? null;
    };
    const numbers = rows.map(({ itemName }) => Number(itemName.slice(5)));
    return { numbers, html, next: link('next'), previous: link('prev') };
  };

  test.each(['', '&sort=price', '&sort=-name', '&spec.Kind=New'])(
    'can be read past the hundredth page and back by its links%s',
    async (rest) => {
      let page = await read(`page=100${rest}`);
      const seen = [...page.numbers];
      for (const number of [101, 102]) {
        expect(page.next).toContain(`page=${number}&cursor=`);
        page = await read(page.next?.split('?')[1] ?? '');
        expect(page.html).toContain(`Page ${number} of many`);
        expect(page.previous).toMatch(/page=100$/);
        seen.push(...page.numbers);
      }
      expect(new Set(seen).size).toBe(72);
      const isRising = rest === '&sort=price';
      expect(seen).toEqual(seen.toSorted((one, other) => (isRising ? one - other : other - one)));
    },
  );

  test('has no cursor before that, and ends after the last tool', async () => {
    expect((await read('page=99')).next).toMatch(/page=100$/);
    expect((await read('spec.Length.max=30')).next).toBeNull();
  });
});

test.each(['/tools/facets?price.max=8', '/tools?price.max=8', '/tools?spec.Length.min=3&category=many'])(
  '%s gives up after two seconds, and says what to do',
  async (path) => {
    const holder = await shop.database.pool.connect();
    await holder.query('begin; lock table tool_facets in access exclusive mode');
    const since = Date.now();
    const refused = await shop.call('GET', path);
    await holder.query('rollback');
    holder.release();
    expect(statusAndCode(refused)).toBe('503 search_too_broad');
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(refused.body).toMatchObject({ detail: expect.stringContaining('choose a category') });
    expect(Date.now() - since).toBeLessThan(4_000);
  },
  15_000,
);
