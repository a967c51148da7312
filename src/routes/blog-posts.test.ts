import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PageContext, pageContext } from '#src/flows/page-context.server.ts';
import { cacheTags } from '#src/platform/page-request.ts';
import { seedBlog } from '#src/seed/factories.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { handle, loader } from './blog-posts.tsx';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(4);
});
afterAll(() => database.drop());

async function load(path: string) {
  const context = new RouterContextProvider();
  const tags = new Set<string>();
  context.set(pageContext, { db: database.db, publicUrl: 'https://shop.test' } as PageContext);
  context.set(cacheTags, tags);
  const request = new Request(`https://shop.test${path}`);
  const shown = await loader({ request, context } as unknown as Parameters<typeof loader>[0]);
  return { ...shown, ids: shown.posts.map(({ blog }) => blog._id), tags: [...tags] };
}

const getRedirect = async (path: string) => {
  const thrown = await load(path).catch((error: unknown) => error);
  return thrown instanceof Response ? [thrown.status, thrown.headers.get('location')] : thrown;
};

test('a shop without posts has a page that says so', async () => {
  expect(await load('/blog')).toMatchObject({ posts: [], isFirst: true, older: null });
});

test('the pages of the blog show each post once, newest first, and end', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 25; at += 1) ids.push(await seedBlog(database.db, { question: `Question ${at}?` }));
  const [first, middle] = [await load('/blog'), await load(`/blog?before=${ids[13]}`)];
  expect(first).toMatchObject({ isFirst: true, older: `/blog?before=${ids[13]}`, tags: ['blogs'] });
  expect(middle).toMatchObject({ isFirst: false, older: `/blog?before=${ids[1]}` });
  const last = await load(`/blog?before=${ids[1]}`);
  expect(last.older).toBeNull();
  expect([...first.ids, ...middle.ids, ...last.ids]).toEqual(ids.toReversed());
  // A post that is published meanwhile does not move anything on the pages behind the first.
  await seedBlog(database.db);
  expect((await load(`/blog?before=${ids[13]}`)).ids).toEqual(middle.ids);
  expect(await getRedirect(`/blog?before=${ids[0]}`)).toEqual([302, '/blog']);
});

test('an unknown post redirects to the newest posts, and invalid parameters show the first page', async () => {
  expect(await getRedirect(`/blog?before=${'a'.repeat(24)}`)).toEqual([302, '/blog']);
  for (const query of ['before=x', 'before=', 'page=7', 'before=%00']) {
    expect([query, (await load(`/blog?${query}`)).isFirst]).toEqual([query, true]);
    expect(handle.cacheKey(new URLSearchParams(query))).toBe('');
  }
  const before = `?before=${'a'.repeat(24)}`;
  expect(handle.cacheKey(new URLSearchParams(`${before}&utm_source=x`))).toBe(before);
});
