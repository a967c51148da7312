import { expect, test } from 'vitest';
import { compactPath } from './compact-path.ts';
import { drawBanner, drawTool } from './drawings.ts';

test.each([
  ['lines', 'M10 20L30 20L30.5 25.5L0 0', 'M10 20h20l.5 5.5-30.5-25.5'],
  ['runs', 'M0 5H10V-3.5h-4v.5', 'M0 5h10v-8.5h-4v.5'],
  ['several contours', 'M0 0L5 5ZM10 10L20 5Z', 'M0 0l5 5zm10 10l10-5z'],
  ['a contour after a relative one', 'M4 4l2 2zl1 3', 'M4 4l2 2zl1 3'],
  ['curves', 'M10 10C10 20 30.2 20 30 10C30 0 20 0 10 10', 'M10 10c0 10 20.2 10 20 0 0-10-10-10-20 0'],
  ['quadratic curves', 'M0 0Q5 10 10 0', 'M0 0q5 10 10 0'],
  ['arcs with their flags', 'M10 10A5 5 0 0 1 20 10a.5 .5 0 1 0 -1 0', 'M10 10a5 5 0 0 1 10 0 .5.5 0 1 0-1 0'],
  ['points without a command', 'M0 0 10 10 20 10', 'M0 0l10 10h10'],
  ['numbers below one', 'M0.5 0.5L0.7 -0.2', 'M.5.5l.2-.7'],
  ['segments without movement', 'M3 3L3 3', 'M3 3h0'],
])('shortens %s without moving a point', (_what, data, expected) => {
  expect(compactPath(data)).toBe(expected);
  expect(compactPath(expected)).toBe(expected);
});

test('rejects an invalid path', () => {
  for (const data of ['M0 0B1 1', 'M0', '0 0', 'M0 0L1']) expect(() => compactPath(data), data).toThrow();
});

test('drawings contain only paths that are already compact', () => {
  const drawings = [drawBanner('workbench'), drawTool('bench-vise')].join('');
  const paths = [...drawings.matchAll(/ d="([^"]*)"/g)].map(([, data = '']) => data);
  expect(paths.length).toBeGreaterThan(100);
  for (const data of paths) expect(compactPath(data)).toBe(data);
});
