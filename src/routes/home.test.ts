import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bannerNames } from '#src/content/drawings/drawings.ts';
import { createShippingStore } from '#src/features/shipping/shipping-store.server.ts';
import { createCompanyReader, createShopSettingsStore } from '#src/features/shop-settings/settings-store.server.ts';
import { createTaxRateStore } from '#src/features/taxes/tax-rate-store.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { cacheTags } from '#src/platform/page-request.ts';
import { createRateLimits } from '#src/platform/rate-limits.server.ts';
import { seedDemoShop } from '#src/seed/demo-shop/seed-demo-shop.server.ts';
import { seedReview, seedTool } from '#src/seed/factories.server.ts';
import { BLANK_PICTURE } from '#src/shared/blank-picture.ts';
import { SELF_ONLY } from '#src/shared/content-security-policy.ts';
import { banners } from '#src/shared/home-copy.ts';
import { ALL_EMBEDDED } from '#src/shared/public-settings.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { loader } from './home.tsx';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(4);
  await seedDemoShop(database.db);
});

afterAll(() => database.drop());

async function load(db: Db) {
  const context = new RouterContextProvider();
  const tags = new Set<string>();
  const log = createLog('silent');
  const shopSettings = createShopSettingsStore(database.db, log, () => {});
  context.set(pageContext, {
    db,
    publicUrl: 'https://shop.test',
    limits: createRateLimits(database.pool, false, log),
    log,
    initialMailState: 'stored',
    notify: () => {},
    identity: null,
    getCompany: createCompanyReader(shopSettings),
    shopSettings,
    taxRates: createTaxRateStore(database.db, log, () => {}),
    shipping: createShippingStore(database.db, log, () => {}),
    settings: ALL_EMBEDDED,
    sources: SELF_ONLY,
  });
  context.set(cacheTags, tags);
  const shown = await loader({ context } as unknown as Parameters<typeof loader>[0]);
  return { shown, tags };
}

/** Returns the database with a failing `n`-th read. */
function failingAtRead(n: number): Db {
  let reads = 0;
  return new Proxy(database.db, {
    get(target, key) {
      if (key === 'select') {
        reads += 1;
        if (reads === n) {
          return () => {
            throw new Error('the connection was lost');
          };
        }
      }
      return Reflect.get(target, key);
    },
  });
}

describe('the home page', () => {
  test('shows the latest six of each, newest first, truncated as specified, and is cached', async () => {
    const { shown, tags } = await load(database.db);
    expect([shown.tools?.length, shown.blogs?.length, shown.reviews?.length]).toEqual([6, 6, 6]);
    expect(shown.tools?.[0]?.itemName).toBe('Claw hammer, 16 oz, hickory');
    for (const tool of shown.tools ?? []) expect(tool.about.length).toBeLessThanOrEqual(80);
    for (const blog of shown.blogs ?? []) {
      expect(blog.question.length).toBeLessThanOrEqual(51);
      expect(blog.short_description.length).toBeLessThanOrEqual(201);
    }
    expect([...tags].sort()).toEqual(['blogs', 'categories', 'category-counts', 'reviews', 'tools']);
  });

  test.each([
    [1, 'tools'],
    [2, 'blogs'],
    [3, 'reviews'],
  ] as const)('without its read number %i (%s) shows the other sections and is not cached', async (n, missing) => {
    const { shown, tags } = await load(failingAtRead(n));
    for (const section of ['tools', 'blogs', 'reviews'] as const) {
      expect(shown[section]?.length).toBe(section === missing ? undefined : 6);
    }
    expect(tags.size).toBe(0);
  });

  test('shows reviewers’ pictures that were uploaded to any storage of the shop, and none from elsewhere', async () => {
    const { pool } = database;
    const { rows } = await pool.query('select user_id from reviews limit 1');
    const [ours, own, foreign] = ['https://host.example/a.webp#9x9', '/images/x.webp', 'https://host.example/b.webp'];
    await pool.query(
      `insert into images (id, owner_id, width, height, storage, hosted_url, uploading)
       values ('a', $1, 9, 9, 'imgbb', $2, false), ('b', $1, 9, 9, 'imgbb', $3, true)`,
      [rows[0].user_id, ours, foreign],
    );
    for (const image of [ours, own, foreign]) await seedReview(database.db, { userId: rows[0].user_id, image });
    const { shown } = await load(database.db);
    expect(shown.reviews?.slice(0, 3).map(({ image }) => image)).toEqual(['', own, ours]);
  });

  test('shows the newest tools that have a picture below any number of newer ones without, and those if none has one', async () => {
    const bare = { picture: BLANK_PICTURE };
    const before = (await load(database.db)).shown.tools?.map(({ _id }) => _id);
    for (let at = 0; at < 7; at += 1) await seedTool(database.db, { itemName: `Bare tool ${at}`, ...bare });
    expect((await load(database.db)).shown.tools?.map(({ _id }) => _id)).toEqual(before);
    await database.pool.query('update tools set image = $1', [BLANK_PICTURE]);
    const { shown } = await load(database.db);
    expect(shown.tools?.map(({ itemName }) => itemName)).toEqual([6, 5, 4, 3, 2, 1].map((at) => `Bare tool ${at}`));
  });

  test('shows every banner for which the shop has a drawing', () => {
    expect(banners.map(({ name }) => name)).toEqual(bannerNames);
  });
});
