import { compactPath } from './compact-path.ts';

const light = { paper: '#f6f1e7', tint: '#e9e1d0', ink: '#1f2326', signal: '#c8401f' };
const dark = { paper: '#0e1a2b', tint: '#17283f', ink: '#dfe9f5', signal: '#ff7a52' };

const weights = { outline: 2.4, thin: 1.2, hair: 0.9, center: 1, dimension: 1.1 };
const smallWeights = { outline: 5, thin: 2.4, hair: 1.6, center: 2, dimension: 3 };

function colorRules(c: typeof light): string {
  return (
    `.p,.o{fill:${c.paper}}.m{fill:${c.tint}}.nt,.dt{stroke:${c.paper}}` +
    `.o,.m,.l,.h,.g,.k,.t,.w,.c,.x,.q,.n{stroke:${c.ink}}` +
    `.f,.nt,.bt,.ml{fill:${c.ink}}.s,.d{stroke:${c.signal}}.a,.dt{fill:${c.signal}}.e{fill:${c.signal};stroke:${c.ink}}`
  );
}

function strokes(width: typeof weights, scale: number, prefix = ''): string {
  const rule = (names: string, value: number) =>
    `${names
      .split(',')
      .map((name) => prefix + name)
      .join(',')}{stroke-width:${Math.round((value / scale) * 100) / 100}}`;
  return (
    rule('.o,.m,.l,.h,.g,.k,.s,.e', width.outline) +
    rule('.t', width.thin) +
    rule('.w,.n', width.hair) +
    rule('.c,.x', width.center) +
    rule('.d', width.dimension)
  );
}

const definitions =
  '<defs>' +
  '<pattern id="h" width="9" height="9" patternUnits="userSpaceOnUse"><path class="q" d="M-2 2L2-2M0 9L9 0M7 11L11 7"/></pattern>' +
  '<pattern id="g" width="7" height="7" patternUnits="userSpaceOnUse"><path class="q" d="M-2 5L2 9M0 0L7 7M5-2L9 2"/></pattern>' +
  '<pattern id="k" width="8" height="6" patternUnits="userSpaceOnUse"><path class="q" d="M0 0L8 6M0 6L8 0"/></pattern>' +
  '</defs>';

function stylesheet(body: string, weight: number, thumbnails: boolean, schemes: 'both' | 'light'): string {
  const scales = [...new Set([...body.matchAll(/class="z(\d+)"/g)].map((m) => m[1] ?? '100'))].sort();
  const everyScale = (width: typeof weights) =>
    strokes(width, 1 / weight) +
    scales.map((percent) => strokes(width, Number(percent) / 100 / weight, `.z${percent} `)).join('');
  // Small renderings (a 160 px thumbnail) get heavier lines, without lettering and its leaders. Inside an image, a
  // viewport query sees the image's own size.
  const small = thumbnails
    ? `@media (max-width:320px){${everyScale(smallWeights)}.b,.j,.dt,.nt,.bt{display:none}}`
    : '';
  return (
    `<style>svg{stroke-linejoin:round;stroke-linecap:round}.l,.t,.w,.c,.x,.s,.d,.q,.n{fill:none}.w{opacity:.55}.q{stroke-width:.9}` +
    `.h{fill:url(#h)}.g{fill:url(#g)}.k{fill:url(#k)}.c{stroke-dasharray:20 4 3 4}.x{stroke-dasharray:7 4}` +
    `text{font-family:ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}.nt,.dt{paint-order:stroke;stroke-width:5}` +
    `.dt{font-size:16px}.nt{font-size:14px}.bt{font-size:12px;letter-spacing:.04em}.dl{font-size:30px}.ml{font-size:56px}.ml3{font-size:42px}` +
    everyScale(weights) +
    colorRules(light) +
    `${schemes === 'both' ? `@media (prefers-color-scheme:dark){${colorRules(dark)}}` : ''}${small}</style>`
  );
}

/** Makes any text safe inside SVG text and attributes. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/**
 * A complete SVG document on the shop's paper, without a frame. `weight` thickens every line; `thumbnails` adapts small
 * renderings. It supports both color schemes, unless others show it on a background that does not switch.
 */
export function renderSvg(
  title: string,
  width: number,
  height: number,
  body: string,
  weight = 1,
  thumbnails = false,
  schemes: 'both' | 'light' = 'both',
): string {
  const drawn = `${definitions}<rect class="p" width="${width}" height="${height}"/>${body}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<title>${escapeXml(title)}</title>${stylesheet(body, weight, thumbnails, schemes)}` +
    `${drawn.replace(/(?<= d=")[^"]*/g, compactPath)}</svg>`
  );
}

/** One catalog drawing: `number` and `scale` are lettered in the title block, lengths on the sheet are millimeters. */
export type Drawing = { title: string; number: string; scale: string; body: () => string };

function titleBlock(drawing: Drawing): string {
  const [x, y, w, h] = [500, 536, 286, 50];
  return (
    `<g class="b"><path class="w" d="M14 14H786V586H14ZM400 6V22M400 578V594M6 300H22M778 300H794"/>` +
    `<path class="t" d="M${x} ${y + h}V${y}H${x + w}M${x + 66} ${y}V${y + h}M${x + 66} ${y + 25}H${x + w}M${x + 150} ${y + 25}V${y + h}M${x + 224} ${y + 25}V${y + h}"/>` +
    // First-angle projection mark.
    `<path class="t" d="M${x + 9} ${y + 20}V${y + 30}L${x + 27} ${y + 34}V${y + 16}Z"/><circle class="t" cx="${x + 46}" cy="${y + 25}" r="9"/><circle class="t" cx="${x + 46}" cy="${y + 25}" r="5"/>` +
    `<text class="bt" x="${x + 74}" y="${y + 17}">${escapeXml(drawing.title.toUpperCase())}</text>` +
    `<text class="bt" x="${x + 74}" y="${y + 42}">No. ${drawing.number}</text><text class="bt" x="${x + 158}" y="${y + 42}">${drawing.scale}</text><text class="bt" x="${x + 232}" y="${y + 42}">mm</text></g>`
  );
}

/** The drawing on its 800 × 600 sheet with frame, centring marks and title block. */
export function renderSheet(drawing: Drawing): string {
  return renderSvg(drawing.title, 800, 600, titleBlock(drawing) + drawing.body(), 1, true);
}
