import { expect, test } from 'vitest';
import { sendFrom } from '#tests/support/hostile-kit.ts';

const PAGES = ['/home', '/tools', '/categories', '/api/tools', '/api/tools?q=hammer', '/api/tools/suggest?q=dr'];

test('fifty people of one office work at once', async () => {
  const visits = Array.from({ length: 50 }, (_, at) => PAGES[at % PAGES.length] ?? '/home');
  const responses = await Promise.all(visits.map((path) => sendFrom('127.0.1.1', path)));
  expect(responses.map(({ status }) => status)).toEqual(visits.map(() => 200));
});

test('two hundred buyers behind one address all get a response, or a time to come again', async () => {
  const visits = Array.from({ length: 200 }, (_, at) => PAGES[at % PAGES.length] ?? '/home');
  const responses = await Promise.all(
    visits.map(async (path) => {
      let response = await sendFrom('127.0.1.2', path);
      for (let tries = 0; response.status !== 200 && tries < 20; tries += 1) {
        expect([429, 503]).toContain(response.status);
        expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
        await new Promise((resolve) => setTimeout(resolve, Number(response.headers['retry-after']) * 1_000));
        response = await sendFrom('127.0.1.2', path);
      }
      return response;
    }),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
});
