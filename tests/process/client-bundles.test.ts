import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = 'build/client/assets';
const scripts = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name, readFileSync(`${FOLDER}/${name}`, 'utf8')]),
);
const firebase = [...scripts].filter(([, code]) => code.includes('identitytoolkit.googleapis.com'));

test('Firebase’s package is one file that pages load only when needed', () => {
  expect(firebase.map(([name]) => name)).toEqual([expect.stringMatching(/^firebase-identity-/)]);
  const [name = ''] = firebase[0] ?? [];
  const others = [...scripts].filter(([other]) => other !== name);
  // Pages wait for files in `import … from`, but not for files in `import(…)`.
  const waiting = others.filter(([, code]) => new RegExp(`(from|import)\\s*"[^"]*${name}"`).test(code));
  expect(waiting.map(([other]) => other)).toEqual([]);
  expect(
    others.some(([, code]) => code.includes(`import(\`./${name}\`)`) || code.includes(`import("./${name}")`)),
  ).toBe(true);
});
