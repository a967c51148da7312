import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  bannerNames,
  drawBanner,
  drawBannerPreview,
  drawBlankSheet,
  drawErrorImage,
  drawLock,
  drawMark,
  drawMonogram,
  drawTool,
  drawToolPreview,
  drawUploadPreview,
  toolDrawingNames,
} from './drawings.ts';

const expectedTools = [
  'adjustable-wrench',
  'ball-pein-hammer',
  'bench-vise',
  'bevel-edge-chisel',
  'block-plane',
  'bolt-cutter',
  'claw-hammer',
  'cold-chisel',
  'combination-pliers',
  'combination-wrench',
  'combination-wrench-13',
  'combination-wrench-17',
  'combination-wrench-22',
  'dead-blow-mallet',
  'drill-chuck',
  'engineers-square',
  'f-clamp',
  'flat-file',
  'g-clamp',
  'grinding-wheel',
  'hacksaw',
  'micrometer',
  'needle-nose-pliers',
  'panel-saw',
  'sharpening-stone',
  'slotted-screwdriver',
  'spirit-level',
  'tape-measure',
  'tenon-saw',
  'torque-wrench',
  'twist-drill',
  'vernier-caliper',
  'water-pump-pliers',
];
const expectedBanners = ['chuck-section', 'exploded-vise', 'forge', 'measuring-set', 'workbench', 'wrench-wall'];

/**
 * Returns the first error that would stop an XML parser, or null. Checks that tags are balanced, attributes are quoted,
 * and text and values are escaped.
 */
function firstFault(svg: string): string | null {
  const open: string[] = [];
  const tag = /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/y;
  for (let at = 0; at < svg.length; ) {
    if (svg[at] !== '<') {
      const end = svg.indexOf('<', at);
      const text = svg.slice(at, end < 0 ? svg.length : end);
      if (/&(?!amp;|lt;|gt;|quot;|#39;)/.test(text)) return `bare ampersand in ${text}`;
      if (end < 0) return `text after the document: ${text}`;
      at = end;
      continue;
    }
    tag.lastIndex = at;
    const [whole, closing, name = '', attributes = '', alone] = tag.exec(svg) ?? [];
    if (!whole) return `not a tag: ${svg.slice(at, at + 60)}`;
    const names = [...attributes.matchAll(/([\w:-]+)="/g)].map((m) => m[1]);
    if (new Set(names).size !== names.length) return `attribute twice in ${whole}`;
    if (closing && open.pop() !== name) return `${whole} closes something else`;
    if (!closing && !alone) open.push(name);
    at += whole.length;
  }
  return open.length ? `${open.join(', ')} left open` : null;
}

const documents: [string, string | null, number, number, number][] = [
  ...toolDrawingNames.map((name): [string, string | null, number, number, number] => [
    name,
    drawTool(name),
    800,
    600,
    30,
  ]),
  ...bannerNames.map((name): [string, string | null, number, number, number] => [
    name,
    drawBanner(name),
    1920,
    720,
    120,
  ]),
  ['error picture', drawErrorImage(), 800, 600, 30],
  ['blank sheet', drawBlankSheet(), 800, 600, 10],
  ['open lock', drawLock('open'), 800, 600, 30],
  ['shut lock', drawLock('shut'), 800, 600, 30],
  ['monogram', drawMonogram('AB'), 160, 160, 4],
  ['mark', drawMark(), 64, 64, 4],
];

test('every expected tool and banner is drawn, and nothing else', () => {
  expect([...toolDrawingNames].sort()).toEqual(expectedTools);
  expect([...bannerNames].sort()).toEqual(expectedBanners);
});

test('addresses from earlier versions still have their drawings', () => {
  expect(drawTool('bench-vice')).toBe(drawTool('bench-vise'));
  expect(drawBanner('exploded-vice')).toBe(drawBanner('exploded-vise'));
});

test('an unknown name draws nothing, not even one every object has', () => {
  for (const name of ['', 'spoon', 'constructor', '__proto__', 'toString']) {
    expect(drawTool(name)).toBeNull();
    expect(drawBanner(name)).toBeNull();
  }
});

describe.each(documents)('%s', (_name, drawn, width, height, kilobytes) => {
  const svg = drawn ?? '';

  test('is well-formed and contains only finite numbers', () => {
    expect(firstFault(svg)).toBeNull();
    expect(svg).not.toMatch(/NaN|undefined|Infinity|null|\d\.\d{4,}/);
  });

  test('says what it shows and how large it is', () => {
    expect(svg).toMatch(
      new RegExp(`^<svg [^>]*role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`),
    );
    expect(svg).toMatch(/<title>[^<]+<\/title>/);
  });

  test('has no external references and no scripts', () => {
    expect(svg).not.toMatch(/<script|foreignObject|href|@import|\son\w+=|style="/);
    expect([...svg.matchAll(/url\(([^)]*)\)/g)].every((m) => m[1]?.startsWith('#'))).toBe(true);
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toContain('://');
  });

  test('refers only to patterns and clips that it defines, each of them once', () => {
    const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map((m) => m[1]);
    const used = [...svg.matchAll(/url\(#([^)]*)\)/g)].map((m) => m[1]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(used.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('follows the dark color scheme and stays small', () => {
    expect(svg).toContain('prefers-color-scheme:dark');
    expect(Buffer.byteLength(svg)).toBeLessThan(kilobytes * 1024);
  });
});

/** Returns the size with the shop's compression, in bytes. */
const weigh = (svg: string | null) =>
  brotliCompressSync(svg ?? '', { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }).length;

test('drawings are small when compressed: the first banner has 7 KB, another 5.5, a tool 2.5', () => {
  // Drawings with many grains are larger.
  const most = new Map([
    ['workbench', 7_000],
    ['sharpening-stone', 5_500],
    ['grinding-wheel', 3_000],
  ]);
  const weights = [
    ...bannerNames.map((name) => ({ name, bytes: weigh(drawBanner(name)), most: most.get(name) ?? 5_500 })),
    ...toolDrawingNames.map((name) => ({ name, bytes: weigh(drawTool(name)), most: most.get(name) ?? 2_500 })),
  ];
  expect(weights.filter(({ bytes, most }) => bytes > most)).toEqual([]);
});

test('a drawing always has the same bytes', () => {
  for (const name of toolDrawingNames) expect(drawTool(name)).toBe(drawTool(name));
  for (const name of bannerNames) expect(drawBanner(name)).toBe(drawBanner(name));
});

test('a monogram escapes its letters', () => {
  const svg = drawMonogram('<&"');
  expect(svg).toContain('&lt;&amp;&quot;');
  expect(firstFault(svg)).toBeNull();
});

test('a monogram has at most three letters, and may have none', () => {
  expect(drawMonogram('abcdef')).toContain('>ABC</text>');
  expect(firstFault(drawMonogram('  '))).toBeNull();
});

test('link preview images have no lettering, which a machine without fonts could not draw', () => {
  const previews = [
    ...toolDrawingNames.map(drawToolPreview),
    ...bannerNames.map(drawBannerPreview),
    drawUploadPreview(),
  ];
  for (const preview of previews) {
    expect(firstFault(preview ?? '')).toBeNull();
    expect(preview).toMatch(/^<svg [^>]*width="1200" height="630"/);
    expect(preview).not.toMatch(/<text|NaN|prefers-color-scheme/);
  }
  expect([drawToolPreview('constructor'), drawBannerPreview('constructor')]).toEqual([null, null]);
});
