import { expect, test } from 'vitest';
import { sendFrom } from '#tests/support/hostile-kit.ts';

const PAGES = ['/home', '/tools', '/categories', '/api/tools', '/api/tools?q=hammer', '/api/tools/suggest?q=dr'];

test('fifty people in one office can work at once', async () => {
  const visits = Array.from({ length: 50 }, (_, at) => PAGES[at % PAGES.length] ?? '/home');
  const responses = await Promise.all(visits.map((path) => sendFrom('127.0.1.1', path)));
  expect(responses.map(({ status }) => status)).toEqual(visits.map(() => 200));
});

test('two hundred buyers behind one address, each with six requests, all eventually get a response', async () => {
  const [tool] = JSON.parse((await sendFrom('127.0.1.2', '/api/tools?limit=1')).text) as { _id: string }[];
  const visits = Array.from({ length: 1_200 }, (_, at) =>
    at % 6 === 0 ? (PAGES[(at / 6) % PAGES.length] ?? '/home') : `/api/tools/${tool?._id}/quantity?quantity=${at + 1}`,
  );
  let tries = 0;
  const statuses = await Promise.all(
    visits.map(async (path) => {
      for (;;) {
        tries += 1;
        const { status, headers } = await sendFrom('127.0.1.2', path);
        if (status !== 429 && status !== 503) return status;
        const retryAfter = Number(headers['retry-after']);
        expect(retryAfter).toBeGreaterThan(0);
        await new Promise((resolve) => setTimeout(resolve, retryAfter * 1_000));
      }
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  // Few requests had to be repeated.
  expect(tries).toBeLessThan(6 * visits.length);
});
