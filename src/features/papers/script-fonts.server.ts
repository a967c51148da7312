import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { findCountryCode } from '#src/shared/postal-address/countries.ts';
import type { Paper } from './contract.ts';
import { HAN_FONTS, type HanFont, SCRIPTS, type Script, type ScriptFontName } from './scripts.ts';

/** All fonts. Each package is in parts that have the characters of some ranges. */
const FONTS: Record<ScriptFontName, Script> = { ...SCRIPTS, ...HAN_FONTS };
const HAN_NAMES = Object.keys(HAN_FONTS) as HanFont[];
const OTHER_NAMES = Object.keys(SCRIPTS) as ScriptFontName[];

const WEIGHT_NUMBERS = { regular: 400, bold: 700 } as const;
type Weight = keyof typeof WEIGHT_NUMBERS;
export const WEIGHTS = Object.keys(WEIGHT_NUMBERS) as Weight[];

/** A font with some of the characters of a paper, as a file in memory. */
export interface ScriptFont {
  script: ScriptFontName;
  /** Unique on a paper. */
  name: string;
  files: Record<Weight, Buffer>;
}

/**
 * Reading a part takes 10 ms for each weight. A page of one language needs two dozen of them. A text of more, which
 * somebody may have made up to keep the shop busy, is shown with boxes.
 */
const MAX_PARTS = 60;

/** How Han characters are written where they are; elsewhere, as the rest of the paper says. */
const COUNTRIES: Readonly<Record<string, HanFont>> = {
  CN: 'sc',
  SG: 'sc',
  JP: 'jp',
  KR: 'kr',
  KP: 'kr',
  TW: 'tc',
  HK: 'tc',
  MO: 'tc',
};
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}\u3012]/u;
const HANGUL = /\p{Script=Hangul}/u;
const BOPOMOFO = /\p{Script=Bopomofo}/u;

interface Part {
  script: ScriptFontName;
  file: string;
}

/**
 * Inter has the space and the signs that join letters or keep them apart, too, but these belong to what is around them.
 * The space without width is a glyph without ink.
 */
const ALWAYS = ' \u200b\u200c\u200d';

const { resolve } = createRequire(import.meta.url);
/** The part that has a character, by its code point. Read once for each font. */
const partsOf = new Map<ScriptFontName, ReadonlyMap<number, Part>>();

/**
 * The fonts that have these characters, each with nothing but them. The form of Han characters is that of the language
 * of the paper.
 */
export async function openScriptFonts(characters: ReadonlySet<string>, paper: Paper): Promise<ScriptFont[]> {
  if (characters.size === 0) return [];
  const han = findHanFont(paper);
  // The fonts for Han characters say that they have letters of other scripts, too.
  const order = [...OTHER_NAMES, han, ...HAN_NAMES];
  const wanted = new Map<string, { part: Part; characters: string }>();
  for (const character of characters) {
    const part = findPart(order, character);
    if (!part) continue;
    const found = wanted.get(part.file);
    if (found) found.characters += character;
    else if (wanted.size < MAX_PARTS) wanted.set(part.file, { part, characters: character });
  }
  const fonts: ScriptFont[] = [];
  for (const [file, { part, characters: some }] of wanted) {
    const whole = readFileSync(resolve(file));
    // Some vowels are drawn as two, which the font then needs, too.
    const own = some + some.normalize('NFD') + (FONTS[part.script].parts ?? '') + ALWAYS;
    const [regular, bold] = await Promise.all([cut(whole, own, 'regular'), cut(whole, own, 'bold')]);
    fonts.push({ script: part.script, name: `${part.script} ${fonts.length}`, files: { regular, bold } });
  }
  return fonts;
}

async function cut(whole: Buffer, characters: string, weight: Weight): Promise<Buffer> {
  const font = await subsetFont(whole, characters, {
    targetFormat: 'truetype',
    variationAxes: { wght: WEIGHT_NUMBERS[weight] },
    noHinting: true,
  });
  // fontkit reads the outline of a glyph that has none, which may lie beyond the end of the file.
  return Buffer.concat([font, Buffer.alloc(16)]);
}

function findPart(order: readonly ScriptFontName[], character: string): Part | undefined {
  const point = character.codePointAt(0) ?? 0;
  const script = order.find((one) => readParts(one).has(point));
  return script && readParts(script).get(point);
}

function readParts(script: ScriptFontName): ReadonlyMap<number, Part> {
  const known = partsOf.get(script);
  if (known) return known;
  const { family } = FONTS[script];
  const home = `@fontsource-variable/${family}`;
  const ranges = JSON.parse(readFileSync(resolve(`${home}/unicode.json`), 'utf8')) as Record<string, string>;
  const parts = new Map<number, Part>();
  for (const [key, list] of Object.entries(ranges)) {
    const name = key.replace(/[[\]]/g, '');
    // Those of Chinese, Japanese and Korean are numbered. The others have Latin letters and the like, as Inter does.
    if (name === key && name !== script.toLowerCase()) continue;
    const part = { script, file: `${home}/files/${family}-${name}-wght-normal.woff2` };
    for (const range of list.split(',')) {
      const [from = '', to = from] = range.trim().replace('U+', '').split('-');
      for (let point = Number.parseInt(from, 16); point <= Number.parseInt(to, 16); point += 1) parts.set(point, part);
    }
  }
  partsOf.set(script, parts);
  return parts;
}

/** The font of Han characters in the paper's own language. The others may have what it lacks. */
function findHanFont(paper: Paper): HanFont {
  const purchases = 'purchases' in paper ? paper.purchases : [paper];
  // Where the goods go says more than who pays for them.
  const lines = [
    ...purchases.flatMap(({ shipTo }) => shipTo?.lines ?? []),
    ...purchases.flatMap((purchase) => ('billTo' in purchase ? (purchase.billTo?.lines ?? []) : [])),
  ];
  for (const line of lines) {
    const font = COUNTRIES[findCountryCode(line) ?? ''];
    if (font) return font;
  }
  const text = JSON.stringify(paper);
  if (KANA.test(text)) return 'jp';
  if (HANGUL.test(text)) return 'kr';
  if (BOPOMOFO.test(text)) return 'tc';
  return COUNTRIES[paper.seller.address.map(findCountryCode).find((code) => code !== null) ?? ''] ?? 'sc';
}
