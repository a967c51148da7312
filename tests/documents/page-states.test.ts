import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findPagePath, PAGE_PATHS } from '#tests/support/page-routes.ts';

/** Pages without checks and screenshots, with the reason. */
const WITHOUT_STATE: Record<string, string> = {
  '/': 'It redirects to /home.',
};

/** The paths that page states name, with an 'x' for each part that is only known when the state is prepared. */
function listNamedPaths(): string[] {
  return globSync('tests/e2e/*page-states.ts').flatMap((file) => {
    const source = readFileSync(file, 'utf8').replaceAll(/\$\{[^{}]*\}/g, 'x');
    // Stubbed API calls are no pages.
    return Array.from(source.matchAll(/['`](\/(?!api\b)[^'`\s]*)['`]/g), ([, path = '']) => path);
  });
}

test('every page has a state in page-states.ts, or a reason to have none', () => {
  const shown = new Set(listNamedPaths().map(findPagePath));
  expect(PAGE_PATHS.length).toBeGreaterThan(60);
  expect(PAGE_PATHS.filter((path) => !shown.has(path)).sort()).toEqual(Object.keys(WITHOUT_STATE).sort());
});
