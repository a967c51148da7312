// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

/*
 * Reduces the fonts to the characters that English pages need, and writes them to `src/shared/ui/fonts`. Run it after
 * an update of the fonts. All other characters come from the full files: see `unicode-range` in
 * `src/shared/ui/fonts.css`.
 */

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index)).join('');
const TYPOGRAPHY = '\u00a0©®°±²³µ·¼½¾×–—‘’“”•…−';
/** À to ÿ. */
const LATIN_1 = Array.from({ length: 64 }, (_, index) => String.fromCodePoint(0xc0 + index)).join('');
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FIGURES = '0123456789 $.,+-/%:#()\u00a0×–−';

await cut('archivo', 'archivo-accents', LATIN_1, { min: 400, max: 800 });
await cut('archivo', 'archivo-basic', ASCII + TYPOGRAPHY, { min: 400, max: 800 });
// Without this, half of each file would be ligatures for program code.
const mono = { noLayoutClosure: true };
await cut('jetbrains-mono', 'jetbrains-mono-figures', FIGURES, { min: 400, max: 700 }, mono);
await cut('jetbrains-mono', 'jetbrains-mono-letters', LETTERS, { min: 400, max: 700 }, mono);
await cut('jetbrains-mono', 'jetbrains-mono-basic', ASCII + TYPOGRAPHY, { min: 400, max: 700 }, mono);

/**
 * @param {string} family
 * @param {string} name of the new file
 * @param {string} characters
 * @param {{ min: number, max: number }} wght the weights that the style sheet uses
 * @param {{ noLayoutClosure?: boolean }} [options] `noLayoutClosure` leaves out what only ligatures show
 */
async function cut(family, name, characters, wght, options = {}) {
  const from = `node_modules/@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`;
  const variationAxes = { wght };
  const subset = await subsetFont(readFileSync(from), characters, { targetFormat: 'woff2', variationAxes, ...options });
  writeFileSync(`src/shared/ui/fonts/${name}.woff2`, subset);
  console.log(`${name}: ${subset.length} bytes`);
}
