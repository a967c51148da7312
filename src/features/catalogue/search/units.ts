import { dropTrailing } from '#src/shared/drop-trailing.ts';

/** How people write a unit in folded text → how it is indexed. The longest come first, since the first match counts. */
const SPELLINGS: Record<string, readonly string[]> = {
  mm: ['millimeters', 'millimeter', 'mm'],
  cm: ['centimeters', 'centimeter', 'cm'],
  km: ['km'],
  m: ['meters', 'meter', 'm'],
  in: ['inches', 'inch', 'in', '"', "''"],
  ft: ['feet', 'foot', 'ft', "'"],
  mg: ['mg'],
  g: ['grams', 'gram', 'g'],
  kg: ['kilograms', 'kilogram', 'kilos', 'kilo', 'kg'],
  oz: ['ounces', 'ounce', 'oz'],
  lb: ['pounds', 'pound', 'lbs', 'lb'],
  t: ['tons', 'ton', 'tonnes', 'tonne', 't'],
  v: ['volts', 'volt', 'v'],
  ah: ['ah'],
  mah: ['mah'],
  a: ['amps', 'amp', 'amperes', 'ampere', 'a'],
  w: ['watts', 'watt', 'w'],
  kw: ['kw'],
  hp: ['horsepower', 'hp'],
  nm: ['nm'],
  kn: ['kn'],
  n: ['newtons', 'newton', 'n'],
  j: ['joules', 'joule', 'j'],
  bar: ['bar'],
  psi: ['psi'],
  rpm: ['rpm', '/min', 'min-1'],
  hz: ['hz'],
  db: ['db'],
  ml: ['ml'],
  l: ['liters', 'liter', 'l'],
  gal: ['gallons', 'gallon', 'gal'],
  hrc: ['hrc'],
  ppi: ['ppi'],
  tpi: ['tpi'],
  grit: ['grit'],
  ga: ['gauge', 'ga'],
  pc: ['pieces', 'piece', 'pcs', 'pc'],
  '%': ['percent', '%'],
  degc: ['°c'],
  degf: ['°f'],
  deg: ['degrees', 'degree', '°'],
  mm2: ['mm2', 'sqmm'],
};

const CANONICAL = new Map(
  Object.entries(SPELLINGS).flatMap(([unit, all]) =>
    all.flatMap((spelling) => [
      [spelling, unit],
      // British spelling.
      [spelling.replace(/ter(s?)$/, 'tre$1'), unit],
    ]),
  ),
);

/**
 * Units of the same quantity, so that '0.5 kg' is found as '500 g'. Each has the unit it is indexed in, and the factor
 * to it.
 */
const SCALES: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  cm: ['mm', 10],
  m: ['mm', 1_000],
  kg: ['g', 1_000],
  kw: ['w', 1_000],
  kn: ['n', 1_000],
  ah: ['mah', 1_000],
  l: ['ml', 1_000],
};

/** A number with its unit as it is indexed: '1.5' and 'kw' as '1500w'. The unit may be missing. */
export function toQuantity(number: string, unit: string | undefined): string {
  const [base, factor] = SCALES[unit ?? ''] ?? [unit ?? '', 1];
  const isPlain = factor > 1 && /^\d{1,9}(\.\d{1,6})?$/.test(number);
  return isPlain ? `${Number((Number(number) * factor).toFixed(6))}${base}` : `${number}${unit ?? ''}`;
}

/** Names may state these sizes without their unit: 'drill bit 8', 'sandpaper 120'. */
const BARE_UNITS: ReadonlySet<string> = new Set(['mm', 'in', 'grit', 'ga']);

/** Whether an indexed quantity may appear in a name as this bare number. */
export function isBareSize(quantity: string, number: string): boolean {
  return quantity.startsWith(number) && BARE_UNITS.has(quantity.slice(number.length));
}

/** The alternatives of a regular expression for all spellings. None of them contains special characters. */
export const UNIT_PATTERN = [...CANONICAL.keys()].sort((one, other) => other.length - one.length).join('|');

/** The unit that a spelling in folded text stands for. */
export function getUnit(spelling: string): string | undefined {
  return CANONICAL.get(spelling);
}

/** '0,50' → '0.5', '1,000' → '1000', '08' → '8', '1 1/2' → '1-1/2'. */
export function normalizeNumber(text: string): string {
  if (text.includes('/')) return text.replace(/[ -]+/, '-');
  const plain = /^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
  const [whole = '', decimals = ''] = plain.split('.');
  const kept = dropTrailing(decimals, '0');
  return `${whole.replace(/^0+(?=\d)/, '')}${kept && `.${kept}`}`;
}
