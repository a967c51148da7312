import { expect, test, vi } from 'vitest';
import { fetchAllParts } from './fetch-all-parts.ts';

/** Responds with these parts in order, each of which links to the next. A number is a status. */
function stubParts(...parts: (number[] | number)[]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(String(url));
    const part = parts[asked.length - 1] ?? [];
    if (typeof part === 'number')
      return Response.json({ status: part, code: 'busy', detail: 'Busy.' }, { status: part });
    const headers: Record<string, string> =
      asked.length < parts.length ? { link: `</api/x?cursor=c${asked.length}>; rel="next"` } : {};
    return Response.json(part, { headers });
  });
  return asked;
}

const fetchNumbers = () => fetchAllParts<number[]>('/x', (known, more) => [...more, ...known]);

test('consecutive parts are joined', async () => {
  const asked = stubParts([5, 6], [3, 4], [1, 2]);
  expect(await fetchNumbers()).toMatchObject({ ok: true, value: [1, 2, 3, 4, 5, 6] });
  expect(asked.map((url) => url.replace(/^.*\/api/, ''))).toEqual(['/x', '/x?cursor=c1', '/x?cursor=c2']);
});

test('a response in one part takes one request', async () => {
  const asked = stubParts([1]);
  expect(await fetchNumbers()).toMatchObject({ ok: true, value: [1] });
  expect(asked).toHaveLength(1);
});

test('a missing part is a problem instead of an incomplete list', async () => {
  stubParts([5, 6], 422, [1]);
  expect(await fetchNumbers()).toMatchObject({ ok: false, problem: { status: 422 } });
});
