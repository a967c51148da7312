import { describe, expect, test } from 'vitest';
import { flattenPolygon, MAP_EDGE } from './flatten-polygon.ts';
import { readCoasts } from './world-outline.ts';

const jumps = (ring: readonly (readonly number[])[]) =>
  ring.filter(([longitude = 0], at) => at > 0 && Math.abs(longitude - (ring[at - 1]?.[0] ?? 0)) > 180);

describe('a polygon on the globe, drawn on a flat map', () => {
  test('does not change within the map', () => {
    const island = [
      [
        [10, 10],
        [20, 10],
        [20, 20],
        [10, 10],
      ],
    ];
    expect(flattenPolygon(island)).toEqual([island]);
  });

  test('is complete at both edges when it crosses the date line', () => {
    const island = [
      [
        [170, 60],
        [-170, 60],
        [-175, 70],
        [170, 60],
      ],
    ];
    expect(flattenPolygon(island)).toEqual([
      [
        [
          [170, 60],
          [190, 60],
          [185, 70],
          [170, 60],
        ],
      ],
      [
        [
          [-190, 60],
          [-170, 60],
          [-175, 70],
          [-190, 60],
        ],
      ],
    ]);
  });

  test('around a pole is closed along the edge of the map', () => {
    const [[ring = []] = []] = flattenPolygon([
      [
        [-120, -70],
        [0, -75],
        [120, -70],
        [-120, -70],
      ],
    ]);
    expect(ring.filter(([, latitude]) => latitude === -MAP_EDGE)).toHaveLength(2);
    expect(ring[0]).toEqual(ring.at(-1));
  });

  test('no coast in the included outline jumps across the map', () => {
    const coasts = readCoasts().flat();
    expect(coasts.length).toBeGreaterThan(100);
    // Only polygons around a pole have long lines, along the edge.
    expect(coasts.flatMap(jumps).filter(([, latitude]) => latitude !== -MAP_EDGE)).toEqual([]);
  });
});
