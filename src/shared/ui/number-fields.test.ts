import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no field is a number field, in which the mouse wheel would change a quantity or a price', () => {
  const found = globSync('src/**/*.tsx').filter((path) =>
    /type=(?:"|'|\{['"])number['"]/.test(readFileSync(path, 'utf8')),
  );
  expect(found).toEqual([]);
});
