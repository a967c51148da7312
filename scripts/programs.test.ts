import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BUILT_PROGRAMS, CONSOLE_PROGRAMS, findProgram, PROGRAMS } from './programs.mjs';

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));

test.each(Object.keys(CONSOLE_PROGRAMS))('%s is a command of npm', (name) => {
  expect(scripts[name]).toMatch(new RegExp(`^node scripts/(?:console\\.mjs )?${name}(?:\\.mjs)?$`));
});

test.each(PROGRAMS)('%s runs from its source in the project', (name) => {
  expect(findProgram(name)).toMatch(new RegExp(`/src/app/${name}\\.ts$`));
  expect(existsSync(findProgram(name))).toBe(true);
});

test('the build makes only known programs', () => {
  expect(BUILT_PROGRAMS.filter((name) => !PROGRAMS.includes(name))).toEqual([]);
});
