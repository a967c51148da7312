import { describe, expect, test } from 'vitest';
import { BLANK_PICTURE } from '#src/shared/blank-picture.ts';
import { MAX_PICTURES } from '../tool/rules.ts';
import { placePictures, readPictureName } from './picture-names.ts';

describe('the name of a picture', () => {
  test.each([
    ['HM-C16.jpg', ['HM-C16', 1]],
    ['HM-C16_2.jpg', ['HM-C16', 2]],
    ['HM-C16_02.JPEG', ['HM-C16', 2]],
    ['HM-C16 (3).png', ['HM-C16', 3]],
    ['HM-C16(3).png', ['HM-C16', 3]],
    ['HM-C16.4.webp', ['HM-C16', 4]],
    ['4006381333931_2.jpg', ['4006381333931', 2]],
    ['HM-C16_0.jpg', ['HM-C16', 1]],
    ['HM-C16/2.jpg', ['HM-C16', 2]],
    ['HM-C16/front.jpg', ['HM-C16', 1]],
  ])('%s may mean picture %s', (name, [number, place]) => {
    expect(readPictureName(name)).toContainEqual({ number, place });
  });

  test('means a whole SKU before a SKU and a place, and the file before its folder', () => {
    expect(readPictureName('tools/HM-C16-2.jpg').map(({ number }) => number)).toEqual(['HM-C16-2', 'HM-C16', 'tools']);
  });
});

describe('pictures that are added', () => {
  const placed = (...entries: [place: number, url: string][]) => entries.map(([place, url]) => ({ place, url }));
  test.each([
    ['replace the picture at their place and keep the others', ['a', 'b', 'c'], placed([2, 'x']), ['a', 'x', 'c']],
    ['come last where there is no picture at their place', ['a'], placed([4, 'x'], [9, 'y']), ['a', 'x', 'y']],
    ['take the next place where two have one', ['a', 'b'], placed([1, 'x'], [1, 'y'], [2, 'z']), ['x', 'y', 'z']],
    ['replace the drawing of an empty sheet, whatever their place', [BLANK_PICTURE], placed([2, 'x']), ['x']],
    ['are in the order of their places, not of the files', [BLANK_PICTURE], placed([2, 'y'], [1, 'x']), ['x', 'y']],
    ['are there once, although two files are the same picture', ['a'], placed([2, 'x'], [3, 'x']), ['a', 'x']],
  ])('%s', (_, current, added, becomes) => {
    expect(placePictures(current, added)).toEqual(becomes);
  });

  test('are never more than a product can have', () => {
    const many = Array.from({ length: MAX_PICTURES + 5 }, (_, at) => ({ place: at + 1, url: `${at}` }));
    expect(placePictures([], many)).toHaveLength(MAX_PICTURES);
  });
});
