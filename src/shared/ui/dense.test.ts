import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every class of the dense lists that a component has is in their style, and no other', () => {
  const components = globSync('src/**/*.tsx').map((path) => readFileSync(path, 'utf8'));
  const used = components.flatMap((text) => text.match(/(?:dense|compact):[^\s"'`]+/g) ?? []);
  const style = readFileSync('src/shared/ui/dense.css', 'utf8');
  const listed = [...style.matchAll(/@source inline\("(.+)"\);/g)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual([...new Set(used)].toSorted());
});
