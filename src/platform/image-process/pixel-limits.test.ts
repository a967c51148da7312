import { expect, test } from 'vitest';
import { exceedsPixelLimit } from './pixel-limits.mjs';

const uchar = 'uchar';

test.each([
  ['a photo of 48 megapixels', { format: 'jpeg', depth: uchar, width: 8_064, height: 6_048 }],
  ['a photo of 200 megapixels', { format: 'jpeg', depth: uchar, width: 16_320, height: 12_240 }],
  [
    'a progressive photo of 24',
    { format: 'jpeg', depth: uchar, isProgressive: true, chromaSubsampling: '4:2:0', width: 6_000, height: 4_000 },
  ],
  ['an AVIF of 4K', { format: 'heif', depth: uchar, width: 3_840, height: 2_160 }],
])('%s may be decoded', (_what, header) => {
  expect(exceedsPixelLimit(header)).toBe(false);
});

test.each([
  ['an AVIF of 9 megapixels', { format: 'heif', depth: uchar, width: 3_000, height: 3_000 }],
  ['an AVIF of 8 with alpha', { format: 'heif', depth: uchar, hasAlpha: true, width: 3_840, height: 2_160 }],
  ['an AVIF of 8 with deep colors', { format: 'heif', depth: 'ushort', width: 3_840, height: 2_160 }],
  ['a GIF of 21', { format: 'gif', depth: uchar, width: 7_000, height: 3_000 }],
  ['a PNG of 15 with deep colors', { format: 'png', depth: 'ushort', width: 5_000, height: 3_000 }],
  ['an interlaced PNG of 15', { format: 'png', depth: uchar, isProgressive: true, width: 5_000, height: 3_000 }],
  [
    'a progressive JPEG of 24 with all its color',
    { format: 'jpeg', depth: uchar, isProgressive: true, chromaSubsampling: '4:4:4', width: 6_000, height: 4_000 },
  ],
  ['a PNG of 48', { format: 'png', depth: uchar, width: 8_064, height: 6_048 }],
  ['a JPEG of 201', { format: 'jpeg', depth: uchar, width: 16_400, height: 12_300 }],
  ['a WebP of 41', { format: 'webp', depth: uchar, width: 8_200, height: 5_000 }],
  ['a line of 21,000 pixels', { format: 'png', depth: uchar, width: 21_000, height: 1 }],
])('%s may not', (_what, header) => {
  expect(exceedsPixelLimit(header)).toBe(true);
});
