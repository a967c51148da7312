import { createRandom, type Random } from '#tests/support/random.ts';
import { FOREIGN_NAMES } from './foreign-names.ts';
import { type Attribute, KINDS, type Kind } from './kinds.ts';
import { MAKERS, type Maker, writeGtin, writePartNumber } from './makers.ts';

/** What a generated tool really is. Judgments depend on this and never on its texts. */
export interface Truth {
  kind: Kind;
  /** The values of its attributes, without units. */
  values: Readonly<Record<string, string>>;
  maker: Maker;
  /** Set if it is a spare part or accessory for its kind; null for the tool itself. */
  accessory: string | null;
  /** The index in FOREIGN_NAMES if its name is in another alphabet. */
  foreign: number | null;
}

interface Specification {
  name: string;
  value: string;
  unit: string;
}

/** A tool of the range, with the fields of the API. */
export interface RangeTool {
  id: string;
  sku: string;
  gtin: string | null;
  slug: string;
  itemName: string;
  about: string;
  category: string;
  family: string;
  specifications: Specification[];
  maker: { name: string; address: string } | null;
  warnings: string;
  unitPriceMinor: number;
  minOrderQuantity: number;
  available: number;
  truth: Truth;
}

/** The units that the API knows and that kinds use. */
const UNITS: ReadonlySet<string> = new Set('mm m in oz g kg V A W Nm bar °C ° ppi grit dB L'.split(' '));

/** The values that the API accepts with a unit: a number or a range. */
const MEASURE = /^-?\d+(\.\d+)?( to -?\d+(\.\d+)?)?$/;

/** The most tools in a range. Part numbers would repeat after this. */
export const MAX_RANGE = 1_000_000;

const PREFIX = 'rangetool';

/** Returns the id of a tool in the range: 24 letters and digits that end in its number. */
export function toToolId(at: number): string {
  return PREFIX + String(at).padStart(24 - PREFIX.length, '0');
}

/** Returns the number of a tool in the range, or null for any other tool. */
export function toToolNumber(id: string): number | null {
  return id.startsWith(PREFIX) ? Number(id.slice(PREFIX.length)) : null;
}

// A range has more bolts than flat bars, since bolts come in more sizes, but at least a few tools of each kind.
const WEIGHTED = KINDS.flatMap((kind) => {
  const combinations = kind.attributes.reduce((product, { values }) => product * values.length, 1);
  return Array<Kind>(Math.min(24, Math.max(4, Math.round(Math.sqrt(combinations) * 2)))).fill(kind);
});
const EQUIPPED = KINDS.filter(({ accessories }) => accessories.length > 0);

/** Returns what tool number `at` is. The same number is the same tool in a range of any size. */
export function chooseTruth(at: number): { truth: Truth; random: Random } {
  const random = createRandom(at + 1);
  const isAccessory = random.chance(0.16);
  const kind = random.pick(isAccessory ? EQUIPPED : WEIGHTED);
  const values = Object.fromEntries(kind.attributes.map(({ key, values: all }) => [key, random.pick(all)]));
  const maker = random.pick(MAKERS);
  const foreign = FOREIGN_NAMES[kind.id] && random.chance(0.12) && !isAccessory ? random.below(3) : null;
  return {
    truth: { kind, values, maker, accessory: isAccessory ? random.pick(kind.accessories) : null, foreign },
    random,
  };
}

export function makeTool(at: number): RangeTool {
  const { truth, random } = chooseTruth(at);
  const { kind, maker, accessory, foreign } = truth;
  const sku = writePartNumber(maker, at, random);
  const plain = accessory === null ? fillTemplate(truth) : nameAccessory(truth, random);
  const named =
    foreign === null ? plain : `${FOREIGN_NAMES[kind.id]?.[foreign]} ${plain.split(/,? /).slice(-2).join(' ')}`;
  const itemName = sign(named, maker).slice(0, 120);
  const hasPack = random.chance(0.3);
  return {
    id: toToolId(at),
    sku,
    gtin: writeGtin(maker, at, random),
    slug: `${toSlug(itemName)}-${at}`,
    itemName,
    about: writeAbout(truth, random),
    category: random.chance(0.05) ? '' : accessory === null ? kind.category : 'Accessories and spare parts',
    family:
      accessory === null && random.chance(0.4) ? `${capitalize(nameKind(truth))}, ${maker.name}`.slice(0, 60) : '',
    specifications: random.chance(0.1) ? [] : listSpecifications(truth, random),
    maker: random.chance(0.1) ? null : { name: maker.name, address: `${maker.name}\n${maker.place}` },
    warnings: random.chance(0.3) ? 'Wear eye protection.\nKeep out of the reach of children.' : '',
    unitPriceMinor: Math.round(150 * 10 ** (random.next() * 2.6)),
    minOrderQuantity: hasPack ? random.pick([2, 5, 10, 20]) : 1,
    available: random.chance(0.04) ? 0 : 20 + random.below(3_000),
    truth,
  };
}

function nameKind({ kind, values, maker }: Truth): string {
  return kind.name.replaceAll(/\{(\w)\}/g, (_, key: string) => write(find(kind, key), values[key] ?? '', maker));
}

function fillTemplate(truth: Truth): string {
  const { kind, values, maker } = truth;
  return kind.template.replaceAll(/\{(\w)\}/g, (_, key: string) =>
    key === 'n' ? nameKind(truth) : write(find(kind, key), values[key] ?? '', maker),
  );
}

function nameAccessory(truth: Truth, random: Random): string {
  const whole = nameKind(truth).split(',')[0]?.toLowerCase() ?? '';
  return `${truth.accessory} for ${whole}${random.chance(0.5) ? ` ${truth.maker.letters}-${random.below(900) + 100}` : ''}`;
}

function sign(name: string, maker: Maker): string {
  if (maker.signs === 'front') return `${maker.name} ${name}`;
  return maker.signs === 'back' ? `${name}, ${maker.name}` : name;
}

function find(kind: Kind, key: string): Attribute {
  const attribute = kind.attributes.find((known) => known.key === key);
  if (!attribute) throw new Error(`${kind.id} has no attribute ${key}`);
  return attribute;
}

/** Formats a value as the maker writes it in the name of a tool. */
function write({ unit }: Attribute, value: string, { spaced, inch, comma }: Maker): string {
  if (unit === '"' || unit === 'in') return `${value}${inch}`;
  if (unit === 'grit' || unit === 'dB') return value;
  const own = comma ? value.replace(/(\d)\.(\d)/g, '$1,$2') : value;
  return unit ? `${own}${spaced ? ' ' : ''}${unit}` : own;
}

function listSpecifications({ kind, values, accessory }: Truth, random: Random): Specification[] {
  if (accessory !== null) return [{ name: 'For', value: kind.name.replaceAll(/,? ?\{\w\}/g, ''), unit: '' }];
  const rows = kind.attributes.map(({ key, name, unit, values: [first = ''] }): Specification => {
    const value = values[key] ?? first;
    if (unit === '"') return { name, value: `${value} in`, unit: '' };
    return { name, value, unit: UNITS.has(unit) && MEASURE.test(value) ? unit : '' };
  });
  if (random.chance(0.4))
    rows.push({ name: 'Country of origin', value: random.pick(MAKERS).place.split(', ')[1] ?? '', unit: '' });
  return rows;
}

const FITTING = [
  'Fits all common',
  'Also for use with',
  'Not suited to',
  'Goes with our',
  'Stored beside',
  'Supplied without',
];
const CLOSING = [
  'Packed in a carton.',
  'Made to the standards of the trade.',
  'With two years of warranty.',
  'Spare parts are kept for ten years.',
  'Delivered with instructions in four languages.',
];

/** Writes one to six sentences. Some mention unrelated tools, as real descriptions do. */
function writeAbout(truth: Truth, random: Random): string {
  const { kind, accessory } = truth;
  const sentences: string[] = [];
  if (accessory === null) sentences.push(...kind.sentences.slice(0, 1 + random.below(kind.sentences.length)));
  else sentences.push(`Original part, made for ${toPlural(nameKind(truth).toLowerCase())} of all series.`);
  if (random.chance(0.5))
    sentences.push(`${random.pick(FITTING)} ${toPlural(nameOther(random))} and ${toPlural(nameOther(random))}.`);
  if (random.chance(0.15)) sentences.push(`See also our ${nameOther(random)} for heavier work.`);
  if (random.chance(0.4)) sentences.push(random.pick(CLOSING));
  return sentences.join(' ').slice(0, 2_000);
}

function nameOther(random: Random): string {
  return (random.pick(KINDS).name.split(',')[0] ?? '').replaceAll(/ ?\{\w\}/g, '').toLowerCase();
}

function toPlural(name: string): string {
  if (name.endsWith('s')) return name;
  return /(ch|sh|x|z)$/.test(name) ? `${name}es` : `${name}s`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function toSlug(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
  return slug || 'tool';
}
