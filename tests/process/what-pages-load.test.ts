import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningShop, removeDataDir, startShop } from '#tests/support/running-shop.ts';

const FOLDER = 'build/client/assets';
const scripts = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name, readFileSync(`${FOLDER}/${name}`, 'utf8')]),
);
const firebase = [...scripts].filter(([, code]) => code.includes('identitytoolkit.googleapis.com'));

let shop: RunningShop;
beforeAll(async () => {
  shop = await startShop({ env: { SEED: 'none' } });
}, 60_000);
afterAll(async () => {
  await shop.end();
  removeDataDir(shop.dataDir);
});

test('Firebase’s package is one file of its own, which others only load when they need it', () => {
  expect(firebase.map(([name]) => name)).toEqual([expect.stringMatching(/^firebase-identity-/)]);
  const [name = ''] = firebase[0] ?? [];
  const others = [...scripts].filter(([other]) => other !== name);
  // `import … from` a file makes every page that has it wait for it; `import(…)` does not.
  const waiting = others.filter(([, code]) => new RegExp(`(from|import)\\s*"[^"]*${name}"`).test(code));
  expect(waiting.map(([other]) => other)).toEqual([]);
  expect(
    others.some(([, code]) => code.includes(`import(\`./${name}\`)`) || code.includes(`import("./${name}")`)),
  ).toBe(true);
});

test.each(['/home', '/signIn', '/signUp', '/dashboard'])(
  'a shop with its own identity service does not name it in %s, and pages may ask nobody else',
  async (path) => {
    const answer = await fetch(shop.origin + path);
    expect(await answer.text()).not.toContain('firebase');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain('google');
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  },
);
