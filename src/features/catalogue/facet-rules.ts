import { decimalToCents } from '#src/shared/money.ts';
import { MAX_PRICE_CENTS } from './price-bounds.ts';
import { STOCK_STATES, type StockState } from './stock-state.ts';

/** Between the parts of what a tool is found by: name, value and unit. No text of a specification contains it. */
const SEPARATOR = '\u001f';

export const MAX_FILTERED_NAMES = 8;
export const MAX_FILTERED_VALUES = 24;
const MAX_NAME_LENGTH = 60;
const MAX_VALUE_LENGTH = 210;

/** What a unit is counted in, and how many of that it is. A function of migration 30 says the same. */
export const BASE_UNITS: Readonly<Record<string, readonly [base: string, factor: number]>> = {
  mm: ['mm', 1],
  cm: ['mm', 10],
  m: ['mm', 1_000],
  in: ['mm', 25.4],
  ft: ['mm', 304.8],
  g: ['g', 1],
  kg: ['g', 1_000],
  oz: ['g', 28.349523125],
  lb: ['g', 453.59237],
  W: ['W', 1],
  kW: ['W', 1_000],
  N: ['N', 1],
  kN: ['N', 1_000],
};

/** The base unit of a unit, and the factor to it. One that is in no group is its own. */
export function getBaseUnit(unit: string): readonly [base: string, factor: number] {
  return Object.hasOwn(BASE_UNITS, unit) ? (BASE_UNITS[unit] ?? [unit, 1]) : [unit, 1];
}

/** What a specification is filtered by: any of some values, and a range. */
export interface SpecificationFilter {
  name: string;
  /** As they are shown, with their unit. */
  values: string[];
  /** In `unit`; a tool whose own range touches this one is found. */
  min?: number | undefined;
  max?: number | undefined;
  /** Empty: the numbers are in base units. */
  unit: string;
}

export interface ToolFilters {
  /** The slug of a category; its subtree counts. */
  category?: string | undefined;
  /** In order of their names. */
  specifications: SpecificationFilter[];
  /** In cents. */
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  /** The largest minimum order. */
  minimumMax?: number | undefined;
  state?: StockState | undefined;
}

/** Filters, and what is wrong with their parameters: name → sentence. What is wrong is left out of the filters. */
export interface ParsedFilters {
  filters: ToolFilters;
  errors: Record<string, string>;
}

/** Reads the filters of an address. Other parameters are none of its business. */
export function parseFilters(params: URLSearchParams): ParsedFilters {
  const errors: Record<string, string> = {};
  const single = <T>(name: string, read: (text: string) => T | null, sentence: string): T | undefined => {
    const texts = params.getAll(name).filter((text) => text.trim() !== '');
    const [text] = texts;
    if (text === undefined) return undefined;
    const value = texts.length === 1 ? read(text.trim()) : null;
    if (value === null) errors[name] = texts.length > 1 ? 'Please send it once.' : sentence;
    return value ?? undefined;
  };
  const price = 'Please enter a price such as 18.90.';
  const filters: ToolFilters = {
    category: single('category', (text) => (/^[a-z0-9-]{1,80}$/.test(text) ? text : null), 'Please send a slug.'),
    specifications: parseSpecifications(params, single, errors),
    priceMin: single('price.min', readCents, price),
    priceMax: single('price.max', readCents, price),
    minimumMax: single(
      'minimum.max',
      (text) => (/^\d{1,7}$/.test(text) && Number(text) > 0 ? Number(text) : null),
      'Please enter a whole number of pieces.',
    ),
    state: single(
      'state',
      (text) => STOCK_STATES.find((state) => state === text) ?? null,
      'Please send available, low or out.',
    ),
  };
  return { filters, errors };
}

type ReadSingle = <T>(name: string, read: (text: string) => T | null, sentence: string) => T | undefined;

function parseSpecifications(
  params: URLSearchParams,
  single: ReadSingle,
  errors: Record<string, string>,
): SpecificationFilter[] {
  const named = new Map<string, SpecificationFilter>();
  let values = 0;
  for (const key of new Set(params.keys())) {
    if (!key.startsWith('spec.')) continue;
    const [, name = '', bound] = /^spec\.(.*?)(?:\.(min|max|unit))?$/s.exec(key) ?? [];
    if (params.getAll(key).every((text) => text.trim() === '')) continue;
    if (name.trim() === '' || name.length > MAX_NAME_LENGTH || !name.isWellFormed() || HIDDEN.test(name)) {
      errors[key.slice(0, 80)] = 'Please send the name of a specification.';
      continue;
    }
    const filter = named.get(name) ?? { name, values: [], unit: '' };
    if (!named.has(name) && named.size === MAX_FILTERED_NAMES) {
      errors[key] = `Please filter by at most ${MAX_FILTERED_NAMES} specifications.`;
      continue;
    }
    if (bound === 'unit') filter.unit = single(key, readUnit, 'Please send one of the units.') ?? '';
    else if (bound === 'min' || bound === 'max') {
      const read = single(key, readMeasure, 'Please enter a number, such as 2.5 or 8 mm.');
      if (read) {
        filter[bound] = read.value;
        if (read.unit) filter.unit = read.unit;
      }
    } else {
      for (const value of new Set(params.getAll(key))) {
        if (value.length > MAX_VALUE_LENGTH || !value.isWellFormed() || HIDDEN.test(value) || value.trim() === '')
          errors[key] = `Please send at most ${MAX_VALUE_LENGTH} characters of plain text.`;
        else if (values === MAX_FILTERED_VALUES) errors[key] = `Please send at most ${MAX_FILTERED_VALUES} values.`;
        else {
          values += 1;
          filter.values.push(value);
        }
      }
    }
    named.set(name, filter);
  }
  return [...named.values()]
    .filter((filter) => filter.values.length > 0 || hasRange(filter))
    .map((filter) => ({ ...filter, values: filter.values.toSorted(), unit: hasRange(filter) ? filter.unit : '' }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const HIDDEN = /[\u0000-\u001f\u007f]/;

export function hasRange({ min, max }: SpecificationFilter): boolean {
  return min !== undefined || max !== undefined;
}

/** How many filters there are beside the category. */
export function countFilters({ specifications, priceMin, priceMax, minimumMax, state }: ToolFilters): number {
  const values = specifications.reduce((sum, filter) => sum + filter.values.length + Number(hasRange(filter)), 0);
  const price = priceMin !== undefined || priceMax !== undefined;
  return values + Number(price) + Number(minimumMax !== undefined) + Number(state !== undefined);
}

/**
 * Whether so filtered pages may be cached: there is a bounded number of them. Of numbers, and of several filters at once,
 * there is no end.
 */
export function isBoundedFilter(filters: ToolFilters): boolean {
  const { specifications, state } = filters;
  const count = countFilters(filters);
  return count === 0 || (count === 1 && (state !== undefined || specifications[0]?.values.length === 1));
}

/** The parameters of filters, in one order and spelling. */
export function formatFilters(filters: ToolFilters): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: string | number | undefined) => {
    if (value !== undefined) params.append(name, String(value));
  };
  set('category', filters.category);
  for (const { name, values, min, max, unit } of filters.specifications) {
    for (const value of values) set(`spec.${name}`, value);
    set(`spec.${name}.min`, min);
    set(`spec.${name}.max`, max);
    if (unit) set(`spec.${name}.unit`, unit);
  }
  set('price.min', toPrice(filters.priceMin));
  set('price.max', toPrice(filters.priceMax));
  set('minimum.max', filters.minimumMax);
  set('state', filters.state);
  return params;
}

function toPrice(cents: number | undefined): string | undefined {
  return cents === undefined ? undefined : (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
}

function readCents(text: string): number | null {
  const cents = /^\d{1,7}(\.\d{1,2})?$/.test(text) ? decimalToCents(text) : null;
  return cents !== null && cents <= MAX_PRICE_CENTS ? cents : null;
}

function readUnit(text: string): string | null {
  return text.length <= 6 && !HIDDEN.test(text) ? text : null;
}

function readMeasure(text: string): { value: number; unit: string } | null {
  const [, number, unit = ''] = /^(-?\d{1,12}(?:\.\d{1,6})?)\s*([^\d\s.,-][^\s]{0,5})?$/.exec(text) ?? [];
  return number === undefined ? null : { value: Number(number), unit };
}

/** A value as it is shown, apart from the name. */
export function toShownValue(value: string, unit: string): string {
  return unit ? `${value} ${unit}` : value;
}

/** All that the database may have stored for a value that is shown like this: with a unit at its end, or without. */
export function toTokens(name: string, shown: string): string[] {
  const space = shown.lastIndexOf(' ');
  const text = [name, shown, ''].join(SEPARATOR);
  return space < 0 ? [text] : [text, [name, shown.slice(0, space), shown.slice(space + 1)].join(SEPARATOR)];
}

export function splitToken(token: string): { name: string; value: string; unit: string } {
  const [name = '', value = '', unit = ''] = token.split(SEPARATOR);
  return { name, value, unit };
}

/** The key of a name's numbers in a base unit. */
export function toNumberKey(name: string, base: string): string {
  return name + SEPARATOR + base;
}
